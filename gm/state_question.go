package gm

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The open question of a session: asked, stored with the session, withdrawn. Session.Reply (session_do.go) answers it.

// Question is a question that a command stopped at: an answer to choose, or a die to type. At most one is open. It is part of the session's
// state and stored next to the entries: the first reply continues the command, and the question is still open after a restart. It must not
// be changed.
type Question struct {
	ID         int64                // number, unique in the session
	Command    command.Command      // command, with the answers so far
	Need       rules.Need           // answer or die that is asked for
	At         time.Time            // time when it was asked
	askedCheck *rules.OngoingAction // check that the game master asks a player for while play continues; nil if a command stopped
	pastLine   *pastQuestion        // context of a question asked while a line of the past is replayed; nil for other questions
	settled    atomic.Bool          // whether it is no longer open
	answerOdds sync.Map             // cache of command.Game.AnswerOdds
}

// pastQuestion is the error of a question that a line of the past asks when it is replayed: its current need, and the moment at which
// the line asks it.
type pastQuestion struct {
	*rules.Need
	game command.Game    // game at that moment
	line command.Command // command that asks, at that moment
	need *rules.Need     // need at that moment
}

// Unwrap returns the current need.
func (p *pastQuestion) Unwrap() error { return p.Need }

// Moment returns the game, command and need at the moment at which the line of the past asks.
func (p *pastQuestion) Moment() (*command.Game, command.Command, *rules.Need) {
	return &p.game, p.line, p.need
}

// Moment returns the game, command and need that answers to the question are checked against: the current ones, or those of the past line
// that asks. The odds of that game are computed until the question is settled.
func (q *Question) Moment(present *command.Game) (*command.Game, command.Command, *rules.Need) {
	game, line, need := *present, q.Command, &q.Need
	if q.pastLine != nil {
		game, line, need = q.pastLine.game, q.pastLine.line, q.pastLine.need
	}
	game.Stale, game.AnswerOdds = q.IsSettled, &q.answerOdds
	return &game, line, need
}

// Reply is an answer to a question.
type Reply struct {
	Choice string // name of an answer; for a question with choices
	Faces  []int  // for a die: typed faces, or command.ByProgram; further ones are the next dice of the same person
	Text   string // for a die: typed text, such as 30 7, instead of Faces
	Rest   bool   // for a die: whether the program rolls it and all that follow
}

// AskedCheck returns the check that the game master asks a player for; ok is false if a command stopped at the question.
func (q *Question) AskedCheck() (u rules.ActiveDeed, ok bool) {
	if q.askedCheck == nil {
		return u, false
	}
	return rules.ActiveDeed{Who: q.Need.Who, Doing: *q.askedCheck}, true
}

// ErrSettled is the error of a reply to a question that is no longer open: it was answered or withdrawn.
var ErrSettled = errors.New("This is settled already.")

// openQuestion holds the open question and the number last assigned to a question.
type openQuestion struct {
	open *Question // open question; nil if there is none
	last int64     // number of the newest question
}

// settingQuestion is the key of the setting with the open question.
const settingQuestion = "question"

// keptQuestion is a question as it is stored, with the fields of its command. It applies only while After is the newest record.
type keptQuestion struct {
	ID         int64             `json:"id"`                // number of the question
	Open       bool              `json:"open,omitempty"`    // whether it is open; if not, only ID matters
	After      int64             `json:"after,omitempty"`   // number of the newest record when it was asked
	At         time.Time         `json:"at"`                // time when it was asked
	Line       string            `json:"line,omitempty"`    // line of its command; this field and those up to Ask are as in command.Command
	By         string            `json:"by,omitempty"`      // key of the character whose player proposed it; "" for the game master
	Answers    map[string]string `json:"answers,omitempty"` // answers so far, by key of the question
	Faces      []int             `json:"faces,omitempty"`   // typed dice of all actors, in order
	Dice       map[string][]int  `json:"dice,omitempty"`    // typed dice, by key of the actor
	Typed      bool              `json:"typed,omitempty"`   // whether to ask for missing dice of players who roll their own
	Ask        int64             `json:"asked,omitempty"`   // Ask.ID of the check that it rolls for players; 0 for none
	RolledDice []keptDie         `json:"fell,omitempty"`    // dice that were rolled for the command before the question
}

// keptDie is a die that was rolled for a command, as it is stored. It has the fields of tableDie (dice_command.go).
type keptDie struct {
	Faces   int  `json:"faces"`           // number of sides
	Face    int  `json:"face"`            // face rolled
	Typed   bool `json:"typed,omitempty"` // whether it was typed
	IsFixed bool `json:"stays,omitempty"` // whether the next attempt at the command keeps the face (tableDie.isFixed)
}

// IsSettled reports whether the question is no longer open: it was answered, withdrawn or replaced by another. Any goroutine may call it.
func (q *Question) IsSettled() bool { return q.settled.Load() }

// setOpenQuestion makes q the open question, or none if it is nil; the previous one is settled.
func (a *openQuestion) setOpenQuestion(q *Question) {
	if a.open != nil && a.open != q {
		a.open.settled.Store(true)
	}
	a.open = q
}

// OpenQuestion returns the open question, or nil.
func (a *openQuestion) OpenQuestion() *Question { return a.open }

// openFromError opens the question of an error, replacing any other. If the same question is open already, it stays open with its number.
func (s *Session) openFromError(c command.Command, err error, need *rules.Need) {
	q := &Question{Command: copyCommand(c), Need: *need, At: s.now()}
	errors.As(err, &q.pastLine)
	if open := s.openQuestion.open; open != nil && reflect.DeepEqual(open.Command, q.Command) && reflect.DeepEqual(open.Need, q.Need) {
		return
	}
	s.openQuestion.last++
	q.ID = s.openQuestion.last
	s.openQuestion.setOpenQuestion(q)
	s.notifyListeners()
	if err := s.keepSetting(settingQuestion, s.keptQuestion()); err != nil {
		s.addNotice("the open question couldn't be saved", err)
	}
	s.notifyListeners()
}

// copyCommand returns a deep copy of c.
func copyCommand(c command.Command) command.Command {
	c.Answers, c.Faces, c.Dice = maps.Clone(c.Answers), slices.Clone(c.Faces), maps.Clone(c.Dice)
	for who, list := range c.Dice {
		c.Dice[who] = slices.Clone(list)
	}
	return c
}

// Withdraw closes the question with this number, without running its command. An unknown number changes nothing.
func (s *Session) Withdraw(id int64) error {
	if q := s.openQuestion.open; q == nil || q.ID != id {
		return nil
	}
	s.openQuestion.setOpenQuestion(nil)
	s.notifyListeners()
	return s.keepSetting(settingQuestion, s.keptQuestion())
}

// keptQuestion returns the open question as it is stored, or a closed one if there is none.
func (s *Session) keptQuestion() keptQuestion {
	k := keptQuestion{ID: s.openQuestion.last, At: s.now()}
	q := s.openQuestion.open
	if q == nil {
		return k
	}
	c := &q.Command
	k.Open, k.After, k.At = true, s.seq, q.At
	k.Line, k.By, k.Answers, k.Faces, k.Dice, k.Typed, k.Ask = c.Line, c.By, c.Answers, c.Faces, c.Dice, c.Typed, c.Ask
	k.RolledDice = append(k.RolledDice, collect.Map(s.pendingDice.dice, func(die tableDie) keptDie { return keptDie{die.faces, die.face, die.typed, die.isFixed} })...)
	return k
}
