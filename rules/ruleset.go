package rules

import (
	"sync"
	"sync/atomic"

	"hybrid/rules/layer"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The compiled game: its entries by section, and facts about them that are computed once. compile.go builds it from the files that load.go
// reads. A condition with `holds` is not put; an actor has it while its formula is true. A derived tag applies by a formula.

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
	Party  string   `yaml:"party" one:"words numbers"` // The form in which players see their allies' watched pools: `numbers` or `words`. Default: words.
	Guide  string   `yaml:"guide"`                     // The title of the rulebook that `src` refers to.

	Language source.Text `yaml:"language" of:"languages"` // The language of the sentences: `language: en`. Default: the first one.
	// Verbs for sentences, by name, or by name and tag: `strikes_at: {cutting: "slashes at", else: "strikes at"}`.
	Verbs source.Map[phrase.TaggedVerb] `yaml:"verbs"`
	// One character for actions, on timelines and in tables, by tag or name of the action: `signs: {tend: +, offence: †}`. The
	// first that fits counts.
	Signs source.Map[string] `yaml:"signs" names:"tags"`
}

// ShowsPartyNumbers reports whether players see each other's watched pools as numbers instead of their health in words.
func (p *Pack) ShowsPartyNumbers() bool { return p.Party == "numbers" }

// Ruleset is a game compiled from its YAML. It never changes except for its caches, and is safe for concurrent use. It has many methods
// because every decision and every query about a game starts from it.
type Ruleset struct {
	Pack Pack // name and defaults of the game

	// The sections of the game. A Set holds the named entries of a section, in file order.
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
	Language   *phrase.Language // language of the sentences; nil if none is loaded

	Numbers          []*Tally                     // numbers that every actor always has
	fields           []itemField                  // custom fields of items
	check            *Check                       // default check, to use where none is named; nil if the pack has none
	useAction        *Action                      // action for a plain skill check, or nil
	bareAction       *Action                      // action that only rolls the default check on a statistic; nil with Pack.Use
	worn             *Table                       // table of body parts; nil for none
	nobody           *side                        // side of an actor without properties, in place of a missing actor
	spare            freeList[arena]              // arenas of finished runs, for reuse
	pooledFrames     freeList[pooledFrame]        // frames for single formulas
	lastPending      atomic.Pointer[pendingCache] // cached result of the last call of NextPending
	readsCount       atomic.Bool                  // whether a formula reads the count
	decks            []*Table                     // tables that are decks
	ends             sync.Map                     // compiled `wins` of sides, by text: *Formula
	classes          rollClassCache               // cached classes of equivalent rolls, for odds
	sheets           sheetCache                   // cached sheets of actors, read from events
	excluded         *layer.Exclusions            // parts of layers that were not loaded because of mistakes; nil for none
	bits             map[string]int               // bit numbers of the tags that something reads
	hasFormulaEnds   bool                         // whether a condition has a formula as its `until`
	hasPartnerEnds   bool                         // whether the `until` of a paired condition reads its partner
	rowWords         map[string]bool              // tags of table rows that a formula reads, other than names of body parts
	watched          []*Pool                      // the pools of Pack.Watch
	harmPools        []*Pool                      // watched pools, then other pools that actions can harm, except pools that each round refills
	vital            []*Pool                      // pools that show an actor's health
	derived          []*Tag                       // tags with `when`, in the order in which they are derived
	cardsHaveTags    bool                         // whether cards of decks add tags while they are open
	tagsSteady       bool                         // whether derived tags depend only on other tags, so that no event changes them
	secret           tagSet                       // tags of rolls that only the game master sees
	hindering        []*Condition                 // conditions with `holds` that forbid something
	healthConditions []*Condition                 // conditions with `holds` that affect how healthy an actor looks
	hiding           []*Condition                 // conditions with `holds` that hide something
	holdsSecrets     bool                         // whether a condition with `holds` is secret
	readsWorld       bool                         // whether a formula reads other actors of the scene, or the count
	hasSides         bool                         // whether sides take part in every encounter
	sidesAct         bool                         // whether sides can act, win or have conditions, instead of only pools
	hasOutConditions bool                         // whether a condition has `out`
	tracksKnowledge  bool                         // whether the game tracks what characters know
	automaticByGroup map[string][]*Situation      // situations that apply automatically, by group
	limiting         []*Situation                 // situations that apply automatically and have a filter skill
	counted          struct{ steps, tallies int } // numbers of steps and tallies in the game
}
