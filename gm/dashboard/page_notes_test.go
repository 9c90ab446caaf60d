package dashboard

import (
	"runtime"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// TestNotesAreFound: a note on a combatant stands on the sheet, on the page of the encounter, and in find.
func TestNotesAreFound(t *testing.T) {
	session := warehouse(t)
	s := newStage(t, session, 80, 24).keys("N").types("owes Orlo money").keys("Enter")
	if got := lastEntry(t, session).Line; got != "note kira: owes Orlo money" {
		t.Errorf("N wrote %s", got)
	}
	for _, keys := range [][]string{{"v"}, {"R"}, {"/", "o", "w", "e", "s"}, {"/", "o", "w", "e", "s", "Enter"}} {
		s.keys(keys...)
		if !strings.Contains(s.frame(), "owes Orlo money") {
			t.Errorf("after %v the note is not seen\n%s", keys, s.frame())
		}
		s.keys("Esc")
	}
}

// TestNotesOfACrowd: what is asked of a crowd without notes does not grow with the square of it.
func TestNotesOfACrowd(t *testing.T) {
	gmtest.SkipIfShort(t)
	asked := func(many int) uint64 { // in bytes
		d := New(crowd(t, many, 0), Options{})
		e, ok := d.session.Campaign().Encounter("crowd")
		if !ok {
			t.Fatal("there is no crowd")
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.pages.gameMasterPage(e)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := asked(40), asked(400); many > 20*few+100_000 {
		t.Errorf("the notes of 400 take %d bytes, those of 40 take %d", many, few)
	}
}

// The log says once on whom a note is pinned, here or not.
func TestANoteIsToldOnce(t *testing.T) {
	session := sampleSession(t)
	play(t, session, "begin warehouse", "note scar: owes Orlo money", "note sefa: hears too much")
	frame := newStage(t, session, 120, 40).frame()
	for _, name := range []string{"Scar ", "Sefa"} {
		for row := range strings.Lines(frame) {
			if strings.Contains(row, "noted: ") && strings.Count(row, name) > 1 {
				t.Errorf("%s stands twice in %s", name, row)
			}
		}
	}
	if !strings.Contains(frame, "noted: owes Orlo money") || !strings.Contains(frame, "noted: hears too much") {
		t.Errorf("the notes are not told\n%s", frame)
	}
}
