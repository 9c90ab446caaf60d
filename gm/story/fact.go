package story

import (
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The facts and people of an entry, as known to a reader. collect.go and change.go create them, tell.go tells them. A fact refers to people
// by their numbers, which are indexes of Passage.People.

// Kind is the kind of a fact. A language lists its patterns by these names.
type Kind string

// The kinds of facts.
const (
	Begins   Kind = "begins"    // beginning of a scene with label Text; with State another scene ended before, with outcome Was; with Idle it began on an earlier evening
	Ends     Kind = "ends"      // end of the scene or, with Sum, of a fight in it; Text is the outcome in a word or two
	Won      Kind = "won"       // victory of the side with label Text
	Deed     Kind = "deed"      // deed Of by Who to Other, with Tool
	Declared Kind = "declared"  // deed Of by Who to Other, with Tool, that takes effect at count At
	Stops    Kind = "stops"     // action given up by Who
	GivesUp  Kind = "gives_up"  // action Of given up by Who for an answer
	Asked    Kind = "asked"     // declared deed Of by Who to Other that asks for an answer
	Question Kind = "question"  // question to Who for an answer to the deed
	Contest  Kind = "contest"   // contest of Who with Label against Other with Text; Degree: Other won, lost or neither
	Hazard   Kind = "hazard"    // hazard Of hurts Other; Amount is the number that was asked for
	Step     Kind = "step"      // result of a step of the deed
	Answer   Kind = "answer"    // answer Of chosen by Who
	Put      Kind = "put"       // condition Of begins for Who, shared with Other; Was is the earlier condition of its group
	End      Kind = "end"       // end of Who's condition Of
	Number   Kind = "number"    // new number of Who's condition Of
	Tick     Kind = "tick"      // condition Of acts on Who
	Health   Kind = "health"    // state of health of Who, in the word Text
	Stood    Kind = "stood"     // state of health of Who at the end, in the word Text
	Lost     Kind = "lost"      // loss of Amount points of pool Of by Who
	Gained   Kind = "gained"    // gain of Amount points of pool Of by Who
	Blood    Kind = "blood"     // first wound in a fight, caused by a deed of Who
	LastOne  Kind = "last_one"  // last member Who of a side who can act; Of is "ours" for the reader's side
	Series   Kind = "run"       // failed tries in a row of deed Of, by Who against Other, Number of them; Sum is set if Who missed
	Vain     Kind = "vain"      // failed tries of deed Of in a row by several actors, Number of them
	Believes Kind = "believes"  // belief of Who in Number
	Hold     Kind = "hold"      // item Of taken in hand by Who
	Drop     Kind = "drop"      // item Of dropped by Who
	Activity Kind = "activity"  // activity Of started by Who
	Waits    Kind = "waits"     // wait by Who
	Join     Kind = "join"      // entrance of Who
	Leave    Kind = "leave"     // departure of Who
	GoesOver Kind = "goes_over" // change of Who to side Other or, in a game without sides, to the camp Text
	Moves    Kind = "moves"     // move of Who by Amount metres
	Goes     Kind = "goes"      // movement of Who toward Other, to Text or, with Of "place", to Number
	Says     Kind = "tell"      // spoken Text
	Told     Kind = "told"      // message Text that is a full sentence
	Learn    Kind = "learn"     // fact Text that Who learns about aspect Of of Other; Was is the earlier name of Other
	Whisper  Kind = "whisper"   // message Text to Who alone
	Rank     Kind = "rank"      // new rank Number of Who in Label
	Time     Kind = "time"      // time Text that passes
	Round    Kind = "round"     // beginning of round Number; Text is the word for a round
	SideTurn Kind = "side_turn" // turn of side Who
	Stage    Kind = "stage"     // beginning of step Text of a stage, for side Who or all
	MustPass Kind = "must_pass" // forced pass of side Who
	SideDone Kind = "side_done" // end of the turn of side or actor Who, which gives up the rest of it
	Scene    Kind = "scene"     // situation Text that holds for everyone
)

// CasePaid is the pattern case of a pool for a loss that someone else gains.
const CasePaid = "paid"

// Unseen is the number of an actor that the reader does not notice.
const Unseen = -1

// Fact is one thing that a reader knows of an entry.
type Fact struct {
	Kind          Kind    // kind, which says what the other fields mean
	Of, Label     string  // subject of the fact: its name in the rules, and its label
	StepPath      string  // path of a step in the rules
	Who, Other    int     // numbers of people; 0 for none
	Tool          string  // name of the tool used, or of the item that a condition is tied to; "" for none
	Tags          string  // tags of a hazard; otherwise the conditions of Who and Other that have wordings of their own
	Degree        string  // name of the degree of a roll; empty if there was no roll
	Made          bool    // whether the roll succeeded
	RolledByOther bool    // whether Other rolled it
	Row, Side     string  // table row that a step resulted in, and the side of the body; for a condition, Side is its partner's condition
	Text, Was     string  // text, and former name or value; their meaning depends on the kind
	Sum           string  // size of a step's number: none, little or some; empty if the reader doesn't know it; for other kinds, a case
	Amount        float64 // points, metres, or the number that a hazard asked for
	Number, At    float64 // number that the comment of the kind names, or the factor of a roll's degree; and a count
	Stands        bool    // whether Who stands still, although moving to a destination
	Chase         bool    // whether the target moves too, or Who leaves while on the way somewhere
	State         bool    // whether it is a lasting state of Who rather than a deed; states are told after deeds
	Idle          bool    // whether it changes nothing: Who was already down and remains so, or the step had no effect
	InMargin      bool    // whether it is an instruction for the table or a question to the game master, listed after the sentences
	Weight        Weight  // importance in a retelling
}

// Person is a person in a passage, as the reader knows that person.
type Person struct {
	Name      string // name or, if the name is unknown, a description such as “a big man”: the person's looks
	Pronouns  string // pronouns of a known name; empty otherwise
	Named     bool   // whether the name is known; otherwise Name is looks
	Noun      bool   // whether the name is a common noun, which takes an article
	Side      bool   // whether it is a side
	You       bool   // whether it is the reader
	Unknown   bool   // whether the person is noticed, but otherwise unknown
	Mentioned bool   // whether an earlier passage mentioned the same looks, which then take the definite article
}

// Phrasings holds the hashes of the patterns that a reader has read lately, newest last.
type Phrasings []uint32

// Passage is a reader's knowledge of an entry, as facts about people.
type Passage struct {
	Facts           []Fact     // facts, in the order in which they are told
	People          []Person   // people, indexed by their numbers; index 0 is unused
	Keys            []string   // keys parallel to People; "" for a person without one
	Proposed        bool       // whether the deed has not happened yet, so that no result is told
	Past            bool       // whether its verbs are in the past tense
	Here            []Attendee // people who are present when a scene begins; nil for other entries
	BeginsFight     bool       // whether turns begin with the entry, as far as the reader knows
	Elapsed         float64    // time of the campaign after the entry, in seconds, as far as the reader knows
	Number          int64      // serial number among the reader's passages; it selects among equivalent phrasings
	LatestPhrasings Phrasings  // phrasings that the reader read last

	origins []any // sources parallel to Facts: a *rules.Event, a *rules.Outcome, or nil
}

// Attendee is a person who is present when a scene begins.
type Attendee struct {
	Who  int    // number of the person
	Side string // key of the side, or "" if the reader doesn't know it
}

// addAttendees adds the actors of a scene that begins, apart from lifeless ones and those that the reader doesn't know. person returns an
// actor as the reader knows it, and seesSide reports whether the reader knows its side.
func (p *Passage) addAttendees(actors []*rules.Actor, person func(*rules.Actor) Person, seesSide func(*rules.Actor) bool) {
	for _, a := range actors {
		if who := person(a); !who.Unknown && !isLifeless(a) {
			p.Here = append(p.Here, Attendee{len(p.People), collect.Choose(seesSide(a), a.ApparentSide(), "")})
			p.People, p.Keys = append(p.People, who), append(p.Keys, a.Key)
		}
	}
}

// ResumeScene returns a passage for the beginning of an evening on which the scene with the given title continues. elapsed is the time of
// the campaign, in seconds; actors are those in the scene; person and seesSide are as in addAttendees.
func ResumeScene(title string, elapsed float64, actors []*rules.Actor, person func(*rules.Actor) Person, seesSide func(*rules.Actor) bool) Passage {
	p := Passage{Facts: []Fact{{Kind: Begins, Text: title, Idle: true}}, People: []Person{{}}, Keys: []string{""}, Elapsed: elapsed}
	p.addAttendees(actors, person, seesSide)
	return p
}

// Key returns the key of the person with the given number, or "" if there is none.
func (p *Passage) Key(who int) string {
	if who <= 0 || who >= len(p.Keys) {
		return ""
	}
	return p.Keys[who]
}
