package page

import (
	"bytes"
	"encoding/json"
	"image"
	_ "image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// browser finds node, Chromium and playwright-core, or skips the test.
// MANCALA_PLAYWRIGHT is the directory that npm installed playwright-core into,
// CHROMIUM the program (else the one on the path).
func browser(t *testing.T) (node string, env []string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here")
	}
	chromium := os.Getenv("CHROMIUM")
	if chromium == "" {
		if chromium, err = exec.LookPath("chromium"); err != nil {
			t.Skip("no Chromium here")
		}
	}
	modules := filepath.Join(os.Getenv("MANCALA_PLAYWRIGHT"), "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "playwright-core")); os.Getenv("MANCALA_PLAYWRIGHT") == "" || err != nil {
		t.Skip("MANCALA_PLAYWRIGHT names no directory with playwright-core")
	}
	return node, append(os.Environ(), "NODE_PATH="+modules, "CHROMIUM="+chromium)
}

// seen is what testdata/look.cjs tells of a page.
type seen struct {
	Title                        string
	Headings, Errors, Requests   []string
	Tables, Hidden, Boards, Rows int
	Overflow, Text               int
}

// look opens a page in Chromium, in light and in dark.
func look(t *testing.T, html []byte) (seen, map[string]image.Image) {
	t.Helper()
	node, env := browser(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, html, 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, filepath.Join("testdata", "look.cjs"), file, dir)
	cmd.Env = env
	var errOut bytes.Buffer
	cmd.Stderr = &errOut
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errOut.String())
	}
	var s seen
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	shots := map[string]image.Image{}
	for _, scheme := range []string{"light", "dark"} {
		f, err := os.Open(filepath.Join(dir, scheme+".png"))
		if err != nil {
			t.Fatal(err)
		}
		img, _, err := image.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		shots[scheme] = img
	}
	return s, shots
}

// colours counts the colours of a picture and sums up its brightness, 0 to 1.
func colours(img image.Image) (n int, bright float64) {
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	sum, count := 0.0, 0.0
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			r, g, bl, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r >> 8, g >> 8, bl >> 8}] = true
			sum, count = sum+float64(r+g+bl)/3/0xffff, count+1
		}
	}
	return len(seen), sum / count
}

// The page is seen in a real browser: no error, nothing fetched, tables and
// boards visible, nothing wider than the window, in light and in dark.
func TestPageInChromium(t *testing.T) {
	html := verified(t, "njombwa")
	s, shots := look(t, html)
	if len(s.Errors) > 0 || len(s.Requests) > 0 {
		t.Errorf("errors %q, requests %q", s.Errors, s.Requests)
	}
	if !strings.HasPrefix(s.Title, "Njombwa") || s.Tables < 4 || s.Hidden > 0 || s.Boards < 3 || s.Rows < 10 || s.Text < 1500 {
		t.Errorf("%+v", s)
	}
	for _, want := range []string{"Evidence", "The rules in words", "Open questions", "Where the rules are silent", "Sources"} {
		if !strings.Contains(strings.Join(s.Headings, "\n"), want) {
			t.Errorf("no heading %q among %q", want, s.Headings)
		}
	}
	if s.Overflow > 0 {
		t.Errorf("the page is %d pixels too wide", s.Overflow)
	}
	for scheme, img := range shots {
		n, bright := colours(img)
		if n < 20 {
			t.Errorf("%s: only %d colours, the page is blank", scheme, n)
		}
		if dark := bright < 0.5; dark != (scheme == "dark") {
			t.Errorf("%s: brightness %.2f", scheme, bright)
		}
	}
}
