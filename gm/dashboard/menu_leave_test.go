package dashboard

import (
	"cmp"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// TestLeave: someone leaves, or goes over to another side, by two keys; ← and → do it in secret, and ticks for several.
func TestLeave(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, c := range []struct {
		keys []string
		line string
		who  string
	}{
		{[]string{"-", "2"}, "absent ilse", "ilse"},
		{[]string{"-", "3"}, "absent ilse, out", "ilse"},
		{[]string{"-", "2", "-", "2"}, "here ilse", "ilse"},
		{[]string{"-", "1"}, "remove grell", ""},
		{[]string{"-", "2"}, "side grell party", ""},
		{[]string{"-", "→", "2"}, "side grell party, secret", ""},
		{[]string{"-", "→", "←", "3"}, "side grell thieves", ""},
		{[]string{".", "-", "2"}, "side gang party", ""},
		{[]string{".", "-", "1"}, "remove gang", ""},
	} {
		session := sampleSession(t)
		play(t, session, "begin warehouse", "next")
		s := newStage(t, session, 80, 24)
		s.d.selected = cmp.Or(c.who, "grell")
		s.keys(c.keys...)
		if got := lastEntry(t, session).Line; got != c.line {
			t.Errorf("%s made %q\n%s", strings.Join(c.keys, " "), got, s.frame())
		}
	}
}
