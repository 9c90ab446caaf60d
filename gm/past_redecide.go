package gm

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The replay of a changed past: the lines of the changed entry and of all later ones are decided again, in a separate game, with their
// earlier dice (dice_reuse.go). The replay follows its own timeline: when an actor's turn comes, the actor declares its next remaining
// line, and a `next` line advances time to whatever is due in the replay. A line that has become impossible is dropped, with the reason.
// past_rounds.go replays games in which sides take turns.
//
// An entry is a record in the journal (log_entry.go); its payload has the line, and the records form a tree, with undone and amended
// entries as other branches. An origin is the entry and the place for which a die was rolled. Scripted dice replace those of the seed, for
// scripts and tests. An event of the timeline, such as a turn, is due when its count comes.

// pastReplay is a past that is being replayed.
type pastReplay struct {
	session       *Session             // live session, whose past is being changed
	game          command.Game         // game after the last entry decided so far
	changes       map[int64]Correction // corrections by the number of their entry
	answersByLine map[string]string    // answers; each key is the name of a line, a colon, and the key of the question
	answers       []string             // answers that the amended line gives and that aren't used yet, in order
	newFaces      []int                // new typed dice, in order
	typedDice     typedDice            // new dice of players who roll their own
	remaining     []*replayedLine      // lines that are still to be decided
	records       []*record            // entries decided so far
	addedCount    int                  // number of lines that were added because the replay needs them
	earlySteps    int                  // number of `next` lines, still in remaining, whose steps the plan has taken early; only in rounds
	plan          Amendment            // result
}

// replayedLine is a line to be replayed: that of an entry, or an inserted line.
type replayedLine struct {
	name        string            // number of the entry, as in 12; 12-1 is the first line inserted before it, 12+1 the first one after it
	entry       *record           // entry with this line, or entry next to which the line is inserted
	line        string            // text at the prompt
	isInserted  bool              // whether the line has no entry of its own yet
	isChanged   bool              // whether the text is new: an amended or inserted line
	isForced    bool              // whether its text or its dice are new, so that a refusal is final
	who         string            // key of the actor named by the line or, failing that, by the entry
	declares    bool              // whether it declares an action or a wait
	isNext      bool              // whether it is `next`, which advances time
	passedTurn  bool              // whether it originally passed the turn to another side
	isBoundary  bool              // whether an encounter begins or ends: no line moves past it
	originalDue command.PendingID // event that was due originally; only for `next`
	stateAfter  *rules.State      // state after it, as originally played
}

// newPastReplay starts a replay: it computes the state before the first change, and lists the lines that are to be replayed.
func newPastReplay(s *Session, changes map[int64]Correction, c command.Command) (*pastReplay, error) {
	if s.planDice == nil {
		s.planDice = map[origin]int{}
	}
	first, err := s.firstChanged(changes)
	if err != nil {
		return nil, err
	}
	m := &pastReplay{session: s, game: s.game, changes: changes, answersByLine: map[string]string{}, newFaces: c.Faces, typedDice: typedDiceOf(s, &c, len(c.Faces) > 0)}
	m.plan = Amendment{Seq: first.Seq, Title: amendTitle(changes, first), changes: changes, base: first.previous, tip: s.lastInForce(), seq: s.seq}
	for seq, change := range changes {
		for key, answer := range change.Answers {
			if !strings.Contains(key, ":") { // the key of a question alone, for the line of the changed entry
				key = fmt.Sprintf("%d:%s", seq, key)
			}
			m.answersByLine[key] = answer
		}
	}
	for key, answer := range c.Answers {
		m.answersByLine[key] = answer
	}
	if m.game.State, err = s.computeState(s.game.Rules, first.previous); err != nil {
		return nil, err
	}
	return m, m.listLines(first)
}

// amendTitle returns the title of a plan.
func amendTitle(changes map[int64]Correction, first *record) string {
	numbers := collect.Map(slices.Sorted(maps.Keys(changes)), func(seq int64) string { return fmt.Sprint(seq) })
	return fmt.Sprintf("changes entry %s (%s)", strings.Join(numbers, ", "), first.payload().Title)
}

