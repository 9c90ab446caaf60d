package rules

import (
	"fmt"
	"math"
	"testing"

	"hybrid/rules/source"
)

// A preview rolls nothing, no matter who rolls first: it has no dice.
func TestPreviewRollsNothing(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	for _, action := range rs.Actions.All {
		preview, err := rs.Preview(s, "kira", OngoingAction{Action: action.Name, Whom: "grell"}, nil)
		if err != nil {
			continue // not with what she carries
		}
		if p := preview.Roll; p != nil && len(p.Terms) == 0 {
			t.Errorf("the chance of %s has no terms", action.Name)
		}
	}
	preview, err := rs.Preview(s, "kira", OngoingAction{Action: "free_weapon", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if preview.Roll == nil {
		t.Error("freeing a weapon has no chance, though the other one rolls first")
	}
}

// A preview says the same when others have been made since, whether its roll goes by its numbers alone or by who rolls.
func TestPreviewIsKept(t *testing.T) {
	sequential(t)
	person := "checks: {percent: {results: {made: roll <= chance and roll < 3 * PST + PFT.now}}}"
	for name, rs := range map[string]*Ruleset{
		"numbers": hybridPack(t),
		"person":  packWith(t, nil, Layer{Name: "person", Files: []source.File{{Name: "person.yaml", Data: []byte(person)}}}),
	} {
		s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
		previewed := func(who, whom string) ActionPreview {
			p, err := rs.Preview(s, who, OngoingAction{Action: "attack", Whom: whom}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		said := func(p ActionPreview) string {
			odds, made := p.Roll.Odds()
			bands := p.Roll.Bands()
			for i := range bands {
				bands[i].Degree = nil // by its address
			}
			for i := range odds {
				odds[i].Degree = nil
			}
			return fmt.Sprint(p.Roll.Chance, p.Roll.Terms, odds, made, bands, p.Time, p.Counts, p.Prices, p.Options)
		}
		kept := previewed("kira", "grell")
		before := said(kept)
		for range 3 {
			if other := said(previewed("grell", "kira")); other == before {
				t.Fatal("both have the same preview")
			}
			if _, err := rs.ActionOdds(s, "grell", OngoingAction{Action: "attack", Whom: "kira"}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if after := said(kept); after != before {
			t.Errorf("%s: at first\n%s\nand later\n%s", name, before, after)
		}
	}
}

// Checks on filter skills before a roll are foreseen with it: the odds over all ways they may go are those that come of
// carrying it out.
func TestPreviewOfFilters(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("ilse", sheetOf(t, rs, "ilse")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	option := func(name string) TickedOption { return TickedOption{Situation: name} }
	for _, d := range []OngoingAction{
		{Skill: "archery", Options: []TickedOption{option("on_horseback"), option("filter_check")}},
		{Skill: "archery", Options: []TickedOption{option("on_horseback"), option("weightless"), option("filter_check"), option("set_up"), option("light_half")}},
		{Action: "attack", Whom: "grell", Options: []TickedOption{option("on_horseback"), option("filter_check"), option("all_out")}},
	} {
		preview, err := rs.Preview(s, "ilse", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, err := rs.ActionOdds(s, "ilse", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := preview.Roll
		if len(p.Filters) == 0 || len(p.Ways) != 1<<len(p.Filters) {
			t.Fatalf("%d filters, %d ways", len(p.Filters), len(p.Ways))
		}
		if first, last := p.Ways[0].Roll, p.Ways[len(p.Ways)-1].Roll; first.Chance != p.Most || last.Chance != p.Least {
			t.Errorf("from %v to %v, and %v to %v is told", last.Chance, first.Chance, p.Least, p.Most)
		}
		odds, made := p.Odds()
		if math.Abs(made-o.Made) > 1e-9 {
			t.Errorf("made %v, carried out %v", made, o.Made)
		}
		for i, odd := range odds {
			if math.Abs(odd.Probability-o.Degrees[i].Probability) > 1e-9 {
				t.Errorf("%s: %v, carried out %v", odd.Name, odd.Probability, o.Degrees[i].Probability)
			}
		}
		c, err := rs.Contest(s, "ilse", d, "grell", OngoingAction{Skill: "combat_perception"})
		if err != nil || math.Abs(c.FirstMade-made) > 1e-9 {
			t.Errorf("in a contest made %v, alone %v: %v", c, made, err)
		}
	}
}

// A row of what may be ticked says what ticking it does to this roll: with the words that the step of the roll and the
// tick itself bring, and beside what is ticked already.
func TestOptionsSayWhatTheyChange(t *testing.T) {
	rs := packWith(t, map[string]string{"targeted_on_the_move": "all"})
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	for _, row := range []struct{ ticked, option, want string }{
		{"", "at_a_jog", "DF −6"}, {"", "at_a_run", "DF −8"}, {"", "at_a_dash", "DF −10"},
		{"at_a_jog", "at_a_dash", "DF −4"}, {"at_a_dash", "at_a_jog", "DF 0"}, {"at_a_dash", "at_a_dash", "DF −10"},
	} {
		d := OngoingAction{Action: "attack", Whom: "grell"}
		if row.ticked != "" {
			d.Options = []TickedOption{{Situation: row.ticked}}
		}
		preview, err := rs.Preview(s, "kira", d, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, option := range preview.Options {
			if option.Name == row.option {
				got = option.Gives
			}
		}
		if got != row.want {
			t.Errorf("%s beside %q: got %q, want %q", row.option, row.ticked, got, row.want)
		}
	}
}

// TestOptionsSayWhatTheyGive reads the rows of an attack's options, in the words of the tables.
func TestOptionsSayWhatTheyGive(t *testing.T) {
	rs := packWith(t, nil)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	preview, err := rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, option := range preview.Options {
		got[option.Name] = option.Gives
	}
	for name, want := range map[string]string{
		"called_shot": "head −12, chest −6, upper leg … −9, hand −15, eye −18",
		"all_out":     "+15%, no defence till declaring again",
		"advance":     "attacks are DF 4 easier; defences are DF 4 harder",
		"spinning":    "DF −2, damage and time × 1½",
		"as_club":     "crushing, damage × ½",
		"rushed":      "lands sooner, at that part of the chance",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	preview, err = rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell", Tool: "buckler"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, option := range preview.Options {
		if option.Name == "as_club" && option.Gives != "damage × ½" {
			t.Errorf("a buckler as a club is crushing already: got %q", option.Gives)
		}
	}
	kick, _ := rs.Items.Get("front_kick")
	if average, _ := kick.FieldAverage(rs, s.Actors[0], "damage"); kick.HarmDice(rs, s.Actors[0]) != formatLabelNumber(average) {
		t.Errorf("a kick comes to %s for the one who kicks, not %q", formatLabelNumber(average), kick.HarmDice(rs, s.Actors[0]))
	}
	if sabre, _ := rs.Items.Get("sabre"); sabre.HarmDice(rs, s.Actors[0]) != "2d6+4" {
		t.Errorf("a sabre comes to 2d6+4, not %q", sabre.HarmDice(rs, s.Actors[0]))
	}
}
