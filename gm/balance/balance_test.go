package balance

import (
	"context"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/gm/simulate"
)

var long = flag.Bool("long", false, "let every mix fight often where a search is held against plain simulations")

func TestReadWish(t *testing.T) {
	inf := math.Inf(1)
	for _, row := range []struct {
		text      string
		share     bool
		low, high float64
	}{
		{"70%", true, 0.7, 0.7}, {"70", true, 0.7, 0.7}, {"60..75%", true, 0.6, 0.75}, {"60%..75%", true, 0.6, 0.75}, {">60%", true, 0.6, inf},
		{"<= 50 %", true, -inf, 0.5}, {"<1", false, -inf, 1}, {">=1.5", false, 1.5, inf}, {"1..2", false, 1, 2}, {"0", false, 0, 0},
	} {
		w, err := ReadWish(row.text, row.share)
		if err != nil || math.Abs(w.Low-row.low) > 1e-12 || math.Abs(w.High-row.high) > 1e-12 {
			t.Errorf("%s: %g to %g, %v", row.text, w.Low, w.High, err)
		}
	}
	for _, text := range []string{"", "much", "120%", "75..60%", "-3", "<", "1..", "70%x"} {
		if w, err := ReadWish(text, true); err == nil {
			t.Errorf("%q is %g to %g", text, w.Low, w.High)
		}
	}
}

