package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// told is all that a preview says, and each reply to a question.
func told(rs *Ruleset, s *State, who, whom string, rng *rand.Rand) string {
	var text strings.Builder
	roll := func(p *CheckPreview) {
		if p == nil {
			return
		}
		fmt.Fprintf(&text, "%v %v %v %s %s %v %+v", p.Chance, p.Least, p.Most, p.Notice, p.Skill, p.Unknown, p.Terms)
		odds, made := p.Odds()
		fmt.Fprint(&text, odds, made)
	}
	for _, i := range append([]int{0}, rng.Perm(len(rs.Actions.All))[:5]...) {
		action := rs.Actions.All[i]
		d := OngoingAction{Action: action.Name, Whom: whom}
		if rng.IntN(3) == 0 {
			d.Options = []TickedOption{{Situation: rs.Situations.All[rng.IntN(len(rs.Situations.All))].Name}}
		}
		fmt.Fprintln(&text, "\n", action.Name, d.Options, rs.CheckPossible(s, who, d))
		p, err := rs.Preview(s, who, d, nil)
		if err != nil {
			fmt.Fprint(&text, err)
			continue
		}
		roll(p.Roll)
		fmt.Fprint(&text, p.Counts, p.Time, p.Points)
		for _, o := range p.Options {
			fmt.Fprint(&text, o.Name, o.Gives)
		}
	}
	for _, from := range rs.Actions.All[:3] {
		for _, step := range from.body.steps {
			if step.kind != stepOffer {
				continue
			}
			choices := make([]Answer, len(step.answers))
			for i, action := range step.answers {
				choices[i] = Answer{Name: action.Name}
			}
			asked := &Need{Who: who, Path: actionsPrefix + from.Name, Step: step.Name}
			for _, reply := range rs.ForecastReplies(s, ActiveDeed{whom, OngoingAction{Action: from.Name, Whom: who}}, asked, choices) {
				fmt.Fprintln(&text, "\n", from.Name, reply.Name, reply.Counts, reply.GivesUp)
				roll(reply.Roll)
			}
		}
	}
	return text.String()
}

// strangers are the others of a fight as one who takes part sees them.
func strangers(s *State, who string) (list []UnknownActor) {
	for _, a := range s.Actors {
		if a.Key != who {
			list = append(list, UnknownActor{Key: a.Key, As: fmt.Sprint("p", len(list)+1), Name: "somebody", Hand: a.Tool})
		}
	}
	return list
}

