package dashboard

import (
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
