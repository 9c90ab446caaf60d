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

// Where chance comes in: Dice are given to a run, and a missing die or answer goes out as a Need. Only run_roller.go throws.

// Die is one die that fell: how many faces it has, what it shows, and whether it was typed.
type Die struct {
	Die    string `json:"die"`
	Result int    `json:"result"`
	Face   string `json:"face,omitempty"`  // of a die with faces, what it shows; the result is the side
	Sides  int    `json:"sides,omitempty"` // likewise how many it has
	Typed  bool   `json:"typed"`
	For    string `json:"for,omitempty"`
	Ahead  int    `json:"ahead,omitempty"` // what its player threw for it, before it was known what for; 0 for nothing
	Who    string `json:"-"`               // who rolled it, by key
}

// Dice is where the engine gets chance from, and nowhere else. Roll returns a face from 1 to faces; purpose says in
// words what the die is for, so that a person can be asked for it.
type Dice interface {
	Roll(faces int, purpose string) (result int, typed bool, err error)
}

// Shows returns what the die shows, as people read it.
func (d *Die) Shows() string {
	if d.Face != "" {
		return faceWords(d.Face)
	}
	return strconv.Itoa(d.Result)
}

// Typing returns what the die shows, as it is typed.
func (d *Die) Typing() string {
	if d.Face != "" {
		return d.Face
	}
	return strconv.Itoa(d.Result)
}

// Of returns the number of faces of the die; 0 if it is unknown.
func (d *Die) Of() int {
	if d.Sides > 0 {
		return d.Sides
	}
	faces, _ := strconv.Atoi(strings.TrimPrefix(d.Die, "d"))
	return max(0, faces)
}

// FaceDice are dice that want to know which die with faces is rolled next; they are told nil after it.
type FaceDice interface{ Faced(die *FacedDie) }

// Asker is dice that want to know who rolls them, and whether what they show is not for that one; it is told before each
// roll.
type Asker interface{ Asks(who string, secret bool) }

// Need is a question that an action stopped at: a die or a choice that is still missing. The action is decided again
// from its start once it is known.
type Need struct {
	Key        string    // under which name the answer is given
	Who        string    // the actor who is asked
	Text       string    // the question, one line
	Lead       string    // of an answer: what Text begins with: who is asked, after the entry where a past one asks
	About      string    // of an answer: what Text asks, without Lead, Before and the faces of a die
	Before     string    // of an answer: what was thrown just before, as Text ends with it; empty for nothing
	Choices    []Answer  // what may be answered; empty for a die
	Raised     []Answer  // the answers that are possible only with an option
	Die        int       // the faces of the die asked for; 0 if it is not a die
	Nth        int       // which of several dice that are added up it is, from 1; 0 for one alone
	Count      int       // how many these are
	Added      bool      // it is one of several dice of a check that are added up
	For        string    // what the die is for
	Secret     bool      // it is for the game master alone: a die that is not seen by the one who rolls it, or what is to come
	In         string    // where the step stands that asks, a path as of an Outcome; of a die that is of a check
	Step       string    // likewise the name of that step
	Whom       string    // of an answer: the key of the actor it is given to
	Action     string    // of an answer: what that one does, by name
	Part       string    // of an answer: the label of what is answered, where that is a part of the action only; empty for all of it
	Tool       string    // of an answer: with what, by name; of a die: with what it is rolled; empty for nothing
	Skill      string    // of a die: the skill it is rolled on, by name; empty for none
	Of         *FacedDie // the die with faces that is asked for
	Wants      *Ask      // a number, or faces, which is the answer
	Thrown     string    // what was thrown before it, in words, and against it; empty for nothing
	DiceBefore []Die     // of an answer: all dice of the command before it, in order; nil if none fell
	Many       bool      // it is asked again until nothing more is wanted
	Own        bool      // the one who acts is asked
	Bands      []Band    // what they come to, from the first; empty for a die that is added up
	Versus     string    // of dice with faces, or that are added up: how many are thrown against what; empty for a throw that is no check
	Chance     float64   // likewise the share of all throws that make it, in percent
	SoFar      []Outcome // what the steps before it came to, whoever rolled them; nothing of it has happened yet
	events     []Event   // what those steps made happen, but for what only the game master may know
	fell       []int     // faces of the dice of the check's numbers that fell before its own, in order
	sumSoFar   int       // sum of the check's die so far, where it is rolled again; 0 for its first throw
	number     float64   // number of the condition whose sequence asks; 0 for another sequence, or one that is secret
}

