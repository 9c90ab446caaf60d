package seats

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/command"
)

// A seat's page as text says what a chance leaves out in words, and names in a label keep their letters.
func TestWordsOfAPage(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "reveal shooter name", "reveal pummel name", "put kira stunned", "put dov gripped 33 by pummel", "turn shooter 1", "next", "attack kira")
	tb.carry(command.Command{Line: "next"})
	tb.within(func() {
		r, err := NewReader(tb.session, "kira")
		if err != nil {
			t.Error(err)
			return
		}
		text, err := r.Text()
		if err != nil {
			t.Error(err)
		}
		all := fmt.Sprintf("%+v", text)
		for _, want := range []string{"Tilde takes aim at you with her light crossbow. How do you defend?", " before the other's margin · ", "unhurt · gripped by Pummel · battle axe in hand"} {
			if !strings.Contains(all, want) {
				t.Errorf("no %q in %s", want, all)
			}
		}
	})
}