// listLines fills m.remaining with the lines from entry first to the present.
func (m *pastReplay) listLines(first *record) error {
	var list []*record
	for k := m.session.lastInForce(); k != first.previous; k = k.previous {
		list = append(list, k)
	}
	past := m.game
	past.OldReading = true // each line is read as it was when it was entered
	defer m.session.reportProgress(len(list), len(list))
	for i, k := range slices.Backward(list) {
		if err := m.session.reportPlan(len(list)-1-i, len(list)); err != nil {
			return err
		}
		from := len(m.remaining)
		if !k.isPastChange {
			if err := m.addLines(&past, k); err != nil {
				return err
			}
		}
		next := k.state
		if next == nil {
			var err error
			if next, err = k.stateAfter(past.Rules, past.State); err != nil {
				return err
			}
		}
		for _, item := range m.remaining[from:] {
			if item.stateAfter == nil {
				item.stateAfter, item.passedTurn = next, past.State.Round.Side() != next.Round.Side()
			}
		}
		past.State = next
	}
	return nil
}

// addLines adds the line of entry k, and the lines inserted before and after it. game is the game before the entry.
func (m *pastReplay) addLines(game *command.Game, k *record) error {
	change := m.changes[k.Seq]
	content := k.payload()
	item := &replayedLine{name: fmt.Sprint(k.Seq), entry: k, line: content.Line, who: content.Who}
	if change.Line != "" {
		item.line, item.isChanged = change.Line, true
	}
	item.isForced = item.isChanged || len(change.Faces) > 0
	item.classifyLine(game)
	if item.isNext && change.Drop && game.Rules.Order.InRounds() {
		return refusal("Turns can't be deleted. Amend the actions in them instead.")
	}
	if item.isNext && change.Drop {
		return refusal("`next` can't be deleted. Skip the turn instead: `amend %d waive %s`.", k.Seq, cmp.Or(content.Who, "NAME"))
	}
	first := len(m.remaining)
	addLines := func(lines []string, sign string) {
		for i, line := range lines {
			inserted := &replayedLine{name: fmt.Sprintf("%d%s%d", k.Seq, sign, i+1), entry: k, line: line, isInserted: true, isChanged: true, isForced: true}
			inserted.classifyLine(game)
			m.remaining = append(m.remaining, inserted)
		}
	}
	addLines(change.LinesBefore, "-")
	for _, inserted := range m.remaining[first:] {
		inserted.stateAfter = game.State
	}
	m.remaining = append(m.remaining, item)
	addLines(change.LinesAfter, "+")
	return nil
}

// classifyLine sets the fields that classify the line. g is the game at the time of the line.
func (item *replayedLine) classifyLine(g *command.Game) {
	text := item.line
	if _, _, found := g.ReadVerbatim(text); found {
		return
	}
	text, _, _ = strings.Cut(text, " because ")
	if who, rest, found := strings.Cut(text, ":"); found {
		text = rest
		if a, err := g.Actor(strings.TrimSpace(who)); err == nil {
			item.who = a.Key
		}
	}
	text, _, _ = strings.Cut(text, ",")
	l := command.Line{Words: strings.Fields(text)}
	if len(l.Words) == 0 || g.ReadVerb(&l) != nil {
		return
	}
	switch l.Verb {
	case "next":
		item.isNext = true
		item.originalDue, _ = g.NextPending()
	case "begin", "finish":
		item.isBoundary = true
	case "", "check", "task", "wait":
		item.declares = true
	}
}

// decideAll replays all lines, and reports progress.
func (m *pastReplay) decideAll() error {
	maximum := len(m.remaining)
	defer m.session.reportProgress(maximum, maximum)
	for len(m.remaining) > 0 {
		if err := m.session.reportPlan(maximum-len(m.remaining), maximum); err != nil {
			return err
		}
		if err := m.decideNext(); err != nil {
			return err
		}
	}
	return nil
}

