package cli

import (
	"bytes"
	"context"

	"mancala/cmd/mancala/page"
	"mancala/interpreter/verify"
)

// htmlOf makes the page of a game. The verifier is the one that found it.
func htmlOf(ctx context.Context, g *game, v *verify.Verifier, p *verified) ([]byte, error) {
	base, err := v.Base()
	if err != nil {
		return nil, err
	}
	r := &page.Verification{Game: g.Rules, Program: g.Program, RuleSet: p.names, Hash: g.Hash, Sources: p.Sources, Matrix: p.Matrix,
		Survey: p.Survey, Complete: p.Complete}
	for _, x := range p.Evidence {
		r.Claims = append(r.Claims, claimOf(ctx, v, base, x))
	}
	for _, d := range p.Questions {
		out := page.Decision{Decision: d}
		for _, x := range d.Proposals {
			out.Asks = append(out.Asks, page.Asked{Proposal: x, Pictures: askedPictures(ctx, v, d.Question, x)})
		}
		r.Decide = append(r.Decide, out)
	}
	if p.Survey != nil {
		for _, f := range p.Survey.Findings {
			out := page.Finding{Finding: f}
			if len(f.Line) > 0 {
				out.Pictures = replayed(ctx, v, base, f.Position, f.Line)
			}
			r.Findings = append(r.Findings, out)
		}
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// claimOf is a claim with its quotation and, if it is about a position or
// moves, the boards.
func claimOf(ctx context.Context, v *verify.Verifier, base *verify.RuleSet, x verify.Verdict) page.Claim {
	out := page.Claim{Verdict: x}
	for i := range base.Game.Evidence {
		e := &base.Game.Evidence[i]
		if e.ID != x.Evidence {
			continue
		}
		out.Text, _ = e.Values["text"].(string)
		position, _ := e.Values["position"].(string)
		var moves []string
		if list, ok := e.Values["moves"].([]any); ok {
			for _, m := range list {
				if text, ok := m.(string); ok {
					moves = append(moves, text)
				}
			}
		}
		if position == "" && moves == nil {
			continue
		}
		if r, err := v.RulesOf(e); err == nil {
			out.Pictures = replayed(ctx, v, r, position, moves)
		}
	}
	return out
}

// askedPictures are the position a proposal asks about, and what it leads to
// under each answer.
func askedPictures(ctx context.Context, v *verify.Verifier, question string, x verify.Proposal) []page.Picture {
	var out []page.Picture
	if base, err := v.Base(); err == nil && x.Found && x.Move == "" && x.Set == nil && len(x.Line) > 0 { // about what may be played
		if r, err := v.Replay(ctx, base, x.Position, nil); err == nil {
			return page.Pictures(r)
		}
	}
	for i, answer := range x.Answers {
		if !x.Found || len(x.Line) == 0 {
			continue
		}
		r, err := v.RulesWith(question, answer, x.Set)
		if err != nil {
			continue
		}
		for k, p := range replayed(ctx, v, r, "", x.Line) {
			if k == 0 && i > 0 {
				continue // the same position
			}
			if k > 0 {
				p.Title = answer + ": " + p.Title
			}
			out = append(out, p)
		}
	}
	return out
}

func replayed(ctx context.Context, v *verify.Verifier, r *verify.RuleSet, position string, moves []string) []page.Picture {
	x, err := v.Replay(ctx, r, position, moves)
	if err != nil {
		return nil
	}
	return page.Pictures(x)
}
