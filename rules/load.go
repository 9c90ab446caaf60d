package rules

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// Loading a game: sections are decoded from the layers, compiled, and compiled again without what is broken so that all
// mistakes are reported. It also tries the choices of rulings.

// sections are the sections of a pack.
type sections struct {
	Pack       Pack                  `yaml:"pack"`                            // Name and defaults of the game.
	Rulings    source.Map[Ruling]    `yaml:"rulings" entry:"rulings"`         // Rule variants and house rules.
	Tags       source.Map[Tag]       `yaml:"tags" entry:"tags"`               // Words that describe rolls.
	Modifiers  source.Map[Modifier]  `yaml:"modifiers" entry:"modifiers"`     // Bonuses and penalties by name.
	Stats      source.Map[Stat]      `yaml:"stats" entry:"stats"`             // Statistics, given or derived.
	Pools      source.Map[Pool]      `yaml:"pools" entry:"pools"`             // Hit points, fatigue, mana and the like.
	Numbers    source.Map[Number]    `yaml:"numbers" entry:"numbers"`         // Derived values that every actor has at all times.
	Tables     source.Map[Table]     `yaml:"tables" entry:"tables"`           // Random tables and look-ups.
	FacedDice  source.Map[FacedDie]  `yaml:"dice" entry:"dice"`               // Dice with symbols.
	Checks     source.Map[Check]     `yaml:"checks" entry:"checks"`           // Dice rolls and their chances.
	Degrees    source.Map[Degree]    `yaml:"degrees" entry:"degrees"`         // Degrees of success and failure, best first.
	Ladders    source.Map[Ladder]    `yaml:"ladders" entry:"ladders"`         // Which degree a roll reaches.
	Skill      SkillRules            `yaml:"skill"`                           // Ranks and costs of skills.
	Skills     source.Map[Skill]     `yaml:"skills" entry:"skills"`           // The skills.
	SkillPools source.Map[SkillPool] `yaml:"skill_pools" entry:"skill_pools"` // Skills that are learnt together.
	Packages   source.Map[Package]   `yaml:"packages" entry:"packages"`       // Skill bundles for new characters.
	Situations source.Map[Situation] `yaml:"situations" entry:"situations"`   // Modifiers of a single roll.
	Conditions source.Map[Condition] `yaml:"conditions" entry:"conditions"`   // Status effects.
	Activities source.Map[Activity]  `yaml:"activities" entry:"activities"`   // Things done over time, such as walking and resting.
	Actions    source.Map[Action]    `yaml:"actions" entry:"actions"`         // Things that a character can do in a fight.
	Sequences  source.Map[Sequence]  `yaml:"sequences" entry:"sequences"`     // Steps that several actions share.
	Items      source.Map[Item]      `yaml:"items" entry:"items"`             // Weapons, armour and equipment.
	Hazards    source.Map[Hazard]    `yaml:"hazards" entry:"hazards"`         // Dangers without an attacker, such as `hazards: {steam: {label: Hot steam}}`.
	Field      itemFields            `yaml:"fields"`                          // Numbers that items can have.
	Tasks      source.Map[Task]      `yaml:"tasks" entry:"tasks"`             // Ready-made skill checks.
	Tactics    source.Map[Tactic]    `yaml:"tactics" entry:"tactics"`         // How NPCs fight.
	Order      Order                 `yaml:"order"`                           // Initiative and turns.
	Generation Generation            `yaml:"generation"`                      // Character creation.
	Knowledge  Knowledge             `yaml:"knowledge"`                       // What characters of players know about others: `knowledge: {hand: {open: never}}`.
	Languages  source.Map[Language]  `yaml:"languages" entry:"languages"`     // Words and grammar of the sentences, by language: `languages: {de: {capitals: true}}`.
}

type itemFields struct {
	Item source.Map[source.Text] `yaml:"item"` // The numbers that items can have: `{weight: number, damage: dice}`.
}

// Layer is one folder of YAML files: the pack, or a campaign's own tables over it; or what a campaign takes of those below.
type Layer struct {
	Name   string
	Files  []source.File
	Taking *Selection
}

