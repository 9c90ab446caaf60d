package rules

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

var (
	mutations = flag.Int("mutations", 12, "how many mutated games TestMutatedTables looks at")
	mutateBy  = flag.Uint64("mutate-seed", 1, "what the mutations of TestMutatedTables are drawn from")
)

// TestMutatedTables changes values of the tables by lot; in each game that still loads, all that only looks must neither panic nor end
// the test: hints, previews with their options, odds.
func TestMutatedTables(t *testing.T) {
	files, err := packFiles()
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(*mutateBy, 44))
	loaded := 0
	for n := range *mutations {
		i := chance.IntN(len(files))
		for strings.Contains(files[i].Name, "languages") {
			i = chance.IntN(len(files))
		}
		changed, what := mutated(chance, string(files[i].Data))
		mutant := slices.Clone(files)
		mutant[i] = source.File{Name: files[i].Name, Data: []byte(changed)}
		var rs *Ruleset
		withoutPanic(t, n, files[i].Name, what, func() { rs, _ = Load([]Layer{{Name: "hybrid", Files: mutant}}, nil) })
		if rs == nil {
			continue
		}
		loaded++
		withoutPanic(t, n, files[i].Name, what, func() { lookAround(rs, chance) })
	}
	t.Logf("%d of %d games loaded", loaded, *mutations)
	if 4*loaded < *mutations {
		t.Errorf("%d of %d games loaded; mutations are too coarse", loaded, *mutations)
	}
}

// TestHintsNeedAnActor: the number of a row is worked out with the actor who would choose it.
func TestHintsNeedAnActor(t *testing.T) {
	rs := packWith(t, nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("tables: {hit_location: {rows: {head: {called_df: -PST - 20}}}}")}}})
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	preview, err := rs.Preview(s, "kira", OngoingAction{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(preview.Options, func(o OptionPreview) bool { return strings.Contains(o.Gives, "head −34") }) {
		t.Errorf("no option tells what the head costs her: %+v", preview.Options)
	}
}

// TestRanksRollNoDice: a rank, which is read wherever a skill is used, can't be rolled.
func TestRanksRollNoDice(t *testing.T) {
	_, err := loadPack(nil, Layer{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("skill: {rank: {own: {add: 1d6}}}")}}})
	if err == nil || !strings.Contains(err.Error(), "own.yaml:1:27: ") {
		t.Error(err)
	}
}

// TestMissingSectionsHaveAPlace: mistakes of a pack that lacks whole sections have the place where it begins.
func TestMissingSectionsHaveAPlace(t *testing.T) {
	_, err := Load([]Layer{{Name: "own", Files: []source.File{{Name: "own.yaml", Data: []byte("pack: {label: Mine, count: 1, unit: s}")}}}}, nil)
	var list source.Mistakes
	if !errors.As(err, &list) {
		t.Fatal(err)
	}
	for _, m := range list {
		if m.Pos.Line == 0 {
			t.Error(m)
		}
	}
}

// withoutPanic calls do and says which mutation made it panic.
func withoutPanic(t *testing.T, n int, file, what string, do func()) {
	t.Helper()
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("mutation %d, %s: %s: %v\n%s", n, file, what, p, debug.Stack())
		}
	}()
	do()
}

// lookAround asks for the hints of all situations, and for previews and odds of some actions.
func lookAround(rs *Ruleset, chance *rand.Rand) {
	s := &State{Running: true}
	for _, name := range []string{"kira", "grell"} {
		data, err := os.ReadFile("../characters/" + name + ".yaml")
		if err != nil {
			panic(err)
		}
		sheet, err := rs.ReadSheet(name+".yaml", data)
		if err != nil {
			return
		}
		actor := rs.NewActor(name, sheet)
		actor.Side = name
		s.Actors = append(s.Actors, actor)
	}
	for _, situation := range rs.Situations.All {
		situation.Hint()
	}
	for _, action := range append([]string{"attack"}, rs.Actions.Names()[chance.IntN(len(rs.Actions.All))]) {
		d := OngoingAction{Action: action, Whom: "grell"}
		if a, ok := rs.Actions.Get(action); ok && !a.Whom {
			d.Whom = ""
		}
		preview, err := rs.Preview(s, "kira", d, nil)
		if err != nil {
			continue
		}
		if options := preview.Options; len(options) > 0 {
			d.Options = []TickedOption{{Situation: options[chance.IntN(len(options))].Name}}
			_, _ = rs.Preview(s, "kira", d, nil)
			d.Options = nil
		}
		_, _ = rs.ActionOdds(s, "kira", d, map[string]string{"grell.answer": "none"})
	}
}

// The values in a text of YAML that a mutation may change, and what it may write.
var (
	mutable    = regexp.MustCompile(`(: |\[|, )(-?[0-9.]+|[A-Za-z_]+(?:\.[A-Za-z_]+)*(?: [-+*/<>=]+ [A-Za-z0-9_.]+)*)([,}\]\n])`)
	mutateInto = []string{"-PST - 20", "PST", "other.PST", "other.is.prone", "is.prone", "asked", "asked * 2", "0", "-1", "1000000", "1 / 3", "max(1, PSI - 10)", "PFT", "PFT / 0.5", "other.PFT - PFT", "number", "count",
		"true", "false", "not foe", "tag.melee", "sword", "skill.sword", "nobody", "tool.reach", "other.tool.reach", "roll", "chance", "\"\"", "~", "[]", "{}", "{else: PST}", "[PST, 1]"}
)

// mutated returns a text in which one value is another one, and says which.
func mutated(chance *rand.Rand, text string) (changed, what string) {
	places := mutable.FindAllStringSubmatchIndex(text, -1)
	at := places[chance.IntN(len(places))]
	was, now := text[at[4]:at[5]], ""
	if from := places[chance.IntN(len(places))]; chance.IntN(3) == 0 {
		now = text[from[4]:from[5]]
	} else {
		now = mutateInto[chance.IntN(len(mutateInto))]
	}
	line := 1 + strings.Count(text[:at[4]], "\n")
	return text[:at[4]] + now + text[at[5]:], "line " + formatNumber(float64(line)) + ", " + was + " → " + now
}
