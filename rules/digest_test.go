package rules

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"hybrid/rules/layer"
	"hybrid/rules/source"
)

// The digest of the rules, one by one: testdata/digest/rules.yaml lists them, each with what it says and, under
// `without`, one or several small layers that take its data out of the game, one at a time. A scene of
// testdata/digest/*.txt begins with `rule NAME`, or with several such lines; played without the rule's data it must
// come out otherwise.

// digestRule is a rule of the list.
type digestRule struct {
	name    string
	pos     source.Pos
	says    string
	without []Layer
	scenes  []digestScene
}

// digestScene is the part of a transcript that shows a rule.
type digestScene struct {
	place string // file:line
	text  string
}

// TestDigest plays the scenes of each rule, and a third of the rules, or all with -long, also without what makes the rule.
func TestDigest(t *testing.T) {
	rules := digestRules(t)
	for name, scenes := range digestScenes(t) {
		rule := rules[name]
		if rule == nil {
			t.Errorf("%s: No rule of the digest named %s", scenes[0].place, name)
			continue
		}
		rule.scenes = scenes
	}
	whole := packNode(t)
	games := newLeaner(whole)
	for name, rule := range rules {
		if rule.says == "" || len(rule.without) == 0 {
			t.Errorf("%s: %s needs what it says, and what the game would be without it", rule.pos, name)
		}
		if len(rule.scenes) == 0 {
			t.Errorf("%s: no scene shows %s (%s)", rule.pos, name, rule.says)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, there := range rule.scenes { // with nothing taken out it is as written
				if got, err := played(t, there, loadOnce); err != nil || got != there.text {
					t.Errorf("%s by itself comes out otherwise (%v):\n%s", there, err, got)
				}
			}
			if !*long && len(rule.says)%5 != 0 {
				return
			}
			less := games.about(rule)
			unchanged := Layer{Name: "without", Files: []source.File{{Name: "nothing.yaml", Data: []byte("pack: {}")}}}
			for _, there := range rule.scenes {
				if got, err := tried(t, there, less, unchanged); err != nil || got != there.text {
					less = whole
				}
			}
			for _, layer := range rule.without {
				takenOut(t, rule, layer, less, whole)
			}
		})
	}
	allRulings(t, rules)
}

// allRulings: the list has R1 to R80, and whatever the pack makes a setting.
func allRulings(t *testing.T, rules map[string]*digestRule) {
	names := map[string]bool{}
	for _, ruling := range hybridPack(t).Rulings.All {
		names[ruling.Src] = true
	}
	for i := 1; i <= 80; i++ {
		names["R"+strconv.Itoa(i)] = true
	}
	for name := range names {
		if rules[name] == nil {
			t.Errorf("ruling %s is not in the list of the digest", name)
		}
	}
}

// takenOut plays the scenes of a rule with a layer that takes it out: at least one must come out otherwise. What does not in a
// game with less in it may in the whole one.
func takenOut(t *testing.T, rule *digestRule, layer Layer, games ...*source.Node) {
	var broken error
	for _, base := range games {
		var shown bool
		if shown, broken = rule.shown(t, base, layer); shown {
			return
		}
	}
	if broken != nil {
		t.Errorf("%s: without it the game does not load; take out less: %v", rule.pos, broken)
		return
	}
	t.Errorf("%s: %s comes out the same without %s", rule.pos, rule.scenes, layer.Files[0].Data)
}

// shown reports whether a scene of the rule comes out otherwise with a layer over a game.
func (rule *digestRule) shown(t *testing.T, base *source.Node, layer Layer) (shown bool, broken error) {
	for _, there := range rule.scenes {
		got, broken := tried(t, there, base, layer)
		if broken != nil {
			return false, fmt.Errorf("%s: %w", there.place, broken)
		}
		if got != there.text {
			return true, nil
		}
	}
	return false, nil
}

// tried is a scene as it comes out with a layer over the game: its text, or less of it where it cannot go on. The
// error says that the game does not load with the rulings of the scene.
func tried(t *testing.T, there digestScene, base *source.Node, layer Layer) (text string, broken error) {
	return played(t, there, func(choices map[string]string) (*Ruleset, error) { return over(base, layer, choices) })
}

