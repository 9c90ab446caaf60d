package layer

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hybrid/rules/source"
)

// pack is the lowest layer of the tests.
const pack = `
pack: {signs: {bow: ">", sword: "/"}}
tags: {sharp: {}, far: {}, slow: {}}
fields: {item: [weight]}
skills:
  sword: {label: Sword, tags: sharp, related: {bow: 1, knife: 2}}
  knife: {label: Knife, tags: [sharp]}
  bow: {label: Bow, tags: far, covers: [knife], supports: [sword, knife]}
packages: {guard: {skills: [sword, bow]}, archer: {skills: [bow]}}
skill_pools: {arms: {members: [sword, knife, bow]}}
items:
  blade: {skill: sword, tags: [sharp]}
  longbow: {skill: bow, tags: [far, slow]}
situations: {aimed: {filter: bow}, stand: {}}
tasks: {split_arrow: {skill: bow}, whittle: {skill: [knife, bow], lumps: [split_arrow, carve]}, carve: {skill: knife}, thin_out: {skill: knife, lumps: split_arrow}}
hazards: {arrows: {tags: far}}
actions:
  shoot: {skill: bow, steps: {aim: {skill: bow}}}
  strike: {skill: [sword, knife], steps: {hit: {skill: bow, basis: 10}}}
sequences: {volley: {skill: bow, steps: {loose: {skill: bow}}}}
tactics: {sniper: {do: shoot, options: [aimed]}, brawler: {do: [strike, shoot], options: [aimed, stand], resort: aimed}}
rulings:
  R1: {text: "Knives", choice: plain, choices: {plain: none, keen: {skills: {knife: {label: Keen knife}, bow: {tags: slow}}}}}
  R2: {text: "A reading."}
  R3: {text: "Blades", choice: plain, choices: {plain: none, heavy: {items: {blade: {tags: [sharp, slow]}}}}}
`

// file returns a layer of one file.
func file(name, text string) Layer {
	return Layer{Name: name, Files: []source.File{{Name: name + ".yaml", Data: []byte(text)}}}
}

// selection returns a layer that takes a part of those below it.
func selection(without []string, only ...source.MapItem[[]source.Text]) Layer {
	take := &Selection{Only: only}
	for i, tag := range without {
		take.Without = append(take.Without, source.Text{Text: tag, Pos: source.Pos{File: "campaign.yaml", Line: 3, Col: i + 1}})
	}
	return Layer{Name: "what is taken", Selection: take}
}

// named returns what is taken of a section, by name or tag.
func named(section string, words ...string) source.MapItem[[]source.Text] {
	item := source.MapItem[[]source.Text]{Name: section, Pos: source.Pos{File: "campaign.yaml", Line: 2, Col: 1}}
	for i, word := range words {
		item.Value = append(item.Value, source.Text{Text: word, Pos: source.Pos{File: "campaign.yaml", Line: 2, Col: i + 2}})
	}
	return item
}

