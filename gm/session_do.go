package gm

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/guard"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Session.Do: a line is parsed, decided, written and applied. To decide a line is to compute its events by the rules. A question stops it,
// and Reply continues. Start reading here.

// Do decides a command, stores it durably and makes its result the current state. A *rules.Need asks for missing information: it is then
// the open question, to be answered with Reply, or by running the command again with one more answer or die. A *rules.Refusal gives the
// reason in one line. After any error nothing has happened.
func (s *Session) Do(c command.Command) (Entry, error) {
	end := guard.BeginChange() // not deferred, so that a panic leaves the session marked as being changed
	e, err := s.do(c)
	end()
	var need *rules.Need
	var preceding precedingQuestion
	switch {
	case errors.As(err, &preceding):
		return e, preceding.error
	case errors.As(err, &need) && s.seats.isUnseenDie(need): // a die that its player's devices must not show; the program rolls it
		c = copyCommand(c)
		if c.Dice == nil {
			c.Dice = map[string][]int{}
		}
		c.Dice[need.Who] = append(c.Dice[need.Who], command.ByProgram)
		return s.Do(c)
	case errors.As(err, &need):
		s.openFromError(c, err, need)
		return e, err
	case err == nil && len(e.Lines) == 0:
		s.openQuestion.setOpenQuestion(nil) // the open question belongs to an earlier moment
	}
	return e, err
}

// do runs a command like Do, except that it doesn't open a question.
func (s *Session) do(c command.Command) (Entry, error) {
	if err := s.gatherForLine(c); err != nil {
		return Entry{}, err
	}
	l, err := s.game.Parse(c.Line)
	if err != nil {
		return Entry{}, err
	}
	if s.readOnly && l.Verb != "history" {
		return Entry{}, refusal("This window is read-only. Enter commands in the game master's window.")
	}
	if handle := sessionVerbHandler(l.Verb); handle != nil {
		c.Line = l.Text
		return handle(s, &c, &l)
	}
	c, l, work, err := s.decide(c)
	if err != nil {
		return Entry{}, err
	}
	entry, err := s.commit(c, &l, work)
	if err == nil {
		s.pendingDice = pendingDice{}
		s.Proposals().dropFulfilled(c.By, &l, &entry)
		if err := s.DropAsk(c.Ask); err != nil {
			s.addNotice("what players were asked for couldn't be saved", err)
		}
	}
	return entry, err
}

// decide computes the events of a command, and keeps its dice for another attempt. It changes nothing in the game.
func (s *Session) decide(c command.Command) (command.Command, command.Line, command.DecidedCommand, error) {
	l, err := s.game.Parse(c.Line)
	if err != nil {
		return c, l, command.DecidedCommand{}, err
	}
	verb := s.game.VerbOf(&l)
	if verb.Session {
		return c, l, command.DecidedCommand{}, command.RefusalOf(message.NotA(l.Verb, "a command of this game", ""))
	}
	c.Line = l.Text
	if !verb.Incomplete { // lines that work while entries of the rules are missing need no replacement
		if err := s.askReplacement(&c, &l); err != nil {
			return c, l, command.DecidedCommand{}, err
		}
	}
	dice := s.diceFor(&c, &l)
	work, err := s.game.Decide(&c, &l, dice)
	if err == nil {
		err = checkUnused(dice, &work)
	}
	isSurplus := func(answer string) bool { return answer != rules.NoAnswer }
	if at := slices.IndexFunc(l.Answers, isSurplus); err == nil && at >= 0 {
		err = command.RefuseUnasked(l.Answers[at])
	}
	dice.thrownAhead.markDice(work.Dice)
	s.pendingDice = pendingDice{c.Line, dice.rolledDice}
	return c, l, work, err
}

