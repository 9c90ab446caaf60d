package story_test

import (
	"os"
	"regexp"
	"testing"
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
