package gm

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/logtext"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Plans to change the past as prompt lines (amend, drop, before, accept), and their changes in words.

// Plan returns the plan that accept would put into force, or nil if there is none or the session has changed since.
func (s *Session) Plan() *Amendment {
	if s.plan == nil || s.plan.tip != s.lastInForce() || s.plan.seq != s.seq {
		return nil
	}
	return s.plan
}

// amendLine plans a change in the words of a prompt line, in addition to those planned before:
//
//	amend 12                        list the changeable parts
//	amend 12 LINE                   replace its line
//	amend 12, OPTION                add an option to its line
//	amend 12, answer parry          give other answers, from the first question on
//	amend 12 dice 17 - 5            set the faces of its dice in order; - keeps one; 3=5 sets the third
//	amend 12 dice 17, answer parry  answer the questions that the new dice lead to; the other answers stay
//	amend 12 drop                   delete it
//	amend 12 before LINE            insert a line before it, or `after` it
func amendLine(s *Session, c *command.Command, l *command.Line) (Entry, error) {
	s.pendingDice = pendingDice{}
	plan := s.Plan()
	if len(l.Words) == 0 && plan != nil {
		return planEntry(l, plan), nil
	}
	if len(l.Words) == 0 {
		return Entry{}, refusal("Name an entry, such as `amend %d`. `history` lists them.", max(1, s.seq))
	}
	k, err := s.parseEntry(l.Words[0])
	if err != nil {
		return Entry{}, err
	}
	if _, err := s.firstChanged(map[int64]Correction{numberOrZero(k): {}}); err != nil {
		return Entry{}, err
	}
	if len(l.Words) == 1 {
		return showChangeableParts(l, k), nil
	}
	changes := map[int64]Correction{}
	if plan != nil {
		changes = maps.Clone(plan.changes)
	}
	rest := strings.Join(l.Words[1:], " ")
	if strings.HasSuffix(l.Words[0], ",") {
		rest = ", " + rest
	}
	change, reason, err := parseChange(changes[k.Seq], k, rest, s.Rules().HasNamedResults())
	if err != nil {
		return Entry{}, err
	}
	changes[k.Seq] = change
	m, err := s.planChanges(changes, *c)
	if err != nil {
		return Entry{}, err
	}
	m.line, m.reason = l.Text, reason
	s.plan = &m
	return planEntry(l, s.plan), nil
}

// showChangeableParts lists the parts of an entry that can be changed.
func showChangeableParts(l *command.Line, k *record) Entry {
	content := k.payload()
	e := Entry{Line: l.Text, Title: content.Title, Count: content.Count, Lines: []string{content.Text, fmt.Sprintf("said: %s", content.Line)}}
	for _, key := range slices.Sorted(maps.Keys(content.Answers)) {
		e.Lines = append(e.Lines, fmt.Sprintf("answered: %s %s", key, content.Answers[key]))
	}
	for i, die := range content.Dice {
		e.Lines = append(e.Lines, fmt.Sprintf("die %d: %s for %s, %s", i+1, die.KindText(), rules.MidSentence(die.For), die.ResultText()))
	}
	n := k.Seq
	return e.withLine("Type: amend %d LINE | amend %d, OPTION | amend %d dice 17 5 | amend %d drop | amend %d before LINE | amend %d after LINE", n, n, n, n, n, n)
}

// withLine returns e with one more line.
func (e Entry) withLine(format string, args ...any) Entry {
	e.Lines = append(e.Lines, fmt.Sprintf(format, args...))
	return e
}

// numberOrZero returns the number of k, or 0 (the beginning) if k is nil.
func numberOrZero(k *record) int64 {
	if k == nil {
		return 0
	}
	return k.Seq
}

// planEntry returns the reply to a line that planned m.
func planEntry(l *command.Line, m *Amendment) Entry {
	return Entry{Line: l.Text, Title: m.Title, Count: m.State.Count, Lines: m.Lines()}
}