// decideNext replays one line: the first remaining one, or one that must now come before it.
func (m *pastReplay) decideNext() error {
	if m.game.Rules.Order.InRounds() {
		return m.decideNextInRounds()
	}
	// open is the actor whose turn has come in the replay, or nil
	item, open := m.remaining[0], m.game.OpenActor()
	if item.isNext && open != nil {
		return m.declareNext(open)
	}
	if item.isNext {
		return m.advanceTime(refusal("It no longer happens by count %s.", command.Number(item.entry.payload().Count)))
	}
	err := m.replayLine(0)
	var refused *rules.Refusal
	switch {
	case !errors.As(err, &refused):
		return err
	case item.declares && open != nil && open.Key != item.who:
		return m.declareNext(open)
	case item.declares && open == nil && m.isPending(item.who):
		return m.advanceTime(refused)
	}
	return m.refuseLine(0, refused)
}

// removeLine removes line i from the remaining lines. Since i is usually 0, the lines before it are moved rather than those after it.
func (m *pastReplay) removeLine(i int) {
	copy(m.remaining[1:i+1], m.remaining[:i])
	m.remaining[0], m.remaining = nil, m.remaining[1:]
}

// isPending reports whether an actor's turn, or its action in progress, is still pending.
func (m *pastReplay) isPending(who string) bool {
	a := m.game.State.Find(who)
	return m.game.State.Running && a != nil && (a.Turn >= 0 || a.Doing != nil)
}

// declareNext lets an actor whose turn has come declare its next remaining line, or wait.
func (m *pastReplay) declareNext(open *rules.Actor) error {
	i := m.findLine(func(item *replayedLine) bool { return item.declares && item.who == open.Key })
	if i < 0 {
		return m.insertWait(open, m.remaining[0].entry)
	}
	return m.decideOrDrop(i)
}

// advanceTime advances to the next due event. If that event was due originally too, its line and dice are used. Otherwise a `next` line is
// added for it, but only if the event is due no later than the first remaining line. If that line isn't a `next` line, the event must be
// due no later than the last line before a boundary. If the event is due later, the first line is refused with the error why.
func (m *pastReplay) advanceTime(why error) error {
	item := m.remaining[0]
	now, at := m.game.NextPending()
	if i := m.findLine(func(item *replayedLine) bool { return item.isNext && item.originalDue == now }); i >= 0 {
		return m.decideOrDrop(i)
	}
	until := item.entry
	if !item.isNext {
		// sets until to the entry of the last line before a boundary
		m.findLine(func(item *replayedLine) bool { until = item.entry; return false })
	}
	if now.Kind == "" || now.Kind == command.KindInitiative || at > until.payload().Count {
		return m.refuseLine(0, why)
	}
	if m.addedCount++; m.addedCount > maxExtra {
		return refusal("Entry %d now happens later than the commands after it. Amend those too.", m.plan.Seq)
	}
	return m.dropIfRefused(m.decideAndEnter(&replayedLine{name: fmt.Sprintf("%d next %d", item.entry.Seq, m.addedCount), line: "next", entry: item.entry, isInserted: true}), 0)
}

// findLine returns the index of the first remaining line that fits and isn't after a boundary, or -1.
func (m *pastReplay) findLine(fits func(*replayedLine) bool) int {
	for i, item := range m.remaining {
		if fits(item) {
			return i
		}
		if item.isBoundary {
			break
		}
	}
	return -1
}

// decideOrDrop replays line i, and drops it if it is refused.
func (m *pastReplay) decideOrDrop(i int) error { return m.dropIfRefused(m.replayLine(i), i) }

// dropIfRefused drops line i if err is a refusal.
func (m *pastReplay) dropIfRefused(err error, i int) error {
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		return m.refuseLine(i, refused)
	}
	return err
}

// refuseLine drops line i and records why it was refused; for a forced line, it returns the refusal instead.
func (m *pastReplay) refuseLine(i int, why error) error {
	item := m.remaining[i]
	if item.isForced {
		return refusal("entry %s: %s", item.name, why.Error())
	}
	m.plan.Entries = append(m.plan.Entries, Redecision{Seq: item.entry.Seq, Was: item.entry.payload().Text, Refused: why.Error()})
	return m.dropLine(i)
}

