package rules

import (
	"hybrid/rules/formula"
	"hybrid/rules/layer"
	"hybrid/rules/source"
)

// Loading a game: decoding its sections from the layers, compiling them, compiling again without broken entries to find the remaining
// mistakes, and trying the choices of rulings. A ruling is a rule variant: it offers choices, of which one applies.

// sections holds the decoded sections of a pack's YAML files.
type sections struct {
	Pack       Pack                  `yaml:"pack"`                                                                // Name and defaults of the game.
	Rulings    source.Map[Ruling]    `yaml:"rulings" entry:"rulings"`                                             // Rule variants and house rules.
	Tags       source.Map[Tag]       `yaml:"tags" entry:"tags"`                                                   // Words that describe rolls.
	Modifiers  source.Map[Modifier]  `yaml:"modifiers" entry:"modifiers"`                                         // Bonuses and penalties by name.
	Stats      source.Map[Stat]      `yaml:"stats" entry:"stats" known_as:"attributes abilities characteristics"` // Statistics, given or derived.
	Pools      source.Map[Pool]      `yaml:"pools" entry:"pools" known_as:"resources points tracks"`              // Hit points, fatigue, mana and the like.
	Numbers    source.Map[Number]    `yaml:"numbers" entry:"numbers"`                                             // Derived values that every actor has at all times.
	Tables     source.Map[Table]     `yaml:"tables" entry:"tables" known_as:"decks cards"`                        // Random tables and look-ups.
	FacedDice  source.Map[FacedDie]  `yaml:"dice" entry:"dice"`                                                   // Dice with symbols.
	Checks     source.Map[Check]     `yaml:"checks" entry:"checks"`                                               // Dice rolls and their chances.
	Degrees    source.Map[Degree]    `yaml:"degrees" entry:"degrees"`                                             // The degrees of success and failure, best first.
	Ladders    source.Map[Ladder]    `yaml:"ladders" entry:"ladders"`                                             // Rules for the degree that a roll reaches.
	Skill      SkillRules            `yaml:"skill"`                                                               // Ranks and costs of skills.
	Skills     source.Map[Skill]     `yaml:"skills" entry:"skills"`                                               // The skills.
	SkillPools source.Map[SkillPool] `yaml:"skill_pools" entry:"skill_pools"`                                     // Skills that are learnt together.
	Packages   source.Map[Package]   `yaml:"packages" entry:"packages"`                                           // Skill bundles for new characters.
	Situations source.Map[Situation] `yaml:"situations" entry:"situations"`                                       // Modifiers of a single roll.
	Conditions source.Map[Condition] `yaml:"conditions" entry:"conditions" known_as:"statuses effects states"`    // Status effects.
	Activities source.Map[Activity]  `yaml:"activities" entry:"activities"`                                       // Things done over time, such as walking and resting.
	Actions    source.Map[Action]    `yaml:"actions" entry:"actions"`                                             // Things that a character can do in a fight.
	Stages     source.Map[Stage]     `yaml:"stages" entry:"stages"`                                               // Steps in order, with the actions of each: `stages: {intermission: {at: won}}`.
	Sequences  source.Map[Sequence]  `yaml:"sequences" entry:"sequences"`                                         // Steps that several actions share.
	Items      source.Map[Item]      `yaml:"items" entry:"items" known_as:"weapons equipment gear armour armor"`  // Weapons, armour and equipment.
	Hazards    source.Map[Hazard]    `yaml:"hazards" entry:"hazards"`                                             // Dangers without an attacker, such as `hazards: {steam: {label: Hot steam}}`.
	Field      itemFields            `yaml:"fields"`                                                              // Numbers that items can have.
	Tasks      source.Map[Task]      `yaml:"tasks" entry:"tasks"`                                                 // Ready-made skill checks.
	Tactics    source.Map[Tactic]    `yaml:"tactics" entry:"tactics"`                                             // Ways in which NPCs fight.
	Order      Order                 `yaml:"order"`                                                               // Initiative and turns.
	Generation Generation            `yaml:"generation"`                                                          // Character creation.
	Knowledge  Knowledge             `yaml:"knowledge"`                                                           // The knowledge of player characters about others: `knowledge: {hand: {open: never}}`.
	Languages  source.Map[Language]  `yaml:"languages" entry:"languages"`                                         // Words and grammar of the sentences, by language: `languages: {de: {capitals: true}}`.
}