// WithAnswer returns a copy of answers, by the keys of their questions, in which n is answered with the answer called name. answers
// may be nil and stays as it is.
func (n *Need) WithAnswer(answers map[string]string, name string) map[string]string {
	list := make(map[string]string, len(answers)+1)
	maps.Copy(list, answers)
	list[n.Key] = name
	return list
}

// DiceShown returns the dice that are shown with a question, in the order in which they fell: nil if none is.
func (n *Need) DiceShown() []Die {
	if n.Thrown == "" {
		return nil
	}
	return n.DiceBefore
}

// Answer is one answer to a Need.
type Answer struct {
	Name, Label string
	With        *Item      // what it is done with; nil without a tool
	Asks        *Ask       // what has to be said with it; nil for nothing
	Prices      []Price    // what it costs, and what there is to pay it from when it is asked
	Counts      float64    // how long it takes
	Needs       *Situation // the option without which it is not possible; nil for none
}

// Asks reports whether it is a question to be answered, and not a die.
func (n *Need) Asks() bool { return n.Die == 0 && (len(n.Choices)+len(n.Raised) > 0 || n.Wants != nil) }

// Unsaid returns the answer that counts if none is given: none, or the usual one, which is empty if no die shows a usual
// face.
func (n *Need) Unsaid() string {
	if n.Wants == nil {
		return NoAnswer
	}
	return n.Wants.format(n.Wants.Usually())
}

func (n *Need) Error() string { return n.Text }

// Names returns the names of the choices, NoAnswer last.
func (n *Need) Names() (list []string) {
	list = collect.MapIf(n.Choices, func(choice Answer) bool { return choice.Name != NoAnswer }, func(choice Answer) string { return choice.Name })
	return append(list, NoAnswer)
}

// Refusal is an action that the rules do not allow: one line with the reason and the way out.
type Refusal struct {
	Text string
	Why  string // the reason alone, for lists that name the action beside it; empty where Text is all
}

func (r *Refusal) Error() string { return r.Text }

// Reason returns why something is refused, without the name of the action; the whole error where that is not apart. Empty for nil.
func Reason(err error) string {
	var r *Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &r) && r.Why != "":
		return r.Why
	}
	return err.Error()
}

// NoProgress is the refusal of what these rules would never come to an end with.
type NoProgress struct{ *Refusal }

func (e *NoProgress) Unwrap() error { return e.Refusal }

// SeededDice is the program's own dice: ChaCha8 from a seed.
type SeededDice struct {
	rng  *rand.Rand
	from *rand.ChaCha8
}

// NewSeededDice makes dice from a seed of 32 bytes; the same seed gives the same dice.
func NewSeededDice(seed [32]byte) *SeededDice {
	from := rand.NewChaCha8(seed)
	return &SeededDice{rand.New(from), from}
}

// Reset makes them the dice of another seed.
func (d *SeededDice) Reset(seed [32]byte) { d.from.Seed(seed) }

// Roll draws one face.
func (d *SeededDice) Roll(faces int, _ string) (int, bool, error) {
	return d.rng.IntN(faces) + 1, false, nil
}

// Typed is dice that were typed, in order. When they run out, More rolls the rest; without it the missing die is
// a Need.
type Typed struct {
	Faces []int
	More  Dice
	used  int
	faced *FacedDie // the die that is rolled next
}

// Faced sets the faced die that the next roll is of, or nil.
func (d *Typed) Faced(die *FacedDie) { d.faced = die }

// Roll gives the next typed die.
func (d *Typed) Roll(faces int, purpose string) (int, bool, error) {
	if d.used >= len(d.Faces) {
		if d.More != nil {
			return d.More.Roll(faces, purpose)
		}
		return 0, false, &Need{Key: "dice", Die: faces, Text: fmt.Sprintf("Die %d is missing: a d%d for %s.", d.used+1, faces, purpose)}
	}
	face, err := d.faced.Side(d.Faces[d.used], faces, d.used+1, purpose)
	if err != nil {
		return 0, false, err
	}
	d.used++
	return face, true, nil
}

// Unused returns the typed dice that nothing asked for.
func (d *Typed) Unused() []int { return d.Faces[d.used:] }
