package rules

import (
	"bytes"
	"fmt"
	"hybrid/rules/source"
	"math"
	"slices"
	"strings"
	"testing"
)

// rulingRow plays a scene under each choice of a ruling, and reads one number off it.
type rulingRow struct {
	scene string // lines of a transcript
	read  func(s *scene) float64
	want  map[string]float64 // by choice
}

// Two who meet in most rows: Ann is better at it, Bob is all 10.
const (
	duel = "who ann all 10, PST 14, DEX 16, PAG 15; skills sword 5; gear short_sword\nwho bob all 10; skills sword 5; gear short_sword"
	fit  = "who ann all 10; skills sword 10, law_lore 15; gear short_sword\nwho bob all 10"
)

func rulingRows() map[string]rulingRow {
	return map[string]rulingRow{
		"strength_effect":      {"who ann all 10", statOf("ann", "PSE"), map[string]float64{"fifth": 2, "tenth": 1}},
		"fractions":            {"who ann all 10, PST 11", statOf("ann", "PCA"), map[string]float64{"keep": 31.0 / 3, "round": 10}},
		"inherent_df":          {fit, chanceOf("ann: attack bob"), map[string]float64{"counted": 55, "ignored": 60}},
		"open_die":             {fit + "\nann: skill_use, skill sword; dice 100 100 7", rolled, map[string]float64{"once": 200, "again_and_again": 207}},
		"least_chance":         {fit, chanceOf("ann: skill_use, skill sword, nearly_impossible"), map[string]float64{"one": 1, "none": -35}},
		"bounds":               {fit, meanFactor(20), map[string]float64{"at_or_under": -75.25, "mixed": -76.25, "under": -77.25}},
		"failures":             {fit + "\nann: skill_use, skill sword, df -4; dice 100 50 30", factor, map[string]float64{"bands": -2, "margin": -0.25}},
		"florentine":           {fit, chanceOf("ann: skill_use, skill sword, same_primary"), map[string]float64{"text": 50, "table": 45}},
		"two_actions":          {"who ann all 10; skills sword 10, knife 10; gear short_sword dagger\nwho bob all 10\nbegin\nturn ann 10\nnext\nann: attack bob, and attack bob\nnext; bob answers none; dice 99\nnext; bob answers none; dice 99 3 4", turnOf("ann"), map[string]float64{"later": 31, "earlier": 30}},
		"after_action":         {duel + "\nbegin\nturn ann 5\nnext\nann: attack bob\nnext; bob answers none; dice 60 3 4", turnOf("ann"), map[string]float64{"roll": 26, "at_once": 12}},
		"tie_break":            {"who ann all 10\nwho bob all 10, PAW 12\nbegin\nturn ann 5\nturn bob 5", func(s *scene) float64 { return first(s, "bob") }, map[string]float64{"reaction": 1, "file": 0}},
		"out_of_fatigue":       {"who ann all 15\npass ann walking 2 h", poolOf("ann", "PEX"), map[string]float64{"tenth": 63, "reserve": 0}},
		"defence_skill":        {"who ann all 10; skills sword 10; gear short_sword\nwho bob all 10; skills evasion 5", chanceOf("ann: attack bob"), map[string]float64{"plain": 55, "skilled": 35}},
		"paired_parts":         {duel + "\nann: attack bob; bob answers none; dice 40 57 3 4", func(s *scene) float64 { return float64(len(s.last.Outcomes[1].Side)) }, map[string]float64{"odd_left": 4, "none": 0}},
		"damage_rounding":      {duel + "\nann: attack bob; bob answers none; dice 25 60 3 4", poolOf("bob", "PFT"), map[string]float64{"nearest": 16, "fractions": 16.25}},
		"mishaps":              {duel + "\nann: attack bob; bob answers none; dice 99", tells, map[string]float64{"never": 0, "offered": 1}},
		"shock_recovery":       {"who ann all 10\nbegin\nput ann stunned; dice 3 4", nextTick("ann"), map[string]float64{"each_turn": -1, "slow": 52}},
		"raising_cost":         {"", raiseTo("sword", 4), map[string]float64{"guide": 6, "sheet": 9}},
		"stand_in_zero":        {"who ann all 10; skills polearm 9", chanceOf("ann: skill_use, skill sword, stand_in polearm"), map[string]float64{"familiar": 25, "unranked": 10}},
		"stat_roll":            {duel, chanceOf("ann: overbear bob"), map[string]float64{"full": 35, "half": 12.5}},
		"heavy_armour":         {"who ann all 10; skills sword 5; gear short_sword; wears chest leather", chanceOf("ann: skill_use, skill sword"), map[string]float64{"heavy": 45, "any": 25}},
		"hindrance":            {"who ann all 10; skills sword 5; gear short_sword\nwho bob all 10; now PFT 0, PBD 10\nann: attack bob; bob answers none; dice 30 20 1 1 1 1", chanceAt("System shock"), map[string]float64{"actions": 30, "all": 1}},
		"humidity":             {"who ann all 10; skills athletics 30", chanceOf("ann: skill_use, skill athletics, humidity_gone"), map[string]float64{"gravity": 40, "none": 60}},
		"named_exhaustion":     {"who ann all 15; adjust PFT value 200\npass ann walking 1 h", poolOf("ann", "PEX"), map[string]float64{"tenth": 69, "both": 63}},
		"parry_df":             {"who ann all 10; skills throwing 10; gear throwing_axe\nwho bob all 10; skills sword 20; gear short_sword\nann: attack bob; bob answers parry; dice 55 65", chanceAt("Parry"), map[string]float64{"instead": 80, "added": 65}},
		"combat_effort":        {duel + "\nann: attack bob; bob answers none; dice 99", poolOf("ann", "PFT"), map[string]float64{"damage": 35, "effort": 34.3}},
		"concentration":        {fit, offered("ann: skill_use, skill sword", "total_concentration"), map[string]float64{"as_all_out": 1, "none": 0}},
		"mental_on_the_move":   {fit + "\nann does running", chanceOf("ann: skill_use, skill law_lore"), map[string]float64{"table": 60, "half": 57.5}},
		"targeted_on_the_move": {"who ann all 10; skills sword 10, throwing 15; gear short_sword throwing_axe\nwho bob all 10\nann does running", both(chanceOf("ann: attack bob"), chanceOf("ann: attack bob with throwing_axe")), map[string]float64{"guide": 30 + 50, "ranged": 30 + 35, "all": 15 + 35}},
		"unskilled_perception": {fit, chanceOf("ann: perceive"), map[string]float64{"stat": 30, "task": 15}},
		"whole_counts":         {fit, timeOf("ann: attack bob, rushed 0.5"), map[string]float64{"whole": 4, "exact": 3.5}},
		"unranked_delay":       {"who ann all 10; gear short_sword\nwho bob all 10", timeOf("ann: attack bob"), map[string]float64{"effect": 9, "initiative": 7}},
		"retreat_counts":       {fit + "\nput bob retreating", chanceOf("ann: attack bob"), map[string]float64{"rolls": 55, "value": 25}},
		"off_balance":          {"who ann all 10, PST 14, DEX 16, PAG 15; skills sword 5; gear short_sword\nwho bob all 10; skills sword 20; gear short_sword\nann: attack bob; bob answers parry; dice 50 30", chanceOf("ann: skill_use, skill sword"), map[string]float64{"jolted": 50, "margin": 30}},
		"closeness":            {"who ann all 10; skills sword 10, knife 10; gear dagger short_sword\nwho bob all 10; gear short_sword\nput bob closed_upon 1 by ann\nann: attack bob with short_sword; bob answers none; dice 70", diceUsed, map[string]float64{"one": 1, "both": 0}},
		"answering":            {duel + "\nbegin\nturn ann 5\nturn bob 6\nnext\nann: attack bob\nnext\nbob: attack ann\nnext; bob answers parry; dice 6 6 99 3 4 3 4 3 4", actsAt("bob"), map[string]float64{"added": 17, "given_up": 35}},
		"answer_time":          {"who ann all 10; skills brawling 3; gear close_fist\nwho bob all 10; gear short_sword\nput ann closed_upon by bob\nbegin\nturn ann 5\nnext\nann: attack bob", answers, map[string]float64{"any": 4, "in_time": 1}},
		"degree_damage":        {duel + "\nann: attack bob; bob answers none; dice 5 20 3 4 1 1", poolOf("bob", "PBD"), map[string]float64{"fatigue_first": 20, "surplus_to_body": 9}},
		"heavy_blow":           {"who ann all 10; skills club 5; gear mace\nwho bob all 10; now PFT 11\nann: attack bob; bob answers none; dice 30 20 1 1 100 100", diceUsed, map[string]float64{"maximum": 4, "current": 6}},
		"preset_cost":          {"who ann all 10\nbegin\nput ann preset\nnext", nextTick("ann"), map[string]float64{"repeats": 20, "once": -2}},
		"lost_pace":            {"who ann all 10\nann does jogging\nann: accelerate, asked 5; dice 99", func(s *scene) float64 { return float64(s.state.Find("ann").Activities[0].Name[0]) }, map[string]float64{"present": 'w', "tried": 'j'}},
		"setting_off":          {"who ann all 10\nplace ann 0\nbegin\nturn ann 3\nnext\ngo ann 50 dashing; dice 7", func(s *scene) float64 { return s.state.Find("ann").Pace(s.rules()) }, map[string]float64{"rolled": 2, "at_once": 4}},
		"getting_away":         {"who ann all 10\nwho bob all 10\nput ann closed_upon 1 by bob\nput bob retreating", func(s *scene) float64 { return float64(len(s.state.Find("ann").Conditions)) }, map[string]float64{"retreat": 0, "check": 1}},
		"bleeding_rest":        {"who ann all 10; now PFT 5\nput ann bleeding\npass ann sitting 8 s", poolOf("ann", "PFT"), map[string]float64{"nothing": 5 - 4, "restored": 9}},
		"bleeding_out":         {"who ann all 10\nwho bob all 10; now PFT 0, PBD -19\nbegin\nturn ann 45\nput bob bleeding\nnext\nnext", poolOf("bob", "PBD"), map[string]float64{"twice": -20, "for_ever": -21}},
		"ammunition": {"who ann all 10; gear light_crossbow\nwho bob all 10\nann: attack bob; bob answers none; dice 90", func(s *scene) float64 {
			if stocks := ItemPoolsOf(s.state.Find("ann")); len(stocks) > 0 {
				return stocks[0].Now
			}
			return -1
		}, map[string]float64{"uncounted": -1, "counted": 0}},
		"fallen_foes":       {"who ann all 10; gear short_sword\nwho bob all 10; now PBD 0, PFT 5\nann: attack bob; bob answers none; dice 1 30 1 1 1 1 1", poolOf("bob", "PFT"), map[string]float64{"struck": 0, "spared": 5}},
		"acceleration":      {"who ann all 10", chanceOf("ann: accelerate, asked 2"), map[string]float64{"plain": 30, "draft": 40}},
		"out_of_exhaustion": {"who ann all 10; now PEX 1\nwho bob all 10\nbegin\nann does dashing\nturn bob 20\nnext", func(s *scene) float64 { return float64(len(s.state.Find("ann").Activities)) }, map[string]float64{"warn": 1, "stop": 0}},
		"feints":            {duel + "\nann: feint; dice 20 100 100", func(s *scene) float64 { return float64(len(s.state.Find("bob").Conditions)) }, map[string]float64{"both": 1, "preset": 0}},
		"evading":           {fit + "\nput ann evading", chanceOf("ann: attack bob"), map[string]float64{"primary": 40, "secondary": 25}},
		"bare_parry":        {"who ann all 10; gear short_sword\nwho bob all 10; gear close_fist\nbegin\nturn ann 5\nnext\nann: attack bob", answers, map[string]float64{"hand": 3, "weapon": 2}},
		"armour_perception": {"who ann all 10; skills combat_perception 10, armour_wearing 2; wears chest plate", chanceOf("ann: perceive"), map[string]float64{"capped": 38, "spared": 70}},
		"paired_perception": {"who ann all 10; skills combat_perception 5", chanceOf("ann: perceive, same_secondary"), map[string]float64{"as_action": 20, "awareness": 40}},
		"set_up_lost":       {duel + "\nbegin\nturn ann 5\nturn bob 6\nnext\nann: attack bob, set_up\nnext\nbob: attack ann\nnext; ann answers parry; dice 99 3 4", func(s *scene) float64 { return float64(len(s.state.Find("ann").Conditions)) }, map[string]float64{"lost": 1, "kept": 0}},
		"set_up_rank":       {"who ann all 10; skills sword 8, zero_g 3; gear short_sword\nwho bob all 10", chanceOf("ann: attack bob, weightless, set_up"), map[string]float64{"plain": 63, "effective": 53}},
		"movement_rates":    {"who ann all 10; adjust PMV value 5\nwho bob all 10\nann does running", func(s *scene) float64 { return s.state.Find("ann").Pace(s.rs) }, map[string]float64{"exact": 2.5, "floored": 2}},
	}
}