// sessionVerbHandler returns the handler of a verb that acts on the session, such as undo, or nil for a verb that the game decides.
func sessionVerbHandler(verb string) func(*Session, *command.Command, *command.Line) (Entry, error) {
	switch verb {
	case "undo", "redo":
		return undoOrRedo
	case "back":
		return returnToEntry
	case "amend":
		return amendLine
	case "accept", "refuse":
		return acceptOrRefuse
	case "history":
		return showHistory
	case "dice":
		return setTypists
	case askVerb:
		return askLine
	}
	return nil
}

// askReplacement returns a question for the replacement of a missing entry of the rules that an actor still has. It stores an answer as an
// entry of its own, continues with the next missing entry, and removes the answers from the command.
func (s *Session) askReplacement(c *command.Command, l *command.Line) error {
	for _, g := range s.missingRefs.list {
		if g.Section == verbs.StatSection || !s.game.State.UsesEntry(s.game.Rules, g.Section, g.Name) {
			continue
		}
		need := s.missingRefs.replacementQuestion(g, s.game.Campaign.Rules)
		choice, isAnswered := c.Answers[need.Key]
		if !isAnswered && len(l.Answers) > 0 {
			var err error
			if choice, err = command.FindAnswer(s.game.Rules, need, l.Answers[0]); err != nil {
				return err
			}
			l.Answers, isAnswered = l.Answers[1:], true
		}
		if !isAnswered {
			return need
		}
		line := fmt.Sprintf("replace %s %s", g.Section, g.Name)
		if choice != rules.NoAnswer {
			line += " with " + choice
		}
		if _, err := s.Do(command.Command{Line: line}); err != nil {
			return err
		}
	}
	if c.Answers != nil {
		c.Answers = maps.Clone(c.Answers)
		maps.DeleteFunc(c.Answers, func(key, _ string) bool { return strings.HasPrefix(key, missingKeyPrefix) })
	}
	return nil
}

// reopenQuestion opens the question that was open when the session was closed, or before the rules changed, if it still applies.
func (s *Session) reopenQuestion(k keptQuestion) {
	s.openQuestion.last = k.ID
	s.openQuestion.setOpenQuestion(nil)
	if !k.Open || k.After != s.seq {
		return
	}
	s.pendingDice = pendingDice{line: command.CleanLine(k.Line)}
	s.pendingDice.dice = append(s.pendingDice.dice, collect.Map(k.RolledDice, func(die keptDie) tableDie { return tableDie{die.Faces, die.Face, die.Typed, die.IsFixed} })...)
	c := command.Command{Line: k.Line, By: k.By, Answers: k.Answers, Faces: k.Faces, Dice: k.Dice, Typed: k.Typed, Ask: k.Ask}
	_, _, _, err := s.decide(copyCommand(c))
	var need *rules.Need
	if !errors.As(err, &need) {
		s.pendingDice = pendingDice{}
		return
	}
	q := &Question{ID: k.ID, Command: c, Need: *need, At: k.At}
	errors.As(err, &q.pastLine)
	s.openQuestion.setOpenQuestion(q)
}

// Reply answers the question with this number and continues its command. It returns an entry, the next question as a *rules.Need, or a
// *rules.Refusal, after which the question is still open. If several replies to one question arrive, the first valid one counts, and the
// others get ErrSettled.
func (s *Session) Reply(id int64, r Reply) (Entry, error) {
	if i := slices.IndexFunc(s.askedChecks.questions, func(q playerQuestion) bool { return q.ID == id }); i >= 0 {
		return s.answerAsk(s.askedChecks.questions[i], r)
	}
	q := s.openQuestion.open
	if q == nil || q.ID != id {
		return Entry{}, ErrSettled
	}
	c := copyCommand(q.Command)
	if r.Text != "" && q.Need.Die > 0 {
		faces, err := command.ParseDice(r.Text, &q.Need)
		if err != nil {
			return Entry{}, err
		}
		r.Faces = faces
	}
	switch asksDie := q.Need.Die > 0; {
	case asksDie && r.Rest:
		c.Typed = false
	case asksDie && len(r.Faces) > 0:
		if c.Dice == nil {
			c.Dice = map[string][]int{}
		}
		c.Dice[q.Need.Who] = append(c.Dice[q.Need.Who], r.Faces...)
	case asksDie || r.Choice == "" && q.Need.Wants == nil:
		return Entry{}, refusal("%s", q.Need.Text)
	default:
		name, err := command.FindAnswer(s.game.Rules, &q.Need, r.Choice)
		if err != nil {
			return Entry{}, err
		}
		if c.Answers == nil {
			c.Answers = map[string]string{}
		}
		c.Answers[q.Need.Key] = name
	}
	return s.Do(c)
}

