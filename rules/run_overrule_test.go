package rules

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// struck is what an attack on Grell with a short sword comes to, with something said of its steps.
func struck(t *testing.T, faces []int, said map[string]string) (Decision, *State, error) {
	t.Helper()
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	d, err := rs.Perform(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, DecisionInput{
		Dice: &TypedDice{Faces: faces}, Answers: map[string]string{"grell.answer": NoAnswer}, Overrule: said, Because: "so be it"})
	if err != nil {
		return d, s, err
	}
	next, err := rs.Apply(s, d.Events)
	if err != nil {
		t.Fatal(err)
	}
	return d, next, nil
}

// steps are the outcomes in a few words each: `hit 99 Success!`, with ! where it was overruled.
func steps(d Decision) string {
	var list []string
	for _, o := range d.Outcomes {
		text := o.Step
		switch {
		case o.Text == "skipped":
			text += " -"
		case o.Degree != "":
			text += fmt.Sprintf(" %d %s", o.Roll, o.Degree)
		case o.Row != "":
			text += strings.TrimRight(" "+o.Side, " ") + " " + o.Row
		case o.Total != nil:
			text += " " + formatNumber(*o.Total)
		}
		if o.Overruled {
			text += "!"
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

func TestOverrule(t *testing.T) {
	for _, row := range []struct {
		name  string
		faces []int
		said  map[string]string
		want  string
	}{
		{"nothing", []int{95}, nil, "hit 95 Failure"},
		{"made", []int{95, 20, 3, 4}, map[string]string{"hit": "made"}, "hit 95 Success!, place chest, damage 11, through 6, wound"},
		{"made already", []int{20, 20, 3, 4}, map[string]string{"hit": "made"}, "hit 20 Solid Success!, place chest, damage 14, through 9, wound"},
		{"missed", []int{20}, map[string]string{"hit": "missed"}, "hit 20 Failure!"},
		{"a degree", []int{95, 20, 3, 4}, map[string]string{"hit": "notable success"}, "hit 95 Notable Success!, place chest, damage 17, through 12, wound"},
		{"a row", []int{50, 20, 3, 4}, map[string]string{"place": "head"}, "hit 50 Success, place head!, damage 11, through 5, wound"},
		{"a row with a side", []int{50, 20, 3, 4}, map[string]string{"place": "left hand"}, "hit 50 Success, place left hand!, damage 11, through 11, wound"},
		{"a number", []int{50, 20, 3, 4}, map[string]string{"through": "2"}, "hit 50 Success, place chest, damage 11, through 2!, wound"},
		{"left out", []int{50, 20, 3, 4}, map[string]string{"wound": "skip"}, "hit 50 Success, place chest, damage 11, through 6, wound -!"},
		{"not to stop", []int{95, 20, 3, 4}, map[string]string{"missed": "skip"}, "hit 95 Failure, missed -!, place chest"},
	} {
		t.Run(row.name, func(t *testing.T) {
			d, _, err := struck(t, row.faces, row.said)
			if err != nil {
				t.Fatal(err)
			}
			if got := steps(d); !strings.HasPrefix(got, row.want) {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
			for _, o := range d.Outcomes {
				if o.Overruled != (o.Because == "so be it") {
					t.Errorf("%s: overruled %v because %q", o.Step, o.Overruled, o.Because)
				}
			}
		})
	}
}

// TestOverruleDegrees gives a check every degree there is, at every chance.
func TestOverruleDegrees(t *testing.T) {
	for _, failures := range []string{"bands", "margin"} {
		rs := packWith(t, map[string]string{"failures": failures})
		check := rs.check
		for chance := -20.0; chance <= 250; chance += 9 {
			for _, rung := range check.ladder.rungs {
				f := rs.newFrame(nil)
				result := CheckResult{Chance: chance, Roll: 50}
				if !check.imagineRoll(f, &result, check.parseVerdict(rung.degree.Name)) {
					t.Fatalf("%s, chance %g: no roll is %s", failures, chance, rung.degree.Name)
				}
				if result.Degree != rung.degree {
					t.Fatalf("%s, chance %g: got %s, want %s", failures, chance, result.Degree.Name, rung.degree.Name)
				}
			}
			for _, want := range []bool{true, false} {
				result := CheckResult{Chance: chance}
				said := map[bool]string{true: overruleMade, false: overruleMissed}[want]
				if !check.imagineRoll(rs.newFrame(nil), &result, check.parseVerdict(said)) || result.Success != want {
					t.Fatalf("%s, chance %g: %s came to %+v", failures, chance, said, result)
				}
			}
		}
	}
}

func TestOverruleRefused(t *testing.T) {
	for _, row := range []struct {
		said map[string]string
		want string
	}{
		{map[string]string{"hit": "purple"}, "To hit must be made, missed, skip, or one of: amazing_success, "},
		{map[string]string{"place": "wing"}, "Location must be skip, or one of: "},
		{map[string]string{"damage": "much"}, "Damage must be skip or a number, not “much”."},
		{map[string]string{"damage": "NaN"}, "Damage must be skip or a number, not “NaN”."},
		{map[string]string{"wound": "3"}, "Wound can only be skipped. Type `overrule wound skip`."},
	} {
		_, _, err := struck(t, []int{50, 20, 3, 4, 50, 50, 50}, row.said)
		var refusal *Refusal
		if !errors.As(err, &refusal) || !strings.HasPrefix(refusal.Text, row.want) {
			t.Errorf("%v: got %v, want %s…", row.said, err, row.want)
		}
	}
}

// TestReasonOfARefusal has a refusal name the part of `when` that isn't true, and the first where several aren't.
func TestReasonOfARefusal(t *testing.T) {
	const own = "actions:\n  vault: {counts: 1, tags: [physical], when: PST > number.sworn and not is.prone and (PEN > 5 or PAG > 5), refuse: [too weak, prone, too slow]}\nconditions: {sworn: {number: 99}}\n"
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(own)}}})
	for _, row := range []struct {
		puts []string
		want string
	}{{nil, ""}, {[]string{"prone"}, "prone."}, {[]string{"sworn"}, "too weak."}, {[]string{"prone", "sworn"}, "too weak."}} {
		a := rs.NewActor("kira", sheetOf(t, rs, "kira"))
		for _, name := range row.puts {
			x, _ := rs.Conditions.Get(name)
			a.Conditions = append(a.Conditions, HeldCondition{Condition: x, Number: 99})
		}
		err := rs.CheckPossible(&State{Actors: []*Actor{a}}, "kira", OngoingAction{Action: "vault"})
		why := ""
		if refused, ok := err.(*Refusal); ok {
			why = refused.Why
		}
		if why != row.want {
			t.Errorf("with %v: %v", row.puts, err)
		}
	}
}
