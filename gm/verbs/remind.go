package verbs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Reminders of the game master and of players, durations of conditions, and the syntax of times in lines. A timeline (timeline.go) wraps a
// game and adds the verbs for fights and scenes.

// editReminder sets, changes or deletes a reminder:
//
//	remind 3 min the tide turns
//	remind 22:30 the watch changes
//	remind day 2 06:00 the inquest
//	remind tomorrow 6:00 the ferry
//	remind at 60 two arrive then add 2 dock_cutter side gang
//	remind every 10 min the lamp
//	remind party 1 h the candle burns down
//	remind drop 2
func (g timeline) editReminder(l *command.Line) (command.DecidedCommand, error) {
	list := g.State.Reminders
	number, _ := parseDrop(l.Words) // 0 without a number
	switch hasNoWords := len(l.Words) == 0; {
	case number >= 1 && number <= len(list):
		dropped := &list[number-1]
		return titledDecision("no more reminder: "+dropped.Text, "", rules.Event{Kind: rules.EventRemind, ID: dropped.ID}), nil
	case len(list) > 0 && (hasNoWords || l.Words[0] == "drop"):
		return command.DecidedCommand{}, command.Refusal("Reminders: %s. `remind drop 1` takes one away.", strings.Join(g.reminderTexts(list), "; "))
	}
	m := rules.Reminder{ID: 1}
	for _, other := range list {
		m.ID = max(m.ID, other.ID+1)
	}
	when, every, rest, ok := g.readSchedule(l.Words)
	if !ok && len(l.Words) > 1 && l.Words[0] == "me" {
		when, every, rest, ok = g.readSchedule(l.Words[1:])
	}
	var who []*rules.Actor
	if group, words, err := g.ParseLeadingGroup(l.Words); !ok && err == nil {
		when, every, rest, ok = g.readSchedule(words)
		who, m.Who = group, command.KeysOf(group)
	}
	if !ok {
		if err := g.RefuseAbsentLead(l.Words); err != nil {
			return command.DecidedCommand{}, err
		}
		if err := command.RejectDecimalComma(strings.Join(l.Words, " ")); err != nil {
			return command.DecidedCommand{}, err
		}
		if word := g.Rules.CountWord(); g.Rules.Pack.Seconds() == 0 {
			return command.DecidedCommand{}, command.Refusal("Enter a %[1]s and a text: `remind %[1]s %[2]s TEXT`, `remind every 2 %[1]ss TEXT`.", word, command.Number(g.State.Count+3))
		}
		at := collect.Choose(g.readsAsCount(), g.fightCount()+10, 22) // a count, or an hour of the day
		examples := fmt.Sprintf("`remind 3 min TEXT`, `remind 22:30 TEXT`, `remind at %s TEXT`, `remind every 10 min TEXT`.", command.Number(at))
		if len(l.Words) > 1 && l.Words[0] == "at" && !command.IsNumber(l.Words[1]) {
			return command.DecidedCommand{}, command.RefusalOf(message.NotA(l.Words[1], "a time of day", "Write, for example: "+examples))
		}
		return command.DecidedCommand{}, command.Refusal("Enter a time and a text: %s", examples)
	}
	if when.seconds <= g.Rules.ReminderClock(g.State) {
		return command.DecidedCommand{}, command.Refusal("%s has passed. Enter a later time.", when.text)
	}
	m.At, m.Every, m.OnDate = when.seconds, every, when.onDate
	m.Text, m.Lines = g.splitOfferedLine(rest)
	title := "reminder"
	if len(who) > 0 {
		title += " to " + joinNames(who)
	}
	title += ", " + collect.Choose(m.Every > 0, "every "+g.Rules.CountsText(m.Every/g.Rules.Pack.CountSpan()), when.text) + ": " + m.Text
	return titledDecision(title, "", m.Event()), nil
}

