package rules

import "hybrid/rules/source"

// Pack is what a pack says of itself: its clock, the check meant where none is named, where armour is worn, and which
// pools a game master watches.
type Pack struct {
	Head   `yaml:",inline"`
	Count  float64  `yaml:"count"` // how long a count is, in Unit
	Unit   string   `yaml:"unit"`
	Check  string   `yaml:"check"`
	Worn   string   `yaml:"worn"`   // the table whose rows are the places armour is worn at
	Watch  []string `yaml:"watch"`  // pools on the dashboard, in order
	Burden []string `yaml:"burden"` // the tags of a roll that shows what weighs on somebody
	Use    string   `yaml:"use"`    // the action that a bare skill check is
	Guide  string   `yaml:"guide"`
}

// Ruling is a setting: how a rule that can be read two ways is read. A choice may lay a layer over the pack.
type Ruling struct {
	Head    `yaml:",inline"`
	Text    string       `yaml:"text"`
	Choice  source.Text  `yaml:"choice"`
	Choices *source.Node `yaml:"choices"`
}

// Tag is a word a roll can be about. With When it is there by itself, as long as that holds of the other words. What a
// secret one is about is for the game master alone.
type Tag struct {
	Head   `yaml:",inline"`
	Text   string      `yaml:"text"`
	When   source.Text `yaml:"when"`
	Secret bool        `yaml:"secret"`
	when   *Formula
	bit    int
}

// DecodeNode reads a tag; a bare value is its meaning.
func (t *Tag) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		t.Text = n.Text
		return
	}
	type plain Tag
	source.Decode(n, (*plain)(t), r)
}

// Modifier is a number that anything taking part in a roll may change: by adding to it, or as a factor.
type Modifier struct {
	Head    `yaml:",inline"`
	Combine string `yaml:"combine"` // add (the default) or times
	Lifts   bool   `yaml:"lifts"`   // the filter skills are rolled first, and limit nothing where they are made
	Flag    string `yaml:"flag"`    // the name under which a person gives it by hand
	index   int
	times   bool
	holding []*Situation // situations that hold by themselves and give it, worst first
}

// Stat is a number of an actor: given, or made by a formula.
type Stat struct {
	Head    `yaml:",inline"`
	Typical string      `yaml:"typical"`
	Unit    string      `yaml:"unit"`
	Group   string      `yaml:"group"`
	Formula source.Text `yaml:"formula"`
	formula *Formula
	index   int
	least   float64
	most    float64
}

// Given tells whether the stat is written in the character file rather than derived.
func (s *Stat) Given() bool { return s.Formula.Text == "" }

// Pool is a current value with a maximum.
type Pool struct {
	Head   `yaml:",inline"`
	Max    source.Text `yaml:"max"`   // a formula, or none: no maximum
	Start  source.Text `yaml:"start"` // what it starts at; the maximum without it
	Least  source.Text `yaml:"least"` // where a loss stops: 0 without it, none: nowhere
	Beyond string      `yaml:"beyond"`
	Drain  *Drain      `yaml:"drain"`
	max    *Formula
	start  *Formula
	least  float64
	index  int
	beyond beyond
}

// Drain is what each so many points lost of a pool take from another one; remainders are remembered.
type Drain struct {
	Every float64 `yaml:"every"`
	Lose  string  `yaml:"lose"`
	pool  *Pool
}

// beyond is where a loss goes on when a pool is empty: to its own drain, to another pool, or nowhere.
type beyond struct {
	drain bool
	pool  *Pool
}

// Degree is the name of an outcome and the factor it puts on the effect.
type Degree struct {
	Head   `yaml:",inline"`
	Factor float64 `yaml:"factor"`
	index  int
}

// Ladder says which degree holds: the first step from the top that is true. Draw is one more die that some rolls need.
type Ladder struct {
	Head  `yaml:",inline"`
	Draw  *Draw                   `yaml:"draw"`
	Steps source.Map[source.Text] `yaml:"steps"`
	rungs []rung
}

