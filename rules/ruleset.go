package rules

import (
	"sync"
	"sync/atomic"

	"hybrid/rules/source"
)

// Pack is what a pack says of itself: its clock, the check meant where none is named, where armour is worn, and which
// pools a game master watches.
type Pack struct {
	Head   `yaml:",inline"`
	Count  float64  `yaml:"count" min:"0.000001"`      // how long a count is, in Unit
	Unit   string   `yaml:"unit"`                      // s, min, h or d; in rounds what a round is called: any word
	Check  string   `yaml:"check" of:"checks"`         // the check meant where none is named
	Worn   string   `yaml:"worn" of:"tables"`          // the table whose rows are the places armour is worn at
	Watch  []string `yaml:"watch" of:"pools"`          // pools on the dashboard, in order
	Burden []string `yaml:"burden" of:"tags"`          // the tags of a roll that shows what weighs on an actor
	Tactic string   `yaml:"tactic" of:"tactics"`       // how actors fight in a simulation of whom nothing is said
	Use    string   `yaml:"use" of:"actions"`          // the action that a bare skill check is
	Party  string   `yaml:"party" one:"words numbers"` // what players see of each other's watched pools
	Guide  string   `yaml:"guide"`                     // the book that `src` speaks of

	Language source.Text        `yaml:"language" of:"languages"` // the language in which play is told; the first there is without it
	Verbs    source.Map[Phrase] `yaml:"verbs"`                   // named verbs of patterns: one, or several by tag of the action or the tool
}

// PartyNumbers reports whether players see each other's watched pools as numbers, and not only how hurt they are in words.
func (p *Pack) PartyNumbers() bool { return p.Party == "numbers" }

// Ruleset is a game, compiled from its YAML. It never changes and may be used by many at once.
type Ruleset struct {
	Pack       Pack
	Rulings    Set[*Ruling]
	Tags       Set[*Tag]
	Modifiers  Set[*Modifier]
	Stats      Set[*Stat]
	Pools      Set[*Pool]
	Tables     Set[*Table]
	FacedDice  Set[*FacedDie]
	Checks     Set[*Check]
	Degrees    Set[*Degree]
	Ladders    Set[*Ladder]
	Skill      SkillRules
	Skills     Set[*Skill]
	SkillPools Set[*SkillPool]
	Packages   Set[*Package]
	Situations Set[*Situation]
	Conditions Set[*Condition]
	Activities Set[*Activity]
	Actions    Set[*Action]
	Sequences  Set[*Sequence]
	Items      Set[*Item]
	Hazards    Set[*Hazard]
	Tasks      Set[*Task]
	Tactics    Set[*Tactic]
	Order      Order
	Generation Generation
	Knowledge  Knowledge
	Language   *Language // in which play is told; nil where none is loaded

	Numbers       []*Tally // what actors have at any moment, by name
	fields        []itemField
	check         *Check  // where none is named
	use           *Action // what a bare skill check is
	bare          *Action // what a bare check on a statistic is where no action is that: the check, and nothing else
	worn          *Table
	nobody        *side
	spare         sync.Pool // of *arena, left by runs that are over
	pooledFrames  sync.Pool // of *pooledFrame, given back
	lastOwed      atomic.Pointer[owedIn]
	ends          sync.Map // what sides of encounters say of `wins`, by its text: *Formula
	classes       rollClassCache
	sheets        sheetCache // of events
	left          *leftOut   // of layers with mistakes, what the game is without
	bits          map[string]int
	overByFormula bool            // some condition has a formula as its `until`
	overByOther   bool            // some condition is over by how the one is with whom it is shared
	named         map[string]bool // words of rows that something asks about, beside what is worn there
	watched       []*Pool         // those of Pack.Watch
	hurts         []*Pool         // those, then others in which actions can hurt an actor, but what a round gives anew
	derived       []*Tag
	steady        bool                    // whether these follow from the other words alone
	secret        tagSet                  // what is about one of these is for the game master alone
	hindering     []*Condition            // conditions that hold and keep from acting
	hiding        []*Condition            // conditions that hold and hide something
	worldly       bool                    // a formula reads all actors, or the count
	sided         bool                    // sides take part in every encounter
	outs          bool                    // there is a condition of those who are out
	keeps         bool                    // it is kept who knows what
	holding       map[string][]*Situation // situations that hold by themselves, by group
	limiting      []*Situation            // those that name a filter skill
	counted       struct{ steps, tallies int }
}
