package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

var manySkills = flag.Bool("numbers", false, "compare the numbers of all skills of all characters, with every face of the die, instead of a few")

// printed is what the program writes with --json of a number, as far as TestNumbersAgree reads it.
type printed struct {
	Chance  float64  `json:"chance"`
	Target  *float64 `json:"target"`
	Made    float64  `json:"made"`
	Success bool     `json:"success"`
	Degree  string   `json:"degree"`
	Degrees []struct {
		Degree      string
		Factor      float64
		Probability float64
	}
	Terms  []struct{ Value float64 }
	Skills []struct {
		Skill       string
		Rank        *int
		Chance      *float64
		Target      *float64
		RolledBands []struct {
			Degree   string
			Made     bool
			From, To int
		} `json:"rolls"`
	}
	Ranks []struct{ Rank, Chance float64 }
	Buys  []struct {
		Skill              string
		Rank, Chance, Gain float64
	}
	Rows []struct {
		Task                 string
		Chance, Made, Factor float64
		Degrees              []struct{ Factor, Probability float64 }
	}
	StepOdds []struct {
		Mean    float64
		Results []struct {
			Key                string
			Value, Probability float64
		}
	} `json:"step_odds"`
	Value map[string]struct{ Faces map[string]float64 }
}

// numbersCheck compares the numbers that the program prints of one campaign. What it expects it works out from the JSON alone.
type numbersCheck struct {
	t        *testing.T
	campaign string
	tried    map[string]int
}

// ask runs the program with --json; ok reports whether it did what was asked.
func (x *numbersCheck) ask(args ...string) (p printed, trouble string) {
	var out, wrong bytes.Buffer
	if run(append(args, "--json", "--campaign", x.campaign), strings.NewReader(""), &out, &wrong) != 0 {
		return p, wrong.String()
	}
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		x.t.Fatalf("%v: %v", args, err)
	}
	return p, ""
}

// same compares two numbers.
func (x *numbersCheck) same(kind string, got, want float64, args ...any) {
	x.t.Helper()
	x.tried[kind]++
	if math.Abs(got-want) > 1e-6 {
		x.t.Errorf("%s: %s: %s: got %g, want %g", x.campaign, kind, fmt.Sprint(args...), got, want)
	}
}

// TestNumbersAgree holds the numbers that commands print with --json to each other, and to the faces of the die: what is expected is counted
// from what is printed, without the engine.
func TestNumbersAgree(t *testing.T) {
	gmtest.SkipIfShort(t)
	tried := map[string]int{}
	for _, name := range []string{"saltmarket", "cold_lantern", "heresiarch", "catacombs", "two_tribes", "../../gm/testdata/targets/game", "../../gm/testdata/bonus/game", "../../gm/testdata/under/game", "../../gm/testdata/adds/game"} {
		x := &numbersCheck{t, name, tried}
		dir := name
		if !strings.Contains(name, "/") {
			dir = filepath.Join("..", "..", "campaigns", name)
		}
		files, err := filepath.Glob(filepath.Join(dir, "characters", "*.yaml"))
		if len(files) == 0 { // those that are built in
			files, err = filepath.Glob(filepath.Join("..", "..", "characters", "*.yaml"))
		}
		if err != nil || len(files) == 0 {
			t.Fatal(err, dir)
		}
		var keys []string
		for _, file := range files {
			keys = append(keys, strings.TrimSuffix(filepath.Base(file), ".yaml"))
		}
		for i, key := range keys {
			if *manySkills || i == 0 {
				x.character(dir, key)
			}
			if *manySkills || i < 2 {
				x.attack(key, keys[(i+1)%len(keys)])
			}
		}
	}
	x := &numbersCheck{t, "saltmarket", tried}
	x.tries()
	x.tasks("kira")
	(&numbersCheck{t, "two_tribes", tried}).pool("attack", "prince", "champion")
	for _, kind := range []string{"sheet and odds", "terms of odds", "faces of the sheet and odds", "check", "advance and odds", "advance and the changed file", "attack and its odds", "weapon and ladder", "ladder", "task and its odds", "pool of dice"} {
		if tried[kind] < 3 {
			t.Errorf("%s: compared %d times only", kind, tried[kind])
		}
	}
	t.Log(tried)
}