// Every ruling has a row, and each of its choices comes to another number.
func TestEveryRulingCounts(t *testing.T) {
	sequential(t)
	rows := rulingRows()
	for _, ruling := range settings(hybridPack(t)) {
		row, ok := rows[ruling.Name]
		if !ok {
			t.Errorf("ruling %s (%s) has no row", ruling.Name, ruling.Src)
			continue
		}
		delete(rows, ruling.Name)
		choices := choiceNamesOf(ruling)
		if len(choices) < 2 || len(row.want) != len(choices) {
			t.Errorf("ruling %s has choices %v, the row %v", ruling.Name, choices, row.want)
		}
		seen := map[float64]string{}
		for _, choice := range choices {
			t.Run(ruling.Name+" "+choice, func(t *testing.T) {
				want, ok := row.want[choice]
				if other, twice := seen[want]; !ok || twice {
					t.Fatalf("choice %s: want %g, as for %q", choice, want, other)
				}
				seen[want] = choice
				if got := playRow(t, row, map[string]string{ruling.Name: choice}); TrimNoise(got) != TrimNoise(want) {
					t.Errorf("got %g, want %g", got, want)
				}
			})
		}
	}
	for name := range rows {
		t.Errorf("row %s is of no ruling", name)
	}
}

// The default of a ruling is the first choice, and the one the digest prints first.
func TestRulingsBySource(t *testing.T) {
	want := map[string]string{"R2": "keep", "R3": "counted", "R5": "once", "R7": "one", "R8": "at_or_under", "R9": "bands", "R10": "text", "R11": "roll",
		"R13": "tenth", "R15": "plain", "R19": "each_turn", "R20": "struck", "R22": "guide", "R23": "familiar", "R25": "full", "R26": "actions", "R27": "plain", "R28": "lost",
		"R29": "table", "R30": "guide", "R32": "stat", "R34": "whole", "R39": "effect", "R40": "repeats", "R41": "exact", "R42": "plain",
		"R44": "warn", "R45": "damage", "R49": "both", "R52": "rolls", "R53": "primary", "R54": "jolted", "R55": "any", "R59": "fatigue_first", "R61": "maximum", "R67": "heavy", "R68": "gravity", "R43": "tenth", "R72": "as_all_out", "R74": "instead", "R75": "nothing", "R76": "twice", "R77": "uncounted", "R78": "added", "R79": "one", "R80": "rolled", "R81": "as_action", "R83": "hand", "R84": "capped"}
	for _, ruling := range settings(hybridPack(t)) {
		if choice, named := want[ruling.Src]; named && ruling.Choice.Text != choice {
			t.Errorf("%s: the default is %s, want %s", ruling.Src, ruling.Choice.Text, choice)
		}
		if first := choiceNamesOf(ruling)[0]; first != ruling.Choice.Text {
			t.Errorf("%s: the default %s is not the first choice %s", ruling.Name, ruling.Choice.Text, first)
		}
		delete(want, ruling.Src)
	}
	for src := range want {
		t.Errorf("no ruling of %s, which the digest makes a setting", src)
	}
}