// Load compiles layers, the first the pack, each next laid over those before, with the choices made for rulings by
// name. All mistakes are reported together, as source.Mistakes.
func Load(layers []Layer, choices map[string]string) (*Ruleset, error) {
	rs, err := LoadPartial(layers, choices)
	if err != nil {
		return nil, err
	}
	return rs, nil
}

// LoadPartial compiles layers as Load does, and returns what can be compiled without the broken entries along with the
// mistakes.
func LoadPartial(layers []Layer, choices map[string]string) (*Ruleset, error) {
	on := &layerStack{report: &source.Report{}}
	c, err := on.load(layers, choices)
	if err != nil {
		return on.loadPartial(layers, choices), on.err()
	}
	return c.rs, nil
}

// load makes a game of layers, with these choices of its rulings.
func (on *layerStack) load(layers []Layer, choices map[string]string) (*compiler, error) {
	on.read(layers)
	if on.root == nil || on.report.Len() > 0 {
		return nil, on.err()
	}
	return on.compile(choices)
}

// compile makes a game of the layers, with these choices of its rulings.
func (on *layerStack) compile(choices map[string]string) (*compiler, error) {
	report := on.report
	on.choose(choices)
	var s sections
	source.Decode(on.root, &s, report)
	if report.Len() > 0 {
		return nil, on.err()
	}
	c := on.compiler(report)
	c.compile(&s)
	if err := on.err(); err != nil {
		return nil, err
	}
	return c, nil
}

// err returns the reported mistakes, placed where they were made, or nil.
func (on *layerStack) err() error {
	var mistakes source.Mistakes
	if !errors.As(on.report.Err(), &mistakes) {
		return nil
	}
	placed, changes := &source.Report{}, on.changes()
	for _, m := range mistakes {
		if at := on.blamed(m); at != m {
			placed.Adopt(at)
			continue
		}
		placed.Adopt(changes.blameChange(m))
	}
	return placed.Err()
}

// compiler returns a compiler for the layers that adds mistakes to report.
func (on *layerStack) compiler(report *source.Report) *compiler {
	return &compiler{root: on.root, report: report, bits: map[string]int{}, rulings: map[string]bool{}, scopes: map[nameScope]*formula.Scope[*Frame]{}, removals: on.removals(), layers: on.layers, laid: on.laid, tagGifts: map[*Modifier][]*ByTag{}}
}

// loadPartial reports the remaining mistakes and returns the ruleset that could be loaded, or nil.
func (s *layerStack) loadPartial(layers []Layer, choices map[string]string) *Ruleset {
	excluded := &exclusions{places: map[string]map[source.Pos]bool{}, texts: map[string][]byte{}, entries: map[source.Pos]sourceRange{}, words: map[string]bool{}, layers: s.layers}
	for _, layer := range layers {
		for _, file := range layer.Files {
			excluded.texts[file.Name] = file.Data
		}
	}
	err := s.report.Err()
	for range maxRounds {
		var mistakes source.Mistakes
		if errors.As(err, &mistakes); !excluded.add(mistakes, len(layers) > 1) {
			return nil
		}
		partial := &layerStack{report: &source.Report{}, excluded: excluded}
		c, trouble := partial.load(layers, choices)
		if trouble == nil {
			c.rs.excluded = excluded
			return c.rs
		}
		if !errors.As(trouble, &mistakes) {
			return nil
		}
		for _, m := range mistakes {
			if m.Pos.Line > 0 && !excluded.follows(m, excluded.texts[m.Pos.File]) {
				s.report.Adopt(m)
			}
		}
		err = trouble
	}
	return nil
}