// itemFields is the section of the fields that entries can have besides the built-in ones.
type itemFields struct {
	Item source.Map[source.Text] `yaml:"item"` // The numbers that items can have: `{weight: number, damage: dice}`.
}

// Layer is a folder of YAML files that package layer merges with others.
type Layer = layer.Layer

// Load compiles layers, with the pack first. choices holds the choices of its rulings, by ruling. All mistakes are reported together, as
// source.Mistakes.
func Load(layers []Layer, choices map[string]string) (*Ruleset, error) {
	rs, err := LoadPartial(layers, choices)
	if err != nil {
		return nil, err
	}
	return rs, nil
}

// LoadPartial compiles layers like Load. If there are mistakes, it also returns the ruleset without the broken entries, or nil if nothing
// can be compiled.
func LoadPartial(layers []Layer, choices map[string]string) (*Ruleset, error) {
	stack := layer.Read(layers)
	c, err := compileStack(stack, choices)
	if err != nil {
		return compilePartial(stack, layers, choices), stack.Err()
	}
	return c.rs, nil
}

// compileStack compiles the layers of stack with choices of its rulings. Mistakes are source.Mistakes.
func compileStack(stack *layer.Stack, choices map[string]string) (*compiler, error) {
	if stack.Root == nil || stack.Report.Len() > 0 {
		return nil, stack.Err()
	}
	stack.Choose(choices)
	var s sections
	source.Decode(stack.Root, &s, stack.Report)
	if stack.Report.Len() > 0 {
		return nil, stack.Err()
	}
	c := newCompiler(stack)
	c.compile(&s)
	if err := stack.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// newCompiler returns a compiler for the layers of stack; mistakes are added to the stack's report.
func newCompiler(stack *layer.Stack) *compiler {
	return &compiler{root: stack.Root, report: stack.Report, tagBits: map[string]int{}, rulings: map[string]bool{},
		scopes: map[nameScope]*formula.Scope[*Frame]{}, removals: stack.Removals(), stack: stack, tagGifts: map[*Modifier][]*ByTag{}}
}

// compilePartial compiles the layers of stack without the broken entries and adds the remaining mistakes to stack. It returns the ruleset,
// or nil if there is none.
func compilePartial(stack *layer.Stack, layers []Layer, choices map[string]string) *Ruleset {
	var rs *Ruleset
	stack.ReadPartial(layers, func(partial *layer.Stack) error {
		c, err := compileStack(partial, choices)
		if err == nil {
			rs, c.rs.excluded = c.rs, partial.Exclusions()
		}
		return err
	})
	return rs
}

// IsConsequence reports whether a mistake in text, a file that uses the game, may only be a consequence of broken entries that were not
// loaded.
func (rs *Ruleset) IsConsequence(m source.Mistake, text []byte) bool {
	return rs != nil && rs.excluded != nil && rs.excluded.IsConsequence(m, text)
}

// VetChoices tries each choice of a ruling that is not chosen, together with the chosen choices of the other rulings, and returns the
// mistakes. If an upper layer makes a choice of a lower layer impossible, that is only a warning. The layers must load with the chosen
// choices.
func VetChoices(layers []Layer, choices map[string]string) (list source.Mistakes) {
	return choiceTrials(layers, choices).Run()
}

// choiceTrials returns trials of the choices of rulings that are not chosen.
func choiceTrials(layers []Layer, choices map[string]string) *layer.Trials {
	return layer.Read(layers).NewTrials(choices, func(stack *layer.Stack, variant map[string]string) {
		_, _ = compileStack(stack, variant) // mistakes are in the report
	})
}