// All choices that are not the default load together, and so do any two that lay something over the same entry.
func TestRulingsGoTogether(t *testing.T) {
	rulings := settings(hybridPack(t))
	other := map[string]string{}
	touches := map[string][]string{} // the entries a choice lays something over: who else does
	for _, ruling := range rulings {
		choice := choiceNamesOf(ruling)[1]
		other[ruling.Name] = choice
		for _, entry := range touched(ruling, choice) {
			touches[entry] = append(touches[entry], ruling.Name)
		}
	}
	if _, err := loadPack(other); err != nil {
		t.Errorf("all together: %v", err)
	}
	for entry, names := range touches {
		for i, a := range names {
			for _, b := range names[i+1:] {
				if _, err := loadPack(map[string]string{a: other[a], b: other[b]}); err != nil {
					t.Errorf("%s: %s and %s: %v", entry, a, b, err)
				}
			}
		}
	}
}

// settings lists the rulings that have choices; the others are readings.
func settings(rs *Ruleset) []*Ruling {
	return slices.DeleteFunc(slices.Clone(rs.Rulings.All), func(r *Ruling) bool { return r.Choices == nil })
}

func touched(ruling *Ruling, choice string) (entries []string) {
	layer := ruling.Choices.Get(choice)
	if layer == nil {
		return nil
	}
	for _, section := range layer.Fields {
		for _, entry := range section.Value.Fields {
			entries = append(entries, section.Key+"."+entry.Key)
		}
	}
	return entries
}

