package export

import (
	"math"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// TestStatistics rolls what the odds are known of, and looks at what is counted.
func TestStatistics(t *testing.T) {
	c, dir := gmtest.Sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	gmtest.Do(t, s, "begin warehouse", "roll climbing by ilse dice 40", "roll climbing by ilse dice 3", "roll climbing by ilse dice 99",
		"roll climbing by ilse", "roll climbing by ilse dice 1", "undo", "roll sneaking by ilse dice 90", "roll climbing by kira dice 50")
	s.Close()
	s = opened(t, c, dir, 2)
	rows, err := Statistics(s)
	if err != nil {
		t.Fatal(err)
	}
	byLabel := map[string]RollStatistics{}
	var order []string
	for _, row := range rows {
		key := row.Who + "/" + row.Label
		byLabel[key] = row
		order = append(order, key)
	}
	if got, want := strings.Join(order, " "), "ilse/ ilse/Climbing ilse/Sneaking kira/ kira/Climbing"; got != want {
		t.Fatalf("the rows are %s, want %s", got, want)
	}
	all, climbing := byLabel["ilse/"], byLabel["ilse/Climbing"]
	if all.Rolls != 5 || climbing.Rolls != 4 || climbing.TypedRolls != 3 || climbing.ProgramRolls != 1 || all.Name != "Ilse Marrin" || all.Side != "party" {
		t.Errorf("counted %+v and %+v", all, climbing)
	}
	entry, _ := s.Entry(2)
	chance := entry.Outcomes[0].Chance
	p := 0.0
	for _, odd := range s.Rules().Odds(nil, chance) {
		if odd.Factor > 0 {
			p += odd.Probability
		}
	}
	if math.Abs(climbing.ExpectedSuccesses-4*p) > 1e-9 {
		t.Errorf("expected %g successes of 4 at %g %%, want %g", climbing.ExpectedSuccesses, chance, 4*p)
	}
	if climbing.Best.Seq != 3 || climbing.Best.Roll != 3 || climbing.Worst.Seq != 4 || climbing.Worst.Roll != 99 {
		t.Errorf("the best is %+v, the worst %+v; want the 3 and the 99", climbing.Best, climbing.Worst)
	}
	if worst := all.Worst; worst.Probability <= 0 || worst.Probability > 0.5 {
		t.Errorf("the worst of all is %+v", worst)
	}
}

// TestStatisticsAddUp holds, after random play, the sums of each character to those of its skills.
func TestStatisticsAddUp(t *testing.T) {
	s := playedAtRandom(t, gmtest.Sample(t), 77, 300)
	rows, err := Statistics(s)
	if err != nil {
		t.Fatal(err)
	}
	checks := 0
	for _, line := range s.LinesInForce() {
		e, err := s.Entry(line.Seq())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range e.Outcomes {
			if o.Degree != "" && !o.Overruled {
				checks++
			}
		}
	}
	var sum, total RollStatistics
	rolls := 0
	for i, row := range rows {
		if row.Label == "" {
			total, sum = row, RollStatistics{}
			rolls += row.Rolls
			continue
		}
		sum.Rolls, sum.Successes, sum.ExpectedSuccesses, sum.TypedRolls = sum.Rolls+row.Rolls, sum.Successes+row.Successes, sum.ExpectedSuccesses+row.ExpectedSuccesses, sum.TypedRolls+row.TypedRolls
		if last := i+1 == len(rows) || rows[i+1].Label == ""; last &&
			(sum.Rolls != total.Rolls || sum.Successes != total.Successes || math.Abs(sum.ExpectedSuccesses-total.ExpectedSuccesses) > 1e-6 || sum.TypedRolls != total.TypedRolls) {
			t.Errorf("%s: all together %+v, added up %+v", total.Name, total, sum)
		}
		if row.Successes > row.Rolls || row.ExpectedSuccesses < 0 || row.ExpectedSuccesses > float64(row.Rolls) || row.TypedRolls+row.ProgramRolls != row.Rolls {
			t.Errorf("%+v cannot be", row)
		}
	}
	if rolls != checks || checks == 0 {
		t.Errorf("%d rolls are counted, %d were made", rolls, checks)
	}
}

func TestChart(t *testing.T) {
	rows := []RollStatistics{
		{Name: "Kira Vance", Rolls: 10, Successes: 7, ExpectedSuccesses: 5.04},
		{Name: "Kira Vance", Label: "Sword", Rolls: 10, Successes: 7, ExpectedSuccesses: 5},
		{Name: "Ōkami 狼", Rolls: 4, Successes: 0, ExpectedSuccesses: 4},
		{Name: "Dov", Rolls: 3, Successes: 3},
	}
	want := `
Kira Vance  ━━━━━━━━━━╂━━━······  7 of 10, expected 5
  Sword     ━━━━━━━━━━╂━━━······  7 of 10, expected 5
Ōkami 狼    ···················│  0 of 4, expected 4
Dov         ╂━━━━━━━━━━━━━━━━━━━  3 of 3, expected 0
`
	if got := "\n" + Chart(rows, 53); got != want {
		t.Errorf("got%swant%s", got, want)
	}
	for width := range 120 {
		for _, line := range strings.Split(Chart(rows, width), "\n") {
			if n := uniseg.StringWidth(line); n > max(width, 23) {
				t.Errorf("in %d cells a line has %d: %s", width, n, line)
			}
		}
	}
	if got := Chart(nil, 80); got != "" {
		t.Errorf("a chart of nothing is %q", got)
	}
}

// What is expected goes by all numbers of the check that was rolled, and by which check it was.
func TestStatisticsGoByTheRoll(t *testing.T) {
	home := gmtest.Folder(t, map[string]string{
		"campaign.yaml":       "campaign: {label: Luck}\ncast: [kira]\n",
		"encounters/a.yaml":   "encounter: {label: A}\ncombatants: {kira: {side: party}}\n",
		"tables/percent.yaml": "checks: {percent: {numbers: {target: {basis: {label: Eighty, add: 80}}, chance: {after: target, basis: {label: Basis, add: 3 * basis}}}, results: {made: roll <= target, margin: target - roll}}}\n",
		"tables/coin.yaml":    "checks: {coin: {roll: d4, numbers: {chance: {one: {label: One, add: 1}}}, results: {made: roll <= chance, margin: chance - roll}, ladder: bands}}\nactions: {toss: {counts: 0, any_time: true, steps: {toss: {check: coin, basis: PAG}}}}\n",
	})
	c, err := campaign.Open(home, nil)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := opened(t, c, dir, 1)
	gmtest.Do(t, s, "begin a", "roll climbing by kira dice 70", "roll climbing by kira dice 95", "turn kira 1", "next", "toss dice 4", "toss dice 1")
	s.Close()
	rows, err := Statistics(opened(t, c, dir, 2))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"": 2*0.8 + 2*0.25, "Climbing": 2 * 0.8, "Toss": 2 * 0.25}
	for _, row := range rows {
		if math.Abs(row.ExpectedSuccesses-want[row.Label]) > 1e-9 {
			t.Errorf("%s: expected %g, want %g", row.Label, row.ExpectedSuccesses, want[row.Label])
		}
		delete(want, row.Label)
	}
	if len(want) > 0 {
		t.Errorf("not counted: %v of %+v", want, rows)
	}
}