// Whatever explains a rank, or shows a number that comes of it, names what caps it: a filter skill, and the armour that brings it.
func TestCapsAreNamed(t *testing.T) {
	const game = "../../gm/testdata/adds/game"
	session := assisted(t, t.TempDir(), "--campaign", game)
	for _, row := range []struct {
		args []string
		tool map[string]any // MCP tool with the name of the command; nil for none
		want string
	}{
		{[]string{"odds", "bob", "blades"}, map[string]any{"words": "bob blades"}, "Bulk rank 0 (heavy armour)"},
		{[]string{"odds", "ann", "blades", "--situation", "ice"}, map[string]any{"words": "ann blades", "situations": []string{"ice"}}, "Skates rank 1"},
		{[]string{"odds", "blow", "bob", "ann"}, map[string]any{"words": "blow bob ann"}, "Bulk rank 0 (heavy armour)"},
		{[]string{"check", "bob", "blades", "--seed", "3"}, nil, "Bulk rank 0 (heavy armour)"},
		{[]string{"blow", "bob", "ann", "--seed", "3", "--answer", "none"}, nil, "Bulk rank 0 (heavy armour)"},
		{[]string{"advance", "cay"}, nil, "Bulk rank 2 (heavy armour)"},
		{[]string{"advance", "bob", "blades", "--to", "6"}, nil, "Bulk rank 0 (heavy armour)"},
		{[]string{"advance", "cay", "--spend", "4", "--for", "skates,spears"}, nil, "Bulk rank 3 (heavy armour)"},
		{[]string{"sheet", "cay"}, map[string]any{"who": "cay"}, "Bulk rank 2 (heavy armour)"},
	} {
		for _, form := range [][]string{nil, {"--json"}} {
			var out, wrong bytes.Buffer
			if run(append(append([]string{"--campaign", game}, row.args...), form...), strings.NewReader(""), &out, &wrong); !strings.Contains(out.String(), row.want) {
				t.Errorf("%v %v does not say %q: %s%s", row.args, form, row.want, out.String(), wrong.String())
			}
		}
		if row.tool != nil {
			if text, _ := ask(t, session, row.args[0], row.tool); !strings.Contains(text, row.want) {
				t.Errorf("the tool %s %v does not say %q: %s", row.args[0], row.tool, row.want, text)
			}
		}
	}
}

// character compares the numbers of the skills of a character.
func (x *numbersCheck) character(dir, key string) {
	sheet, wrong := x.ask("sheet", key)
	if wrong != "" {
		x.t.Fatal(wrong)
	}
	offers, _ := x.ask("advance", key)
	for i, skill := range sheet.Skills {
		if skill.Chance == nil || skill.Rank == nil || !*manySkills && i != len(sheet.Skills)-1 {
			continue
		}
		odds, wrong := x.ask("odds", key, skill.Skill)
		if wrong != "" {
			continue // the name means something else
		}
		x.same("sheet and odds", *skill.Chance, odds.Chance, key, " ", skill.Skill)
		number, sum := odds.Chance, 0.0
		if odds.Target != nil {
			number = *odds.Target
			x.same("sheet and odds", *skill.Target, *odds.Target, key, " ", skill.Skill)
		}
		for _, term := range odds.Terms {
			sum += term.Value
		}
		x.same("terms of odds", sum, number, key, " ", skill.Skill)
		die, again := 0, false
		for _, b := range skill.RolledBands {
			die, again = max(die, b.To), again || b.To == 0
		}
		in := map[string]float64{}
		for _, b := range skill.RolledBands {
			if b.To > 0 {
				in[b.Degree] += float64(b.To-b.From+1) / float64(die)
			}
		}
		for _, d := range odds.Degrees {
			if die == 0 { // several dice are added up
				break
			}
			if again { // the highest face is rolled again, and its share falls to other degrees
				x.tried["faces of the sheet and odds"]++
				if math.Abs(d.Probability-in[d.Degree]) > 1/float64(die)+1e-6 {
					x.t.Errorf("%s: %s %s: %s has %g of the faces, and %g of the odds", x.campaign, key, skill.Skill, d.Degree, in[d.Degree], d.Probability)
				}
				continue
			}
			x.same("faces of the sheet and odds", d.Probability, in[d.Degree], key, " ", skill.Skill, " ", d.Degree)
		}
		for _, b := range skill.RolledBands {
			for face := b.From; face <= b.To; face++ {
				if !*manySkills && (face != b.From || face > die/2) || again && face == die {
					continue
				}
				c, wrong := x.ask("check", key, skill.Skill, "--dice", strconv.Itoa(face))
				if wrong != "" {
					continue // it is rolled again, or more dice are rolled
				}
				x.same("check", c.Chance, odds.Chance, key, " ", skill.Skill)
				if c.Success != b.Made || c.Degree != b.Degree {
					x.t.Errorf("%s: %s rolls %d on %s: %s, success %v; the sheet says %s, %v", x.campaign, key, face, skill.Skill, c.Degree, c.Success, b.Degree, b.Made)
				}
			}
		}
		next := strconv.Itoa(*skill.Rank + 1)
		plan, wrong := x.ask("advance", key, skill.Skill, "--to", next)
		if wrong != "" || len(plan.Ranks) != 1 {
			continue
		}
		for _, buy := range offers.Buys {
			if buy.Skill == skill.Skill {
				x.same("advance and odds", buy.Chance, plan.Ranks[0].Chance, key, " ", skill.Skill, " ", next)
				x.same("advance and odds", buy.Chance-buy.Gain, odds.Chance, key, " ", skill.Skill)
			}
		}
		if changed := x.withRank(dir, key, skill.Skill, next); changed != nil {
			after, wrong := changed.ask("odds", key, skill.Skill)
			if wrong != "" {
				x.t.Fatal(wrong)
			}
			x.same("advance and the changed file", plan.Ranks[0].Chance, after.Chance, key, " ", skill.Skill, " ", next)
		}
	}
}