func choiceNamesOf(ruling *Ruling) (names []string) {
	for _, item := range ruling.Choices.Items {
		names = append(names, item.Text)
	}
	for _, field := range ruling.Choices.Fields {
		names = append(names, field.Key)
	}
	return names
}

func playRow(t *testing.T, row rulingRow, choices map[string]string) float64 {
	t.Helper()
	s := &scene{t: t, choices: choices, quiet: true}
	s.clear()
	var out bytes.Buffer
	for _, line := range strings.Split(row.scene, "\n") {
		if line != "" {
			s.line(line, &out)
		}
	}
	if text := out.String(); strings.HasPrefix(text, "?") || strings.Contains(text, "\n?") {
		t.Fatalf("a question is left: %s", text)
	}
	return row.read(s)
}

func chanceOf(line string) func(*scene) float64 {
	return func(s *scene) float64 {
		who, what, _ := strings.Cut(line, ":")
		preview, err := s.rules().Preview(s.state, who, s.doing(what), map[string]string{"bob.answer": NoAnswer})
		if err != nil || preview.Roll == nil {
			s.t.Fatal(line, err)
		}
		return preview.Roll.Chance
	}
}

func timeOf(line string) func(*scene) float64 {
	return func(s *scene) float64 {
		who, what, _ := strings.Cut(line, ":")
		preview, err := s.rules().Preview(s.state, who, s.doing(what), nil)
		if err != nil {
			s.t.Fatal(line, err)
		}
		return preview.Counts
	}
}