// Draw is the die of a ladder: its name in formulas, and when it is thrown.
type Draw struct {
	Name string      `yaml:"name"`
	Roll string      `yaml:"roll"`
	When source.Text `yaml:"when"`
	when *Formula
	die  int
}

type rung struct {
	degree *Degree
	when   *Formula
}

// Situation is what may hold for one roll: ticked by a person, or by itself while Holds is true.
type Situation struct {
	Head    `yaml:",inline"`
	For     []source.Text `yaml:"for"`
	Holds   source.Text   `yaml:"holds"`
	When    source.Text   `yaml:"when"`
	Group   string        `yaml:"group"`
	Ask     *Ask          `yaml:"ask"`
	Lifts   bool          `yaml:"lifts"` // the filter skills are rolled first, and limit nothing where they are made
	Flag    string        `yaml:"flag"`  // its name on the command line
	Give    Gives         `yaml:"give"`
	Put     []source.Text `yaml:"put"`    // the conditions one has from then on
	Tags    []source.Text `yaml:"tags"`   // what the roll is about beside the rest
	Limit   source.Text   `yaml:"filter"` // the filter skill that limits others while this holds
	holds   *Formula
	when    *Formula
	puts    []*Condition
	tags    tagSet
	filter  *Skill
	task    *Task // the only task it goes with
	ordinal int
	giver
}

// Ask is what an entry wants to know: a number, or a row of a table.
type Ask struct {
	What  string      `yaml:"what"`
	Least *float64    `yaml:"least"`
	Most  *float64    `yaml:"most"`
	Row   source.Text `yaml:"row"`
	With  string      `yaml:"with"`  // only rows that have this column
	Words bool        `yaml:"words"` // anything in words
	Flag  string      `yaml:"flag"`
	table *Table
}

// Condition is what an actor has for a time.
type Condition struct {
	Head    `yaml:",inline"`
	For     []source.Text `yaml:"for"`
	Give    Gives         `yaml:"give"`
	Group   string        `yaml:"group"`
	Until   source.Text   `yaml:"until"`
	Every   *Every        `yaml:"every"`
	AtTurn  source.Text   `yaml:"at_turn"` // a sequence carried out when the turn comes
	Holds   source.Text   `yaml:"holds"`
	Number  source.Text   `yaml:"number"`
	Many    bool          `yaml:"many"`
	Cannot  []source.Text `yaml:"cannot"` // act, notice, defend
	Text    string        `yaml:"text"`
	Bad     bool          `yaml:"bad"`  // shown as a warning
	Says    bool          `yaml:"says"` // it keeps the words of the action that brought it
	holds   *Formula
	number  *Formula
	over    *Formula // a formula that ends it
	until   until
	atTurn  *Sequence
	cannot  cannot
	index   int
	ordinal int // place within its group
	giver
}

type until int

const (
	untilHand until = iota
	untilUsed
	untilAction
	untilTurn        // the turn comes
	untilDeclaration // the next action is declared
	untilSequence
	untilFormula
)

type cannot int

const (
	cannotAct cannot = 1 << iota
	cannotNotice
	cannotDefend
)

// Every is what a condition does at intervals.
type Every struct {
	Counts   source.Text `yaml:"counts"` // may hold dice, thrown anew each time
	Sequence source.Text `yaml:"sequence"`
	Do       []*Effect   `yaml:"do"`
	Once     bool        `yaml:"once"`
	counts   *Formula
	sequence *Sequence
}

// Activity is what an actor does over time.
type Activity struct {
	Head  `yaml:",inline"`
	Group string                  `yaml:"group"`
	For   []source.Text           `yaml:"for"`
	Pace  source.Text             `yaml:"pace"` // metres per second
	Cost  source.Map[source.Text] `yaml:"cost"`
	Gain  source.Map[source.Text] `yaml:"gain"`
	Give  Gives                   `yaml:"give"`
	Plain bool                    `yaml:"plain"` // the one meant when none is named
	Until source.Text             `yaml:"until"` // when one has to stop
	cost  []rate
	gain  []rate
	until *Formula
	pace  *Formula
	index int
	giver
}

