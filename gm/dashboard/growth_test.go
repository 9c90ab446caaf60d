package dashboard

import (
	"runtime"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
)

// taken is how many bytes of memory some keys take, all that is worked out for them.
func taken(s *stage, keys string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s.keys(strings.Fields(keys)...)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestKeysOfACrowd: among ten times as many a key takes ten times as much, not the square of it.
func TestKeysOfACrowd(t *testing.T) {
	gmtest.SkipIfShort(t)
	bleeding := func(many int) *gm.Session {
		session := sampleSession(t)
		gmtest.Crowd(t, session, many)
		for _, a := range session.State().Actors {
			play(t, session, "put "+a.Key+" bleeding")
		}
		return session
	}
	for _, test := range []struct{ name, before, keys string }{
		{"the end of a fight in which all bleed", "", "F"},
		{"leaving it", "", "q"},
		{"another encounter", "", "b 1"},
		{"who can help", "F 2", "/"},
	} {
		t.Run(test.name, func(t *testing.T) {
			of := func(many int) uint64 {
				return taken(newStage(t, bleeding(many), 80, 24).keys(strings.Fields(test.before)...), test.keys)
			}
			few, many := of(30), of(300)
			if many > 20*few+100_000 {
				t.Errorf("%s takes %d bytes among 300, and %d among 30", test.keys, many, few)
			}
		})
	}
}

// TestKeysBehindALongLog: behind a log ten times as long a key takes as much.
func TestKeysBehindALongLog(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, keys := range []string{"L Home", "L Home End", "H Home", "H Home End", "PgUp PgDn"} {
		few, many := taken(newStage(t, crowd(t, 4, 300), 80, 24), keys), taken(newStage(t, crowd(t, 4, 3000), 80, 24), keys)
		if many > 2*few+100_000 {
			t.Errorf("%s takes %d bytes behind 3,000 entries, and %d behind 300", keys, many, few)
		}
	}
}