func statOf(who, name string) func(*scene) float64 {
	return func(s *scene) float64 {
		value, _, ok := s.state.Find(who).Sheet.Explain(s.rules(), name)
		if !ok {
			s.t.Fatalf("no stat %s", name)
		}
		return value
	}
}

func poolOf(who, name string) func(*scene) float64 {
	return func(s *scene) float64 {
		pool, ok := s.rules().Pools.Get(name)
		if !ok {
			s.t.Fatalf("no pool %s", name)
		}
		return s.state.Find(who).PoolValue(pool)
	}
}

// actsAt reads the count at which an actor's action in progress lands, or else that of its next turn.
func actsAt(who string) func(*scene) float64 {
	return func(s *scene) float64 {
		if a := s.state.Find(who); a.Doing == nil {
			return a.Turn
		}
		return s.state.Find(who).Doing.At
	}
}

func turnOf(who string) func(*scene) float64 {
	return func(s *scene) float64 { return s.state.Find(who).Turn }
}

// nextTick is when the first condition of an actor acts; -1 for never.
func nextTick(who string) func(*scene) float64 {
	return func(s *scene) float64 { return s.state.Find(who).Conditions[0].Next }
}

// first is 1 if the one named acts first, else 0.
func first(s *scene, who string) float64 {
	if s.rules().ListPending(s.state)[0].Actor.Key == who {
		return 1
	}
	return 0
}