// Item is what an actor uses or wears.
type Item struct {
	Head   `yaml:",inline"`
	Skill  source.Text              `yaml:"skill"`
	Tags   []source.Text            `yaml:"tags"`
	For    []source.Text            `yaml:"for"`
	Give   Gives                    `yaml:"give"`
	Rest   source.Map[*source.Node] `yaml:",rest"`
	skill  *Skill
	fields []*Formula // by field index
	tags   tagSet
	words  []string
	index  int
	giver
}

// Is tells whether the item has one of these tags.
func (i *Item) Is(words ...string) bool {
	for _, word := range words {
		for _, own := range i.words {
			if own == word {
				return true
			}
		}
	}
	return false
}

// Action is what an actor may declare: time and steps.
type Action struct {
	Head    `yaml:",inline"`
	Whom    bool                    `yaml:"whom"` // it is done to somebody
	With    []string                `yaml:"with"` // the tool has one of these tags
	Text    string                  `yaml:"text"`
	Tags    []source.Text           `yaml:"tags"`
	When    source.Text             `yaml:"when"`
	Counts  source.Text             `yaml:"counts"`
	Skill   []source.Text           `yaml:"skill"` // tool.skill, or the first of these that the actor has
	Basis   *ByTag                  `yaml:"basis"`
	Give    Gives                   `yaml:"give"`
	Ask     *Ask                    `yaml:"ask"`
	Answers string                  `yaml:"answers"` // offered to the one a step of this action asks
	Flag    string                  `yaml:"flag"`
	Key     string                  `yaml:"key"`      // its key on the dashboard
	Put     []source.Text           `yaml:"put"`      // conditions one has from its declaration on
	Hold    bool                    `yaml:"hold"`     // its tool is in hand when it takes effect
	Phases  []*Phase                `yaml:"phases"`   // instead of counts: parts of its time that give something
	First   []*Effect               `yaml:"first"`    // what happens when it is declared
	AnyTime bool                    `yaml:"any_time"` // it needs no turn
	Own     bool                    `yaml:"own_tool"` // an answer about its own tool, not the one it answers
	Refuse  string                  `yaml:"refuse"`   // what is said where `when` does not hold
	Steps   source.Map[Step]        `yaml:"steps"`
	Report  source.Map[source.Text] `yaml:"report"` // what a script wants to know, by name
	when    *Formula
	counts  *Formula
	skills  []*Skill
	tool    bool // the skill is the tool's
	report  []reported
	puts    []*Condition
	body    *Sequence
	tags    tagSet
	index   int
	giver
}

// Phase is a part of an action's time, and what it gives while it lasts.
type Phase struct {
	Head   `yaml:",inline"`
	Counts float64 `yaml:"counts"`
	Give   Gives   `yaml:"give"`
	giver
}

type reported struct {
	name string
	by   typed
}

// Sequence is steps that nobody declares by themselves.
type Sequence struct {
	Head   `yaml:",inline"`
	Takes  []string         `yaml:"takes"`
	Ask    *Ask             `yaml:"ask"`
	Secret bool             `yaml:"secret"`
	Steps  source.Map[Step] `yaml:"steps"`
	steps  []*Step
	index  int
	done   bool // compiled
}

// Order says who acts when.
type Order struct {
	Head       `yaml:",inline"`
	Scheme     string        `yaml:"scheme"` // the Go scheme: counts
	Enter      source.Text   `yaml:"enter"`
	Initiative *Tally        `yaml:"initiative"`
	First      float64       `yaml:"first"`
	Excess     source.Text   `yaml:"excess"`
	Next       source.Text   `yaml:"next"` // a yes/no formula: initiative is rolled again after an action
	Time       source.Text   `yaml:"time"` // the number that an action takes, in counts
	Points     source.Text   `yaml:"points"`
	Ties       []source.Text `yaml:"ties"`
	enter      *Sequence
	excess     *Pool
	next       *Formula
	time       *Tally
	points     *Tally
	ties       []*Formula
}