// parseChange adds the change that text describes to c, the change of entry k planned so far. It returns the result, and the reason that
// text gives. If named is set, faces of dice can be given by name.
func parseChange(c Correction, k *record, text string, named bool) (Correction, string, error) {
	line := k.payload().Line
	if c.Line != "" {
		line = c.Line
	}
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "drop":
		rest, reason, _ := strings.Cut(" "+rest, " because ")
		if strings.TrimSpace(rest) != "" {
			return c, "", refusal("`drop` takes no words. Remove “%s”.", strings.TrimSpace(rest))
		}
		return Correction{Drop: true, LinesBefore: c.LinesBefore, LinesAfter: c.LinesAfter}, reason, nil
	case "dice":
		rest, answers, hasAnswers := strings.Cut(rest, ", answer ")
		faces, err := parseFaces(rest, named)
		c.Faces, c.Drop = faces, false
		c.Line = withoutDice(line)
		if hasAnswers {
			c.Line, _ = command.WithoutAnswers(c.Line)
			c.Line += ", answer " + answers
		}
		c.Line += reasonText(line)
		return c, "", err
	case "before":
		c.LinesBefore = append(append([]string(nil), c.LinesBefore...), rest)
		return c, "", nil
	case "after":
		c.LinesAfter = append(append([]string(nil), c.LinesAfter...), rest)
		return c, "", nil
	}
	_, reason, _ := strings.Cut(text, " because ")
	c.Drop = false
	if option, found := strings.CutPrefix(text, ","); found {
		c.Line = withoutDice(line)
		if _, hasAnswers := command.WithoutAnswers(text); hasAnswers {
			c.Line, _ = command.WithoutAnswers(c.Line) // answers are matched by their question
		}
		c.Line += ", " + strings.TrimSpace(option)
		if reason == "" {
			c.Line += reasonText(line)
		}
		return c, reason, nil
	}
	c.Line = text
	return c, reason, nil
}

// withoutDice returns a line without its reason and its typed dice.
func withoutDice(line string) string {
	line = withoutReason(line)
	if before, _, found := command.CutLast(line, "dice"); found {
		return strings.TrimSuffix(before, ",")
	}
	return line
}

// withoutReason returns line without its reason.
func withoutReason(line string) string {
	before, _, _ := strings.Cut(line, " because ")
	return before
}

// reasonText returns the reason at the end of a line, with the word before it, or "" if there is none.
func reasonText(line string) string { return line[len(withoutReason(line)):] }

// maxPlaces is the largest number with which a line can refer to a die of an entry.
const maxPlaces = 1000

// parseFaces reads the faces of dice: in order, where - keeps the old face, or as 3=17 for the third die. If named is set, faces can be
// given by name. The result holds the faces by index of the die, from 0.
func parseFaces(text string, named bool) (map[int]int, error) {
	faces := map[int]int{}
	for i, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		if word == "-" || word == "−" {
			continue
		}
		if place, face, found := strings.Cut(word, "="); found {
			n, err := strconv.Atoi(place)
			if err != nil || n < 1 || n > maxPlaces {
				return nil, refusal("“%s” isn't the number of a die. Count them from 1.", place)
			}
			i, word = n-1, face
		}
		list, err := command.ParseFaces(word, named)
		if err != nil {
			return nil, err
		}
		if len(list) != 1 {
			return nil, command.RefusalOf(message.NotA(word, "a die", "Type numbers such as 17 5"))
		}
		faces[i] = list[0]
	}
	if len(faces) == 0 {
		return nil, refusal("Type the dice in order, such as 17 - 5. A - keeps one.")
	}
	return faces, nil
}

// Lines describes a plan: entries with a different result, before and after; entries that no longer happen, and why; and the
// result.
func (m *Amendment) Lines() []string {
	list := []string{m.Title}
	same := 0
	for i := range m.Entries {
		e := &m.Entries[i]
		if e.Was == e.Now {
			same++
			continue
		}
		list = append(list, e.describeChange()...)
	}
	if same > 0 {
		list = append(list, command.CountText(same, "entry is unchanged", "entries are unchanged"))
	}
	if len(m.Effects) == 0 {
		list = append(list, "the result is the same")
	}
	list = append(list, collect.Map(m.Effects, func(effect command.Difference) string { return "now " + effect.String() })...)
	return append(list, "Type `accept` or `refuse`, or amend more: amend NUMBER …")
}