func played(t *testing.T, there digestScene, load func(choices map[string]string) (*Ruleset, error)) (text string, broken error) {
	on := &trial{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s := &scene{t: on, choices: map[string]string{}}
		s.load = func(choices map[string]string) *Ruleset {
			rs, err := load(choices)
			if err != nil {
				broken = err
				runtime.Goexit()
			}
			return rs
		}
		s.clear()
		text = s.play(there.text)
	}()
	<-done
	return text, broken
}

// trial is a test that may fail.
type trial struct{ testing.TB }

func (*trial) Helper()               {}
func (*trial) Errorf(string, ...any) {}
func (*trial) Fatal(...any)          { runtime.Goexit() }
func (*trial) Fatalf(string, ...any) { runtime.Goexit() }

// over is the game with a layer over it.
func over(base *source.Node, over Layer, choices map[string]string) (*Ruleset, error) {
	c, err := compileStack(layer.ReadOver(base, []Layer{over}), choices)
	if err != nil {
		return nil, err
	}
	return c.rs, nil
}

// leaner makes games that load sooner: with those entries only that a rule may be about.
type leaner struct {
	whole *source.Node
	words map[*source.Node]map[string]bool // by section or entry, those that stand in it
}

// leafSections are those whose entries the others speak of by name, so that one may be left out if nobody does.
var leafSections = []string{"tasks", "skills", "skill_pools", "items", "hazards", "actions", "situations", "conditions", "packages", "tactics", "rulings"}

func newLeaner(whole *source.Node) *leaner {
	l := &leaner{whole: whole, words: map[*source.Node]map[string]bool{}}
	for _, section := range whole.Fields {
		entries := []source.Field{section}
		if slices.Contains(leafSections, section.Key) {
			entries = section.Value.Fields
		}
		for _, entry := range entries {
			words := map[string]bool{}
			addWords(words, entry.Value)
			l.words[entry.Value] = words
		}
	}
	return l
}

// lean is the game with what some words name, and what that names in turn.
func (l *leaner) lean(named map[string]bool) *source.Node {
	kept := map[*source.Node]bool{}
	keep := func(n *source.Node) {
		kept[n] = true
		maps.Copy(named, l.words[n])
	}
	for _, section := range l.whole.Fields {
		if !slices.Contains(leafSections, section.Key) {
			keep(section.Value)
		}
	}
	for more := true; more; {
		more = false
		for _, section := range l.whole.Fields {
			if kept[section.Value] {
				continue
			}
			for _, entry := range section.Value.Fields {
				if !kept[entry.Value] && named[entry.Key] {
					keep(entry.Value)
					more = true
				}
			}
		}
	}
	less := *l.whole
	less.Fields = nil
	for _, section := range l.whole.Fields {
		if !kept[section.Value] {
			some := *section.Value
			some.Fields = slices.DeleteFunc(slices.Clone(some.Fields), func(f source.Field) bool { return !kept[f.Value] })
			section.Value = &some
		}
		less.Fields = append(less.Fields, section)
	}
	return &less
}

// about is the game with what a rule may be about.
func (l *leaner) about(rule *digestRule) *source.Node {
	named := map[string]bool{}
	for _, there := range rule.scenes {
		addWordsOf(named, there.text)
	}
	for _, layer := range rule.without {
		addWordsOf(named, string(layer.Files[0].Data))
	}
	return l.lean(named)
}

// addWords adds what stands in a node, word by word.
func addWords(words map[string]bool, n *source.Node) {
	addWordsOf(words, n.Text)
	for _, item := range n.Items {
		addWords(words, item)
	}
	for _, field := range n.Fields {
		addWordsOf(words, field.Key)
		addWords(words, field.Value)
	}
}

func addWordsOf(words map[string]bool, text string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[word] = true
	}
}

// packNode is the game as it is written, read once for all.
func packNode(t *testing.T) *source.Node {
	stack := layer.Read([]Layer{hybridLayer(t)})
	if err := stack.Report.Err(); err != nil {
		t.Fatal(err)
	}
	return stack.Root
}

