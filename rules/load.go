package rules

import (
	"errors"

	"hybrid/rules/formula"
	"hybrid/rules/source"
)

// sections is a pack as it is written.
type sections struct {
	Pack       Pack                  `yaml:"pack"`                            // the clock, and what the program has to know
	Rulings    source.Map[Ruling]    `yaml:"rulings" entry:"rulings"`         // settings: rules that can be read two ways
	Tags       source.Map[Tag]       `yaml:"tags" entry:"tags"`               // words that rolls can be about
	Modifiers  source.Map[Modifier]  `yaml:"modifiers" entry:"modifiers"`     // numbers that anything taking part may change
	Stats      source.Map[Stat]      `yaml:"stats" entry:"stats"`             // statistics, given or derived
	Pools      source.Map[Pool]      `yaml:"pools" entry:"pools"`             // what is lost and regained
	Numbers    source.Map[Tally]     `yaml:"numbers" entry:"numbers"`         // numbers that every actor has at any moment
	Tables     source.Map[Table]     `yaml:"tables" entry:"tables"`           // rows to roll or look up
	FacedDice  source.Map[FacedDie]  `yaml:"dice" entry:"dice"`               // dice whose faces have names
	Checks     source.Map[Check]     `yaml:"checks" entry:"checks"`           // rolls
	Degrees    source.Map[Degree]    `yaml:"degrees" entry:"degrees"`         // outcomes, best to worst
	Ladders    source.Map[Ladder]    `yaml:"ladders" entry:"ladders"`         // which degree holds
	Skill      SkillRules            `yaml:"skill"`                           // how skills work
	Skills     source.Map[Skill]     `yaml:"skills" entry:"skills"`           // the catalogue of skills
	SkillPools source.Map[SkillPool] `yaml:"skill_pools" entry:"skill_pools"` // skills learnt together
	Packages   source.Map[Package]   `yaml:"packages" entry:"packages"`       // skills taken together at the beginning
	Situations source.Map[Situation] `yaml:"situations" entry:"situations"`   // what may hold for one roll
	Conditions source.Map[Condition] `yaml:"conditions" entry:"conditions"`   // what one has for a time
	Activities source.Map[Activity]  `yaml:"activities" entry:"activities"`   // what one does over time
	Actions    source.Map[Action]    `yaml:"actions" entry:"actions"`         // what one may declare
	Sequences  source.Map[Sequence]  `yaml:"sequences" entry:"sequences"`     // steps that actions share
	Items      source.Map[Item]      `yaml:"items" entry:"items"`             // what one uses or wears
	Hazards    source.Map[Hazard]    `yaml:"hazards" entry:"hazards"`         // what hurts without being done by an actor
	Field      itemFields            `yaml:"fields"`                          // what items say of themselves
	Tasks      source.Map[Task]      `yaml:"tasks" entry:"tasks"`             // what is done with a skill, in minutes
	Tactics    source.Map[Tactic]    `yaml:"tactics" entry:"tactics"`         // how actors fight whom no player speaks for
	Order      Order                 `yaml:"order"`                           // who acts when
	Generation Generation            `yaml:"generation"`                      // how people begin
	Knowledge  Knowledge             `yaml:"knowledge"`                       // what players' characters know of others, and from when on
	Languages  source.Map[Language]  `yaml:"languages" entry:"languages"`     // the languages in which play can be told
}

type itemFields struct {
	Item source.Map[source.Text] `yaml:"item"` // by field what it holds: number, or dice
}

// Layer is one folder of YAML files: the pack, or a campaign's own tables over it; or what a campaign takes of those below.
type Layer struct {
	Name   string
	Files  []source.File
	Taking *Taking
}

// Load compiles layers, the first the pack, each next laid over those before, with the choices made for rulings by
// name. All mistakes are reported together, as source.Mistakes.
func Load(layers []Layer, choices map[string]string) (*Ruleset, error) {
	on := &layerStack{report: &source.Report{}}
	c, err := on.load(layers, choices)
	if err != nil {
		on.despite(layers, choices)
		return nil, on.err()
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

// err is what was reported, with the mistakes where they were made.
func (on *layerStack) err() error {
	var mistakes source.Mistakes
	if !errors.As(on.report.Err(), &mistakes) {
		return nil
	}
	placed := &source.Report{}
	for _, m := range mistakes {
		placed.Adopt(on.blamed(m))
	}
	return placed.Err()
}

func (on *layerStack) compiler(report *source.Report) *compiler {
	return &compiler{root: on.root, report: report, bits: map[string]int{}, rulings: map[string]bool{}, scopes: map[nameScope]*formula.Scope[*Frame]{}, gone: on.removals(), layers: on.layers, laid: on.laid, given: map[*Modifier][]*ByTag{}}
}

// eachPos gives the places of a field and of all below it.
func eachPos(f source.Field, give func(source.Pos)) {
	give(f.Pos)
	give(f.Value.Pos)
	for _, item := range f.Value.Items {
		eachPos(source.Field{Pos: item.Pos, Value: item}, give)
	}
	for _, below := range f.Value.Fields {
		eachPos(below, give)
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
				report.Add(source.Repeated, field.Pos, "section %s stands in %s already, and is not a map here", field.Key, section.Pos)
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
				report.Add(source.Repeated, entry.Pos, "%s is defined twice in %s; the first is at %s", entry.Key, field.Key, pos)
				continue
			}
			section.Fields = append(section.Fields, entry)
		}
	}
}
