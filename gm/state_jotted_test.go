package gm

import (
	"testing"

	"hybrid/gm/gmtest"
)

// TestJottedStays: the players' own notes are there when a session is opened again, and go when they are emptied.
func TestJottedStays(t *testing.T) {
	dir := t.TempDir()
	open := func() *Session {
		s, _, err := Open(gmtest.Sample(t), Options{Dir: dir, Clock: gmtest.Clock()})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	for key, text := range map[string]string{"kira": " Orlo lies.\n\n", "dov": "\n"} {
		if _, err := s.SavePlayerNotes(key, text); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s = open()
	defer s.Close()
	if s.NotesOfPlayer("kira") != "Orlo lies." || s.NotesOfPlayer("dov") != "" || len(s.playerNotes) != 1 {
		t.Errorf("got %q", s.playerNotes)
	}
}