func digestRules(t *testing.T) map[string]*digestRule {
	const path = "testdata/digest/rules.yaml"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	report := &source.Report{}
	root := source.Parse(path, data, report)
	if err := report.Err(); err != nil {
		t.Fatal(err)
	}
	rules := map[string]*digestRule{}
	for _, field := range root.Fields {
		rule := &digestRule{name: field.Key, pos: field.Pos}
		if says := field.Value.Get("says"); says != nil {
			rule.says = says.Text
		}
		layers := field.Value.Get("without")
		if layers == nil {
			t.Fatalf("%s: %s needs what the game would be without it", field.Pos, field.Key)
		}
		list := layers.Items
		if layers.Kind == source.Mapping {
			list = []*source.Node{layers}
		}
		for _, item := range list {
			file := source.File{Name: item.Pos.String(), Data: []byte(written(item))}
			rule.without = append(rule.without, Layer{Name: "without", Files: []source.File{file}})
		}
		rules[field.Key] = rule
	}
	return rules
}

// written is a node as YAML in one line.
func written(n *source.Node) string {
	var parts []string
	switch n.Kind {
	case source.Mapping:
		for _, field := range n.Fields {
			parts = append(parts, strconv.Quote(field.Key)+": "+written(field.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case source.List:
		for _, item := range n.Items {
			parts = append(parts, written(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if n.Quoted || strings.ContainsAny(n.Text, `,:{}[]"'#&*!|>%@?-`) {
		return strconv.Quote(n.Text)
	}
	return n.Text
}

// digestScenes are the scenes of the digest's transcripts by the rules they show.
func digestScenes(t *testing.T) map[string][]digestScene {
	paths, err := filepath.Glob("testdata/digest/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	scenes := map[string][]digestScene{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var names, lines []string
		from := 0
		end := func() {
			there := digestScene{fmt.Sprintf("%s:%d", path, from), strings.TrimRight(strings.Join(lines, "\n"), "\n") + "\n"}
			for _, name := range names {
				scenes[name] = append(scenes[name], there)
			}
			names, lines = nil, nil
		}
		for i, line := range strings.Split(string(data), "\n") {
			if name, begins := strings.CutPrefix(line, "rule "); begins {
				if len(names) < len(lines) {
					end()
				}
				if len(names) == 0 {
					from = i + 1
				}
				names = append(names, strings.TrimSpace(name))
			}
			lines = append(lines, line)
		}
		end()
	}
	return scenes
}

func (d digestScene) String() string { return d.place }

// about looks at what is no number of an actor: paces, what training takes, what one begins with, what ranks mean.
func (s *scene) about(words []string) {
	rs := s.rules()
	switch words[0] {
	case "pace":
		s.printf("%s m/s", short(s.state.Find(words[1]).Pace(rs)))
	case "training":
		hours, ok := rs.TrainingHours(words[1])
		if !ok {
			s.t.Fatalf("nobody trains %s", words[1])
		}
		s.printf("%s: %s h for 1 EEP", words[1], short(hours))
	case "start":
		skill, ok := rs.Skills.Get(words[1])
		if !ok {
			s.t.Fatalf("no skill %s", words[1])
		}
		s.printf("%s at rank %s: %s points", skill.Label, words[2], short(skill.StartCost(rs, int(s.number(words[2])))))
	case "power":
		power := rs.Generation.Power(words[1])
		if power == nil {
			s.t.Fatalf("nobody begins %s", words[1])
		}
		s.printf("%s: %s points for statistics", power.Label, short(power.Stats))
	case "usual":
		for _, stat := range rs.Stats.All {
			if least, most := stat.Range(); stat.IsGiven() {
				s.printf("%s %s to %s", stat.Name, short(least), short(most))
			}
		}
	case "package":
		set, ok := rs.Packages.Get(words[1])
		if !ok {
			s.t.Fatalf("no package %s", words[1])
		}
		var skills []string
		for _, skill := range set.AllSkills() {
			skills = append(skills, skill.Label)
		}
		s.printf("%s at rank %s: %s points; %s", set.Label, words[2], short(set.Cost(rs, int(s.number(words[2])))), strings.Join(skills, ", "))
	case "define":
		skill, ok := rs.Skills.Get(words[1])
		if !ok {
			s.t.Fatalf("no skill %s", words[1])
		}
		s.printf("%s: %s", skill.Label, strings.Join(skill.AspectExplanations(rs), "; "))
	case "means":
		s.printf("rank %s: %s", words[1], rs.Skill.RankName(int(s.number(words[1]))))
	}
}
