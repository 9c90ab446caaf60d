package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Fights, and the choices in each of their entries, compared with the choices that the choosers' tactics would have made. An entry is a
// line of the prompt that was carried out, with its dice, the answers to its questions, and the states before and after it. An aim is a
// combatant and its target.

// Fight holds the entries of an encounter that weren't undone, from the first to the one that ends it.
type Fight struct {
	Name, Label string             // name of the encounter, and its title to show
	Entries     []*gm.HistoryEntry // entries of the fight, in order, without undone ones
	Revealed    bool               // whether the game master has revealed its line to the players
	isFollowed  bool               // whether another encounter began after it
}

// IsOver reports whether the fight has ended.
func (f *Fight) IsOver() bool { return f.isFollowed || f.Entries[len(f.Entries)-1].EndsEncounter() }

// ListFights lists the fights of a session, in order.
func ListFights(s *gm.Session) (list []*Fight, err error) {
	for e, err := range s.History() {
		if err != nil {
			return nil, err
		}
		if e.Undone {
			continue
		}
		if begun, ok := e.BeginEvent(); ok {
			if len(list) > 0 {
				list[len(list)-1].isFollowed = true
			}
			list = append(list, &Fight{Name: begun.What, Label: e.After.Label})
		}
		if len(list) > 0 && (e.Before.Running || e.After.Running) {
			fight := list[len(list)-1]
			fight.Entries = append(fight.Entries, e)
		}
		if len(list) > 0 && e.RevealsLine() {
			list[len(list)-1].Revealed = true
		}
	}
	return slices.DeleteFunc(list, func(f *Fight) bool { return len(f.Entries) == 0 }), nil
}