// withRank copies the campaign, with another rank in the character's file; nil if the file does not give the rank as a plain number.
func (x *numbersCheck) withRank(dir, key, skill, rank string) *numbersCheck {
	to := filepath.Join(x.t.TempDir(), "game")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		x.t.Fatal(err)
	}
	file := filepath.Join(to, "characters", key+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		text, err = os.ReadFile(filepath.Join("..", "..", "characters", key+".yaml"))
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o777)
	}
	if err != nil {
		x.t.Fatal(err)
	}
	at := regexp.MustCompile(`(?s)(\nskills:.*?\b` + skill + `: )(\d+)`)
	if !at.Match(text) {
		return nil
	}
	if err := os.WriteFile(file, at.ReplaceAll(text, []byte("${1}"+rank)), 0o666); err != nil {
		x.t.Fatal(err)
	}
	return &numbersCheck{x.t, to, x.tried}
}

// attack compares the odds of an attack with the number that it is then rolled against.
func (x *numbersCheck) attack(who, whom string) {
	name := "attack"
	if strings.Contains(x.campaign, "testdata") {
		name = "blow"
	}
	odds, wrong := x.ask("odds", name, who, whom)
	if wrong != "" || len(odds.Terms) == 0 {
		return
	}
	rolled, wrong := x.ask(name, who, whom, "--seed", "3", "--answer", "none")
	if wrong != "" {
		rolled, wrong = x.ask(name, who, whom, "--seed", "3")
	}
	if wrong != "" {
		return
	}
	x.same("attack and its odds", odds.Chance, rolled.Chance, who, " ", whom)
	if odds.Target != nil && rolled.Target != nil {
		x.same("attack and its odds", *odds.Target, *rolled.Target, who, " ", whom)
	}
}

// tries compares what a weapon is worth at each chance with the ladder of degrees.
func (x *numbersCheck) tries() {
	ladder, _ := x.ask("try", "ladder")
	weapon, _ := x.ask("try", "weapon", "sabre")
	for _, row := range ladder.Rows {
		made, factor := 0.0, 0.0
		for _, d := range row.Degrees {
			if d.Factor > 0 {
				made += d.Probability
			}
			factor += max(0, d.Factor) * d.Probability
		}
		x.same("ladder", row.Made, made, row.Chance)
		x.same("ladder", row.Factor, factor, row.Chance)
		if row.Chance < 100 { // above, the highest face may fail all the same
			x.same("ladder", row.Made, math.Floor(row.Chance)/100, row.Chance)
		}
		for _, of := range weapon.Rows {
			if of.Chance == row.Chance {
				x.same("weapon and ladder", of.Made, made, row.Chance)
				x.same("weapon and ladder", of.Factor, factor, row.Chance)
			}
		}
	}
}