// describeChange describes the change of the entry: before, after, and its new dice.
func (e *Redecision) describeChange() (list []string) {
	number := "    new"
	if e.Seq > 0 {
		number = fmt.Sprintf("%7d", e.Seq)
	}
	if e.Seq > 0 {
		list = append(list, number+"  was  "+e.Was)
		number = "       "
	}
	switch {
	case e.Refused != "":
		list = append(list, number+"  cancelled: "+e.Refused)
	case e.Now == "":
		list = append(list, number+"  dropped")
	default:
		list = append(list, number+"  now  "+e.Now)
	}
	for _, die := range e.New {
		how := collect.Choose(die.Typed, "typed", "rolled")
		list = append(list, fmt.Sprintf("         new die: %s for %s, %s %s", die.KindText(), rules.MidSentence(die.For), how, die.ResultText()))
	}
	return list
}

// logSummary returns a plan as one line of the log.
func (m *Amendment) logSummary() string {
	other, removed := 0, 0
	for i := range m.Entries {
		switch e := &m.Entries[i]; {
		case e.Now == "":
			removed++
		case e.Was != e.Now:
			other++
		}
	}
	parts := []string{command.CountText(other, "entry changes", "entries change")}
	if removed > 0 {
		parts = append(parts, command.CountText(removed, "no longer happens", "no longer happen"))
	}
	parts = append(parts, collect.Map(m.Effects, func(effect command.Difference) string { return effect.String() })...)
	if m.reason != "" {
		parts = append(parts, "because "+m.reason)
	}
	return message.Capitalise(m.Title) + ": " + strings.Join(parts, " · ")
}

// logEntry returns the log entry of a plan that is put into force, as the dashboard shows it: the title and the effects.
func (m *Amendment) logEntry() *logtext.LogEntry {
	entry := &logtext.LogEntry{SentenceSpans: []logtext.Span{{Text: message.Capitalise(m.Title)}}}
	addEffect := func(text string) {
		if len(entry.Numbers) > 0 {
			entry.Numbers = append(entry.Numbers, logtext.Span{Text: " · ", Style: "dim"})
		}
		entry.Numbers = append(entry.Numbers, logtext.Span{Text: text, Style: "dim"})
	}
	for _, effect := range m.Effects {
		addEffect(effect.Brief())
	}
	if m.reason != "" {
		addEffect("because " + m.reason)
	}
	return entry
}

// amendCompletions lists completions of a line that amends the past. head is the line so far, such as `amend 12 before `, and words lists
// the completions of a line within it.
func (t *tree) amendCompletions(words command.Completions, head string) (list []command.Completion) {
	fields := strings.SplitN(head, " ", 4)
	more := func(head string) []command.Completion { return t.amendCompletions(words, head) }
	switch {
	case len(fields) < 3:
		for _, l := range slices.Backward(t.lastLinesInForce(defaultHistoryEntries)) {
			if !l.record.isPastChange {
				list = append(list, command.Completion{Text: fmt.Sprint(l.Seq()), Label: l.record.payload().Title})
			}
		}
		return list
	case len(fields) == 4 && (fields[2] == "before" || fields[2] == "after"):
		return words.Candidates(fields[3], more)
	case len(fields) == 4:
		return words.Candidates(fields[2]+" "+fields[3], more)
	}
	return append([]command.Completion{{Text: "drop"}, {Text: "dice", Hint: "typed, in order; - keeps one"}, {Text: "before"}, {Text: "after"}}, words.LineStarts()...)
}

// Complete lists completions of the word at the cursor. from is where that word begins.
func (s *Session) Complete(text string, cursor int) (from int, words []command.Completion) {
	completions := command.Completions{Game: &s.game}
	return completions.Complete(text, cursor, func(head string) []command.Completion { return s.amendCompletions(completions, head) })
}

// acceptOrRefuse puts the plan into force, or drops it.
func acceptOrRefuse(s *Session, _ *command.Command, l *command.Line) (Entry, error) {
	s.pendingDice = pendingDice{}
	if len(l.Words) > 0 || len(l.Options) > 0 || l.Who != "" {
		return Entry{}, refusal("`%s` takes no words. Remove the rest.", l.Verb)
	}
	plan := s.plan
	if plan == nil {
		return Entry{}, refusal("No amendment is planned. Type `amend NUMBER …`; `history` lists the numbers.")
	}
	if l.Verb == "accept" {
		return s.Accept(*plan)
	}
	s.plan = nil
	return Entry{Line: l.Text, Title: "unchanged", Lines: []string{"unchanged"}}, nil
}
