package simulate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Manifest is what is published beside a report: what was played, by which
// program, and digests by which anybody can tell whether he gets the same.
type Manifest struct {
	Version int          `json:"mancala_manifest"`
	Made    string       `json:"made"` // when, RFC 3339
	Machine string       `json:"machine"`
	Engine  string       `json:"engine"`
	Part    Range        `json:"part"`
	Plan    *Plan        `json:"plan"`
	Results []CellResult `json:"results"` // one a cell
}

// CellResult digests what was counted in a cell.
type CellResult struct {
	Games  uint64  `json:"games"`
	Done   []Range `json:"done"`
	Digest string  `json:"digest"` // SHA-256 of the sums
	Checks []Check `json:"checks"` // of single games
}

// NewManifest digests a shard.
func NewManifest(s *Shard) (*Manifest, error) {
	m := &Manifest{Version: 1, Part: s.Part, Plan: s.Plan}
	for _, t := range s.Tallies {
		if t == nil {
			m.Results = append(m.Results, CellResult{})
			continue
		}
		sum, err := t.Digest()
		if err != nil {
			return nil, err
		}
		m.Results = append(m.Results, CellResult{t.Games, t.Done, sum, t.Checks})
	}
	return m, nil
}

// Digest is the SHA-256 of everything counted.
func (t *Tally) Digest() (string, error) {
	text, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	return digest(text), nil
}

// ReadManifest reads a manifest; a shard counts as one, too.
func ReadManifest(text []byte) (*Manifest, error) {
	var kind struct {
		Manifest int `json:"mancala_manifest"`
		Shard    int `json:"mancala_shard"`
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&kind); err != nil {
		return nil, fmt.Errorf("this is no manifest: %w", err)
	}
	if kind.Shard != 0 {
		s, err := ReadShard(text)
		if err != nil {
			return nil, err
		}
		return NewManifest(s)
	}
	if kind.Manifest != 1 {
		return nil, errors.New("this is no manifest that this program can read: mancala simulate --manifest writes them")
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("this is no manifest: %w", err)
	}
	if m.Plan == nil || len(m.Plan.Cells) == 0 || len(m.Results) != len(m.Plan.Cells) {
		return nil, errors.New("a manifest without a plan, or with results of another one")
	}
	return &m, m.Plan.check()
}