// LastFight returns the last fight of an encounter, by its name or label, or the session's last fight for "".
func LastFight(s *gm.Session, name string) (*Fight, error) {
	list, err := ListFights(s)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range slices.Backward(list) {
		if name == "" || name == f.Name || name == f.Label {
			return f, nil
		}
		if !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	if len(list) == 0 {
		return nil, command.Refusal("No fight has been played yet. Begin a scene first.")
	}
	return nil, command.RefusalOf(message.Unknown("fight", name, names))
}

// Sides lists the keys of the fight's sides: the player characters' side first, the others in the order in which they joined.
func (f *Fight) Sides() (list []string) {
	ours := "" // side of the first actor with a player
	for _, e := range f.Entries {
		for _, a := range e.After.Actors {
			if ours == "" && a.Sheet.HasPlayer() {
				ours = a.Side
			}
		}
		for _, side := range simulate.SidesOf(e.After) {
			if !slices.Contains(list, side) {
				list = append(list, side)
			}
		}
	}
	if i := slices.Index(list, ours); i > 0 {
		list = slices.Insert(slices.Delete(list, i, i+1), 0, ours)
	}
	return list
}

// WinningSide returns the key of the side that has won at the last entry of the fight, by its rules, by the end conditions of its
// encounter, or as the only side that can still act. It returns "" if there is none.
func (f *Fight) WinningSide(g *command.Game) string {
	last := f.Entries[len(f.Entries)-1]
	state := last.After
	if last.EndsEncounter() { // the entry has removed the combatants
		state = last.Before
	}
	if state.Won != "" {
		return state.Won
	}
	if e, ok := g.Campaign.Encounter(f.Name); ok {
		if end := e.FindEnd(g.Rules, state); end != nil {
			return end.Winner
		}
	}
	if able := state.AbleSides(g.Rules); len(able) == 1 {
		return able[0]
	}
	return ""
}

// moment is an entry of a fight, with the choice made in it.
type moment struct {
	*gm.HistoryEntry
	game         command.Game      // game in the state before the entry
	line         command.Line      // parsed line of the entry, without its answers and dice
	aim          gm.Aim            // actor and target of the entry
	targets      map[string]string // key of each combatant's last target before the entry, by the combatant's key
	targetsAfter map[string]string // key of each combatant's last target after the entry, by the combatant's key

	chooser      string // key of the combatant whose choice differs from its tactic's; "" if there is none
	side         string // key of the chooser's side; "" if combatants of two sides deviated from their tactics
	chosen       string // line or answer that the chooser chose
	usual        string // line or answer that the chooser's tactic would have chosen
	byHand       bool   // whether the game master made the change, rather than a combatant's choice
	isFixed      bool   // whether the entry can't be replayed with other dice
	isUnreadable bool   // whether the line can no longer be parsed
}

// hasDeviation reports whether the entry differs from the choices of the tactics.
func (m *moment) hasDeviation() bool { return m.chooser != "" || m.byHand }

// newMoment returns the moment of entry e, with its line parsed, but not yet compared with the tactics. before holds the earlier moments of
// the fight.
func newMoment(g *command.Game, before []*moment, e *gm.HistoryEntry) *moment {
	m := &moment{HistoryEntry: e, game: *g}
	m.game.State, m.game.OldReading = e.Before, true // the line is parsed as it was when it was entered
	m.targets = gm.LastAims(e.Before, newestAims(before))
	m.aim = gm.AimOf(&m.game, e.Who, e.Whom, e.Line)
	m.targetsAfter = gm.LastAims(e.After, newestAims(append(before[:len(before):len(before)], m))) // the capacity makes append copy
	var err error
	if m.line, err = m.game.Parse(m.Line); err != nil {
		m.isUnreadable, m.isFixed = true, true
		return m
	}
	m.game.BindTo(&m.line, m.Who)
	m.line.Answers, m.line.Faces = nil, nil
	// Lines that only the session can decide, lines that add combatants, and those that just show something to players are fixed.
	m.isFixed = m.game.VerbOf(&m.line).Session || slices.Contains([]string{"begin", "add", "show"}, m.line.Verb)
	return m
}

// newestAims returns an iterator over the aims of the moments in list, the last one first.
func newestAims(list []*moment) iter.Seq[gm.Aim] {
	return func(yield func(gm.Aim) bool) {
		for _, m := range slices.Backward(list) {
			if !yield(m.aim) {
				return
			}
		}
	}
}

// momentAt returns the moment of the fight's entry with index i, not compared with the tactics.
func (f *Fight) momentAt(g *command.Game, i int) *moment {
	var list []*moment
	for _, e := range f.Entries[:i+1] {
		list = append(list, newMoment(g, list, e))
	}
	return list[i]
}

// readMoments returns the moments of a fight, compared with the tactics. before holds the moments of the first entries, which it reuses.
func (f *Fight) readMoments(ctx context.Context, g *command.Game, before []*moment) ([]*moment, error) {
	list := before[:len(before):len(before)]
	for _, e := range f.Entries[len(list):] {
		m := newMoment(g, list, e)
		if len(list) > 0 { // the first entry begins the fight: there is no choice in it
			if err := m.compareWithTactic(); err != nil {
				return nil, err
			}
		}
		if list = append(list, m); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return list, nil
}

// compareWithTactic finds the combatant whose choice in the entry differs from its tactic's, and sets chooser, side, chosen and usual; or
// byHand if the game master made a change.
func (m *moment) compareWithTactic() error {
	if m.isUnreadable {
		m.byHand = true
		return nil
	}
	verb := m.game.VerbOf(&m.line)
	isNext := m.line.Verb == "next" && m.line.Reason == "" && !m.line.Overrules() // whether the entry only advances time
	who, usual := m.usualLine(isNext)
	// whether the line is a combatant's choice: an action, a player's verb, or a verb that passes the turn
	isChoice := m.line.Action != nil || verb.Player || slices.Contains([]string{"waive", "done", "initiative"}, m.line.Verb)
	switch {
	case usual.Line == m.Line, isNext && (who == "" || isPassingLine(usual)), !isNext && m.hasSameEffects(usual.Line):
		// the same choice
	case isNext: // the actor could have acted, so letting time pass counts as waiting
		m.chooser, m.chosen, m.usual = who, "wait", usual.Line
	case m.Who != "" && !m.line.Overrules() && isChoice:
		m.chooser, m.chosen, m.usual = m.Who, m.Line, usual.Line
	default:
		m.byHand = true
	}
	if a := m.Before.Find(m.chooser); a != nil {
		m.side = a.Side
	}
	return m.compareAnswers()
}

// usualLine returns the line that a tactic would choose in place of the entry, and the key of its actor: the entry's actor or, if isNext is
// set (the entry is `next`), the first actor whose turn it is or who waits. In a game of rounds, the tactics choose the actor. It returns
// "" if there is no such line.
func (m *moment) usualLine(isNext bool) (who string, turn simulate.Turn) {
	inRounds := m.game.Rules.Order.InRounds()
	switch { // no line in rounds without a side to act, or otherwise without an actor
	case inRounds && m.Before.Round.Side() == "":
		return "", turn
	case !inRounds && isNext:
		i := slices.IndexFunc(m.Before.Actors, func(a *rules.Actor) bool { return a.Open || a.Waiting })
		if i < 0 {
			return "", turn
		}
		who = m.Before.Actors[i].Key
	case !inRounds:
		who = m.Who
	}
	if who == "" && !inRounds {
		return "", turn
	}
	turn, err := simulate.TacticTurn(&m.game, m.targets, who)
	if err != nil {
		return "", simulate.Turn{}
	}
	return turn.Who, turn
}

// isPassingLine reports whether a tactic's choice for a turn is to do nothing.
func isPassingLine(t simulate.Turn) bool {
	return t.Passes() || strings.HasPrefix(t.Line, "initiative ") || strings.HasSuffix(t.Line, ": wait") || strings.HasSuffix(t.Line, ": done")
}

// hasSameEffects reports whether line has the same effects as the entry, with the same dice and answers.
func (m *moment) hasSameEffects(line string) bool {
	l, err := m.game.Parse(line)
	if line == "" || err != nil {
		return false
	}
	c := command.Command{Line: line, Answers: maps.Clone(m.Answers)}
	w, err := m.game.Decide(&c, &l, &replayDice{dice: m.Dice})
	if err != nil {
		return false
	}
	effects := func(list []rules.Event) []byte { // events as JSON, without mere messages and notices
		data, _ := json.Marshal(slices.DeleteFunc(slices.Clone(list), func(e rules.Event) bool { return e.Kind == rules.EventTell || rules.IsNoticeEvent(e) }))
		return data
	}
	return bytes.Equal(effects(w.Events), effects(m.Events))
}

// compareAnswers finds a combatant who answered a question of the entry differently from its tactic, and sets chooser and its fields unless
// the entry's own choice already did. If combatants of two sides deviated, it clears side.
func (m *moment) compareAnswers() error {
	return m.eachAnswer(func(need *rules.Need, c command.Command, answer string) error {
		usual, err := simulate.AnswerOf(&m.game, c, need)
		if err != nil || answer == usual {
			return err
		}
		a := m.Before.Find(need.Who)
		switch {
		case m.chooser != "" && (a == nil || a.Side != m.side):
			m.side = ""
		case m.chooser == "":
			if m.chooser, m.chosen, m.usual = need.Who, answer, usual; a != nil {
				m.side = a.Side
			}
		}
		return nil
	})
}

// eachAnswer calls do with each question of the entry, the command with the earlier answers, and the answer, in the order in which the
// questions were asked.
func (m *moment) eachAnswer(do func(need *rules.Need, c command.Command, answer string) error) error {
	c := command.Command{Line: m.line.Text, Answers: map[string]string{}}
	for range m.Answers {
		l := m.line
		_, err := m.game.Decide(&c, &l, &replayDice{dice: m.Dice})
		var need *rules.Need
		if m.isFixed || !errors.As(err, &need) || !need.IsQuestion() {
			break // all questions were asked, or the rules have changed since
		}
		answer, known := m.Answers[need.Key]
		if !known {
			break
		}
		if err := do(need, c, answer); err != nil {
			return err
		}
		c.Answers = need.WithAnswer(c.Answers, answer)
	}
	return nil
}

// replayDice are dice that show the faces that were rolled for an entry.
type replayDice struct {
	dice []rules.Die // entry's dice, in order
	next int         // index of the next die
}

// Rewind restarts at the first die.
func (d *replayDice) Rewind() { d.next = 0 }

// Roll returns the next die.
func (d *replayDice) Roll(faces int, purpose string) (int, bool, error) {
	if d.next == len(d.dice) {
		return 0, false, command.Refusal("A die for %s is missing.", purpose)
	}
	d.next++
	return d.dice[d.next-1].Result, false, nil
}

// redecideEntry decides the entry again with the dice of a simulated run. Its line and answers stay; tactics answer new questions.
// It returns the state after it, and the key of each combatant's last target by the combatant's key.
func (m *moment) redecideEntry(dice *simulate.PersonDice) (*rules.State, map[string]string, error) {
	c := command.Command{Line: m.line.Text, Answers: maps.Clone(m.Answers), By: m.By}
	for {
		l := m.line
		w, err := m.game.Decide(&c, &l, dice)
		var need *rules.Need
		var refusal *rules.Refusal
		switch {
		case errors.As(err, &need) && need.IsQuestion():
			answer, err := simulate.AnswerOf(&m.game, c, need)
			if err != nil {
				return nil, nil, err
			}
			c.Answers = need.WithAnswer(c.Answers, answer)
			continue
		case errors.As(err, &refusal) && len(m.Answers) > 0 && maps.Equal(c.Answers, m.Answers):
			c.Answers = nil // the entry's answers don't fit these dice
			continue
		case err != nil:
			return nil, nil, err
		}
		next, err := w.Settle(&m.game)
		if err != nil {
			return nil, nil, err
		}
		targets := maps.Clone(m.targets)
		maps.Copy(targets, gm.LastAims(next, slices.Values([]gm.Aim{gm.AimOf(&m.game, w.Who, w.Whom, m.line.Text)})))
		return next, targets, nil
	}
}

// Script returns a line for each entry, including its answers and dice, with which the fight can be replayed.
func (f *Fight) Script(g *command.Game) (lines []string) {
	for _, e := range f.Entries {
		m := newMoment(g, nil, e)
		// Dice and answers that were typed in the line are removed first, since all of the entry's answers and dice are added after it.
		text, reason, hasReason := strings.Cut(e.Line, " because ")
		if before, _, typed := command.CutLast(text, "dice"); typed && before != "" && len(e.Dice) > 0 {
			text = strings.TrimRight(before, ", ")
		}
		parts := slices.DeleteFunc(strings.Split(text, ","), func(part string) bool { return strings.HasPrefix(strings.TrimSpace(part), "answer ") })
		text = strings.Join(parts, ",")
		if !m.isUnreadable {
			m.eachAnswer(func(_ *rules.Need, _ command.Command, answer string) error {
				text += ", answer " + answer
				return nil
			})
		}
		if len(e.Dice) > 0 {
			text += ", dice"
			for i := range e.Dice {
				text += " " + e.Dice[i].TypedText()
			}
		}
		if hasReason {
			text += " because " + reason
		}
		lines = append(lines, text)
	}
	return lines
}
