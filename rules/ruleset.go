package rules

import (
	"sync"
	"sync/atomic"

	"hybrid/rules/layer"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The game as it is compiled. compile.go makes one, load.go reads the files that it is made of.

// Pack is the name and defaults of a game.
type Pack struct {
	Head   `yaml:",inline"`
	Count  float64  `yaml:"count" min:"0.000001"`      // The length of a count, in `unit`: 0.1 for a tenth of a second.
	Unit   string   `yaml:"unit"`                      // The unit of time: s, min, h or d. In rounds: any word for a round, such as `turn`.
	Check  string   `yaml:"check" of:"checks"`         // The check to use where none is named.
	Worn   string   `yaml:"worn" of:"tables"`          // The table of body parts, where armour is worn.
	Watch  []string `yaml:"watch" of:"pools"`          // Pools on the dashboard, in order: `[PFT, PBD, PEX]`.
	Burden []string `yaml:"burden" of:"tags"`          // Tags of the roll whose penalty the screen shows as encumbrance.
	Tactic string   `yaml:"tactic" of:"tactics"`       // The tactic of characters who have none of their own.
	Use    string   `yaml:"use" of:"actions"`          // The action for a plain skill check.
	Party  string   `yaml:"party" one:"words numbers"` // What players see of their allies' watched pools: `numbers` or `words`. Default: words.
	Guide  string   `yaml:"guide"`                     // The title of the rulebook that `src` refers to.

	Language source.Text `yaml:"language" of:"languages"` // The language of the sentences: `language: en`. Default: the first one.
	// Verbs for sentences, by name, or by name and tag: `strikes_at: {cutting: "slashes at", else: "strikes at"}`.
	Verbs source.Map[phrase.TaggedVerb] `yaml:"verbs"`
	// One character for actions, on timelines and in tables, by tag or name of the action: `signs: {tend: +, offence: †}`. The
	// first that fits counts.
	Signs source.Map[string] `yaml:"signs" names:"tags"`
}

// PartyNumbers reports whether players see each other's watched pools as numbers, and not only how hurt they are in words.
func (p *Pack) PartyNumbers() bool { return p.Party == "numbers" }

// Ruleset is a game, compiled from its YAML. What it says of the game never changes; its caches are filled as it is used, and it is
// safe for concurrent use. It has many methods because whatever is decided or asked by a game begins at it.
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
	Stages     Set[*Stage]
	Sequences  Set[*Sequence]
	Items      Set[*Item]
	Hazards    Set[*Hazard]
	Tasks      Set[*Task]
	Tactics    Set[*Tactic]
	Order      Order
	Generation Generation
	Knowledge  Knowledge
	Language   *phrase.Language // in which play is told; nil where none is loaded

	Numbers       []*Tally // what actors have at any moment, by name
	fields        []itemField
	check         *Check  // where none is named
	use           *Action // what a bare skill check is
	bare          *Action // what a bare check on a statistic is where no action is that: the check, and nothing else
	worn          *Table
	nobody        *side
	spare         freeList[arena]       // left by runs that are over
	pooledFrames  freeList[pooledFrame] // given back
	lastOwed      atomic.Pointer[owedIn]
	readsCount    atomic.Bool
	decks         []*Table // tables that are decks
	ends          sync.Map // what sides of encounters say of `wins`, by its text: *Formula
	classes       rollClassCache
	sheets        sheetCache        // of events
	excluded      *layer.Exclusions // of layers with mistakes, what the game is without
	bits          map[string]int
	overByFormula bool            // some condition has a formula as its `until`
	overByOther   bool            // some condition is over by how the one is with whom it is shared
	rowWords      map[string]bool // words of rows that something asks about, beside what is worn there
	watched       []*Pool         // those of Pack.Watch
	hurts         []*Pool         // those, then others in which actions can hurt an actor, but what a round gives anew
	vital         []*Pool         // those that show how an actor stands
	derived       []*Tag
	cardTags      bool                    // whether cards of decks add tags while they are open
	steady        bool                    // whether these follow from the other words alone
	secret        tagSet                  // what is about one of these is for the game master alone
	hindering     []*Condition            // conditions that hold and keep from acting
	bearings      []*Condition            // conditions that hold and count in how one is seen to stand
	hiding        []*Condition            // conditions that hold and hide something
	holdsSecrets  bool                    // a condition that holds is secret
	worldly       bool                    // a formula reads all actors, or the count
	sided         bool                    // sides take part in every encounter
	outs          bool                    // there is a condition of those who are out
	keeps         bool                    // it is kept who knows what
	holding       map[string][]*Situation // situations that hold by themselves, by group
	limiting      []*Situation            // those that name a filter skill
	counted       struct{ steps, tallies int }
}
