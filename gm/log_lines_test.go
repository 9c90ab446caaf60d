package gm

import (
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/gm/logtext"
	"hybrid/rules"
)

// TestLogTellsAll holds that a line tells every change, the second of two equal ones too, and an effect that is all
// there is; and to whom a number is done where several are hit.
func TestLogTellsAll(t *testing.T) {
	c := gmtest.WithLayer(t, sample(t), `
actions:
  bleed: {counts: 1, steps: {once: {do: [{lose: PFT, by: 3}]}, again: {do: [{lose: PFT, by: 3}]}}}
  wail: {whom: true, counts: 1, steps: {each: {who: among, within: 100, sequence: wail}}}
sequences:
  wail: {steps: {harm: {label: Damage, tally: {plain: 2}}, wound: {who: other, do: [{lose: PFT, by: harm.total}]}}}
`)
	s := opened(t, c, "", 1)
	do(t, s, "begin warehouse", "place grell 0", "place scar 10", "turn kira 1", "next", "bleed")
	do(t, s, "next")
	if text := lastLine(s); !strings.Contains(text, " · PFT −3 · PFT −3 · acts at ") {
		t.Errorf("two equal losses: %s", text)
	}
	do(t, s, "turn kira 30", "next", "wail grell")
	do(t, s, "next")
	if text := lastLine(s); !strings.Contains(text, " · damage 2 · Grell PFT −2 · damage → Scar 2 · Scar PFT −2 · acts at ") {
		t.Errorf("two who are hit: %s", text)
	}
	w := command.DecidedCommand{Decision: rules.Decision{Events: []rules.Event{{Kind: rules.EventPool, Who: "kira", What: "PFT", Value: 30, By: -5}}}, Title: "a cost", Who: "kira"}
	if _, text := logtext.NewLogEntry(&s.game, &w, "", s.game.State, nil); text != "Kira loses 5 fatigue. · PFT −5 → 30" {
		t.Errorf("one event: %s", text)
	}
}

// lastLine is the newest line of the log.
func lastLine(s *Session) string { return s.Log()[len(s.Log())-1].Text() }