// clockEvents returns the events that set the clocks of a scene when it begins, except for dates that have passed.
func (g timeline) clockEvents(e *campaign.Encounter) (events []rules.Event) {
	id := 0
	for _, m := range g.State.Reminders {
		id = max(id, m.ID)
	}
	begin := collect.Choose(g.Rules.Pack.Seconds() == 0, 0, g.State.Elapsed) // 0 if times are counts
	for i := range e.Clocks {
		c := &e.Clocks[i]
		m := rules.Reminder{ID: id + 1 + i, At: begin + c.After, Every: c.Every, Text: c.Text, Scene: e.Name,
			Lines: collect.Map(c.Lines, func(line source.Text) string { return line.Text })}
		if c.Time != "" {
			when, _, ok := g.readMoment(strings.Fields(c.Time))
			if m.At, m.OnDate = when.seconds, true; !ok || m.At <= g.State.Elapsed {
				continue
			}
		}
		events = append(events, m.Event())
	}
	return events
}

// VetClocks reports lines that are refused among the reminders set by a campaign's scenes (their clocks). It reads them as the prompt does
// in the scene, and tries those that bring in a scene or actors.
func VetClocks(c *campaign.Campaign, report *source.Report) {
	for _, e := range c.Encounters() {
		g := &command.Game{Rules: c.Rules, Campaign: c, State: &rules.State{}, Verbs: Table}
		if w, err := (timeline{g}).beginEncounter(&command.Line{Words: []string{e.Name}}, rules.DecisionInput{}); err == nil {
			if s, err := c.Rules.Apply(g.State, w.Events); err == nil {
				g.State = s
			}
		}
		for i := range e.Clocks {
			for _, line := range e.Clocks[i].Lines {
				l, err := g.Parse(line.Text)
				if err == nil && (l.Verb == "begin" || l.Verb == "add" && !slices.Contains(l.Words, nowWord)) { // neither needs dice
					_, err = Table.Get(l.Verb).Decide(g, &l, rules.DecisionInput{})
				}
				if err != nil {
					report.Add(source.BadValue, line.Pos, "Line “%s” is refused: %s", line.Text, err)
				}
			}
		}
	}
}

// readSchedule reads the time of a reminder at the beginning of words, and returns the text after the time. every is the interval at which
// the reminder comes again, after the word `every`; 0 if it comes once.
func (g timeline) readSchedule(words []string) (when moment, every float64, text []string, ok bool) {
	for i, word := range words { // the first colon or comma after a time
		if bare := strings.TrimRight(word, ":,"); bare != word && i < len(words)-1 {
			time := append(slices.Clone(words[:i]), collect.Filter([]string{bare, ""}, func(w string) bool { return w != "" })...)
			if when, every, text, ok = g.readSchedule(append(time, "…")); ok && len(text) == 1 {
				return when, every, words[i+1:], true
			}
		}
	}
	if len(words) > 1 && (words[0] == "every" || words[0] == "each") {
		words = words[1:]
		if _, err := rules.ParseSpan("1 " + words[0]); err == nil || g.isCountWord(words[0]) { // `every hour`
			words = append([]string{"1"}, words...)
		}
		if every = g.readInterval(words); every == 0 {
			return when, 0, nil, false
		}
	}
	when, text, ok = g.readMoment(words)
	return when, every, text, ok && len(text) > 0
}

// readInterval reads an interval at the beginning of words: a duration, or a number of counts as in `2 rounds`. It returns the interval in
// the unit of moment.seconds, or 0 if there is none.
func (g timeline) readInterval(words []string) float64 {
	if len(words) > 1 && g.isCountWord(strings.TrimSuffix(words[1], "s")) {
		if by, err := command.ParseAmount(words[0], ""); err == nil && by > 0 {
			return by * g.Rules.Pack.CountSpan()
		}
	}
	if g.Rules.Pack.Seconds() == 0 {
		return 0
	}
	seconds, _, _ := readDuration(words)
	return seconds
}

// reminderTexts describes reminders with their numbers and times.
func (g timeline) reminderTexts(list []rules.Reminder) []string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = command.Number(float64(i+1)) + " " + Endings(g).TimeText(m.At) + " " + m.Text
	}
	return texts
}

