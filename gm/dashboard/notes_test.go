package dashboard

import (
	"runtime"
	"strings"
	"testing"
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
	asked := func(many int) uint64 { // in bytes

		d := New(crowd(t, many, 0), Options{})
		e, ok := d.session.Campaign().Encounter("crowd")
		if !ok {
			t.Fatal("there is no crowd")
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.pages.masterPage(e)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := asked(40), asked(400); many > 20*few+100_000 {
		t.Errorf("the notes of 400 take %d bytes, those of 40 take %d", many, few)
	}
}
