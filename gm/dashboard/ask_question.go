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

// The session's question as an overlay: shown, replaced when it is settled elsewhere, and taken back. ask_answerlist.go lists
// answers, ask_die.go asks for dice.

// question is what a command stopped at: an answer to be chosen, or a die to be read. Each answer carries the command out
// again, until nothing is missing.
type question struct {
	d       *Dashboard
	id      int64
	command command.Command
	need    *rules.Need
	of      *gm.Question      // nil where something is only worked out beside the screen
	hurts   bool              // what is answered may hurt, with some answer, as far as that is worked out
	working bool              // what the answers are worth is being worked out
	put     string            // what it is likeliest to put on the one it is done to, where it may not; likewise
	plan    followUps         // the questions that may follow, once they are worked out
	weigh   func()            // works out what the answers are worth
	options map[string][]tick // what may be ticked for each answer, once that is worked out
}

// shownQuestion is the question that is open over the panels; the overlays below its place are those by which its command
// was made. The number is 0 for none.
type shownQuestion struct {
	d              *Dashboard
	id             int64
	depth          int
	list           overlay           // the one that shows it
	before         []command.Command // what led to it, reply by reply, each as it was before the reply; Esc goes back through them
	plannedAnswers map[string]string // planned answers to the questions that may follow, by their keys
	line           string            // the command that these are for
	state          *rules.State      // and the moment
	settled        time.Time         // when one was last closed because it was settled elsewhere
}

// reaction is how long a key may still be meant for a question that was settled elsewhere.
const reaction = 400 * time.Millisecond

// meant reports whether a key was meant for a question that was settled elsewhere a moment ago, or is one more of those.
func (s *shownQuestion) meant(key string) bool {
	now := s.d.phones.now()
	if !isAnswer(key) || now.Sub(s.settled) >= reaction {
		return false
	}
	s.settled = now
	s.d.say("Just answered elsewhere: " + key + " did nothing.")
	return true
}

// isAnswer reports whether a key may choose an answer in a list.
func isAnswer(key string) bool {
	return key == "Enter" || key == "Space" || len(key) == 1 && key >= "0" && key <= "9"
}

// show shows the question that the session asks, in place of an earlier one that it replaced. Nothing led to it but its
// command, unless who shows it says so afterwards.
func (s *shownQuestion) show() {
	if q := s.d.session.OpenQuestion(); q != nil {
		if name, planned := s.plannedAnswers[q.Need.Key]; planned && s.line == q.Command.Line && s.state == s.d.session.State() {
			delete(s.plannedAnswers, q.Need.Key)
			question := &question{d: s.d, id: q.ID, command: q.Command, need: &q.Need, of: q}
			if question.answer(gm.Reply{Choice: name}); s.d.session.OpenQuestion() != q {
				return
			}
		}
		if s.id != 0 && s.id != q.ID {
			s.d.overlays = slices.Clone(s.d.overlays[:min(s.depth, len(s.d.overlays))])
			s.d.prompt.below = min(s.d.prompt.below, len(s.d.overlays))
		}
		s.id, s.depth, s.before = q.ID, len(s.d.overlays), nil
		(&question{d: s.d, id: q.ID, command: q.Command, need: &q.Need, of: q}).ask()
		s.list = s.d.overlays[s.depth]
	}
}

// follow closes a question that was settled elsewhere, with what led to it, and shows one that was asked elsewhere as soon
// as nothing else is open. What is being typed or chosen stays.
func (s *shownQuestion) follow() {
	current := s.d.session.OpenQuestion()
	if s.id != 0 && (current == nil || current.ID != s.id) {
		s.id, s.before = 0, nil
		if len(s.d.overlays) > s.depth {
			s.settled = s.d.phones.now()
			if s.d.prompt.below <= s.depth {
				s.d.prompt.close() // it has the line that asked
			}
			s.d.overlays = slices.Clone(s.d.overlays[s.depth+1:])
			s.d.prompt.below = min(s.d.prompt.below, len(s.d.overlays))
		}
	}
	if s.id != 0 && !slices.Contains(s.d.overlays, s.list) {
		s.id, s.before = 0, nil // a line that was typed over it opened something else in its place
	}
	if current != nil && s.id == 0 && !s.d.Busy() && !s.d.inPast() {
		s.show()
	}
}

// closed takes the question back, here and everywhere else, where it was the overlay that was closed last. Where something
// was replied before, the last reply is taken back, and asked for again.
func (s *shownQuestion) closed() {
	if s.id == 0 || len(s.d.overlays) != s.depth {
		return
	}
	id := s.id
	s.id, s.plannedAnswers = 0, nil
	if err := s.d.session.Withdraw(id); err != nil {
		s.d.warn(err)
	}
	before := s.before
	if n := len(before); n > 0 {
		if !s.d.run(before[n-1]) && s.id != 0 {
			s.before = before[:n-1]
			s.d.say("Last answer undone. Press Ctrl-C to cancel the whole command.")
		}
	}
}

