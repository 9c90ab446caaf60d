package players

import (
	"testing"

	"hybrid/gm"
	"hybrid/gm/story"
)

// standing returns copies of the entries of a session that stand, read whole.
func standing(b *testing.B, s *gm.Session) (list []*gm.HistoryEntry) {
	for e, err := range s.History() {
		if err != nil {
			b.Fatal(err)
		}
		if !e.Undone {
			entry := *e
			list = append(list, &entry)
		}
	}
	return list
}

// BenchmarkSentences tells the entries of a fight to the game master, to all players and to one seat; an operation is an entry told to
// the three.
func BenchmarkSentences(b *testing.B) {
	s := fought(b, "saltmarket", "warehouse", 1, 400)
	list := standing(b, s)
	var all, seat *Log
	for i := 0; b.Loop(); i++ {
		if i%len(list) == 0 {
			all, seat = NewLog(s.Game(), TableSeat), NewLog(s.Game(), "kira")
		}
		e := list[i%len(list)]
		story.Recount(s.Rules(), e.Story(), nil)
		all.Next(e)
		seat.Next(e)
	}
}
