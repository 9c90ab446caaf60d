package dashboard

import (
	"errors"
	"slices"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The session's question as an overlay. A command that needs an answer or a die roll stops at a question; the session has at most one
// open question. A reply runs the command again with the answer. A question can also be settled elsewhere: a player answers it on a
// phone, or another command replaces it. ask_answerlist.go lists answers, ask_die.go asks for dice. A follow-up (ask_followups.go) is a
// question to which an answer leads; its own answer is planned in advance if it can be.

// question is a choice or a die roll that a command needs. Each reply runs the command again, until nothing is missing.
type question struct {
	d               *Dashboard
	id              int64             // number of the question in the session
	command         command.Command   // command that stopped at the question
	need            *rules.Need       // the question: who is asked, about what, and the choices
	source          *gm.Question      // question as the session holds it, with its number and command
	canHurt         bool              // whether the action can wound despite some answer; false until computed
	isWeighing      bool              // whether the odds of the answers are being computed
	likelyCondition string            // condition that an action which can't wound is most likely to give its target; "" if there is none
	plan            followUps         // questions that can follow each answer, with their planned answers; empty until they are computed
	weighAnswers    func()            // computes the odds of the answers; nil until the list of answers is open
	options         map[string][]tick // each answer's options, by its name, for the answers computed so far; nil for none
}

// shownQuestion is the question that is open above the panels. The overlays below its own are those in which its command was composed.
type shownQuestion struct {
	d              *Dashboard
	id             int64             // number of the question; 0 if none is open
	depth          int               // number of overlays below its own
	overlay        overlay           // the question itself: a list, or a dialog for a die or a number
	commandsBefore []command.Command // command as it was before each reply so far, oldest first; Esc runs the last one again
	plannedAnswers map[string]string // planned answers to the questions that can follow, by the question's key
	line           string            // prompt line for which plannedAnswers were planned
	state          *rules.State      // state in which plannedAnswers were planned
	settledAt      time.Time         // time when a question was last closed because it was settled elsewhere
}

// lateKeyTime is the time after a question was settled elsewhere during which a key is still taken for an answer to it.
const lateKeyTime = 400 * time.Millisecond

// ignoresLateKey reports whether a key must be ignored, since it was probably pressed as an answer to a question that was settled elsewhere
// a moment ago. If so, it shows a message, and extends lateKeyTime for the next key.
func (s *shownQuestion) ignoresLateKey(key string) bool {
	now := s.d.phones.clockTime()
	if !isAnswerKey(key) || now.Sub(s.settledAt) >= lateKeyTime {
		return false
	}
	s.settledAt = now
	s.d.showMessage("Just answered elsewhere: " + key + " did nothing.")
	return true
}

// isAnswerKey reports whether a key can choose an answer in a list.
func isAnswerKey(key string) bool {
	return key == "Enter" || key == "Space" || len(key) == 1 && key >= "0" && key <= "9"
}

// showQuestion shows the session's question in place of an earlier one or, if an answer to it was planned, replies with that. The caller
// sets s.commandsBefore afterwards if there were earlier replies.
func (s *shownQuestion) showQuestion() {
	if q := s.d.session.OpenQuestion(); q != nil {
		// A planned answer is used only for the command and the state for which it was planned.
		if name, planned := s.plannedAnswers[q.Need.Key]; planned && s.line == q.Command.Line && s.state == s.d.session.State() {
			delete(s.plannedAnswers, q.Need.Key)
			question := &question{d: s.d, id: q.ID, command: q.Command, need: &q.Need, source: q}
			if question.replyWith(gm.Reply{Choice: name}); s.d.session.OpenQuestion() != q {
				return // otherwise the reply was refused, and the user is asked
			}
		}
		if s.id != 0 && s.id != q.ID {
			s.d.overlays = slices.Clone(s.d.overlays[:min(s.depth, len(s.d.overlays))]) // closes the earlier question
			s.d.prompt.below = min(s.d.prompt.below, len(s.d.overlays))
		}
		s.id, s.depth, s.commandsBefore = q.ID, len(s.d.overlays), nil
		(&question{d: s.d, id: q.ID, command: q.Command, need: &q.Need, source: q}).askUser()
		s.overlay = s.d.overlays[s.depth]
	}
}

// followQuestion closes the shown question if it was settled elsewhere. A question asked elsewhere is shown as soon as nothing else is
// open. Lists opened above the question stay open.
func (s *shownQuestion) followQuestion() {
	current := s.d.session.OpenQuestion()
	if s.id != 0 && (current == nil || current.ID != s.id) {
		s.id, s.commandsBefore = 0, nil
		if len(s.d.overlays) > s.depth {
			s.settledAt = s.d.phones.clockTime()
			if s.d.prompt.below <= s.depth {
				s.d.prompt.close() // it still contains the line that led to the question
			}
			s.d.overlays = slices.Clone(s.d.overlays[s.depth+1:]) // closes the lists in which the command was composed, too
			s.d.prompt.below = min(s.d.prompt.below, len(s.d.overlays))
		}
	}
	if s.id != 0 && !slices.Contains(s.d.overlays, s.overlay) {
		s.id, s.commandsBefore = 0, nil // a line typed above it opened something else in its place
	}
	if current != nil && s.id == 0 && !s.d.IsBusy() && !s.d.isInPast() {
		s.showQuestion()
	}
}

// withdrawClosed withdraws the question from the session, and thus from all phones, if its overlay was just closed. If there were
// replies, it runs the command again as it was before the last one, whose question is thus asked again.
func (s *shownQuestion) withdrawClosed() {
	if s.id == 0 || len(s.d.overlays) != s.depth {
		return
	}
	id := s.id
	s.id, s.plannedAnswers = 0, nil
	if err := s.d.session.Withdraw(id); err != nil {
		s.d.showError(err)
	}
	before := s.commandsBefore
	if n := len(before); n > 0 {
		if !s.d.runCommand(before[n-1]) && s.id != 0 {
			s.commandsBefore = before[:n-1]
			s.d.showMessage("Last answer undone. Press Ctrl-C to cancel the whole command.")
		}
	}
}

// askUser opens an overlay for the question: a dialog for a die, a number or faces, or the list of answers.
func (q *question) askUser() {
	switch {
	case q.need.Die > 0:
		q.askDie()
	case q.need.Wants != nil:
		q.askNumberOrFaces()
	default:
		q.askChoice()
	}
}

// askNumberOrFaces asks for a number, for named faces of a die, or for cards, during an action.
func (q *question) askNumberOrFaces() {
	ask, label := q.need.Wants, "number"
	hint, title := "Enter: "+q.need.DefaultAnswer(), q.need.Lead+q.need.About
	if die := ask.Die(); die != nil { // faces are chosen, not rolled
		hint, label = die.FaceList(), rules.MidSentence(die.Label)
		if usual := q.need.DefaultAnswer(); usual != "" {
			hint = "Enter: " + usual
		}
	}
	if d, actor := q.actionUnderway(); d != nil && actor.Key == q.need.Who {
		title = q.deedText(d, actor) + " " + message.Capitalise(q.need.About)
	}
	take := func(text string) error {
		if text == "" {
			if text = q.need.DefaultAnswer(); text == "" {
				return errors.New("Enter at least one of them.")
			}
		}
		name, err := command.FindAnswer(q.d.session.Rules(), q.need, text)
		if err == nil {
			q.replyWith(gm.Reply{Choice: name})
		}
		return err
	}
	if holder := q.d.session.State().Find(q.need.Who); ask.AsksCards() && holder != nil {
		q.d.askCards(title, holder, ask, take)
		return
	}
	number := &dialog{d: q.d, isQuestion: true, title: title, above: q.need.Thrown, label: label, hint: hint, words: ask.Die() != nil, take: take}
	if usual := q.need.DefaultAnswer(); usual != "" && !hasPlayer(q.d.session.State().Find(q.need.Who)) {
		number.byTactic = func() { take(usual) }
	}
	q.d.openOverlay(number)
}

// isCurrent reports whether q is still open in the session and shown here, so that the result of background work for it can be used.
func (q *question) isCurrent() bool {
	open := q.d.session.OpenQuestion()
	return open != nil && open.ID == q.id && q.d.openQuestion.id == q.id
}

// commandText returns the line of the command that stopped at the question or, if that line is "next", describes the pending event
// reached.
func (q *question) commandText() string {
	if owed := q.d.pendingEvents(); q.command.Line == "next" && len(owed) > 0 {
		return q.d.session.Game().PendingEventText(owed[0])
	}
	return q.command.Line
}

// actorPage returns the inspector's page about the actor who is asked.
func (q *question) actorPage() *draw.Page {
	if a := q.d.session.State().Find(q.need.Who); a != nil {
		return q.d.pages.actorPage(a)
	}
	return q.d.pages.idlePage(false)
}

// replyWith closes the question's overlays and replies to the question. If the reply is refused, it opens them again. If the command
// stops at a further question, it is shown, and Esc there returns to the current one.
func (q *question) replyWith(r gm.Reply) {
	d := q.d
	overlays, last := d.overlays, d.openQuestion // restored if the reply is refused
	d.overlays, d.openQuestion.id = slices.Clone(d.overlays[:min(last.depth, len(d.overlays))]), 0
	below := len(d.overlays) // number of overlays that were open below the question
	// earlier holds the command as it was before each reply, including this one.
	earlier := append(slices.Clone(d.openQuestion.commandsBefore), q.command)
	done := runCommandAs(d, q.command.Line, func() (gm.Entry, error) { return d.session.Reply(q.id, r) })
	switch open := d.session.OpenQuestion(); {
	case done:
		d.openQuestion.commandsBefore = nil
		q.reportUnusedDice(&r)
	case len(d.overlays) == below && open != nil && open.ID == q.id: // the reply was refused
		d.overlays, d.openQuestion = overlays, last
	case open != nil && d.openQuestion.id == open.ID: // a further question is shown
		d.openQuestion.commandsBefore = earlier
	}
}

// reportUnusedDice shows a message if dice were typed, in the reply or before it, that the new entry of the log didn't use.
func (q *question) reportUnusedDice(r *gm.Reply) {
	unused := countTypedFaces(r.Faces) + countTypedFaces(q.command.Faces)
	for _, faces := range q.command.Dice {
		unused += countTypedFaces(faces)
	}
	list := q.d.session.Log()
	entry, err := q.d.session.Entry(list[len(list)-1].Seq())
	if err != nil || unused == 0 {
		return
	}
	for _, die := range entry.Dice {
		if die.Typed {
			unused--
		}
	}
	if unused > 0 {
		q.d.showMessage(command.CountText(unused, "typed die wasn't", "typed dice weren't") + " needed.")
	}
}

// countTypedFaces returns how many of faces were typed rather than left to the program.
func countTypedFaces(faces []int) (n int) {
	for _, face := range faces {
		if face != command.ByProgram {
			n++
		}
	}
	return n
}

// RunExternal calls do, an action from outside the dashboard, such as a player's answer on a phone. It closes nothing on the
// dashboard except a question that do settles. If nothing else is open, it shows the new entry. It must be called in the goroutine
// of Run; see Post.
func RunExternal(d *Dashboard, do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) {
	onlyQuestion := d.openQuestion.id != 0 && d.openQuestion.depth == 0 && len(d.overlays) == 1 // whether nothing else is open
	before, state, free := d.declarer(), d.session.State(), !d.IsBusy() || onlyQuestion
	entry, err := do(d.session)
	if err == nil && free && entry.Seq != 0 {
		d.log.scrollToNewest()
		d.inspector.showEntry(&entry, false)
		d.followTurn(before, state)
	}
	if d.openQuestion.followQuestion(); err == nil && free && !d.IsBusy() {
		d.menus.offerTriggers(entry.Triggers, entry.Who)
	}
	return entry, err
}

// clockTime returns the current time, by the clock of the seats' options if they have one.
func (l *phones) clockTime() time.Time {
	if l.options.Clock != nil {
		return l.options.Clock()
	}
	return time.Now()
}
