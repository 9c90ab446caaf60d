package rules

import (
	"fmt"
	"testing"
)

func BenchmarkAttack(b *testing.B) {
	rs := hybridPack(b)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(b, rs, "kira")), rs.NewActor("grell", sheetOf(b, rs, "grell"))}}
	s.Actors[1].Levels[0].Now = 0
	known := map[string]string{"grell.answer": "none"}
	for _, brief := range []bool{false, true} {
		b.Run(fmt.Sprintf("brief=%v", brief), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dice := &Typed{Faces: []int{3, 20, 6, 6, 95, 99, 99, 99}}
				_, err := rs.Perform(s, "kira", Doing{Action: "attack", Whom: "grell"}, Known{Dice: dice, Answers: known, Brief: brief})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