// dropLine continues without line i. If the line declared an action of the actor whose turn it is, that actor waits instead.
func (m *pastReplay) dropLine(i int) error {
	item := m.remaining[i]
	m.removeLine(i)
	if m.game.Rules.Order.InRounds() {
		return nil
	}
	if open := m.game.OpenActor(); item.declares && open != nil && open.Key == item.who {
		return m.insertWait(open, item.entry)
	}
	return nil
}

// insertWait adds a line with which an actor waits. The line gets the evening and time of the entry near.
func (m *pastReplay) insertWait(a *rules.Actor, near *record) error {
	return m.decideAndEnter(&replayedLine{line: a.Key + ": wait", entry: near, isInserted: true})
}

// replayLine replays line i, or drops it if the plan says so. After an error it remains.
func (m *pastReplay) replayLine(i int) error {
	item := m.remaining[i]
	if !item.isInserted && m.changes[item.entry.Seq].Drop {
		m.plan.Entries = append(m.plan.Entries, Redecision{Seq: item.entry.Seq, Was: item.entry.payload().Text})
		return m.dropLine(i)
	}
	if err := m.decideAndEnter(item); err != nil {
		return err
	}
	m.removeLine(i)
	return nil
}

// decideAndEnter decides a line and adds its entry.
func (m *pastReplay) decideAndEnter(item *replayedLine) error {
	m.game.OldReading = !item.isChanged
	l, err := m.game.Parse(item.line)
	if err != nil {
		return err
	}
	c, w, dice, err := m.decideKeepingDice(item, &l)
	var need *rules.Need
	if errors.As(err, &need) && need.Die == 0 {
		question, lead := *need, "entry "+item.name+": "
		question.Key, question.Text, question.Lead = item.name+":"+need.Key, lead+need.Text, lead+need.Lead
		return &pastQuestion{Need: &question, game: m.game, line: c, need: need}
	}
	if err == nil {
		err = dice.checkAllUsed()
	}
	if err != nil {
		return err
	}
	m.newFaces, m.typedDice = dice.typed, dice.typedDice
	return m.addDecided(item, c, &l, &w, dice)
}

// decideKeepingDice decides a line so that no combatant takes a die that another one still has to roll. It tries again, with the dice of
// those combatants reserved, until it succeeds.
func (m *pastReplay) decideKeepingDice(item *replayedLine, l *command.Line) (c command.Command, w command.DecidedCommand, dice *reusedDice, err error) {
	answers, reserved := m.answers, map[string]bool{}
	for {
		dice = m.diceForLine(item, l.Faces)
		m.answers, dice.reserved = answers, reserved
		c, w, err = m.decideWithAnswers(item, l, dice, true)
		var refused *rules.Refusal
		if errors.As(err, &refused) && len(c.Answers) > 0 && !dice.hasWrongFace {
			otherCommand, otherDecision, otherErr := m.decideWithAnswers(item, l, dice, false) // the earlier answers may not fit any more
			if !errors.As(otherErr, &refused) {
				c, w, err = otherCommand, otherDecision, otherErr
			}
		}
		if len(dice.displaced) == 0 {
			return c, w, dice, err
		}
		maps.Copy(reserved, dice.displaced)
	}
}

// decideWithAnswers decides a line at the current moment of the plan. The answers come from the plan, by key of the question (answersFor);
// from the line itself; and from an earlier line that was amended and didn't use all of its answers (m.answers). If useOld is true, the
// answers of the line's entry are used, too.
func (m *pastReplay) decideWithAnswers(item *replayedLine, l *command.Line, dice *reusedDice, useOld bool) (command.Command, command.DecidedCommand, error) {
	c := command.Command{Line: l.Text, Answers: m.answersFor(item, l, useOld)}
	if !item.isInserted {
		c.By = item.entry.payload().By
	}
	line := *l
	if !item.isChanged || useOld && m.hasSameAnswers(item, l) {
		line.Answers = nil // the entry's answers, by key, include these
	}
	line.Answers = append(slices.Clone(line.Answers), m.answers...)
	// Old answers first keep their questions; if new answers are then left over, they replace the old ones in a second attempt.
	old := m.answersToKeep(item, l, useOld)
	attempt, rest := c, line
	w, err := decideAnswered(&m.game, item, &attempt, &rest, dice, old, true)
	if len(old) > 0 && len(rest.Answers) > 0 {
		attempt, rest = c, line
		w, err = decideAnswered(&m.game, item, &attempt, &rest, dice, old, false)
	}
	if err == nil {
		m.answers = rest.Answers // later lines may ask for the answers of a changed one
	}
	return attempt, w, err
}