// What a player is told of an action, of its options and of an answer is the same, to the byte, whatever the other one
// is: other people with other numbers, wounds and conditions, in random fights under random packs. Nor does it go by what
// the game master keeps secret of the one who asks.
func TestPreviewAgainstTheUnknown(t *testing.T) {
	sequential(t)
	plain := hybridPack(t)
	pairs, differed, marked := 0, 0, 0
	for seed := range 8 {
		rng := rand.New(rand.NewPCG(uint64(seed), 13))
		rs := plain
		if seed > 0 {
			rs = packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(randomLayer(rng, plain))}}})
		}
		put := slices.DeleteFunc(slices.Clone(rs.Conditions.All), func(c *Condition) bool { return c.holds != nil })
		for fight := range 3 {
			one, other := newWalk(t, rs, uint64(100*seed+fight)), newWalk(t, rs, uint64(1000+100*seed+fight))
			for range 12 {
				for range 3 {
					one.step()
					other.step()
				}
				pairs++
				me := one.state.Actors[0]
				secretly := me.clone()
				secretly.SecretSituations = []string{rs.Situations.All[rng.IntN(len(rs.Situations.All))].Name}
				secretly.Situations = append(slices.Clone(me.Situations), secretly.SecretSituations...)
				secretly.Conditions = append(secretly.Conditions, HeldCondition{ID: 99, Condition: put[rng.IntN(len(put))], Number: 3, Secret: true})
				if me.Doing != nil {
					given := *me.Doing
					given.Given = []ManualModifier{{Modifier: rs.FlagModifier().Name, Value: -4}}
					secretly.Doing = &given
				}
				twin := *one.state
				twin.Actors = []*Actor{secretly}
				twin.SecretSituations = []string{rs.Situations.All[rng.IntN(len(rs.Situations.All))].Name}
				twin.Situations = append(slices.Clone(one.state.Situations), twin.SecretSituations...)
				seen := strangers(one.state, me.Key)
				for i, a := range other.state.Actors[1:] {
					b := *a
					b.Key, b.Tool = one.state.Actors[1+i].Key, seen[i].Hand
					twin.Actors = append(twin.Actors, &b)
				}
				state := rng.Uint64()
				of := func(s *State, who, whom string) string {
					return told(rs, s, who, whom, rand.New(rand.NewPCG(state, 1)))
				}
				whom := fmt.Sprint("p", 1+rng.IntN(3))
				first, second := of(one.state.RedactedFor(rs, me.Key, 7, seen), me.Key, whom), of(twin.RedactedFor(rs, me.Key, 7, seen), me.Key, whom)
				if first != second {
					t.Fatalf("pack %d, fight %d: %s", seed, fight, differing(first, second))
				}
				if strings.Contains(first, "Unknown:true") {
					marked++
				}
				key := one.state.Actors[1].Key
				if fight == 0 && of(one.state, me.Key, key) != of(&twin, me.Key, key) {
					differed++
				}
			}
		}
	}
	if t.Logf("%d pairs, %d marked; of a third %d differ where the other one is known", pairs, marked, differed); differed < pairs/4 || marked < pairs/2 {
		t.Errorf("of %d pairs %d are marked, and %d of a third differ where the other one is known", pairs, marked, differed)
	}
}

func differing(one, other string) string {
	i := 0
	for i < min(len(one), len(other)) && one[i] == other[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, i-100):min(len(s), i+100)] }
	return "\n" + cut(one) + "\n" + cut(other)
}

// The own part of a chance has its terms, which add up to it, and a line for what is not known; in the state as it is
// the same line has its number.
func TestOwnPartOfAChance(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Running: true, Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	known := s.RedactedFor(rs, "kira", 0, []UnknownActor{{Key: "grell", As: "p1", Name: "a man with a club"}})
	p, err := rs.Preview(known, "kira", OngoingAction{Action: "attack", Whom: "p1"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, unknown := 0.0, ""
	for _, term := range p.Roll.Terms {
		sum += term.Value
		if term.Unknown {
			unknown += term.Label
			if term.Value != 0 || term.Inputs != nil || term.Parts != nil {
				t.Errorf("what is not known says %+v", term)
			}
		}
	}
	if !p.Roll.Unknown || unknown != "Defence" || math.Abs(sum-p.Roll.Chance) > 1e-9 || whole.Roll.Chance >= p.Roll.Chance {
		t.Errorf("unknown: %q; %g of %g, with the defence %g", unknown, sum, p.Roll.Chance, whole.Roll.Chance)
	}
	for _, term := range whole.Roll.Terms {
		if term.Unknown {
			t.Errorf("%s is not known where all is", term.Label)
		}
	}
	own, err := rs.Preview(known, "kira", OngoingAction{Skill: "dodging"}, nil)
	if err != nil || own.Roll.Unknown {
		t.Errorf("a check against nobody goes by what is not known: %v", err)
	}
	asked := &Need{Who: "kira", Path: "actions/attack.blow sequences/blow", Step: "answer"}
	for _, reply := range rs.ForecastReplies(known, ActiveDeed{"grell", OngoingAction{Action: "attack", Whom: "kira"}}, asked, []Answer{{Name: "parry"}, {Name: "crouch"}, {Name: NoAnswer}}) {
		switch {
		case reply.Name == "parry" && (reply.Roll == nil || !reply.Roll.Unknown || reply.Roll.Chance < 10):
			t.Errorf("parry: %+v", reply.Roll)
		case reply.Name == NoAnswer && reply.Roll != nil:
			t.Errorf("no answer has a roll")
		}
	}
}
