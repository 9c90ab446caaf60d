package players

import (
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/story"
)

// BenchmarkRatioTelling holds telling 100,000 entries to the game master against formatting the numbers of the same entries, which an
// export does too.
func BenchmarkRatioTelling(b *testing.B) {
	const entries = 100_000
	s := fought(b, "saltmarket", "warehouse", 1, 400)
	list := standing(b, s)
	rs := s.Rules()
	gmtest.Ratio(b, "entries", func() {
		for i := range entries {
			story.Recount(rs, list[i%len(list)].Story(), nil)
		}
	}, func() {
		for i := range entries {
			e := list[i%len(list)]
			wording := e.Wording(rs)
			for j := range e.Outcomes {
				wording.StepText(&e.Outcomes[j])
			}
		}
	})
}