// answersToKeep returns the earlier answers, by key, of a line that gives other answers now. Questions that are asked again keep them,
// unless the new answers are meant for them.
func (m *pastReplay) answersToKeep(item *replayedLine, l *command.Line, useOld bool) map[string]string {
	if !useOld || item.isInserted || !item.isChanged || len(l.Answers) == 0 || m.hasSameAnswers(item, l) {
		return nil
	}
	return item.entry.payload().Answers
}

// decideAnswered decides a line with its new answers, and with old, its earlier answers by question. If oldFirst is true, a question that
// has an earlier answer keeps it, so that new answers are for new questions; otherwise an earlier answer is used only when no new one is
// left. Unused new answers stay in the line.
func decideAnswered(g *command.Game, item *replayedLine, c *command.Command, l *command.Line, dice *reusedDice, old map[string]string, oldFirst bool) (command.DecidedCommand, error) {
	answers := l.Answers
	defer func() { l.Answers = answers }()
	c.Answers = maps.Clone(c.Answers)
	for l.Answers = nil; ; {
		w, err := redecideLine(g, item, c, l, dice)
		var need *rules.Need
		if !errors.As(err, &need) || !need.IsQuestion() {
			return w, err
		}
		answer, known := old[need.Key]
		if known {
			_, refused := command.FindAnswer(g.Rules, need, answer) // nil if the answer is still possible
			known = refused == nil
		}
		switch {
		case known && (oldFirst || len(answers) == 0): // the question keeps its answer
		case len(answers) > 0:
			if answer, err = command.FindAnswer(g.Rules, need, answers[0]); err != nil {
				return command.DecidedCommand{}, err
			}
			answers = answers[1:]
		default:
			return w, err
		}
		if c.Answers == nil {
			c.Answers = map[string]string{}
		}
		c.Answers[need.Key] = answer
	}
}

// hasSameAnswers reports whether a changed line gives the same answers as before: they then belong to the earlier questions, even if one of
// these is no longer asked.
func (m *pastReplay) hasSameAnswers(item *replayedLine, l *command.Line) bool {
	if item.isInserted || len(l.Answers) == 0 {
		return false
	}
	before, err := m.game.Parse(item.entry.payload().Line)
	return err == nil && slices.Equal(before.Answers, l.Answers)
}

// answersFor returns the answers to a line, by key of the question: the plan's and, unless the line now gives its own, the entry's.
func (m *pastReplay) answersFor(item *replayedLine, l *command.Line, useOld bool) map[string]string {
	answers := map[string]string{}
	if useOld && !item.isInserted && (!item.isChanged || len(l.Answers) == 0 || m.hasSameAnswers(item, l)) {
		for key, answer := range item.entry.payload().Answers {
			answers[key] = answer
		}
	}
	for key, answer := range m.answersByLine {
		if own, found := strings.CutPrefix(key, item.name+":"); found {
			answers[own] = answer
		}
	}
	if len(answers) == 0 {
		return nil
	}
	return answers
}

