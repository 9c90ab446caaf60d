package gm

import (
	"fmt"
	"reflect"
	"testing"

	"hybrid/gm/command"
)

// TestEntriesAreAsWhenDone plays longer than states are kept, opens the session again, and holds what is told of each entry to
// what was told right after it was done.
func TestEntriesAreAsWhenDone(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	var want []Entry
	for i := range stateInterval + 60 {
		line := fmt.Sprintf("note %d", i)
		if i == 0 {
			line = "begin warehouse fresh"
		}
		e, err := s.Do(command.Command{Line: line})
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e)
	}
	hold := func(s *Session) {
		t.Helper()
		for i := range want {
			got, err := s.Entry(want[i].Seq)
			if err != nil {
				t.Fatal(err)
			}
			if got.Outcomes, got.At = want[i].Outcomes, want[i].At; !reflect.DeepEqual(got, want[i]) {
				t.Fatalf("entry %d is\n%+v\nwant\n%+v", i+1, got, want[i])
			}
			if text := s.Log()[i].Text(); text != s.Log()[i].LogEntry().SentenceSpans[0].Text {
				t.Fatalf("entry %d is told as %q, and as %+v", i+1, text, s.Log()[i].LogEntry())
			}
		}
	}
	hold(s)
	if list := s.Evenings(); len(list) != 1 || list[0].Entries != len(want) || len(list[0].Encounters) != 1 {
		t.Errorf("got %+v", list)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := opened(t, c, dir, 1)
	hold(again)
	if list := again.EntriesUnderOtherRules(); len(list) > 0 {
		t.Errorf("%v were decided elsewhere", list)
	}
}