// gatherLine is the line that brings in the players' characters.
const gatherLine = "gather"

// Gather brings in the players' characters if nothing was played yet. It is refused if the cast has none.
func (s *Session) Gather() error {
	if len(s.log) > 0 {
		return nil
	}
	_, err := s.Do(command.Command{Line: gatherLine})
	return err
}

// gatherForLine brings in the players' characters if no one is present and a line needs someone. If the line would be refused even with
// them, it returns the refusal and changes nothing.
func (s *Session) gatherForLine(c command.Command) error {
	if st := s.game.State; len(st.Actors) > 0 || st.Running || s.readOnly || c.Line == gatherLine {
		return nil
	}
	l, err := s.game.Parse(c.Line)
	if err == nil && sessionVerbHandler(l.Verb) != nil && !isNewAsk(&l) {
		return nil
	}
	if _, refusalAlone := s.tryLine(c); refusalAlone == nil {
		return nil
	}
	// The line is refused without the characters. They are brought in only if the line is possible in the state with them.
	gathering, refusal := s.tryLine(command.Command{Line: gatherLine})
	if refusal != nil {
		return nil // the line itself is refused
	}
	before := s.game.State
	after, err := s.game.Rules.Apply(before, gathering.Events)
	if err != nil {
		return err
	}
	s.game.State = after
	_, refusal = s.tryLine(c)
	if s.game.State = before; refusal != nil {
		return refusal
	}
	dice := s.pendingDice
	_, err = s.do(command.Command{Line: gatherLine})
	s.pendingDice = dice
	return err
}

// tryLine decides a line without storing it; a line that asks players for a check is only read. refusal is nil if the line isn't refused.
func (s *Session) tryLine(c command.Command) (decided command.DecidedCommand, refusal *rules.Refusal) {
	var err error
	if l, wrong := s.game.Parse(c.Line); wrong == nil && l.Verb == askVerb {
		_, _, _, _, err = verbs.ReadAsk(&s.game, &l)
	} else {
		_, _, decided, err = s.decide(c)
	}
	errors.As(err, &refusal)
	return decided, refusal
}

// Take carries out the proposal with the given ID as an entry of its seat; a proposal without a line is only removed. If it is refused, it
// stays; if it stops at a question, it stays until that is answered. It returns ErrSettled if there is no such open proposal.
func (p Proposals) Take(id int64) (Entry, error) {
	proposal, ok := p.findProposal(id)
	switch {
	case !ok || proposal.Declined:
		return Entry{}, ErrSettled
	case proposal.Line != "":
		line := proposal.Line
		if with := p.charactersSharingHours(&proposal); len(with) > 0 { // the same hours pass once for all
			line = spanAndActivity(&proposal) + " by " + strings.Join(append([]string{proposal.By}, with...), " and ")
		}
		return p.s.Do(command.Command{Line: line, By: proposal.By, Typed: true})
	case proposal.Undo != 0:
		if err := p.CheckPossible(&proposal); err != nil {
			return Entry{}, err
		}
		e, err := p.s.Do(command.Command{Line: "undo"})
		if err != nil {
			return e, err
		}
		return e, p.Drop(id)
	}
	return Entry{}, p.Drop(id)
}