// tasks compares the list of tasks with the odds of each.
func (x *numbersCheck) tasks(who string) {
	list, wrong := x.ask("task", who)
	if wrong != "" {
		x.t.Fatal(wrong)
	}
	for i, row := range list.Rows {
		if !*manySkills && i >= 3 {
			break
		}
		if odds, wrong := x.ask("odds", who, row.Task); wrong == "" {
			x.same("task and its odds", row.Chance, odds.Chance, who, " ", row.Task)
		}
	}
}

// pool compares the odds of a throw of dice with faces with what is counted from the faces.
func (x *numbersCheck) pool(action, who, whom string) {
	dice, _ := x.ask("show", "dice")
	odds, wrong := x.ask("odds", action, who, whom)
	if wrong != "" || len(dice.Value) != 1 {
		x.t.Fatal(wrong, dice)
	}
	for _, die := range dice.Value {
		sides := 0.0
		for _, n := range die.Faces {
			sides += n
		}
		for _, step := range odds.StepOdds {
			for _, result := range step.Results {
				n := die.Faces[result.Key]
				x.same("pool of dice", result.Value, step.Mean*n/sides, who, " ", result.Key)
				x.same("pool of dice", result.Probability, 1-math.Pow(1-n/sides, step.Mean), who, " ", result.Key)
			}
		}
	}
}

// TestTargetsAreTargets: where a die is compared with a target, nothing that is no per cent is printed as a chance.
func TestTargetsAreTargets(t *testing.T) {
	gmtest.SkipIfShort(t)
	dir := t.TempDir()
	lines := filepath.Join(dir, "lines.txt")
	if err := os.WriteFile(lines, []byte("begin duel\ninitiative, dice 1 6 6 6\nnext\nann: pray\nnext, dice 5 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask := func(args ...string) string {
		var out, wrong bytes.Buffer
		if run(append(args, "--campaign", "../../gm/testdata/targets/game", "--state", filepath.Join(dir, "state")), strings.NewReader(""), &out, &wrong) != 0 {
			t.Fatal(args, wrong.String())
		}
		return out.String()
	}
	var odds struct {
		Worth []struct{ Chance, Target, Made float64 }
	}
	if err := json.Unmarshal([]byte(ask("odds", "blow", "ann", "bob", "--json")), &odds); err != nil || len(odds.Worth) == 0 {
		t.Fatal(odds, err)
	}
	for _, w := range odds.Worth {
		if w.Chance != 100*w.Made || w.Target*w.Made >= 0 {
			t.Errorf("a part of the target is worth %+v", w)
		}
	}
	for _, args := range [][]string{{"sheet", "ann"}, {"sheet", "ann", "--format", "html"}, {"advance", "ann"}, {"advance", "ann", "lore"}, {"advance", "ann", "--spend", "10"}} {
		text := ask(args...)
		for _, line := range strings.Split(text, "\n") {
			if at := strings.Index(line, "%"); at >= 0 && !strings.Contains(line[:at], " or more · ") && !strings.Contains(line, " { ") {
				t.Errorf("%v prints a chance without what the die must show: %s", args, line)
			}
		}
		if !strings.Contains(text, " or more · ") || !strings.Contains(text, "before circumstances") {
			t.Errorf("%v:\n%s", args, text)
		}
	}
	ask("script", lines)
	var stats struct {
		Rolls []struct {
			Best struct{ Chance, Target, Probability float64 }
		}
	}
	if err := json.Unmarshal([]byte(ask("session", "stats", "--json")), &stats); err != nil || len(stats.Rolls) == 0 {
		t.Fatal(stats, err)
	}
	if best := stats.Rolls[0].Best; best.Target != 5 || math.Abs(best.Chance-100*best.Probability) > 1e-6 {
		t.Errorf("the luckiest roll is %+v", best)
	}
	if text := ask("try", "weapon", "sword"); strings.Contains(text, "chance") || !strings.Contains(text, "  target   made  factor") || !strings.Contains(text, "       5   50.0   0.625") {
		t.Errorf("a weapon is tried against chances:\n%s", text)
	}
	if text := ask("try", "skill", "blades"); strings.Contains(text, "%") || strings.Contains(text, "percent") {
		t.Errorf("ranks that lower a target are worth per cents:\n%s", text)
	}
}
