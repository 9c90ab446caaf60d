package gm

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestMendInRounds plays games in rounds at random and mends an entry of each at random. The mended past can be verified and
// played anew, undo takes it back, and every round begins by the line by which it began, with its dice.
func TestMendInRounds(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	seeds := 6
	if *long {
		seeds = 300
	}
	for _, name := range roundGames {
		c := gmtest.Campaign(t, name, nil)
		for seed := range seeds {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				w := newWalk(t, c, uint64(seed))
				for n := 0; n < 40; {
					line := w.Line()
					if word, _, _ := strings.Cut(line, " "); word != "finish" && word != "undo" && word != "redo" {
						_, _ = w.do(line)
						n++
					}
				}
				for range 6 {
					w.mends()
				}
			})
		}
	}
}

// mends mends an entry at random, and takes it back.
func (w *walk) mends() {
	standing := w.s.LinesInForce()
	if len(standing) == 0 {
		return
	}
	what := []string{"drop", "before " + w.Line(), "after " + w.Line(), w.Line()}[w.Rng.IntN(4)]
	if strings.HasSuffix(what, "next") {
		return // a round more
	}
	seq := standing[w.Rng.IntN(len(standing))].Seq()
	line := fmt.Sprintf("mend %d %s", seq, what)
	before, begun := w.s.State(), w.rounds()
	var refused *rules.Refusal
	if _, err := w.do(line); errors.As(err, &refused) {
		return
	} else if err != nil {
		w.t.Fatalf("%s: %v", line, err)
	}
	if w.s.Plan() == nil {
		return
	}
	gone := map[int64]bool{} // such as the rounds of a scene that does not begin any more
	for _, e := range w.s.Plan().Entries {
		gone[e.Seq] = e.Refused != ""
	}
	for _, e := range w.s.Plan().Entries {
		for i := range e.Entry.Events {
			if event := &e.Entry.Events[i]; event.Kind == rules.EventRound && begun[event.At] != 0 && begun[event.At] != seq && e.Refused == "" && !gone[begun[event.At]] && e.Seq != begun[event.At] {
				w.t.Errorf("%s: round %g begins by entry %d (%s) and began by %d", line, event.At, e.Seq, e.Now, begun[event.At])
			}
		}
	}
	if _, err := w.s.Do(command.Command{Line: "accept"}); err != nil {
		w.t.Fatalf("%s: accept: %v", line, err)
	}
	mustVerify(w.t, w.s)
	if _, err := w.s.Do(command.Command{Line: "undo"}); err != nil {
		w.t.Fatal(err)
	}
	mustEqual(w.t, line+", undone", w.s.State(), before)
}

// rounds is the entry by which each round began, by its number; 0 for one that began more than once.
func (w *walk) rounds() map[float64]int64 {
	list := map[float64]int64{}
	for _, l := range w.s.LinesInForce() {
		events, err := l.record.decodeEvents()
		if err != nil {
			w.t.Fatal(err)
		}
		for i := range events {
			if events[i].Kind == rules.EventRound {
				if _, twice := list[events[i].At]; twice {
					list[events[i].At] = 0
				} else {
					list[events[i].At] = l.Seq()
				}
			}
		}
	}
	return list
}
