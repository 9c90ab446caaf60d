package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// TestKeysOfATurn counts the keys of what happens most at a table, from the table and from the log: the line that they make, and how
// many keys it may take at most. A longer way, or another line, fails.
func TestKeysOfATurn(t *testing.T) {
	gmtest.SkipIfShort(t)
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
		{"forgotten damage of two turns ago", sample("turn kira 3", "next", "hurt grell fall 1", "wait", "turn dov 5", "next", "hurt scar fall 1", "wait", "turn ilse 7", "next", "hurt hanne fall 1"), "",
			"H - - h 7 Enter Enter", 7, "amend 4 before hurt ilse fall 7"},
		{"damage of an older entry", sample("hurt dov fall 4", "hurt kira fall 4", "note one", "note two"), "", "H / v 2 9 Enter Enter", 7, "amend 2, overrule damage 9"},
	} {
		for _, from := range []focus{focusCombatants, focusLog} {
			t.Run(row.name, func(t *testing.T) {
				session := row.begin(t)
				s := newStage(t, session, 80, 24)
				for n := 0; s.d.focus != from && n < 5; n++ {
					s.keys("Tab")
				}
				if s.d.focus != from {
					t.Fatalf("Tab doesn't come to panel %d\n%s", from, s.frame())
				}
				s.keys(strings.Fields(row.until)...)
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
}

// TestPromptNamesCombatants reads the line of an attack as it is composed: it names the one-eyed shooter and the door warden as the
// table does, and typed so at the prompt it means the same attack.
func TestPromptNamesCombatants(t *testing.T) {
	for key, short := range map[string]string{"shooter": "Tilde", "warden": "Osric"} {
		session := sampleSession(t)
		play(t, session, "begin warehouse", "turn kira 3", "next")
		s := newStage(t, session, 80, 24).keys("a").types(short[:3]).keys("Enter")
		if frame := s.frame(); !strings.Contains(frame, ": attack "+short) || strings.Contains(frame, key) {
			t.Errorf("the prompt does not say attack %s:\n%s", short, frame)
		}
		play(t, session, "attack "+short)
		if doing := session.State().Find("kira").Doing; doing == nil {
			t.Errorf("attack %s declared nothing", short)
		}
	}
}

// TestNoMatchDeclaresNothing types a word that no option of an attack has: Enter leaves the list as it is, and declares once the word
// is gone.
func TestNoMatchDeclaresNothing(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "turn kira 3", "next")
	s := newStage(t, session, 80, 24).keys("a", "Enter").types("zzz").keys("Enter")
	if frame := s.frame(); !strings.Contains(frame, "No match") || lastEntry(t, session).Line != "next" {
		t.Fatalf("%q was declared:\n%s", lastEntry(t, session).Line, frame)
	}
	s.keys("Backspace", "Backspace", "Backspace", "Enter")
	if got := lastEntry(t, session).Line; got != "attack grell" {
		t.Errorf("%q was declared", got)
	}
}
