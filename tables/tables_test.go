package tables_test

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hybrid/campaigns"
	"hybrid/characters"
	"hybrid/gm/gmtest"
	"hybrid/rules"
	"hybrid/rules/source"
	"hybrid/tables"
)

// files are the YAML files of a folder, named as in the repository.
func files(t testing.TB, from fs.FS, dir, shown string) (list []source.File) {
	t.Helper()
	entries, err := fs.ReadDir(from, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".yaml") {
			continue
		}
		data, err := fs.ReadFile(from, path.Join(dir, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, source.File{Name: path.Join(shown, entry.Name()), Data: data})
	}
	return list
}

// packFiles lists the files of a pack and those of the languages.
func packFiles(t testing.TB, name string) []source.File {
	return append(files(t, tables.Files, name, "tables/"+name), files(t, tables.Languages, "languages", "tables/languages")...)
}

func pack(t testing.TB, choices map[string]string) *rules.Ruleset {
	t.Helper()
	rs, err := rules.Load([]rules.Layer{{Name: "hybrid", Files: packFiles(t, "hybrid")}}, choices)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// campaignRules is the pack with the tables of a campaign laid over it.
func campaignRules(t testing.TB, name string) *rules.Ruleset {
	t.Helper()
	pack := "hybrid"
	text, err := fs.ReadFile(campaigns.Files, path.Join(name, "campaign.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, named, found := strings.Cut(string(text), "\n  pack: "); found {
		pack = strings.Fields(named)[0]
	}
	layers := []rules.Layer{{Name: pack, Files: packFiles(t, pack)}}
	if own := path.Join(name, "tables"); exists(campaigns.Files, own) {
		layers = append(layers, rules.Layer{Name: name, Files: files(t, campaigns.Files, own, path.Join("campaigns", own))})
	}
	rs, err := rules.Load(layers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

func exists(files fs.FS, name string) bool {
	_, err := fs.Stat(files, name)
	return err == nil
}

func actor(t testing.TB, rs *rules.Ruleset, key, sheet string) *rules.Actor {
	t.Helper()
	s, err := rs.ReadSheet(key+".yaml", []byte(sheet))
	if err != nil {
		t.Fatal(err)
	}
	return rs.NewActor(key, s)
}

// plain is an actor with 10 in every given statistic but those named, and what is added.
func plain(t testing.TB, rs *rules.Ruleset, key, more string, stats ...string) *rules.Actor {
	t.Helper()
	given := map[string]string{}
	for _, stat := range rs.Stats.All {
		if stat.IsGiven() {
			given[stat.Name] = "10"
		}
	}
	for i := 0; i+1 < len(stats); i += 2 {
		given[stats[i]] = stats[i+1]
	}
	text := "character: {name: " + key + "}\nstats:\n"
	for _, stat := range rs.Stats.All {
		if value, ok := given[stat.Name]; ok {
			text += "  " + stat.Name + ": " + value + "\n"
		}
	}
	return actor(t, rs, key, text+more)
}

func TestPackLoadsClean(t *testing.T) { pack(t, nil) }

func TestEveryChoiceLoads(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, ruling := range pack(t, nil).Rulings.All {
		if ruling.Choices == nil {
			continue // a reading of the guide, not a setting
		}
		var choices []string
		for _, item := range ruling.Choices.Items {
			choices = append(choices, item.Text)
		}
		for _, field := range ruling.Choices.Fields {
			choices = append(choices, field.Key)
		}
		for _, choice := range choices {
			if choice != ruling.Choice.Text {
				pack(t, map[string]string{ruling.Name: choice})
			}
		}
	}
}

func nodes(t *testing.T) (list []*source.Node) {
	t.Helper()
	for _, file := range files(t, tables.Files, "hybrid", "tables/hybrid") {
		var report source.Report
		node := source.Parse(file.Name, file.Data, &report)
		if err := report.Err(); err != nil {
			t.Fatal(err)
		}
		list = append(list, node)
	}
	return list
}

// TestEveryEntryCanBeRenamed renames every entry of every pack in a layer above it: what names an entry means it still, so nothing is wrong.
func TestEveryEntryCanBeRenamed(t *testing.T) {
	fixed := []string{"pack", "rulings", "order", "skill", "knowledge", "generation", "numbers", "language", "fields"} // their keys are fixed, or no names
	folders, err := fs.ReadDir(tables.Files, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		t.Run(folder.Name(), func(t *testing.T) {
			t.Parallel()
			over, seen := rules.Layer{Name: "own"}, map[string]bool{}
			for _, file := range files(t, tables.Files, folder.Name(), "tables/"+folder.Name()) {
				for _, section := range source.Parse(file.Name, file.Data, &source.Report{}).Entries() {
					for _, entry := range section.Value.Entries() {
						line := fmt.Sprintf("%s: {%s: {renamed: %s_anew}}\n", section.Key, entry.Key, entry.Key)
						if entry.Value.Kind == source.Mapping && !slices.Contains(fixed, section.Key) && !seen[line] {
							seen[line] = true
							over.Files = append(over.Files, source.File{Name: fmt.Sprintf("own%d.yaml", len(seen)), Data: []byte(line)})
						}
					}
				}
			}
			layers := []rules.Layer{{Name: folder.Name(), Files: packFiles(t, folder.Name())}}
			if _, warnings, err := rules.Vet(append(layers, over), nil); err != nil || len(warnings) > 0 {
				t.Errorf("%v\n%v", err, warnings)
			}
		})
	}
}

// Every entry says where its rule stands: the guide's chapter, table or example, the author, a ruling, or ours.
func TestEveryEntryHasASource(t *testing.T) {
	sound := regexp.MustCompile(`^(G( (\d|Table \d\.\d|example \d\.\d))?|A|R(\d+)|ours)$`)
	bare := map[string]bool{"pack": true, "tags": true, "modifiers": true, "fields": true, "numbers": true, "generation": true} // words, and lines that say it
	digest, err := os.ReadFile("../rules/testdata/digest/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	check := func(pos source.Pos, name string, src *source.Node) {
		if src == nil {
			t.Errorf("%s: %s has no src", pos, name)
			return
		}
		seen++
		match := sound.FindStringSubmatch(src.Text)
		if match == nil {
			t.Errorf("%s: src of %s reads %q", src.Pos, name, src.Text)
			return
		}
		if match[4] != "" && !strings.Contains(string(digest), "\nR"+match[4]+":\n") {
			t.Errorf("%s: src of %s names ruling %s, which the digest does not have", src.Pos, name, src.Text)
		}
	}
	for _, root := range nodes(t) {
		for _, section := range root.Fields {
			switch {
			case section.Key == "order" || section.Key == "skill":
				check(section.Pos, section.Key, section.Value.Get("src"))
			case section.Key == "numbers":
				for _, number := range section.Value.Fields {
					lines(number.Value, func(line source.Field) {
						if line.Key != "text" && line.Value.Get("round") == nil && line.Value.Get("least") == nil {
							check(line.Pos, number.Key+"."+line.Key, line.Value.Get("src"))
						}
					})
				}
			case !bare[section.Key]:
				for _, entry := range section.Value.Fields {
					check(entry.Pos, section.Key+"."+entry.Key, entry.Value.Get("src"))
				}
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d entries with a src", seen)
	}
}

func lines(tally *source.Node, do func(source.Field)) {
	for _, line := range tally.Fields {
		do(line)
	}
}

// Each face of a rolled table has one row, each row a face, unless it is only found by name.
func TestRowsOfRolledTables(t *testing.T) {
	rolled := 0
	for _, table := range pack(t, nil).Tables.All {
		if table.Roll.Text == "" {
			continue
		}
		rolled++
		die, err := strconv.Atoi(strings.TrimPrefix(table.Roll.Text, "d"))
		if err != nil {
			t.Fatal(table.Name, err)
		}
		for face := 1; face <= die; face++ {
			var at []string
			for i := range table.Rows {
				if row := &table.Rows[i].Value; row.From <= float64(face) && float64(face) <= row.To {
					at = append(at, row.Name)
				}
			}
			if len(at) != 1 {
				t.Errorf("%s: face %d is of %v", table.Name, face, at)
			}
		}
	}
	if rolled == 0 {
		t.Error("no table is rolled")
	}
}

// Every location can be hit: the digest's ranges, through an attack, with the side by odd and even of paired parts.
func TestEveryLocationIsHit(t *testing.T) {
	rs := pack(t, nil)
	want := []struct {
		to    int
		label string
		pair  bool
	}{{6, "head", false}, {30, "chest", false}, {48, "abdomen", false}, {56, "groin", false}, {72, "upper leg", true}, {84, "lower leg", true},
		{86, "foot", true}, {92, "upper arm", true}, {98, "lower arm", true}, {100, "hand", true}}
	ann := plain(t, rs, "ann", "skills: {sword: 20}\ngear: [short_sword]\n")
	bob := plain(t, rs, "bob", "", "PEN", "90")
	s := &rules.State{Actors: []*rules.Actor{ann, bob}}
	row := 0
	for face := 1; face <= 100; face++ {
		for face > want[row].to {
			row++
		}
		side := ""
		if want[row].pair {
			side = []string{"right", "left"}[face%2]
		}
		d, err := rs.Perform(s, "ann", rules.OngoingAction{Action: "attack", Whom: "bob"},
			rules.DecisionInput{Dice: &rules.TypedDice{Faces: []int{50, face, 3, 4}}, Answers: map[string]string{"bob.answer": rules.NoAnswer}})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, out := range d.Outcomes {
			if out.Label != "Location" {
				continue
			}
			found = true
			if out.Row != want[row].label || out.Side != side {
				t.Errorf("face %d: got %q %q, want %q %q", face, out.Side, out.Row, side, want[row].label)
			}
		}
		if !found {
			t.Fatalf("face %d: no location", face)
		}
	}
}

// Every band can be reached, under both readings of failures, and every row of what is perceived by it.
func TestEveryBandIsReached(t *testing.T) {
	gmtest.SkipIfShort(t)
	for _, failures := range []string{"bands", "margin"} {
		rs := pack(t, map[string]string{"failures": failures})
		reached := map[string]bool{}
		for chance := 1.0; chance <= 250; chance++ {
			for _, odd := range rs.Odds(nil, chance) {
				reached[odd.Degree.Name] = reached[odd.Degree.Name] || odd.Probability > 0
			}
		}
		for _, degree := range rs.Degrees.All {
			if !reached[degree.Name] {
				t.Errorf("%s: no roll comes to %s", failures, degree.Label)
			}
		}
	}
}

// Table 3.1 by the degree of the roll, at a chance of 100 or, for the failures, of 50.
func TestWhatIsPerceived(t *testing.T) {
	rs := pack(t, nil)
	s := &rules.State{Actors: []*rules.Actor{plain(t, rs, "ann", "skills: {combat_perception: 0}\n")}}
	for _, row := range []struct {
		chance  float64
		faces   []int
		text    string
		detail  float64
		wrong   float64
		timing  float64
		senses  bool
		believe bool
	}{
		{100, []int{1}, "total understanding", 300, 0, 0, true, true},
		{100, []int{10, 50}, "total identification", 200, 0, 5, true, true},
		{100, []int{25, 50}, "total identification", 150, 0, 10, true, true},
		{100, []int{50, 50}, "exactly what is happening", 125, 0, 25, true, true},
		{100, []int{99, 50}, "basic identification", 100, 0, 50, true, true},
		{50, []int{60, 50}, "vague identification", 25, 0, 75, true, true},
		{50, []int{80}, "no real clue", 0, 0, 0, false, false},
		{50, []int{100, 5, 50}, "inaccurate", 0, 125, 175, true, true},
		{50, []int{100, 30, 50}, "inaccurate", 0, 150, 200, true, true},
		{50, []int{100, 60, 50}, "wildly inaccurate", 0, 250, 300, true, true},
	} {
		dice := &rules.TypedDice{Faces: row.faces}
		d, err := rs.Perform(s, "ann", rules.OngoingAction{Action: "perceive", Asked: 40, Given: []rules.ManualModifier{{Modifier: "percent", Value: row.chance - 30}}}, rules.DecisionInput{Dice: dice})
		if err != nil {
			t.Fatal(row.text, err)
		}
		got := map[string]any{}
		for _, value := range d.Report {
			got[value.Name] = value.Value
		}
		if got["understanding"] != row.text || got["detail"] != row.detail || got["detail_error"] != row.wrong || got["timing"] != row.timing || got["senses"] != row.senses || len(dice.UnusedFaces()) > 0 {
			t.Errorf("%v: got %v, dice left %v", row, got, dice.UnusedFaces())
		}
		believed := false
		for _, out := range d.Outcomes {
			believed = believed || out.Belief
		}
		if believed != row.believe {
			t.Errorf("%v: believed %v", row, believed)
		}
	}
}

// The four rows of the shock table, by what the roll is missed by.
func TestEveryShockIsReached(t *testing.T) {
	rs := pack(t, nil)
	for _, row := range []struct {
		faces []int
		want  string
	}{{[]int{30}, ""}, {[]int{31}, "Jolted"}, {[]int{54}, "Jolted"}, {[]int{55}, "Stunned"}, {[]int{79}, "Stunned"}, {[]int{80}, "Badly stunned"},
		{[]int{100, 4}, "Badly stunned"}, {[]int{100, 5}, "Unconscious"}, {[]int{100, 100}, "Unconscious"}} {
		ann := plain(t, rs, "ann", "skills: {club: 20}\ngear: [mace]\n")
		bob := plain(t, rs, "bob", "pools_now: {PFT: 4}\n")
		d, err := rs.Perform(&rules.State{Actors: []*rules.Actor{ann, bob}}, "ann", rules.OngoingAction{Action: "attack", Whom: "bob"},
			rules.DecisionInput{Dice: &rules.TypedDice{Faces: append([]int{50, 20, 1, 1}, row.faces...)}, Answers: map[string]string{"bob.answer": rules.NoAnswer}})
		if err != nil {
			t.Fatal(row, err)
		}
		got := ""
		for _, out := range d.Outcomes {
			if out.Kind == "table" && out.Label == "Shock" {
				got = out.Row
			}
		}
		if got != row.want {
			t.Errorf("shock roll %v: got %q, want %q", row.faces, got, row.want)
		}
	}
}

// Each row of the tables that are looked up by a number.
func TestLookedUpRows(t *testing.T) {
	rs := pack(t, nil)
	want := map[int]float64{1: 0, 2: 0, 3: 1, 5: 1, 6: 2, 8: 2, 9: 3, 11: 3, 12: 4, 15: 4, 16: 5, 19: 5, 20: 6, 24: 6, 25: 7, 29: 7, 30: 8, 34: 8, 35: 9, 39: 9, 40: 10, 99: 10}
	for stat, speed := range want {
		a := plain(t, rs, "ann", "", "PAW", strconv.Itoa(stat), "MAW", strconv.Itoa(stat))
		for _, name := range []string{"PSPD", "MSPD"} {
			if got, _, _ := a.Sheet.Explain(rs, name); got != speed {
				t.Errorf("%s of %d: got %g, want %g", name, stat, got, speed)
			}
		}
	}
	factor := map[string]func(rank int) int{
		"guide": func(r int) int {
			switch {
			case r == 0:
				return 1
			case r <= 4:
				return 2
			case r <= 7:
				return 3
			}
			return r / 2
		},
		"sheet": func(r int) int {
			switch {
			case r == 0:
				return 1
			case r <= 3:
				return 2
			case r <= 6:
				return 3
			}
			return (r + 1) / 2
		},
	}
	for choice, m := range factor {
		rs := pack(t, map[string]string{"raising_cost": choice})
		for _, skill := range rs.Skills.All {
			steps, err := skill.RaiseCosts(rs, rules.Unranked, 30)
			if err != nil {
				t.Fatal(err)
			}
			for _, step := range steps {
				if step.Cost != skill.Cost*float64(m(int(step.Rank))) {
					t.Errorf("%s: %s to rank %g costs %g, want %g × %d", choice, skill.Name, step.Rank, step.Cost, skill.Cost, m(int(step.Rank)))
				}
			}
		}
	}
}

// Table 7.1, each row by the skills that have it.
func TestSkills(t *testing.T) {
	rs := pack(t, nil)
	cost := map[string][2]float64{
		"mental_discipline": {3, -4}, "art": {3, -2}, "science": {7, 0}, "engineering": {5, 0}, "craft": {4, -1}, "technical_study": {4, 0}, "physical_discipline": {2, 0},
		"unassisted": {0, 0}, "single_assisted": {1, -1}, "multiple_assisted": {2, -2},
		"bare_handed": {0, 0}, "simple": {1, -1}, "complex": {2, -2},
	}
	percent := map[string]float64{"specific": 4, "general": 1, "support": 2}
	if len(rs.Skills.All) < 60 {
		t.Errorf("%d skills, want 60", len(rs.Skills.All))
	}
	used := map[string]int{}
	for _, skill := range rs.Skills.All {
		var sum [2]float64
		for _, entry := range skill.Rest {
			word := entry.Value.Text
			used[word]++
			if p, ok := percent[word]; ok {
				if skill.Percent != p {
					t.Errorf("%s: %g %% per rank, want %g", skill.Name, skill.Percent, p)
				}
				continue
			}
			parts, ok := cost[word]
			if !ok {
				t.Errorf("%s: %s is of no table", skill.Name, word)
			}
			sum[0], sum[1] = sum[0]+parts[0], sum[1]+parts[1]
		}
		if skill.Cost != sum[0] || skill.Difficulty != sum[1] {
			t.Errorf("%s: cost %g DF %g, want %g and %g", skill.Name, skill.Cost, skill.Difficulty, sum[0], sum[1])
		}
	}
	for word := range cost {
		if used[word] == 0 {
			t.Errorf("no skill is %s", word)
		}
	}
	for word := range percent {
		if used[word] == 0 {
			t.Errorf("no skill is %s", word)
		}
	}
	related(t, rs)
}

// related looks whether nearness is written on both sides, and the same.
func related(t *testing.T, rs *rules.Ruleset) {
	t.Helper()
	for _, skill := range rs.Skills.All {
		for _, entry := range skill.Related {
			other, _ := rs.Skills.Get(entry.Name)
			back := ""
			for _, there := range other.Related {
				if there.Name == skill.Name {
					back = there.Value.Text
				}
			}
			if back != entry.Value.Text {
				t.Errorf("%s says %s is %s; the other way round it is %q", skill.Name, entry.Name, entry.Value.Text, back)
			}
		}
	}
}

// average is the mean of an expression like 2d6 + 4.
func average(text string) (sum float64, ok bool) {
	sign := 1.0
	for _, word := range strings.Fields(text) {
		switch {
		case word == "+":
			sign = 1
		case word == "-":
			sign = -1
		case strings.Contains(word, "d"):
			count, faces, _ := strings.Cut(word, "d")
			n, err1 := strconv.ParseFloat(count, 64)
			f, err2 := strconv.ParseFloat(faces, 64)
			if err1 != nil || err2 != nil {
				return 0, false
			}
			sum += sign * n * (f + 1) / 2
		default:
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return 0, false
			}
			sum += sign * x
		}
	}
	return sum, true
}

// The speeds and damages that the author published: section 11 of the digest.
func TestPublishedWeapons(t *testing.T) {
	rs := pack(t, nil)
	want := map[string][2]float64{
		"dagger": {6, 9}, "short_sword": {7, 11}, "sabre": {7, 11}, "bastard_sword": {10, 13}, "katana": {11, 15}, "two_handed_sword": {11, 12},
		"hatchet": {6, 9}, "battle_axe": {7, 10}, "mace": {6, 11}, "ball_and_chain": {8, 13}, "quarterstaff": {10, 17}, "pike": {15, 11},
		"bardiche": {12, 14}, "nunchaku": {7, 13}, "boomerang": {7, 18},
	}
	for name, numbers := range want {
		item, ok := rs.Items.Get(name)
		if !ok {
			t.Errorf("no %s", name)
			continue
		}
		mean, ok := average(item.FieldText(rs, "damage"))
		if !ok || item.Field(rs, "counts") != numbers[0] || mean != numbers[1] || item.Src != "A" {
			t.Errorf("%s: %g counts, damage %s averages %g, src %s; want %g, %g, A", name, item.Field(rs, "counts"), item.FieldText(rs, "damage"), mean, item.Src, numbers[0], numbers[1])
		}
	}
	for _, item := range rs.Items.All {
		mean, dice := average(item.FieldText(rs, "damage"))
		if said := item.FieldText(rs, "mean"); said != "" && (!dice || item.Field(rs, "mean") != mean) {
			t.Errorf("%s: damage %s averages %g, mean says %s", item.Name, item.FieldText(rs, "damage"), mean, said)
		}
	}
	ann := plain(t, rs, "ann", "gear: [close_fist, open_hand, front_kick, side_kick, roundhouse, hip_throw]\n", "PST", "20")
	bob := plain(t, rs, "bob", "", "PEN", "90")
	s := &rules.State{Actors: []*rules.Actor{ann, bob}}
	for name, numbers := range map[string][2]float64{"close_fist": {3, 12}, "open_hand": {3, 10}, "front_kick": {4, 14}, "side_kick": {5, 14}, "roundhouse": {6, 16}, "hip_throw": {5, 10}} {
		item, _ := rs.Items.Get(name)
		d, err := rs.Perform(s, "ann", rules.OngoingAction{Action: "attack", Whom: "bob", Tool: name, Given: []rules.ManualModifier{{Modifier: "percent", Value: 70}}},
			rules.DecisionInput{Dice: &rules.TypedDice{Faces: []int{70, 20}}, Answers: map[string]string{"bob.answer": rules.NoAnswer}})
		if err != nil {
			t.Fatal(name, err)
		}
		if got := damageOf(d); got != numbers[1] || item.Field(rs, "counts") != numbers[0] {
			t.Errorf("%s with a strength effect of 4: %g counts, damage %g; want %g, %g", name, item.Field(rs, "counts"), got, numbers[0], numbers[1])
		}
	}
}

func damageOf(d rules.Decision) float64 {
	for _, out := range d.Outcomes {
		if out.Label == "Damage" && out.Total != nil {
			return *out.Total
		}
	}
	return math.NaN()
}

// Armour by the author, piercing, cutting and crushing, through blows at who wears it.
func TestPublishedArmour(t *testing.T) {
	rs := pack(t, nil)
	weapons := []string{"pike", "katana", "quarterstaff"}
	for name, numbers := range map[string][3]float64{"leather": {1, 2, 1}, "boiled_leather": {3, 4, 3}, "chain_on_leather": {2, 5, 3}, "lamellar_on_leather": {5, 6, 5}, "plate": {10, 12, 10}} {
		ann := plain(t, rs, "ann", "gear: [pike, katana, quarterstaff]\n")
		bob := plain(t, rs, "bob", "armour: {chest: "+name+"}\n", "PEN", "90")
		for i, weapon := range weapons {
			dice := []int{60, 20, 6, 6}
			if weapon == "pike" {
				dice = []int{60, 20, 8, 8}
			}
			d, err := rs.Perform(&rules.State{Actors: []*rules.Actor{ann, bob}}, "ann", rules.OngoingAction{Action: "attack", Whom: "bob", Tool: weapon, Given: []rules.ManualModifier{{Modifier: "percent", Value: 70}}},
				rules.DecisionInput{Dice: &rules.TypedDice{Faces: dice}, Answers: map[string]string{"bob.answer": rules.NoAnswer}})
			if err != nil {
				t.Fatal(name, weapon, err)
			}
			got := 0.0
			for _, out := range d.Outcomes {
				for _, term := range out.Terms {
					if term.Label == "Armour" {
						got = -term.Value
					}
				}
			}
			if got != numbers[i] {
				t.Errorf("%s against a %s: got %g, want %g", name, weapon, got, numbers[i])
			}
		}
	}
}

// Whatever hurts can be attacked with: it has a skill, a speed, a kind and a type of damage.
func TestEveryWeaponWorks(t *testing.T) {
	rs := pack(t, nil)
	types := []string{"crushing", "cutting", "piercing", "projectile", "laser", "energy", "explosive", "mental"}
	used := map[string]bool{}
	for _, item := range rs.Items.All {
		if item.FieldText(rs, "damage") == "" {
			continue
		}
		s := &rules.State{Actors: []*rules.Actor{plain(t, rs, "ann", "gear: ["+item.Name+"]\n"), plain(t, rs, "bob", "")}}
		cast, err := rs.Preview(s, "ann", rules.OngoingAction{Action: "attack", Whom: "bob"}, map[string]string{"bob.answer": rules.NoAnswer})
		if err != nil || cast.Roll == nil || cast.Roll.Skill == "" || cast.Counts < 3 {
			t.Errorf("%s: %v %+v", item.Name, err, cast.Roll)
		}
		kinds := 0
		for _, word := range types {
			if item.HasTag(word) {
				kinds++
				used[word] = true
			}
		}
		if kinds != 1 {
			t.Errorf("%s has %d types of damage", item.Name, kinds)
		}
	}
	for _, word := range types {
		if !used[word] {
			t.Errorf("nothing does %s damage", word)
		}
	}
}

func TestEveryCharacterLoads(t *testing.T) {
	rs := pack(t, nil)
	list := files(t, characters.Files, ".", "characters")
	if len(list) < 12 {
		t.Errorf("%d characters", len(list))
	}
	for _, file := range list {
		sheet, err := rs.ReadSheet(file.Name, file.Data)
		if err != nil {
			t.Error(err)
			continue
		}
		points := 0.0
		for _, stat := range rs.Stats.All {
			if !stat.IsGiven() {
				continue
			}
			value := sheet.Stat(stat)
			points += value
			if value < 5 || value > 25 {
				t.Errorf("%s: %s is %g; at generation it is 5 to 25", file.Name, stat.Name, value)
			}
		}
		if sheet.Person.Kind == "pc" && points != 125 {
			t.Errorf("%s: %g points of statistics, a starting hero has 125", file.Name, points)
		}
		if len(sheet.Items) == 0 || len(sheet.Skills) == 0 {
			t.Errorf("%s: %d items, %d skills", file.Name, len(sheet.Items), len(sheet.Skills))
		}
	}
}

// TestWhatIsDoneWithAThingSaysToWhom checks that each action done to a combatant with a thing says toward which side. Where what
// is in hand does not serve, another carried thing is proposed, but not toward the actor's own side; so here the menus are the
// same whether or not an action that says nothing would be given a thing, too.
func TestWhatIsDoneWithAThingSaysToWhom(t *testing.T) {
	for _, name := range []string{"saltmarket", "cold_lantern"} {
		rs := campaignRules(t, name)
		for _, action := range rs.Actions.All {
			if action.Name == "set_off" { // its own actor can be its target
				continue
			}
			if action.Whom && len(action.With) > 0 && action.IsDeclaredByName(rs) && action.UsualTargetSide() != rules.TowardTheirs {
				t.Errorf("%s: say toward: theirs with action %s, or look at what the list of whom proposes to do it with", name, action.Name)
			}
		}
	}
}

// TestTwoVerbsAreAsked: an action of two verbs that leads to a question says itself how that is asked, since a language puts only the
// first word of a label into the third person.
func TestTwoVerbsAreAsked(t *testing.T) {
	for _, name := range []string{"saltmarket", "cold_lantern", "heresiarch", "two_tribes", "catacombs"} {
		for _, action := range campaignRules(t, name).Actions.All {
			asks := slices.ContainsFunc(action.Steps, func(item source.MapItem[rules.Step]) bool { return item.Value.Offer.Text != "" })
			if asks && strings.Contains(action.Label, " and ") && action.Say.Case("asked") == nil && action.Say.Case("deed") == nil {
				t.Errorf("%s: %s (%s) has no say for asked", name, action.Name, action.Label)
			}
		}
	}
}

func TestEveryCampaignLoads(t *testing.T) {
	type encounter struct {
		Encounter struct {
			Label      string                  `yaml:"label"`
			Called     string                  `yaml:"called"`
			Hidden     bool                    `yaml:"hidden"`
			Party      string                  `yaml:"party"`
			Read       string                  `yaml:"read"`
			Notes      string                  `yaml:"notes"`
			Situations []source.Text           `yaml:"situations"`
			Fight      *bool                   `yaml:"fight"`
			Secrets    source.Map[source.Text] `yaml:"secrets"`
			Threads    source.Map[source.Text] `yaml:"threads"`
		} `yaml:"encounter"`
		Clocks source.Map[struct {
			Label string        `yaml:"label"`
			After source.Text   `yaml:"after"`
			Every source.Text   `yaml:"every"`
			At    source.Text   `yaml:"at"`
			Then  []source.Text `yaml:"then"`
		}] `yaml:"clocks"`
		Ends       []rules.EndEntry            `yaml:"ends"`
		Sides      source.Map[rules.SideEntry] `yaml:"sides"`
		Combatants source.Map[struct {
			Leader bool        `yaml:"leader"`
			Side   string      `yaml:"side"`
			Looks  source.Text `yaml:"looks"`
			Tactic source.Text `yaml:"tactic"`
			From   string      `yaml:"from"`
			Name   string      `yaml:"name"`
			Short  string      `yaml:"short"`
			At     source.Text `yaml:"at"`
			Place  *float64    `yaml:"place"`
		}] `yaml:"combatants"`
		Places source.Map[struct {
			Label string `yaml:"label"`
			Notes string `yaml:"notes"`
		}] `yaml:"places"`
		Goals source.Map[struct {
			Label   string      `yaml:"label"`
			Called  string      `yaml:"called"`
			Task    source.Text `yaml:"task"`
			Skill   source.Text `yaml:"skill"`
			Sum     float64     `yaml:"sum"`
			Tries   int         `yaml:"tries"`
			Reached string      `yaml:"reached"`
			Failed  string      `yaml:"failed"`
		}] `yaml:"goals"`
		Exits source.Map[struct {
			Label string   `yaml:"label"`
			Place *float64 `yaml:"place"`
		}] `yaml:"exits"`
	}
	folders, err := fs.ReadDir(campaigns.Files, ".")
	if err != nil || len(folders) == 0 {
		t.Fatal("no campaigns", err)
	}
	for _, folder := range folders {
		if file, err := fs.ReadFile(campaigns.Files, path.Join(folder.Name(), "campaign.yaml")); err != nil || !strings.Contains(string(file), "pack: hybrid") {
			continue // it is of another game, which gm opens
		}
		rs := campaignRules(t, folder.Name())
		fights := files(t, campaigns.Files, path.Join(folder.Name(), "encounters"), path.Join("campaigns", folder.Name(), "encounters"))
		if len(fights) < 2 {
			t.Errorf("%s: %d encounters", folder.Name(), len(fights))
		}
		for _, file := range fights {
			var report source.Report
			var e encounter
			source.Decode(source.Parse(file.Name, file.Data, &report), &e, &report)
			if err := report.Err(); err != nil {
				t.Error(err)
				continue
			}
			for _, situation := range e.Encounter.Situations {
				if _, ok := rs.Situations.Get(situation.Text); !ok {
					t.Errorf("%s: no situation %s", situation.Pos, situation.Text)
				}
			}
			sides := map[string]bool{}
			for _, entry := range e.Combatants {
				from := entry.Value.From
				if from == "" {
					from = entry.Name
				}
				sides[entry.Value.Side] = true
				if !exists(campaigns.Files, path.Join(folder.Name(), "characters", from+".yaml")) && !exists(characters.Files, from+".yaml") {
					t.Errorf("%s: no character %s", entry.Pos, from)
				}
			}
			if len(e.Combatants) < 2 || len(sides) < 2 || e.Encounter.Label == "" || e.Encounter.Notes == "" {
				t.Errorf("%s: %s, %d combatants of %d sides", file.Name, fmt.Sprintf("%q", e.Encounter.Label), len(e.Combatants), len(sides))
			}
		}
	}
}