// written is a node in one line, keys in their order.
func written(n *source.Node) string {
	switch {
	case n == nil:
		return "nothing"
	case n.Kind == source.Scalar:
		return n.Text
	case n.Kind == source.List:
		var parts []string
		for _, item := range n.Items {
			parts = append(parts, written(item))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	var parts []string
	for _, f := range n.Fields {
		parts = append(parts, f.Key+": "+written(f.Value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// TestWritten holds what layers over each other come to, and how what is wrong with them is said.
func TestWritten(t *testing.T) {
	for _, test := range []struct {
		name    string
		layers  []Layer
		choices map[string]string
		path    string // of what is looked at
		want    string // its text, or a part of the mistake
	}{
		{"alone", []Layer{file("pack", pack)}, nil, "skills knife", "{label: Knife, tags: [sharp]}"},
		{"one key changed", []Layer{file("pack", pack), file("house", "skills: {knife: {label: Dirk}}")}, nil, "skills knife", "{label: Dirk, tags: [sharp]}"},
		{"an entry removed", []Layer{file("pack", pack), file("house", "skills: {knife: removed}")}, nil, "skills knife", "nothing"},
		{"a new entry", []Layer{file("pack", pack), file("house", "skills: {axe: {label: Axe}}")}, nil, "skills axe", "{label: Axe}"},
		{"a choice", []Layer{file("pack", pack)}, map[string]string{"R1": "keen"}, "skills knife label", "Keen knife"},
		{"a choice over a campaign", []Layer{file("pack", pack), file("house", "skills: {knife: {label: Dirk}}")}, map[string]string{"R1": "keen"}, "skills knife label", "Keen knife"},
		{"a choice that a campaign widens", []Layer{file("pack", pack), file("house", "rulings: {R1: {choices: {keen: {skills: {sword: {label: Keen sword}}}}}}")}, map[string]string{"R1": "keen"}, "skills sword label", "Keen sword"},
		{"and that keeps what it did", []Layer{file("pack", pack), file("house", "rulings: {R1: {choices: {keen: {skills: {sword: {label: Keen sword}}}}}}")}, map[string]string{"R1": "keen"}, "skills knife label", "Keen knife"},
		{"no such ruling", []Layer{file("pack", pack)}, map[string]string{"R9": "keen"}, "", "R9"},
		{"no such choice", []Layer{file("pack", pack)}, map[string]string{"R1": "kene"}, "", "keen"},
		{"a reading", []Layer{file("pack", pack)}, map[string]string{"R2": "keen"}, "", "Ruling R2 has no choices. Remove it."},
		{"a ruling without a choice", []Layer{file("pack", "rulings: {R1: {choices: {keen: none}}}")}, nil, "", "Ruling R1 needs a choice and its choices"},
		{"a character among the tables", []Layer{file("pack", "character: Kira\n")}, nil, "", "character doesn't belong in tables. Move this file to the folder characters."},
		{"an encounter among the tables", []Layer{file("pack", "combatants: []\n")}, nil, "", "the folder encounters"},
		{"a section twice, once as a list", []Layer{{Name: "pack", Files: []source.File{{Name: "a.yaml", Data: []byte("skills: {a: {}}")}, {Name: "b.yaml", Data: []byte("skills: [a]")}}}}, nil, "", "Section skills is already in a.yaml:1:9, and isn't a map here."},
		{"an entry twice", []Layer{{Name: "pack", Files: []source.File{{Name: "a.yaml", Data: []byte("skills: {a: {}}")}, {Name: "b.yaml", Data: []byte("skills: {a: {}}")}}}}, nil, "", "b.yaml:1:10: a is defined twice in skills. The first is at a.yaml:1:10."},
		{"fields from two files", []Layer{{Name: "pack", Files: []source.File{{Name: "a.yaml", Data: []byte("fields: {item: {weight: {}}}")}, {Name: "b.yaml", Data: []byte("fields: {item: {cost: {}}}")}}}}, nil, "fields item", "{weight: {}, cost: {}}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, err := ReadMerged(test.layers, test.choices)
			if test.path == "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want a mistake that says %s", err, test.want)
				}
				return
			}
			if got := written(root.At(strings.Fields(test.path)...)); err != nil || got != test.want {
				t.Errorf("%s is %s (%v), want %s", test.path, got, err, test.want)
			}
		})
	}
}

// TestTake holds that what hangs on what a campaign does not take goes with it, and no more.
func TestTake(t *testing.T) {
	for _, test := range []struct {
		name  string
		layer Layer
		want  map[string]string // by the path of what is looked at
	}{
		{"without a tag", selection([]string{"far"}), map[string]string{
			"skills":               "{sword: {label: Sword, tags: sharp, related: {knife: 2}}, knife: {label: Knife, tags: [sharp]}}",
			"packages":             "{guard: {skills: [sword]}}",
			"skill_pools":          "{arms: {members: [sword knife]}}",
			"items":                "{blade: {skill: sword, tags: [sharp]}}",
			"situations":           "{stand: {}}",
			"tasks":                "{whittle: {skill: [knife], lumps: [carve]}, carve: {skill: knife}}",
			"hazards":              "{}",
			"actions":              "{strike: {skill: [sword knife], steps: {hit: {basis: 10}}}}",
			"sequences":            "{volley: {steps: {loose: {}}}}",
			"tactics":              "{brawler: {do: [strike], options: [stand]}}",
			"pack signs":           "{sword: /}",
			"rulings R1 choices":   "{plain: none, keen: {skills: {knife: {label: Keen knife}}}}",
			"rulings R3 choices":   "{plain: none, heavy: {items: {blade: {tags: [sharp slow]}}}}",
			"fields":               "{item: [weight]}",
			"rulings R1 choice":    "plain",
			"tags":                 "{sharp: {}, far: {}, slow: {}}",
			"skills sword related": "{knife: 2}",
		}},
		{"only some, by name", selection(nil, named("skills", "sword", "knife")), map[string]string{
			"skills": "{sword: {label: Sword, tags: sharp, related: {knife: 2}}, knife: {label: Knife, tags: [sharp]}}",
			"items":  "{blade: {skill: sword, tags: [sharp]}}",
		}},
		{"only some, by tag", selection(nil, named("items", "slow")), map[string]string{
			"skills": written(nodeOf(t, pack).Get("skills")),
			"items":  "{longbow: {skill: bow, tags: [far slow]}}",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, err := ReadMerged([]Layer{file("pack", pack), test.layer}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for path, want := range test.want {
				if got := written(root.At(strings.Fields(path)...)); got != want {
					t.Errorf("%s:\n got %s\nwant %s", path, got, want)
				}
			}
		})
	}
	for _, test := range []struct {
		layer Layer
		want  string
	}{
		{selection([]string{"fra"}), "campaign.yaml:3:1: Nothing has the tag “fra”"},
		{selection(nil, named("skills", "swrod")), "campaign.yaml:2:2: No entry or tag of skills named “swrod”"},
		{selection(nil, named("rulings", "R1")), "campaign.yaml:2:1: "},
		{selection([]string{"far"}, named("items", "blade", "longbow")), "longbow can't be taken: it has tag far. Take that too, or don't take this."},
		{selection(nil, named("skills", "knife"), named("items", "blade")), "blade can't be taken: it is used with skill sword."},
	} {
		if _, err := ReadMerged([]Layer{file("pack", pack), test.layer}, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want a mistake that says %s", err, test.want)
		}
	}
	if got, want := selection([]string{"far"}, named("skills", "sword", "sharp")).Selection.Text(), "only skills sword sharp\nwithout far\n"; got != want {
		t.Errorf("the selection is told as %q, want %q", got, want)
	}
}

// nodeOf parses a text.
func nodeOf(t *testing.T, text string) *source.Node {
	t.Helper()
	root, err := ReadMerged([]Layer{file("text", text)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// TestWhereFrom holds what a stack says of where its entries come from.
func TestWhereFrom(t *testing.T) {
	layers := []Layer{file("pack", pack), selection([]string{"far"}), file("house", "skills: {knife: {label: Dirk}, axe: {label: Axe}}\nitems: {blade: removed}\nspells: {light: {}}")}
	var told []string
	origins, err := Origins(layers, map[string]string{"R1": "keen"})
	for _, o := range origins {
		if o.Section == "skills" || o.Section == "items" || o.Section == "spells" {
			line := fmt.Sprint(o.Section, " ", o.Name, " of ", o.Layer, " gone ", o.Gone)
			for _, c := range o.Changes {
				line += fmt.Sprint("; ", c.Layer, " ", strings.Join(c.Path, "."))
			}
			told = append(told, line)
		}
	}
	want := []string{
		"skills sword of pack gone false; what is taken skills.sword.related.bow",
		"skills knife of pack gone false; house skills.knife.label; ruling R1=keen skills.knife.label",
		"skills bow of pack gone true; what is taken skills.bow",
		"items blade of pack gone true; house items.blade",
		"items longbow of pack gone true; what is taken items.longbow",
		"skills axe of house gone false",
		"spells light of house gone false",
	}
	if err != nil || !slices.Equal(told, want) {
		t.Errorf("the origins are (%v)\n%s\nwant\n%s", err, strings.Join(told, "\n"), strings.Join(want, "\n"))
	}

	s := Read(layers)
	inPack, inHouse := s.Root.At("skills", "sword").Pos, s.Root.At("skills", "axe").Pos
	if !s.IsFromSelection(inPack) || s.IsFromSelection(inHouse) || s.IsFromSelection(source.Pos{File: "other.yaml"}) {
		t.Error("a place is taken from a pack if it is below the selection, and only then")
	}
	skipped := Read([]Layer{selection(nil), selection(nil), file("house", "skills: {axe: {}}")}) // there is nothing to select from
	if skipped.IsFromSelection(skipped.Root.At("skills", "axe").Pos) {
		t.Error("selections that aren't merged have selected something")
	}
	if !s.IsBelow(inPack, inHouse) || s.IsBelow(inHouse, inPack) || (*Stack)(nil).IsBelow(inPack, inHouse) {
		t.Error("the pack is below the house's tables")
	}
	if !s.Excludes("skills", "bow") || s.Excludes("skills", "sword") || s.Excludes("items", "blade") || (*Stack)(nil).Excludes("skills", "bow") {
		t.Error("the bow, and only what the selection leaves, is excluded")
	}
	if pos, below := s.WhereExcluded([]string{"items", "skills"}, "bow", inPack); pos.Line != 3 || !below {
		t.Errorf("the bow is excluded at %v, below %t; want the line of its tag, true", pos, below)
	}
	if pos, _ := s.WhereExcluded([]string{"items"}, "sword", inHouse); pos != (source.Pos{}) {
		t.Errorf("the sword is excluded at %v, want nowhere", pos)
	}
	removals := s.Removals()
	if pos := removals[[2]string{"items", "blade"}]; pos.File != "house.yaml" || pos.Line != 2 {
		t.Errorf("the blade is removed at %v, want house.yaml:2", pos)
	}
	if _, removed := removals[[2]string{"skills", "sword"}]; removed || len(s.WrittenLayers()) != 3 || (*Stack)(nil).WrittenLayers() != nil {
		t.Error("the sword is no removal, and there are three layers")
	}
	n := 0
	if s.EachChange(func(source.Change) { n++ }); n == 0 {
		t.Error("no change is told")
	}
}

// TestErrTellsTheLayer holds that a mistake in a lower layer, which an upper one causes, is told where that is.
func TestErrTellsTheLayer(t *testing.T) {
	for _, test := range []struct {
		name, house string
		choices     map[string]string
		path        string // of what the mistake is about
		text, want  string // what is wrong, and how it is told
	}{
		{"what is removed", "skills: {bow: removed}", nil, "items longbow skill", "No skill named bow.", "house.yaml:1:10: No skill named bow. (pack.yaml:13:20)"},
		{"what is changed", "items: {longbow: {tags: sharp}}", nil, "items longbow skill", "Too sharp.", "Too sharp. (house.yaml:1:19 changes longbow)"},
		{"what is named", "skills: {bow: {label: Long bow}}", nil, "items blade skill", "Not with bow.", "Not with bow. (house.yaml:1:16 changes bow)"},
		{"what a choice changes", "skills: {knife: {tags: removed}}", map[string]string{"R1": "keen"}, "rulings R1 choices keen skills knife label", "The knife is blunt.", "house.yaml:1:10: Layer ruling R1=keen doesn't work: The knife is blunt. (pack.yaml"},
		{"what has nothing to do with it", "skills: {axe: {label: Axe}}", nil, "items blade skill", "Blunt.", "pack.yaml:12:18: Blunt."},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := Read([]Layer{file("pack", pack), file("house", test.house)})
			s.Choose(test.choices)
			if err := s.Err(); err != nil {
				t.Fatal(err)
			}
			s.Report.Add(source.BadValue, s.Root.At(strings.Fields(test.path)...).Pos, "%s", test.text)
			if err := s.Err(); !strings.Contains(err.Error(), test.want) {
				t.Errorf("told as %v, want %s", err, test.want)
			}
		})
	}
}

// compileBlunt is a compiler to which every skill labelled Blunt is a mistake, and every name of an unknown skill.
func compileBlunt(s *Stack) error {
	for _, skill := range s.Root.Get("skills").Entries() {
		if label := skill.Value.Get("label"); label.Word() == "Blunt" {
			s.Report.Add(source.BadValue, label.Pos, "%s is blunt.", skill.Key)
		}
	}
	for _, item := range s.Root.Get("items").Entries() {
		if skill := item.Value.Get("skill"); skill != nil && s.Root.At("skills", skill.Text) == nil {
			s.Report.Add(source.UnknownName, skill.Pos, "No skill named %s.", skill.Text)
		}
	}
	return s.Report.Err()
}

// TestReadPartial holds that all mistakes are found in one run, and none that follows from another one.
func TestReadPartial(t *testing.T) {
	const broken = `skills:
  sword: Blunt
  knife: {label: Knife}
  axe:
    label: Blunt
items:
  blade: {skill: sword}
  cleaver: {skill: axe}
  dagger: {skill: dirk}
`
	s := Read([]Layer{file("pack", "skills: {bow: {label: Bow}}"), file("house", broken)})
	if err := s.Report.Err(); err != nil {
		t.Fatal(err)
	}
	s.Report.Add(source.WrongKind, s.Root.At("skills", "sword").Pos, "A skill is a map.") // a compiler that ends at the first mistake
	s.ReadPartial([]Layer{file("pack", "skills: {bow: {label: Bow}}"), file("house", broken)}, func(partial *Stack) error {
		if partial.Exclusions() == nil {
			t.Error("nothing is left out")
		}
		return compileBlunt(partial)
	})
	var mistakes source.Mistakes
	errors.As(s.Report.Err(), &mistakes)
	told := fmt.Sprint(mistakes)
	for _, want := range []string{"A skill is a map.", "axe is blunt", "No skill named dirk"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told in\n%s", want, told)
		}
	}
	for _, follows := range []string{"No skill named axe", "No skill named sword"} {
		if strings.Contains(told, follows) {
			t.Errorf("%q follows from what was left out, and is told in\n%s", follows, told)
		}
	}
}

// TestReadPartialLeavesThePack holds that what is wrong in the pack itself ends the reading, since nothing there is left out.
func TestReadPartialLeavesThePack(t *testing.T) {
	layers := []Layer{file("pack", "skills: {bow: {label: Blunt}}"), file("house", "skills: {axe: {label: Blunt}}")}
	s := Read(layers)
	_ = compileBlunt(s)
	before := s.Report.Len()
	s.ReadPartial(layers, func(*Stack) error { t.Error("read again"); return nil })
	if s.Report.Len() != before {
		t.Errorf("%d mistakes became %d", before, s.Report.Len())
	}
}

// TestTrials holds that other choices are tried together where they have nothing to do with each other, and that each mistake is told
// with the choice that brings it.
func TestTrials(t *testing.T) {
	const house = "skills: {knife: {tags: removed}}\nrulings: {R1: {choices: {dull: {skills: {bow: {label: Blunt}}}}}}"
	s := Read([]Layer{file("pack", pack), file("house", house)})
	s.Choose(nil)
	trials := s.NewTrials(nil, func(stack *Stack, made map[string]string) {
		stack.Choose(made)
		_ = compileBlunt(stack)
		if label := stack.Root.At("skills", "knife", "label"); label.Word() == "Keen knife" {
			stack.Report.Add(source.BadValue, label.Pos, "The knife lacks a tag.")
		}
	})
	if got, want := fmt.Sprint(trials.OtherChoices()), "[[R1 keen] [R1 dull] [R3 heavy]]"; got != want {
		t.Errorf("the other choices are %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(trials.Groups(trials.OtherChoices())), "[[[R1 keen] [R3 heavy]] [[R1 dull]]]"; got != want {
		t.Errorf("they are tried as %s, want %s", got, want)
	}
	mistakes := trials.Run()
	told := fmt.Sprint(mistakes)
	for _, want := range []string{"with ruling R1=dull: bow is blunt", "ruling R1=keen doesn't work with this: The knife lacks a tag.", "`rulings: {R1: {choices: {keen: removed}}}`"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not told in\n%s", want, told)
		}
	}
	if len(mistakes) != 2 || mistakes[0].Warning == mistakes[1].Warning {
		t.Errorf("%d mistakes, want a warning and a mistake:\n%s", len(mistakes), told)
	}
	if pos := ChoicePos("R1", true); pos.File != "ruling R1" || pos.Col != 1 || ChoicePos("R1", false).Col != 0 {
		t.Errorf("a choice is at %v", pos)
	}
}
