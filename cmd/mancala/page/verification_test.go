package page

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"mancala/dsl"
	"mancala/games"
	"mancala/interpreter/verify"
)

// verified is the page of a game, verified within small budgets.
func verified(t *testing.T, id string) []byte {
	t.Helper()
	f, err := games.File(id)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	v := &verify.Verifier{File: f, Arg: id, Choice: dsl.Choice{}, Budget: verify.Budget{Nodes: 20_000, Games: 60, Told: 10, Asked: 2000}}
	defer v.Close()
	base, err := v.Base()
	if err != nil {
		t.Fatal(err)
	}
	r := &Verification{Game: base.Game, Program: base.Program, RuleSet: id, Hash: base.Hash, Complete: true}
	list, err := v.Evidence(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		r.Claims = append(r.Claims, Claim{Verdict: x, Text: "<quoted> & kept"})
	}
	if r.Matrix, err = v.Matrix(ctx); err != nil {
		t.Fatal(err)
	}
	decisions, err := v.Questions(ctx, r.Matrix)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Propose(ctx, r.Matrix, decisions); err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		out := Decision{Decision: d}
		for _, p := range d.Proposals {
			out.Asks = append(out.Asks, Asked{Proposal: p})
		}
		r.Decide = append(r.Decide, out)
	}
	if r.Survey, err = v.Survey(ctx); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Survey.Findings {
		replay, err := v.Replay(ctx, base, f.Position, f.Line)
		if err != nil {
			t.Fatal(err)
		}
		r.Findings = append(r.Findings, Finding{f, Pictures(replay)})
	}
	if r.Sources, err = v.Sources(); err != nil {
		t.Fatal(err)
	}
	for i := range r.Claims {
		replay, err := v.Replay(ctx, base, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Claims[i].Pictures = Pictures(replay)
	}
	var b bytes.Buffer
	if err := r.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The page is one file: nothing in it is fetched, what is quoted is escaped,
// and everything found is on it.
func TestPageIsOneFile(t *testing.T) {
	html := string(verified(t, "njombwa"))
	for _, never := range []string{"<script", "<link", "<img", "src=", "url(", "@import", "<quoted>", "ZgotmplZ"} {
		if strings.Contains(html, never) {
			t.Errorf("the page has %q", never)
		}
	}
	for _, want := range []string{"<!doctype html>", "&lt;quoted&gt; &amp; kept", "<svg class=\"mb\"", "Rules without a source", "Proved by the checker", "combinations of answers", "</html>"} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if strings.Count(html, "<svg") != strings.Count(html, "</svg>") || strings.Count(html, "<table>") != strings.Count(html, "</table>") {
		t.Error("elements are not closed")
	}
}