// TimeText describes the time of a reminder: the count while turns are taken, otherwise the calendar time, or the remaining time.
func (g Endings) TimeText(seconds float64) string {
	remaining := max(0, seconds-g.State.Elapsed)
	switch {
	case g.Rules.Pack.Seconds() == 0, !g.AtRest() && (g.Rules.Order.InRounds() || remaining < command.NearbySeconds):
		return timeline(g).countText(g.Rules.CountAt(g.State, seconds))
	case g.Campaign.Begins == nil:
		return "in " + rules.SpanText(remaining)
	case remaining < 24*3600:
		return rules.TimeOfDay(*g.Campaign.Begins + seconds)
	}
	return rules.DateText(*g.Campaign.Begins + seconds)
}

// splitOfferedLine splits the words of a reminder into its text and the line offered when it is due, after the last `then` before a verb.
func (g timeline) splitOfferedLine(words []string) (text string, lines []string) {
	for i := len(words) - 2; i > 0; i-- {
		if line := strings.Join(words[i+1:], " "); words[i] == "then" && g.Verbs.Get(words[i+1]).Name == words[i+1] {
			return strings.Join(words[:i], " "), []string{line}
		}
	}
	return strings.Join(words, " "), nil
}

// moment is a time named in a line.
type moment struct {
	seconds float64 // seconds since the campaign began, or a number of counts if the game's counts have no length
	onDate  bool    // whether it is a calendar time
	text    string  // time, formatted for a message
}

// readsAsCount reports whether a number alone is a count: in a fight, before a fight that the scene prepares, and without a calendar.
func (g timeline) readsAsCount() bool {
	e, ok := g.Campaign.Encounter(g.State.Encounter)
	return g.Campaign.Begins == nil || !g.AtRest() || g.Rules.Order.InRounds() || g.State.Running && ok && !e.ExpectsNoFight
}

// fightCount returns the count of the current fight, or of the next one.
func (g timeline) fightCount() float64 {
	if g.AtRest() && !g.Rules.Order.InRounds() && g.Rules.Pack.Seconds() > 0 {
		return 0
	}
	return g.State.Count
}

// readMoment reads a time at the beginning of words, and returns the words after it: a span from now, `at` a count, `round` N, a time of
// day, or a date. A preposition can precede it.
func (g timeline) readMoment(words []string) (m moment, rest []string, ok bool) {
	if len(words) == 0 {
		return m, nil, false
	}
	if (words[0] == "in" || words[0] == "on" || words[0] == "at" && g.isCountWord(words[min(1, len(words)-1)])) && len(words) > 1 {
		words = words[1:]
	}
	if len(words) > 1 && (words[0] == "at" || g.isCountWord(words[0])) {
		at, err := command.ParseAmount(words[1], "")
		if err == nil && (words[0] != "at" || g.readsAsCount()) {
			return g.momentOfCount(at), words[2:], true
		}
		if words = words[1:]; err == nil { // an hour of the day, as in `at 22`
			words = append([]string{words[0] + ":00"}, words[1:]...)
		}
	}
	if len(words) > 1 && g.isCountWord(strings.TrimSuffix(words[1], "s")) {
		if by, err := command.ParseAmount(words[0], ""); err == nil {
			return g.momentOfCount(g.fightCount() + by), words[2:], true
		}
	}
	if seconds, n, isSpan := readDuration(words); isSpan && g.Rules.Pack.Seconds() > 0 {
		m.seconds = g.State.Elapsed + seconds
		m.text = Endings(g).TimeText(m.seconds)
		return m, words[n:], true
	}
	if g.Campaign.Begins == nil {
		return m, nil, false
	}
	now := *g.Campaign.Begins + g.State.Elapsed
	if len(words) > 1 && words[0] == "tomorrow" {
		now = rules.EndOfDay(now)
		if words = words[1:]; len(words) > 1 && words[0] == "at" {
			words = words[1:]
		}
		if command.IsNumber(words[0]) { // an hour of the day, as in `tomorrow 6`
			words = append([]string{words[0] + ":00"}, words[1:]...)
		}
	}
	n := 1 // number of words of the time
	to, ok := rules.NextTimeOfDay(now, strings.TrimSuffix(words[0], ","))
	if !ok && len(words) > 2 { // a date, as in `day 2 06:00`
		n = 3
		to, ok = rules.ParseDate(strings.Join(words[:n], " "))
	}
	m.seconds, m.onDate = to-*g.Campaign.Begins, true
	m.text = rules.DateText(to)
	return m, words[min(n, len(words)):], ok
}

