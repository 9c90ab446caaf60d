package story_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// Every kind of event is named in the one place that tells them apart: told, told elsewhere, or not told.
func TestEveryKindOfEventIsNamed(t *testing.T) {
	kinds, err := os.ReadFile("../../rules/state_event.go")
	if err != nil {
		t.Fatal(err)
	}
	change, err := os.ReadFile("change.go")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^\t(Event\w+) +EventKind = `).FindAllSubmatch(kinds, -1)
	if len(list) < 35 {
		t.Fatalf("only %d kinds of events found", len(list))
	}
	for _, kind := range list {
		if !regexp.MustCompile(`rules\.` + string(kind[1]) + `\b`).Match(change) {
			t.Errorf("%s is not named in change.go", kind[1])
		}
	}
}

// A sentence has the same number as the one beside it.
func TestAmountsAreNotRounded(t *testing.T) {
	s, _, err := gm.Open(gmtest.Sample(t), gm.Options{Clock: gmtest.Clock()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for line, want := range map[string]string{
		"award 0.8 kira":   "Kira gains 0.8 experience. · Kira experience +0.8 ",
		"award 1.5 dov":    "Dov gains 1½ experience. · Dov experience +1.5 ",
		"set ilse PFT -3":  "Ilse loses 3 fatigue and is hurt. · PFT −3 ",
		"award 0.75 party": "each gain 0.75 experience. · Kira experience +0.75 ",
	} {
		gmtest.Do(t, s, line)
		if got := s.Log()[len(s.Log())-1].Text(); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