// ask opens a list of answers, or a dialog for the die.
func (q *question) ask() {
	switch {
	case q.need.Die > 0:
		q.askDie()
	case q.need.Wants != nil:
		q.askWanted()
	default:
		q.askChoice()
	}
}

// askWanted asks for a number, or for faces, in the middle of an action.
func (q *question) askWanted() {
	ask, label := q.need.Wants, "number"
	hint, title := "Enter: "+q.need.Unsaid(), q.need.Lead+q.need.About
	if die := ask.Die(); die != nil {
		hint, label = die.FaceList(), rules.MidSentence(die.Label)
		if usual := q.need.Unsaid(); usual != "" {
			hint = "Enter: " + usual
		}
	}
	if d, actor := q.underway(); d != nil && actor.Key == q.need.Who {
		title = q.deedText(d, actor) + " " + message.Capital(q.need.About)
	}
	take := func(text string) error {
		if text == "" {
			if text = q.need.Unsaid(); text == "" {
				return errors.New("Enter at least one of them.")
			}
		}
		name, err := command.FindAnswer(q.d.session.Rules(), q.need, text)
		if err == nil {
			q.answer(gm.Reply{Choice: name})
		}
		return err
	}
	number := &dialog{d: q.d, asks: true, title: title, above: q.need.Thrown, label: label, hint: hint, words: ask.Die() != nil, take: take}
	if usual := q.need.Unsaid(); usual != "" && !hasPlayer(q.d.session.State().Find(q.need.Who)) {
		number.byTactic = func() { take(usual) }
	}
	q.d.push(number)
}

// current reports whether q is still open in the session and shown, so that what was worked out for it may be carried out.
func (q *question) current() bool {
	open := q.d.session.OpenQuestion()
	return open != nil && open.ID == q.id && q.d.openQuestion.id == q.id
}

// text says what is to be answered.
func (q *question) text() string {
	if owed := q.d.owedNow(); q.command.Line == "next" && len(owed) > 0 {
		return q.d.session.Game().OwedText(owed[0])
	}
	return q.command.Line
}

// actorPage shows the combatant who is asked.
func (q *question) actorPage() *draw.Page {
	if a := q.d.session.State().Find(q.need.Who); a != nil {
		return q.d.pages.actorPage(a)
	}
	return q.d.pages.idlePage(false)
}

// answer replies to the question. If that is refused, the question stays.
func (q *question) answer(r gm.Reply) {
	d := q.d
	overlays, last := d.overlays, d.openQuestion
	d.overlays, d.openQuestion.id = slices.Clone(d.overlays[:min(last.depth, len(d.overlays))]), 0
	below, before := len(d.overlays), append(slices.Clone(d.openQuestion.before), q.command)
	done := runAs(d, q.command.Line, func() (gm.Entry, error) { return d.session.Reply(q.id, r) })
	switch open := d.session.OpenQuestion(); {
	case done:
		d.openQuestion.before = nil
		q.spare(&r)
	case len(d.overlays) == below && open != nil && open.ID == q.id:
		d.overlays, d.openQuestion = overlays, last
	case open != nil && d.openQuestion.id == open.ID:
		d.openQuestion.before = before
	}
}

// spare says how many of the dice that were typed nothing asked for; the log has what is done.
func (q *question) spare(r *gm.Reply) {
	typed := typedFaces(r.Faces) + typedFaces(q.command.Faces)
	for _, faces := range q.command.Dice {
		typed += typedFaces(faces)
	}
	list := q.d.session.Log()
	entry, err := q.d.session.Entry(list[len(list)-1].Seq())
	if err != nil || typed == 0 {
		return
	}
	for _, die := range entry.Dice {
		if die.Typed {
			typed--
		}
	}
	if typed > 0 {
		q.d.say(command.Plural(typed, "typed die wasn't", "typed dice weren't") + " needed.")
	}
}

// typedFaces is how many of some dice were typed.
func typedFaces(faces []int) (n int) {
	for _, face := range faces {
		if face != command.ByProgram {
			n++
		}
	}
	return n
}

// Outside carries out what comes from elsewhere, such as a player's answer. Nothing that is open here closes, but for a
// question that is settled by it; where nothing is open, what came of it is shown. It must be called in the goroutine of
// Run: see Post.
func Outside(d *Dashboard, do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) {
	before, state, free := d.declarer(), d.session.State(), !d.Busy() || d.openQuestion.id != 0 && d.openQuestion.depth == 0 && len(d.overlays) == 1
	entry, err := do(d.session)
	if err == nil && free && entry.Seq != 0 {
		d.log.newest()
		d.inspector.showEntry(&entry, false)
		d.followTurn(before, state)
	}
	if d.openQuestion.follow(); err == nil && free && !d.Busy() {
		d.menus.offer(entry.Triggers, entry.Who)
	}
	return entry, err
}

// now is the time.
func (l *phones) now() time.Time {
	if l.options.Clock != nil {
		return l.options.Clock()
	}
	return time.Now()
}