// vetChoice returns the mistakes that come with another choice of a ruling, beside the choices that are made.
func (s *layerStack) vetChoice(ruling, choice string, choices map[string]string) source.Mistakes {
	stack := s.variant([][2]string{{ruling, choice}}, choices)
	var mistakes source.Mistakes
	errors.As(stack.report.Err(), &mistakes)
	for i, m := range mistakes {
		if pos, found := s.culprit(s.root.At(rulingsKey, ruling, choicesKey, choice), m); found {
			return source.Mistakes{{Pos: pos, Code: source.LostChoice, Warning: true, Text: fmt.Sprintf("%s doesn't work with this: %s (%s). Fix it, or remove the choice: `rulings: {%s: {choices: {%s: removed}}}`",
				choiceName(ruling, choice), m.Text, m.Pos, ruling, choice)}}
		}
		mistakes[i].Text = fmt.Sprintf("with %s: %s", choiceName(ruling, choice), m.Text)
	}
	return mistakes
}

// otherChoices returns the choices of rulings that change something and are not made, with their rulings.
func (s *layerStack) otherChoices(choices map[string]string) (others [][2]string) {
	for _, ruling := range s.root.Get(rulingsKey).Entries() {
		for _, choice := range ruling.Value.Get(choicesKey).Entries() {
			if len(choice.Value.Entries()) > 0 && choice.Key != cmp.Or(choices[ruling.Key], ruling.Value.Get("choice").Word()) {
				others = append(others, [2]string{ruling.Key, choice.Key})
			}
		}
	}
	return others
}

// fits reports whether several choices can be made together, each of another ruling.
func (s *layerStack) fits(others [][2]string, choices map[string]string) bool {
	return s.variant(others, choices).report.Len() == 0
}

// variant returns the layers compiled with other choices, beside those that are made.
func (s *layerStack) variant(others [][2]string, choices map[string]string) *layerStack {
	made := maps.Clone(choices)
	if made == nil {
		made = map[string]string{}
	}
	for _, other := range others {
		made[other[0]] = other[1]
	}
	stack := &layerStack{root: s.root, report: &source.Report{}, laid: slices.Clone(s.laid), layers: s.layers}
	_, _ = stack.compile(made) // its mistakes are in the report
	return stack
}

// trials puts choices into groups that are tried at once, in their order: choices of different rulings, none of which changes an
// entry that another one changes, or addWord of a name that stands in another one's change. What is wrong with one of a group is
// wrong with the whole group, and then each is tried alone. Forty choices make some seven groups.
func (s *layerStack) trials(others [][2]string, choices map[string]string) (list [][][2]string) {
	var reaches []choiceReach
	format := s.formatKeys()
	for _, other := range others {
		reach, at := s.reach(other[0], other[1], choices, format), 0
		for at < len(list) && (slices.ContainsFunc(list[at], func(o [2]string) bool { return o[0] == other[0] }) || reaches[at].touches(reach)) {
			at++
		}
		if at == len(list) {
			list, reaches = append(list, nil), append(reaches, choiceReach{map[string]bool{}, map[string]bool{}})
		}
		list[at] = append(list[at], other)
		maps.Copy(reaches[at].changes, reach.changes)
		maps.Copy(reaches[at].words, reach.words)
	}
	return list
}

// choiceReach is what a choice of a ruling has to do with.
type choiceReach struct {
	changes map[string]bool // the names in what it lays over the game, and those in what the choice that it replaces does
	words   map[string]bool // of the entries that it changes, as they are and as they become
}

// touches reports whether one of two choices changes what the other one addWord of, or changes too.
func (r choiceReach) touches(other choiceReach) bool {
	for _, two := range [][2]choiceReach{{r, other}, {other, r}} {
		for name := range two[0].changes {
			if two[1].words[name] {
				return true
			}
		}
	}
	return false
}

// reach returns what a choice has to do with, of which the keys of the format are no names.
func (s *layerStack) reach(ruling, choice string, choices map[string]string, format map[string]bool) choiceReach {
	reach := choiceReach{changes: map[string]bool{ruling: true}, words: map[string]bool{ruling: true}}
	addWord := func(word string, _ bool) { reach.words[word] = true }
	options := s.root.At(rulingsKey, ruling, choicesKey)
	current := cmp.Or(choices[ruling], s.root.At(rulingsKey, ruling, choiceKey).Word())
	for _, layer := range []*source.Node{options.Get(choice), options.Get(current)} {
		for _, section := range layer.Entries() {
			for _, entry := range section.Value.Entries() {
				reach.changes[entry.Key], reach.words[entry.Key] = true, true
				eachWord(entry.Value, func(word string, key bool) {
					reach.words[word] = true
					if key && !format[word] {
						reach.changes[word] = true
					}
				})
				if base := s.root.At(section.Key, entry.Key); base != nil {
					eachWord(base, addWord)
				}
			}
		}
	}
	return reach
}

