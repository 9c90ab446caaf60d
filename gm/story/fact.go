package story

// What a reader knows of an entry: facts and people. collect.go and change.go make them, tell.go tells them.

// Kind is what a fact is about. The patterns of a language are listed by these names.
type Kind string

// The kinds of facts.
const (
	Begins   Kind = "begins"    // a scene: Text its label; with State another one was over, and Was says how
	Ends     Kind = "ends"      // it is over or, by Sum, a fight in it: Text is how, in a word or two
	Won      Kind = "won"       // a side has won: Text its label
	Deed     Kind = "deed"      // Who does Of to Other, with Tool
	Declared Kind = "declared"  // likewise, later: At the count
	Stops    Kind = "stops"     // Who breaks it off
	GivesUp  Kind = "gives_up"  // Who breaks it off for an answer
	Asked    Kind = "asked"     // likewise, and an answer to it is asked for
	Question Kind = "question"  // Who is asked how to answer it
	Contest  Kind = "contest"   // Who pits Label against Text of Other, and Degree: that one has won, lost or neither
	Hazard   Kind = "hazard"    // Of hurts Other: Amount was asked for
	Step     Kind = "step"      // a step of it went somehow
	Answer   Kind = "answer"    // Who chose Of
	Put      Kind = "put"       // Who has condition Of, with Other; Was is the one of its group before it
	End      Kind = "end"       // it is over
	Number   Kind = "number"    // it has another number
	Tick     Kind = "tick"      // it acts
	Health   Kind = "health"    // Who is Text
	Stood    Kind = "stood"     // Who was Text as it ended
	Lost     Kind = "lost"      // Who lost Amount of pool Of
	Gained   Kind = "gained"    // likewise
	Blood    Kind = "blood"     // Who, by a deed, is the first who hurts anybody in a fight
	LastOne  Kind = "last_one"  // Who is the last of a side who can act, Of "ours" the reader's
	Series   Kind = "run"       // Who does Of to Other Number times, and all come to nothing; Sum says if Who missed
	Vain     Kind = "vain"      // Number times somebody does Of, and all come to nothing
	Believes Kind = "believes"  // Who takes Number for true
	Hold     Kind = "hold"      // Who takes Of in hand
	Drop     Kind = "drop"      // Who drops Of
	Activity Kind = "activity"  // Who does Of from now on
	Waits    Kind = "waits"     // Who waits
	Join     Kind = "join"      // Who comes in
	Leave    Kind = "leave"     // Who leaves
	GoesOver Kind = "goes_over" // Who is of side Other from now on or, of a game without sides, of Text
	Moves    Kind = "moves"     // Who moved Amount metres
	Goes     Kind = "goes"      // Who is on the way to Other, to Text or, with Of "place", to Number
	Says     Kind = "tell"      // Text is said
	Told     Kind = "told"      // likewise, a sentence
	Learn    Kind = "learn"     // Who learns Of of Other: Text; Was is how Other was known before
	Whisper  Kind = "whisper"   // Text is said to Who alone
	Rank     Kind = "rank"      // Who reaches Number in Label
	Time     Kind = "time"      // Text passes
	Round    Kind = "round"     // round Number begins: Text is what rounds are called
	SideTurn Kind = "side_turn" // it is the turn of side Who
	Stage    Kind = "stage"     // a step of a stage, Text, has come, for side Who or all
	MustPass Kind = "must_pass" // side Who passes
	SideDone Kind = "side_done" // side Who gives the rest of its turn up
	Scene    Kind = "scene"     // Text holds for everyone
)

// CasePaid is how a pool tells what one loses that another one gets.
const CasePaid = "paid"

// Unseen is the number of an actor whom the reader does not notice.
const Unseen = -1

// Fact is one thing that a reader knows of an entry.
type Fact struct {
	Kind       Kind
	Of, Label  string // what it is about: its name in the rules, and what people read
	In         string // of a step, its path in the rules
	Who, Other int    // numbers of people; 0 for none
	Tool       string // an item, by name
	Tags       string // of a hazard's kind; else conditions that have words of their own: of whom it is done to, or of Who
	Degree     string // by name, of a roll; empty for no roll
	Made       bool
	Theirs     bool // Other rolled it
	Row, Side  string
	Text, Was  string
	Sum        string // outcome of a step's number, none or some; empty where the reader doesn't know it
	Amount     float64
	Number, At float64 // the number of a roll is the factor of its degree
	Stands     bool    // no motion, though Who is on the way somewhere, or the step was about it
	Chase      bool    // a target that moves, too, or one who leaves on the way somewhere
	State      bool    // it is a state that Who is in, not a deed
	Idle       bool    // a change that makes no difference: Who was down already and stays so, or the step changed nothing
	Beside     bool    // instruction for the table, or a question to the game master, set beside the sentences
	Weight     Weight
}

// Person is one of the people in a passage, as the reader knows them.
type Person struct {
	Name     string // or looks
	Pronouns string // where the name is known
	Named    bool   // the name is known; else Name is looks
	Noun     bool   // the name says what it is, and has the article
	You      bool   // the reader
	Unknown  bool   // noticed, but nothing is known
	Told     bool   // an earlier passage named the same looks, so that they have the definite article
}

// Ways are ways to say something that a reader read last, as hashes of their patterns, the newest last.
type Ways []uint32

// Passage is what a reader knows of an entry.
type Passage struct {
	Facts  []Fact
	People []Person // by number; the first stands for none
	// Proposed reports whether the deed has not happened yet, so that nothing is told of what came of it.
	Proposed bool
	Past     bool  // its verbs are told in the past
	Number   int64 // serial number among what the reader was told; it chooses between ways to say the same
	Lately   Ways  // ways that the reader read last

	keys    []string // of the people
	origins []any    // of each fact: a *rules.Event, a *rules.Outcome, or nil
}

// Key returns the key of the person with the given number; empty for none.
func (p *Passage) Key(who int) string {
	if who <= 0 || who >= len(p.keys) {
		return ""
	}
	return p.keys[who]
}
