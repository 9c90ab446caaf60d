package rules

import "testing"

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"day 1 21:40": "day 1, 21:40", "day 2, 0:05": "day 2, 00:05", "day 0 10:00": "", "day 1 24:00": "", "21:40": "", "day 1 9:5": "", "day one 9:05": "",
	} {
		at, ok := ParseDate(text)
		if got := DateText(at); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %s, %v; want %q", text, got, ok, want)
		}
	}
}

// Counts and spans move the clock; several who do several things at the same time do so from one moment on.
func TestClock(t *testing.T) {
	w := newWalk(t, hybridPack(t), 2)
	s, rest := w.state, w.rs.Activities.All[0]
	apply := func(events ...Event) {
		t.Helper()
		var err error
		if s, err = w.rs.Apply(s, events); err != nil {
			t.Fatal(err)
		}
	}
	pass := func(seconds float64, who ...*Actor) {
		t.Helper()
		var keys []string
		for _, a := range who {
			keys = append(keys, a.Key)
		}
		d, _, err := w.rs.PassTime(s, Downtime{Who: keys, Activity: rest, Seconds: seconds}, DecisionInput{Dice: w.dice})
		if err != nil {
			t.Fatal(err)
		}
		apply(d.Events...)
	}
	check := func(what string, want float64) {
		t.Helper()
		if s.Elapsed != want {
			t.Errorf("%s: %v seconds, want %v", what, s.Elapsed, want)
		}
	}
	apply(Event{Kind: EventClock, At: 150})
	check("15 s of counts", 15)
	apply(Event{Kind: EventFinish})
	a, b := s.Actors[0], s.Actors[1]
	pass(600, a)
	check("one rests", 615)
	pass(3600, b)
	check("another one meanwhile does something for longer", 3615)
	pass(60, a, b)
	check("both go on, each from where it is", 3675)
	apply(Event{Kind: EventTime, At: 7200})
	pass(60, a)
	check("set by hand", 7260)
	apply(Event{Kind: EventBegin, What: "next"}, Event{Kind: EventClock, At: 10})
	check("the next encounter begins then", 7261)
}