func raiseTo(skill string, rank int) func(*scene) float64 {
	return func(s *scene) float64 {
		entry, _ := s.rules().Skills.Get(skill)
		steps, err := entry.RaiseCosts(s.rules(), rank-1, rank)
		if err != nil {
			s.t.Fatal(err)
		}
		return steps[0].Cost
	}
}

// both adds two numbers, where one alone does not tell three choices apart.
func both(a, b func(*scene) float64) func(*scene) float64 {
	return func(s *scene) float64 { return a(s) + b(s) }
}

// offered is 1 if a situation can be ticked for an action, else 0.
func offered(text, situation string) func(*scene) float64 {
	return func(s *scene) float64 {
		who, what, _ := strings.Cut(text, ":")
		preview, err := s.rules().Preview(s.state, who, s.doing(what), nil)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, option := range preview.Options {
			if option.Situation.Name == situation {
				return 1
			}
		}
		return 0
	}
}

// meanFactor is the factor that the degrees of a check come to on average.
func meanFactor(chance float64) func(*scene) float64 {
	return func(s *scene) (sum float64) {
		check, _ := s.rules().Checks.Get(s.rules().Pack.Check)
		for _, odd := range s.rules().Odds(check, chance) {
			sum += 100 * odd.Probability * odd.Factor
		}
		return math.Round(sum*100) / 100
	}
}

func rolled(s *scene) float64 { return float64(s.last.Outcomes[0].Roll) }

func factor(s *scene) float64 { return s.last.Outcomes[0].Factor }

func diceUsed(s *scene) float64 { return float64(len(s.last.Dice)) }

func tells(s *scene) (n float64) {
	for _, e := range s.last.Events {
		if e.Kind == EventTell {
			n++
		}
	}
	return n
}

// chanceAt is the chance of a check that was rolled.
func chanceAt(label string) func(*scene) float64 {
	return func(s *scene) float64 {
		for _, out := range s.last.Outcomes {
			if out.Label == label {
				return out.Chance
			}
		}
		s.t.Fatal(fmt.Sprint("no ", label, " was rolled"))
		return 0
	}
}

// answers is how many ways of answering are offered to an attack that takes effect.
func answers(s *scene) float64 {
	_, err := s.rules().Next(s.state, DecisionInput{Dice: &TypedDice{}})
	need, ok := err.(*Need)
	if !ok {
		s.t.Fatal("no answer is asked for: ", err)
	}
	return float64(len(need.Choices))
}

// A choice that removes what the campaign has removed already can be made.
func TestChoiceOverWhatIsRemoved(t *testing.T) {
	for _, yaml := range []string{"activities: {dashing: {begin: removed}}", "activities: {dashing: removed}"} {
		own := Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte(yaml)}}}
		rs := packWith(t, map[string]string{"setting_off": "at_once"}, own)
		if walking, _ := rs.Activities.Get("walking"); walking.begin != nil {
			t.Errorf("%s: walking begins by %s", yaml, walking.begin.Name)
		}
	}
	wrong := Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("rulings: {setting_off: {choices: {at_once: {activities: {walking: {starts: removed}}}}}}")}}}
	if _, err := loadPack(map[string]string{"setting_off": "at_once"}, wrong); err == nil {
		t.Error("a choice removes a field that was never there")
	}
}