// momentOfCount returns the moment of a count of the current fight, or of the next one.
func (g timeline) momentOfCount(at float64) moment {
	return moment{seconds: g.Rules.ReminderClock(g.State) + (at-g.fightCount())*g.Rules.Pack.CountSpan(), text: g.countText(at)}
}

// isCountWord reports whether a word means a count: the game's own word for it, or `round` in a game in rounds.
func (g timeline) isCountWord(word string) bool {
	return word == g.Rules.CountWord() || word == "round" && g.Rules.Order.InRounds()
}

// readDuration reads a duration at the beginning of words, such as 1 h 30 min or an hour, in seconds. n is its number of words.
func readDuration(words []string) (seconds float64, n int, ok bool) {
	span, n := cutSpan(words)
	seconds, err := rules.ParseSpan(span)
	return seconds, n, err == nil
}

// cutSpan returns the duration at the beginning of words as pairs of a number and a unit, and its number of words; "" if there is none. Words
// such as 90min, an hour and half an hour become such pairs.
func cutSpan(words []string) (span string, n int) {
	for isFirst := true; n < len(words); isFirst = false {
		length := 2 // number of words of the pair
		number, unit := words[n], words[min(n+1, len(words)-1)]
		digits := strings.TrimRightFunc(number, unicode.IsLetter)
		switch isLast := n+1 == len(words); {
		case digits != "" && digits != number:
			number, unit, length = digits, number[len(digits):], 1
		case isFirst && !isLast && (number == "a" || number == "an"):
			number = "1"
		case isFirst && number == "half" && unit == "an" && len(words) > 2:
			number, unit, length = "0.5", words[2], 3
		case isLast:
			return span, n
		}
		pair := number + " " + unit
		if _, err := rules.ParseSpan(pair); err != nil {
			break
		}
		span, n = strings.TrimSpace(span+" "+pair), n+length
	}
	return span, n
}

// cutLimit cuts the duration of a condition off words, as in `blessed for 3 min`, `… for 50` counts, `… for 3 rounds`, `… until 22:30`.
// counts is the duration from the actor's current time, or 0 if none is given.
func (g timeline) cutLimit(words []string, a *rules.Actor) (rest []string, counts float64, err error) {
	at := max(collect.LastIndex(words, "for"), collect.LastIndex(words, "until"))
	if at < 1 || at == len(words)-1 {
		return words, 0, nil
	}
	limit := words[at+1:]
	now := g.State.Elapsed
	if !g.State.Running {
		now = g.State.TimeLived(a.Key)
	}
	number, err := command.ParseAmount(limit[0], "")
	isNumberAlone := err == nil && len(limit) == 1
	if isNumberAlone && words[at] == "until" {
		limit = []string{"at", limit[0]}
	}
	m, unread, ok := g.readMoment(limit)
	switch {
	case isNumberAlone && words[at] == "for":
		counts = number
	case !ok || len(unread) > 0 || !isNumberAlone && m.onDate == (words[at] == "for"): // `for` takes a duration, `until` a date
		unit := collect.Choose(g.Rules.Pack.Seconds() == 0, g.Rules.CountWord()+"s", "min")
		return nil, 0, command.Refusal("“%s” is no time. Write, for example, `put %s %s for 3 %s`.", strings.Join(words[at+1:], " "), a.Key, strings.Join(words[:at], " "), unit)
	case m.onDate:
		counts = (m.seconds - now) / g.Rules.Pack.CountSpan()
	default:
		counts = (m.seconds - g.Rules.ReminderClock(g.State)) / g.Rules.Pack.CountSpan()
	}
	if counts <= 0 {
		return nil, 0, command.Refusal("%s has passed. Enter a later time.", cmp.Or(m.text, g.countText(number)))
	}
	return words[:at], counts, nil
}
