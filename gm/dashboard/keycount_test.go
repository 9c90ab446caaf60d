package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestKeysOfATurn counts the keys of what happens most at a table: the line that they make, and how many keys it may take at most. A
// longer way, or another line, fails.
func TestKeysOfATurn(t *testing.T) {
	gmtest.Sequential(t)
	sample := func(lines ...string) func(*testing.T) *gm.Session {
		return func(t *testing.T) *gm.Session {
			session := sampleSession(t)
			play(t, session, append([]string{"begin warehouse"}, lines...)...)
			return session
		}
	}
	chase := func(t *testing.T) *gm.Session {
		session := unacceleratedSession(t)
		play(t, session, "begin rooftops", "turn runner_1 5", "next")
		return session
	}
	for _, row := range []struct {
		name  string
		begin func(*testing.T) *gm.Session
		until string // keys before those that are counted
		keys  string
		max   int
		want  string // the line of the newest entry, or how it was answered
	}{
		{"attack", sample("turn kira 3", "next"), "", "a Enter Enter", 3, "attack grell"},
		{"answer", sample("turn kira 3", "next", "attack grell"), "n", "2", 1, "answer "},
		{"fend", sample("turn cutter_1 1", "turn kira 30", "next", "attack kira with hatchet"), "n", "2", 2, "fend"},
		{"tend", sample("turn ilse 3", "put kira bleeding", "next"), "", "T t", 4, "ilse: tend kira"},
		{"flee", chase, "", "f Enter", 3, "flee runner_1 to crane running"},
		{"damage of an older entry", sample("hurt dov fall 4", "hurt kira fall 4", "note one", "note two"), "", "H / v 2 9 Enter Enter", 7, "amend 2, overrule damage 9"},
	} {
		t.Run(row.name, func(t *testing.T) {
			session := row.begin(t)
			s := newStage(t, session, 80, 24).keys(strings.Fields(row.until)...)
			keys := strings.Fields(row.keys)
			if len(keys) > row.max {
				t.Errorf("%d keys; at most %d", len(keys), row.max)
			}
			s.keys(keys...)
			entry := lastEntry(t, session)
			got := entry.Line
			for _, answer := range entry.Answers {
				got += ", answer " + answer
			}
			if !strings.Contains(got, row.want) || len(s.d.overlays) > 0 {
				t.Errorf("%s made %q, want %q\n%s", row.keys, got, row.want, s.frame())
			}
		})
	}
}
