package rules

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// noticing is a state with two who play and others, by a pack with some knowledge of its own laid over it.
func noticing(t *testing.T, knowledge string, others int) (*Ruleset, *State) {
	t.Helper()
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("tags: {own: nothing}\n" + knowledge)}}})
	state := &State{}
	sheet := func(head string) string {
		return "character: {" + head + "}\nstats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 5}"
	}
	events := []Event{{Kind: EventBegin, What: "scene"}, {Kind: EventJoin, Who: "ann", What: "ours", Sheet: sheet("name: Ann, player: A")}, {Kind: EventJoin, Who: "bob", What: "ours", Sheet: sheet("name: Bob, player: B")}}
	for i := range others {
		events = append(events, Event{Kind: EventJoin, Who: fmt.Sprintf("foe%d", i), What: "theirs", How: "a shape", Sheet: sheet("name: Foe")})
	}
	return rs, applied(t, rs, state, events...)
}

// applied is a state after events, and after what is noticed of them.
func applied(t *testing.T, rs *Ruleset, s *State, events ...Event) *State {
	t.Helper()
	next, err := rs.Apply(s, events)
	if err == nil {
		next, err = rs.Apply(next, next.NoticeEvents(rs, s))
	}
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// What is open follows from the pack: when, to whom, hidden by what, as far as one notices anything.
func TestWhatIsNoticed(t *testing.T) {
	put := func(who, what string) Event { return Event{Kind: EventPut, Who: who, What: what, ID: 7, At: noCount} }
	for _, row := range []struct {
		name, pack string
		events     []Event
		want       string // what ann sees of the first foe
	}{
		{"usually", "", nil, "there hand deed health condition place worn face"},
		{"never", "knowledge: {hand: {open: never}, worn: {open: never}, place: {open: never}}", nil, "there deed health condition face"},
		{"from the start, though unaware", "knowledge: {health: {open: start}}", []Event{put("ann", "unaware")}, "there health face"},
		{"while a formula holds", "knowledge: {hand: {when: distance <= 10}}", []Event{{Kind: EventPlace, Who: "ann"}, {Kind: EventPlace, Who: "foe0", Value: 12}}, "there deed health condition place worn face"},
		{"when it holds again", "knowledge: {hand: {when: distance <= 10}}", []Event{{Kind: EventPlace, Who: "ann"}, {Kind: EventPlace, Who: "foe0", Value: 9}}, "there hand deed health condition place worn face"},
		{"in the dark", "knowledge: {hand: {when: not scene.poor_light}}", []Event{{Kind: EventScene, Words: []string{"poor_light"}}}, "there deed health condition place worn face"},
		{"in the light", "knowledge: {hand: {when: not scene.poor_light}}", []Event{{Kind: EventScene, Words: []string{"light_half"}}}, "there hand deed health condition place worn face"},
		{"with darkness before the eyes", "knowledge: {hand: {when: not scene.poor_light}}", []Event{{Kind: EventScene, Who: "ann", Words: []string{"poor_light"}}}, "there deed health condition place worn face"},
		{"by the lantern of the other one", "knowledge: {hand: {when: not scene.poor_light or other.scene.light_double}}",
			[]Event{{Kind: EventScene, Words: []string{"poor_light"}}, {Kind: EventScene, Who: "foe0", Words: []string{"light_double"}}}, "there hand deed health condition place worn face"},
		{"hidden", "", []Event{put("foe0", "cloaked")}, "there hand deed health condition place"},
		{"in hiding", "", []Event{put("foe0", "unseen")}, ""},
		{"hidden as long as something holds", "conditions: {dim: {holds: PFT.now < 5, hides: [health]}}", []Event{{Kind: EventPool, Who: "foe0", What: "PFT", Value: 1}}, "there hand deed condition place worn face"},
		{"known by name at once", "knowledge: {name: {open: start}, turn: {open: seen}}", nil, "there name hand deed turn health condition place worn face"},
	} {
		t.Run(row.name, func(t *testing.T) {
			rs, s := noticing(t, row.pack, 2)
			s = applied(t, rs, s, row.events...)
			if got := s.Find("ann").NoticedAspects(rs, s.Find("foe0")).String(); got != row.want {
				t.Errorf("sees %s, want %s", got, row.want)
			}
			if got := s.Find("ann").NoticedAspects(rs, s.Find("bob")); got&KnowSide == 0 || got&KnowName == 0 {
				t.Errorf("of a friend sees %s", got)
			}
		})
	}
}

// A crowd costs as many events as there are observers, not pairs; and what changes one of it costs one for each.
func TestACrowdIsNoticedInFewEvents(t *testing.T) {
	rs, s := noticing(t, "", 200)
	before := *s
	for _, a := range []string{"ann", "bob"} {
		if n := len(s.Find(a).Sees); n != 201 {
			t.Errorf("%s sees %d", a, n)
		}
	}
	fresh := *s
	fresh.Actors = nil
	for _, a := range s.Actors {
		b := a.clone()
		b.Sees = nil
		fresh.Actors = append(fresh.Actors, b)
	}
	if n := len(fresh.NoticeEvents(rs, &State{})); n != 4 {
		t.Errorf("%d events for a crowd that comes in, want 4: for each observer its own side and the other one", n)
	}
	if n := len(s.NoticeEvents(rs, &before)); n != 0 {
		t.Errorf("%d events though nothing changed", n)
	}
	next, err := rs.Apply(s, []Event{{Kind: EventPut, Who: "foe3", What: "cloaked", ID: 1, At: noCount}})
	if err != nil {
		t.Fatal(err)
	}
	list := next.NoticeEvents(rs, s)
	if len(list) != 4 || !IsNoticeEvent(list[0]) {
		t.Errorf("%d events for one who hides what it wears, want what is remembered and what is seen, for two", len(list))
	}
	if text := fmt.Sprint(list); strings.Contains(text, "foe4") {
		t.Errorf("others are looked at, too: %s", text)
	}
}

// An effect lets one learn something as it is then, or as a number says; one who is made anew is known to none.
func TestLearning(t *testing.T) {
	rs, s := noticing(t, `actions:
  size_up: {whom: true, counts: 0, any_time: true, steps: {look: {do: [{know: [hand, PFT]}]}}}
  misjudge: {whom: true, counts: 0, any_time: true, steps: {look: {do: [{know: PFT, by: other.PFT.now + 7}]}}}`, 1)
	now := s.Find("foe0").Levels[0].Now
	for _, row := range []struct {
		action string
		want   float64
	}{{"size_up", now}, {"misjudge", now + 7}} {
		d, err := rs.Declare(s, "ann", OngoingAction{Action: row.action, Whom: "foe0"}, DecisionInput{Dice: &TypedDice{Faces: []int{1, 2, 3, 4}}})
		if err != nil {
			t.Fatal(err)
		}
		s = applied(t, rs, s, d.Events...)
		if k := s.Find("ann").BeliefAbout("foe0", "PFT"); k == nil || k.Value != row.want || k.How != LearntPerceived {
			t.Errorf("%s: learnt %+v, want %g", row.action, k, row.want)
		}
	}
	if k := s.Find("ann").BeliefAbout("foe0", "hand"); k == nil || k.Text != "nothing" {
		t.Errorf("learnt of the hand: %+v", k)
	}
	old := s
	s = applied(t, rs, s, Event{Kind: EventLeave, Who: "foe0"}, Event{Kind: EventJoin, Who: "foe0", Sheet: "character: {name: Other}\nstats: {PST: 10, PEN: 10, DEX: 10, PAG: 10, PAW: 10, MST: 10, MEN: 10, MAG: 10, MAW: 10, PSI: 5}"})
	if s.Find("ann").BeliefAbout("foe0", "PFT") != nil || old.Find("ann").BeliefAbout("foe0", "PFT") == nil {
		t.Error("one who is made anew is known, or the state before was changed")
	}
}