// duel is an encounter in which one number decides.
func duel(t testing.TB, text string) (*campaign.Campaign, *campaign.Encounter) {
	t.Helper()
	c := gmtest.Sample(t)
	e, err := c.ReadEncounter("duel.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return c, e
}

const pit = `
encounter: {label: The pit}
combatants:
  kira: {side: party}
  dov: {side: party}
  cutter_1: {side: gang, from: dock_cutter, name: Scar}
`

func axis(a Axis, err error) func(t testing.TB) Axis {
	return func(t testing.TB) Axis {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
}

func wish(t testing.TB, text string, share bool) Wish {
	t.Helper()
	w, err := ReadWish(text, share)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// small is a search that is quick: how many cutters, and how good ones.
func small(t testing.TB) *Search {
	c, e := duel(t, pit)
	return &Search{Campaign: c, Encounter: e, Side: "party", Win: wish(t, "60..85%", true), Runs: 20, firstRoundFights: 3, MaxMixes: UsualMaxMixes, Seed: 3, Counts: simulate.UsualCounts, Axes: []Axis{
		axis(VaryNumbers(c, e, "dock_cutter", "", "gang", []string{"0", "4", "5", "6", "8"}))(t),
		axis(VaryValues(c, "dock_cutter.skills.axe", []string{"4", "8", "12", "16"}))(t),
	}}
}

// What a search says of its best mix is what a plain simulation of that says with other dice.
func TestBestHoldsAgainstPlainSimulation(t *testing.T) {
	gmtest.SkipIfShort(t)
	fights := 30
	if *long {
		fights = 200
	}
	s := small(t)
	s.Runs, s.firstRoundFights = fights, 8
	found, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	best := &found.Best[0]
	if !found.Meets(best) {
		t.Errorf("the best is %v, %+v", best.Values, found.OutcomeOf(best))
	}
	e, err := s.EncounterWith(best.Values)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := simulate.FromEncounter(s.Campaign, e)
	if err != nil {
		t.Fatal(err)
	}
	sim.Runs, sim.Seed = fights, 12345
	l, err := sim.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	plain, ours := l.Sides[0], found.OutcomeOf(best)
	off := math.Sqrt(2 * 0.25 / float64(fights))
	if math.Abs(plain.Wins.Share-ours.Wins.Share) > 4*off || math.Abs(plain.Losses.Mean-ours.Losses.Mean) > 8*off {
		t.Errorf("the search says %+v, a plain simulation %+v", ours, plain)
	}
}

func TestSearchIsTheSameOnAnyMachine(t *testing.T) {
	var texts []string
	for _, workers := range []int{1, 3} {
		s := small(t)
		if s.Workers = workers; testing.Short() { // the race detector needs few fights
			s.Runs, s.Axes = 8, s.Axes[:1]
		}
		found, err := s.Run(context.Background(), func(Progress) {})
		if err != nil {
			t.Fatal(err)
		}
		data, _ := json.Marshal(found)
		texts = append(texts, string(data))
	}
	if texts[0] != texts[1] {
		t.Errorf("with one worker\n%.300s\nwith three\n%.300s", texts[0], texts[1])
	}
}

// A search that has little time says so, and gives what it has: how its best mixes fought with other dice, if it got as far.
func TestSearchInTime(t *testing.T) {
	gmtest.SkipIfShort(t)
	for limit := time.Nanosecond; ; limit = max(100*time.Millisecond, 2*limit) {
		s := small(t)
		s.firstRoundFights, s.Time = 1_000_000, limit
		found, err := s.Run(context.Background(), nil)
		if err != nil || !found.Stopped || found.FoughtMixes > found.SampledMixes || found.FoughtMixes == 0 != (len(found.Best) == 0) {
			t.Fatalf("%v: %+v, %v", limit, found, err)
		}
		if len(found.Best) > 0 && found.Best[0].Final {
			break
		}
		if limit > 10*time.Second { // a machine may be busy
			t.Fatal("the best mix has only the figures by which it was chosen")
		}
	}
	s := small(t)
	s.Time = time.Hour
	if found, err := s.Run(context.Background(), nil); err != nil || found.Stopped || found.FoughtMixes+found.ExcludedMixes != found.SampledMixes {
		t.Errorf("%+v, %v", found, err)
	}
}

// A search that is stopped gives what it has.
func TestStoppedSearch(t *testing.T) {
	s := small(t)
	ctx, stop := context.WithCancel(context.Background())
	found, err := s.Run(ctx, func(now Progress) {
		if now.Fights > 40 {
			stop()
		}
	})
	if err != nil || !found.Stopped || len(found.Best) == 0 || found.Best[0].Counts.Runs == 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	if end := found.OutcomeOf(&found.Best[0]); end.Wins.Low > end.Wins.High || end.Wins.High-end.Wins.Low < 0.05 {
		t.Errorf("few fights make %+v", end)
	}
}

func TestMixesAreSpreadAndEachEncounterOnce(t *testing.T) {
	s := small(t)
	mixes, err := s.countMixes()
	if err != nil || mixes != 20 {
		t.Fatal(mixes, err)
	}
	numbers, err := s.selectMixes(mixes)
	if err != nil || len(numbers) != 16 { // no foe is no fight, however good
		t.Fatal(numbers, err)
	}
	s.MaxMixes = 8
	if numbers, err = s.selectMixes(mixes); err != nil || len(numbers) != 8 {
		t.Fatal(numbers, err)
	}
	var cutters []string
	for _, number := range numbers {
		cutters = append(cutters, s.valuesOfMix(number)[0])
	}
	slices.Sort(cutters)
	if got := slices.Compact(cutters); len(got) < 4 {
		t.Errorf("a part of the mixes has only %v cutters", got)
	}
}

func TestGearAndTactics(t *testing.T) {
	c, e := duel(t, pit)
	s := &Search{Campaign: c, Encounter: e, Axes: []Axis{
		axis(VaryValues(c, "gang.gear", []string{"boat_knife", "hatchet"}))(t),
		axis(VaryTactics(c, "cutter_1", []string{"careful"}))(t),
		axis(VaryValues(c, "kira.armour.chest", []string{"leather", "removed"}))(t),
		axis(VaryNumbers(c, e, "dock_cutter", "", "gang", []string{"3"}))(t),
	}}
	s.Runs, s.firstRoundFights, s.MaxMixes, s.Counts, s.Side, s.Win = 2, 1, 4, simulate.UsualCounts, "party", wish(t, "60..85%", true)
	found, err := s.Run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found.Ranges, "; "); got != "boat_knife, hatchet; careful; leather, removed; 3" {
		t.Errorf("the ranges are %s", got)
	}
	mixed, err := s.EncounterWith([]string{"boat_knife", "careful", "removed", "3"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `  kira: {side: party, with: {armour: {chest: removed}}}
  dov: {side: party}
  cutter_1: {side: gang, from: dock_cutter, name: Scar, tactic: careful, with: {gear: [boat_knife, hatchet, close_fist]}}
  dock_cutter_1: {side: gang, from: dock_cutter, name: Dock cutter 1, with: {gear: [boat_knife, hatchet, close_fist]}}
  dock_cutter_2: {side: gang, from: dock_cutter, name: Dock cutter 2, with: {gear: [boat_knife, hatchet, close_fist]}}
`
	if got := mixed.CombatantLines(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	kira, text, err := c.Combatant(&mixed.Combatants[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, worn := range kira.Armour {
		if worn.At.Name == "chest" {
			t.Errorf("she still wears %s there:\n%s", worn.Item.Name, text)
		}
	}
	if _, err := c.Rules.ReadSheet("kira.yaml", []byte(text)); err != nil {
		t.Errorf("what is laid together does not read: %v\n%s", err, text)
	}
}

func TestWhatIsWrongWithASearch(t *testing.T) {
	for _, row := range []struct {
		name, want string
		change     func(s *Search) error
	}{
		{"nothing wished", "Choose the difficulty", func(s *Search) error { s.Win = Wish{}; return nil }},
		{"no such side", "No side named “patry”. Did you mean “party”?", func(s *Search) error { s.Side = "patry"; return nil }},
		{"no such skill", "No skill named “axxe”. Did you mean “axe”?", func(s *Search) error {
			a, err := VaryValues(s.Campaign, "gang.skills.axxe", []string{"3"})
			s.Axes = append(s.Axes, a)
			return err
		}},
		{"nobody", "No combatant or side named “grell”", func(s *Search) error {
			a, err := VaryValues(s.Campaign, "grell.skills.axe", []string{"3"})
			s.Axes = append(s.Axes, a)
			return err
		}},
		{"a rank too high", "Rank 99 in axe is out of range", func(s *Search) error {
			a, err := VaryValues(s.Campaign, "cutter_1.skills.axe", []string{"3", "99"})
			s.Axes = append(s.Axes, a)
			return err
		}},
		{"no such tactic", "No tactic named “carefull”. Did you mean “careful”?", func(s *Search) error { _, err := VaryTactics(s.Campaign, "gang", []string{"carefull"}); return err }},
		{"no such character", "dock_cuter", func(s *Search) error {
			_, err := VaryNumbers(s.Campaign, s.Encounter, "dock_cuter", "", "gang", []string{"1"})
			return err
		}},
		{"no number", "isn't a number of combatants", func(s *Search) error {
			_, err := VaryNumbers(s.Campaign, s.Encounter, "dock_cutter", "", "gang", []string{"1.5"})
			return err
		}},
		{"no path", "Write WHO.SECTION.NAME", func(s *Search) error { _, err := VaryValues(s.Campaign, "grell.skills", []string{"1"}); return err }},
	} {
		s := small(t)
		err := row.change(s)
		if err == nil {
			_, err = s.Run(context.Background(), nil)
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
}

// What is written keeps comments and order, and plays as it was fought.
func TestWrittenMix(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{"campaign.yaml": "campaign: {label: Mine}\n", "encounters/pit.yaml": "# mine\nencounter:\n  label: The pit # by the river\n" +
		"combatants:\n  # ours\n  kira: {side: party}\n\n  # theirs\n  grell: {side: gang} # the boss\n  cutter_1: {side: gang, from: dock_cutter, name: Scar}\n"}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c, err := campaign.Open(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	e, _ := c.Encounter("pit")
	s := &Search{Campaign: c, Encounter: e, Axes: []Axis{
		axis(VaryNumbers(c, e, "dock_cutter", "", "gang", []string{"2"}))(t), axis(VaryValues(c, "grell.skills.sword", []string{"12"}))(t)}}
	mixed, err := s.EncounterWith([]string{"2", "12"})
	if err != nil {
		t.Fatal(err)
	}
	_, old, err := c.EncounterFile("pit")
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.EncounterText(mixed, old)
	if err != nil {
		t.Fatal(err)
	}
	const want = "# mine\nencounter:\n  label: The pit # by the river\ncombatants:\n  # ours\n  kira: {side: party}\n\n  # theirs\n" +
		"  grell: {side: gang, with: {skills: {sword: 12}}} # the boss\n  cutter_1: {side: gang, from: dock_cutter, name: Scar}\n  dock_cutter: {side: gang, from: dock_cutter}\n"
	if strings.ReplaceAll(got, "dock_cutter: {side: gang}", "dock_cutter: {side: gang, from: dock_cutter}") != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestRaceAgainstFullSearch lets every mix of three encounters fight often, and holds the race's nearest mixes against it.
func TestRaceAgainstFullSearch(t *testing.T) {
	gmtest.SkipIfShort(t)
	few, fights := 6, 16
	if *long {
		few, fights = 16, 400
	}
	for name, make := range map[string]func() *Search{
		"one more foe": func() *Search {
			s := small(t)
			s.Axes, s.Win = s.Axes[:1], wish(t, "70%", true)
			s.Axes = append(s.Axes, axis(VaryNumbers(s.Campaign, s.Encounter, "bruiser", "", "gang", []string{"0", "1", "2"}))(t))
			return s
		},
		"better foes": func() *Search { s := small(t); s.Win = wish(t, "50%", true); return s },
		"more friends": func() *Search {
			s := small(t)
			s.Win, s.Losses = Wish{}, wish(t, "1", false)
			s.Axes = append(s.Axes[:1:1], axis(VaryNumbers(s.Campaign, s.Encounter, "bram", "party", "", []string{"0", "1"}))(t))
			return s
		},
	} {
		if name != "one more foe" && !*long {
			continue
		}
		s := make()
		s.firstRoundFights, s.Runs, s.Finalists = few, fights, 2
		found, err := s.Run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		mixes, err := s.countMixes()
		if err != nil {
			t.Fatal(err)
		}
		numbers, err := s.selectMixes(mixes)
		if err != nil {
			t.Fatal(err)
		}
		r := &race{search: s}
		least, ours := math.Inf(1), math.Inf(1)
		for _, number := range numbers {
			m := &Mix{Values: s.valuesOfMix(number), number: number}
			if err := r.prepareFights([]*Mix{m}); err != nil {
				t.Fatal(err)
			}
			if err := r.fightMix(context.Background(), m, 5_000_000, fights, 0); err != nil {
				t.Fatal(err)
			}
			end := s.OutcomeOf(m)
			miss := s.Win.distanceTo(end.Wins.Share) + s.Losses.distanceTo(end.Losses.Mean)/float64(end.MemberCount)
			least = min(least, miss)
			if slices.Equal(m.Values, found.Best[0].Values) || slices.Equal(m.Values, found.Best[1].Values) {
				ours = min(ours, miss)
			}
		}
		if off := ours - least; off > 0.1 {
			t.Errorf("%s: the race's nearest mixes are %.2f from the goal, nearest of all %.2f", name, ours, least)
		}
		if found.Fights >= len(numbers)*fights && len(numbers) > 8 {
			t.Errorf("%s: the race took %d fights for %d mixes", name, found.Fights, len(numbers))
		}
	}
}

// TestRuledOutMixes: a mix with more of the same opponents than one that is certainly too hard does not fight, except probes;
// where a probe wins more than the easier mix, all fight.
func TestRuledOutMixes(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: TestSearchIsTheSameOnAnyMachine looks for races in the same search")
	}
	s := small(t)
	s.Win = wish(t, "95%", true)
	s.Axes = []Axis{axis(VaryNumbers(s.Campaign, s.Encounter, "bruiser", "", "gang", valuesTo(8)))(t), axis(VaryNumbers(s.Campaign, s.Encounter, "dock_cutter", "", "gang", valuesTo(8)))(t)}
	found, err := s.Run(context.Background(), nil)
	if err != nil || found.ExcludedMixes < found.SampledMixes/2 {
		t.Errorf("%d of %d mixes were ruled out, %v", found.ExcludedMixes, found.SampledMixes, err)
	}
	s.firstRoundFights = 24
	bruisers := s.Axes[0].set // more are fewer from 16 on
	s.Axes = s.Axes[:1]
	s.Axes[0].Values = valuesTo(18)
	s.Axes[0].set = func(e *campaign.Encounter, value string) ([]int, error) {
		n, _ := strconv.Atoi(value)
		if n >= 16 {
			n -= 16
		} else {
			n += 3
		}
		return bruisers(e, strconv.Itoa(n))
	}
	if found, err = s.Run(context.Background(), nil); err != nil || found.ExcludedMixes != 0 || !slices.Contains([]string{"16", "17"}, found.Best[0].Values[0]) {
		t.Errorf("where the probe wins more, the best mix has %v, %d were ruled out, %v", found.Best[0].Values, found.ExcludedMixes, err)
	}
}

// valuesTo returns the numbers from 0 to n.
func valuesTo(n int) (list []string) {
	for i := range n + 1 {
		list = append(list, strconv.Itoa(i))
	}
	return list
}
