package rules

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"strings"

	"hybrid/rules/collect"
)

// The sources of chance, and the questions of a run. A run, which decides an action step by step, is given its Dice and the answers so far,
// and returns a missing die or answer as a Need. Only run_roller.go rolls the Dice.

// Die is one rolled die: its kind, its result, and whether the result was typed.
type Die struct {
	Die    string `json:"die"`             // kind, such as d100
	Name   string `json:"name,omitempty"`  // name of an extra die, such as wild; "" for a check's own die
	Again  bool   `json:"again,omitempty"` // whether it exploded, and was rolled again for this result
	Result int    `json:"result"`          // number rolled, from 1
	Face   string `json:"face,omitempty"`  // name of the face of a faced die, whose Result is the side rolled; "" for a plain die
	Sides  int    `json:"sides,omitempty"` // number of sides of a faced die; 0 for a plain one
	Typed  bool   `json:"typed"`           // whether a person typed the result
	For    string `json:"for,omitempty"`   // purpose, in words
	Ahead  int    `json:"ahead,omitempty"` // result that the player had rolled before the purpose was known; 0 for none
	Who    string `json:"-"`               // key of the actor who rolled it
}

// Dice is the engine's only source of chance.
type Dice interface {
	// Roll returns a face from 1 to faces, and whether a person typed it. purpose is the die's purpose in words, for a prompt.
	Roll(faces int, purpose string) (result int, typed bool, err error)
}

// KindText returns the kind of the die, or the deck of the card, after its name if it has one: "d8", "wild d6", "action cards". A die that
// exploded is "d8 again".
func (d *Die) KindText() string {
	return strings.TrimLeft(d.Name+" "+faceWords(d.Die)+collect.Choose(d.Again, " again", ""), " ")
}

// ResultText returns the die's result for display.
func (d *Die) ResultText() string {
	if d.Face != "" {
		return faceWords(d.Face)
	}
	return strconv.Itoa(d.Result)
}

// TypedText returns the die's result as a user types it.
func (d *Die) TypedText() string {
	if d.Face != "" {
		return d.Face
	}
	return strconv.Itoa(d.Result)
}

// FaceCount returns the number of faces of the die; 0 if it is unknown.
func (d *Die) FaceCount() int {
	if d.Sides > 0 {
		return d.Sides
	}
	faces, _ := strconv.Atoi(strings.TrimPrefix(d.Die, "d"))
	return max(0, faces)
}

// FaceDice is implemented by dice that have to know which faced die is rolled next. A faced die has names or symbols on its sides; nil
// stands for a plain die.
type FaceDice interface{ SetNextFacedDie(die *FacedDie) }

// Asker is implemented by dice that have to know before each roll who rolls, and whether the result is hidden from that actor.
type Asker interface{ Asks(who string, secret bool) }

// Need is a question that stops an action: a die or a choice that is missing. Once it is answered, the action is decided again from its
// start.
type Need struct {
	Key                string    // key under which the answer is given
	Who                string    // key of the actor who is asked
	Text               string    // question in one line
	Lead               string    // beginning of Text unless a die is requested: the actor who is asked, preceded by the entry if the question is about a past one
	About              string    // Text without Lead, Before and the faces of a die
	Plain              string    // About without values, for those who don't know all of them; "" if About has none
	Before             string    // throw that precedes the question, at the end of Text; "" for none
	Choices            []Answer  // possible answers; empty for a die
	PossibleWithOption []Answer  // answers that are possible only with an option, which Answer.Needs names
	Die                int       // faces of the requested die; 0 if no die is requested
	Nth                int       // number of the die among several that are added up, from 1; 0 for a single die
	Count              int       // number of dice that are added up
	Added              bool      // whether it is one of several dice of a check that are added up
	For                string    // purpose of the requested die, in words; "" for other questions
	Secret             bool      // whether only the game master sees it: a die hidden from the actor that rolls it, or a future event
	Path               string    // path of the asking step's sequence, like Outcome.Path; for a die, of its check's sequence
	Step               string    // name of the asking step; for a die, of its check
	Whom               string    // key of the actor whose action is answered
	Action             string    // name of the answered action; "" for none
	Part               string    // label of the answered part of the action; "" for the whole
	Tool               string    // name of the answered action's tool, or of the tool that a die is rolled with; "" for none
	Skill              string    // skill that a die is rolled against; "" for none
	Faced              *FacedDie // requested faced die; nil for none
	Wants              *Ask      // number or faces to enter as the answer; nil for none
	Thrown             string    // throws that the question is about, in words: the previous throw and the throw that opposes it; "" for none
	DiceBefore         []Die     // all dice that the command rolled before the question, in order; nil for none
	Repeats            bool      // whether the question is repeated until the answer is NoAnswer
	AsksActor          bool      // whether the acting actor is asked
	Bands              []Band    // ranges of faces with their outcomes, lowest first; empty for a die that is added up
	Versus             string    // for faced dice and dice that are added up: number thrown and target; "" for a throw without a check
	Chance             float64   // for the same dice: share of all possible throws that succeed, in per cent
	SoFar              []Outcome // outcomes of all actors' earlier steps, which have not happened yet
	events             []Event   // earlier steps' events, without the game master's secrets
	rolledFaces        []int     // faces of the dice thrown for the check's numbers, in order
	sumSoFar           int       // sum of the check's die so far if it is rolled again; 0 for its first throw
	number             float64   // condition's number, if the asking sequence belongs to a condition; 0 for other sequences and secret conditions
}