// redecideLine decides a line at a moment other than its original one: for the same player and, unless the line is changed, with the
// character and encounter files as they were read originally.
func redecideLine(g *command.Game, item *replayedLine, c *command.Command, l *command.Line, dice *reusedDice) (command.DecidedCommand, error) {
	if g.VerbOf(l).Session {
		return command.DecidedCommand{}, refusal("“%s” can't be added to the past. Enter a command that changes the game.", l.Verb)
	}
	g.BindTo(l, item.who)
	readsFiles := l.Verb == "begin" || l.Verb == "add" || l.Verb == "show"
	if readsFiles && !item.isInserted && !item.isChanged {
		list, err := item.entry.decodeEvents()
		if err != nil {
			return command.DecidedCommand{}, err
		}
		content := item.entry.payload()
		list = slices.DeleteFunc(slices.Clone(list), rules.IsNoticeEvent)
		return verbs.Rejoin(g, list, content.Title, content.Who, l, rules.DecisionInput{Dice: dice})
	}
	return g.Decide(c, l, dice)
}

// diceForLine returns the dice of a line: its earlier ones, with newly typed faces replacing some, and new ones from the entry's seed. If
// that seed is no longer in use, and may have been revealed, new dice use the current one.
func (m *pastReplay) diceForLine(item *replayedLine, faces []int) *reusedDice {
	newSeq := m.session.seq + int64(len(m.records)) + 1 // number that the line's entry will have
	d := &reusedDice{subject: item.who, rootEntry: newSeq, nextPlace: 1, typedDice: m.typedDice.cloneUnused(), roll: m.rollNewDie}
	retyped := map[int]int{}
	for i := range faces {
		retyped[i] = faces[i]
	}
	if item.isInserted {
		d.setTypedFaces(retyped, 0, m.newFaces)
		return d
	}
	if !item.isChanged {
		clear(retyped)
	}
	for i, face := range m.changes[item.entry.Seq].Faces {
		retyped[i] = face
	}
	content := item.entry.payload()
	d.dice = rolledDice(item.entry)
	d.earlierCount = len(d.dice)
	original := originalNumber(item.entry)
	if m.session.scriptedDice != nil || m.session.seeds.seedFor(original) == m.session.seeds.seedFor(newSeq) {
		d.rootEntry = original
	}
	for i := range d.dice { // new dice get places after those that were already rolled for the entry
		if from := d.dice[i].From; from.Entry == d.rootEntry {
			d.nextPlace = max(d.nextPlace, from.Place+1)
		}
	}
	d.setTypedFaces(retyped, len(content.Dice), m.newFaces)
	return d
}

// rollNewDie returns the face of a new die with the given origin. It is the same whenever the same change is planned again: a seed always
// gives the same face, and scripted dice are remembered in planDice.
func (m *pastReplay) rollNewDie(at origin, faces int) (int, error) {
	if m.session.scriptedDice == nil {
		return m.session.seeds.faceFor(at, faces)
	}
	if face, fell := m.session.planDice[at]; fell && face <= faces {
		return face, nil
	}
	face, _, err := m.session.scriptedDice.Roll(faces, "")
	m.session.planDice[at] = face
	return face, err
}

// addDecided adds the entry of a decided line, and continues after it.
func (m *pastReplay) addDecided(item *replayedLine, c command.Command, l *command.Line, w *command.DecidedCommand, dice *reusedDice) error {
	next, err := w.Settle(&m.game)
	if err != nil {
		return err
	}
	dice.markAhead(w.Dice)
	before := cmp.Or(lastRecord(m.records), m.plan.base)
	k, err := newRecord(&m.game, c, l, w, next, recentWays(before))
	if err != nil {
		return err
	}
	k.previous = before
	k.Session, k.At = item.entry.Session, item.entry.At
	k.content.From, k.content.Spare = dice.usedOrigins(m.session.seq + int64(len(m.records)) + 1)
	now := Redecision{Now: k.content.Text, New: dice.newDice()}
	if !item.isInserted {
		k.content.Of = originalNumber(item.entry)
		now.Seq, now.Was, now.Same = item.entry.Seq, item.entry.payload().Text, bytes.Equal(item.entry.Events, k.Events)
	}
	m.records, m.game.State = append(m.records, k), next
	now.Entry = k.entry(k.content, w.Events, w.Outcomes)
	m.plan.Entries = append(m.plan.Entries, now)
	return nil
}