// formatKeys returns the keys that entries of several sections have, such as label.
func (s *layerStack) formatKeys() map[string]bool {
	first, format := map[string]string{}, map[string]bool{}
	for _, section := range s.root.Entries() {
		for _, entry := range section.Value.Entries() {
			eachWord(entry.Value, func(word string, key bool) {
				if !key {
					return
				}
				if at, known := first[word]; known && at != section.Key {
					format[word] = true
				}
				first[word] = section.Key
			})
		}
	}
	return format
}

// eachWord gives the keys of a node and the words of its texts, at any depth.
func eachWord(n *source.Node, give func(word string, key bool)) {
	for _, word := range strings.FieldsFunc(n.Text, func(r rune) bool { return !inWord(r) }) {
		give(word, false)
	}
	for _, item := range n.Items {
		eachWord(item, give)
	}
	for _, f := range n.Fields {
		give(f.Key, true)
		eachWord(f.Value, give)
	}
}

// itemFieldsKey is the section whose entries are lists of names themselves: any file may add to them.
const itemFieldsKey = "fields"

// joinNodes adds the sections of a file to those of its layer. A name is defined once per layer.
func joinNodes(into, from *source.Node, report *source.Report) {
	for _, field := range from.Fields {
		section := into.Get(field.Key)
		if field.Key == itemFieldsKey && field.Value.Kind == source.Mapping {
			if section == nil {
				section = &source.Node{Kind: source.Mapping, Pos: field.Value.Pos}
				into.Fields = append(into.Fields, source.Field{Key: field.Key, Pos: field.Pos, Value: section})
			}
			joinNodes(section, field.Value, report)
			continue
		}
		if section == nil || section.Kind != source.Mapping || field.Value.Kind != source.Mapping {
			if section != nil {
				report.Add(source.Repeated, field.Pos, "Section %s is already in %s, and isn't a map here.", field.Key, section.Pos)
				continue
			}
			copied := *field.Value
			copied.Fields = append([]source.Field(nil), copied.Fields...)
			into.Fields = append(into.Fields, source.Field{Key: field.Key, Pos: field.Pos, Value: &copied})
			continue
		}
		first := make(map[string]source.Pos, len(section.Fields))
		for _, entry := range section.Fields {
			first[entry.Key] = entry.Pos
		}
		for _, entry := range field.Value.Fields {
			if pos, twice := first[entry.Key]; twice {
				report.Add(source.Repeated, entry.Pos, "%s is defined twice in %s. The first is at %s.", entry.Key, field.Key, pos)
				continue
			}
			section.Fields = append(section.Fields, entry)
		}
	}
}

// VetChoices tries the choices of rulings that are not made, each alone beside those that are. A mistake in one is a
// mistake. One that a layer below brings and a layer above makes impossible is a warning, there. The layers must load as
// they are.
func VetChoices(layers []Layer, choices map[string]string) (list source.Mistakes) {
	on := &layerStack{report: &source.Report{}}
	on.read(layers)
	trials := on.trials(on.otherChoices(choices), choices)
	found := make([]source.Mistakes, len(trials))
	var next atomic.Int32
	var all sync.WaitGroup
	for range min(len(trials), runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(trials); i = next.Add(1) - 1 {
				trial := trials[i]
				if len(trial) > 1 && on.fits(trial, choices) {
					continue
				}
				for _, one := range trial {
					found[i] = append(found[i], on.vetChoice(one[0], one[1], choices)...)
				}
			}
		})
	}
	all.Wait()
	return slices.Concat(found...)
}