// WithAnswer returns a copy of answers, which are by key of the question, with name added as the answer to n. answers may be nil and is not
// changed.
func (n *Need) WithAnswer(answers map[string]string, name string) map[string]string {
	list := make(map[string]string, len(answers)+1)
	maps.Copy(list, answers)
	list[n.Key] = name
	return list
}

// ShownDice returns the dice to show with a question, in the order in which they were rolled; nil for none.
func (n *Need) ShownDice() []Die {
	if n.Thrown == "" {
		return nil
	}
	return n.DiceBefore
}

// Answer is a possible answer to a Need.
type Answer struct {
	Name, Label string     // text that a user types, and text for display
	With        *Item      // tool; nil for none
	Asks        *Ask       // input needed with it; nil for none
	Prices      []Price    // costs, and the points available for them
	Counts      float64    // time it takes, in counts
	Needs       *Situation // option without which it is impossible; nil for none
}

// IsQuestion reports whether n asks for an answer and not for a die.
func (n *Need) IsQuestion() bool {
	return n.Die == 0 && (len(n.Choices)+len(n.PossibleWithOption) > 0 || n.Wants != nil)
}

// DefaultAnswer returns the answer that applies if none is given: NoAnswer, or the usual answer, which is "" if no die shows a usual face.
func (n *Need) DefaultAnswer() string {
	if n.Wants == nil {
		return NoAnswer
	}
	return n.Wants.formatAnswer(n.Wants.UsualNumber())
}

// Error returns the question, since a Need is returned as an error.
func (n *Need) Error() string { return n.Text }

// ChoiceNames returns the names of the choices, NoAnswer last.
func (n *Need) ChoiceNames() (list []string) {
	list = collect.MapIf(n.Choices, func(choice Answer) bool { return choice.Name != NoAnswer }, func(choice Answer) string { return choice.Name })
	return append(list, NoAnswer)
}

// Refusal is the error for an action that the rules do not allow: one line with the reason and a remedy.
type Refusal struct {
	Text string // reason and remedy
	Why  string // reason alone, for lists that already name the action; "" if it is the same as Text
}

// Error returns the reason and the remedy.
func (r *Refusal) Error() string { return r.Text }

// RefusalReason returns the reason of a refusal, without the name of the action if that is stored separately; "" for nil.
func RefusalReason(err error) string {
	var r *Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &r) && r.Why != "":
		return r.Why
	}
	return err.Error()
}

// NoProgress is the refusal of an action that would never end under these rules.
type NoProgress struct{ *Refusal }

// Unwrap returns the refusal.
func (e *NoProgress) Unwrap() error { return e.Refusal }

// SeededDice are the program's own dice: ChaCha8 from a seed.
type SeededDice struct {
	rng    *rand.Rand    // random numbers from source
	source *rand.ChaCha8 // generator that rng uses, for Reset
}

// NewSeededDice returns dice from a seed of 32 bytes; the same seed gives the same dice.
func NewSeededDice(seed [32]byte) *SeededDice {
	from := rand.NewChaCha8(seed)
	return &SeededDice{rand.New(from), from}
}

// Reset restarts the dice with another seed.
func (d *SeededDice) Reset(seed [32]byte) { d.source.Seed(seed) }

// Roll returns a random face.
func (d *SeededDice) Roll(faces int, _ string) (int, bool, error) {
	return d.rng.IntN(faces) + 1, false, nil
}

// TypedDice is a list of typed dice. Once it is used up, More rolls the rest; if More is nil, the missing die is returned as a Need.
type TypedDice struct {
	Faces []int     // results as typed; a negative number stands for a word, such as the name of a die
	More  Dice      // source of the dice after those; nil for none
	used  int       // number of Faces used or skipped so far
	faced *FacedDie // faced die of the next roll; nil for a plain one
}

// SetNextFacedDie sets the faced die of the next roll; nil stands for a plain die.
func (d *TypedDice) SetNextFacedDie(die *FacedDie) { d.faced = die }

// Roll returns the next typed die.
func (d *TypedDice) Roll(faces int, purpose string) (int, bool, error) {
	skip, found := MatchesNextTyped(d.Faces[d.used:], purpose)
	if !found {
		if d.More != nil {
			return d.More.Roll(faces, purpose)
		}
		return 0, false, &Need{Key: "dice", Die: faces, Text: fmt.Sprintf("Die %d is missing: a d%d for %s.", d.used+1, faces, purpose)}
	}
	d.used += skip
	face, err := d.faced.Side(d.Faces[d.used], faces, d.used+1, purpose)
	if err != nil {
		return 0, false, err
	}
	d.used++
	return face, true, nil
}

// UnusedFaces returns the typed dice that were not needed.
func (d *TypedDice) UnusedFaces() []int { return d.Faces[d.used:] }
