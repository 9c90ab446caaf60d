package logtext

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"hybrid/gm/command"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Log entries: sentences from gm/story, and the numbers that explain them. wording.go describes single events. An entry tells one decided
// command. The command's title is a short description of it, such as “Kira waits”; its steps are the rules.Outcomes that it produced. An
// account is the text that gm/story writes about a command: sentences as a list of spans, each with the actor that it names, if any. A span
// is a piece of text with one style. The full line is the entry as one text, with the sentences and all numbers, even those that the log
// doesn't show.

// LogEntry is an entry of the game master's log: sentences, and the numbers that explain them. It is made when the command is decided, and
// its wording doesn't change afterwards.
type LogEntry struct {
	Noise         string `json:"noise,omitempty"`   // reason why the log can omit the entry, such as NoiseTurn; empty if it is always shown
	SentenceSpans []Span `json:"said,omitempty"`    // sentences, or the title if there are none; a name of an actor has a span of its own
	Numbers       []Span `json:"numbers,omitempty"` // rolls, sums and changes
	Head          []Span `json:"head,omitempty"`    // actor and target of an old entry without sentences
	Main          []Span `json:"main,omitempty"`    // action of an old entry or a change of the past
	Then          []Span `json:"then,omitempty"`    // consequences in an old entry or a change of the past
	Drop          *Drop  `json:"drop,omitempty"`    // loss that a condition caused to an actor who couldn't act; nil for none
	When          string `json:"when,omitempty"`    // time of day while no one takes turns; a dash outside encounters in games without a calendar

	Ways story.Phrasings `json:"ways,omitempty"` // phrasings used by the sentences, so that the next entries can vary them
}

// Span is a part of a line of the log, with its style.
type Span struct {
	Text  string `json:"t"`           // text to print
	Style string `json:"a,omitempty"` // style: 0, 1 or 2 for a side (see sideIndexIn), good, bad, out or dim; empty for plain text
	Spare bool   `json:"s,omitempty"` // whether the part is omitted if there is no room; only in entries of older versions
}

// Drop is a loss of points that a condition caused to an actor who couldn't act any more.
type Drop struct {
	Who  string  `json:"who"`  // key of the actor
	What string  `json:"what"` // label of the condition
	Pool string  `json:"pool"` // label of the pool
	By   float64 `json:"by"`   // change in points, always negative
}

// The reasons to omit an entry.
const (
	NoiseTurn     = "turn"     // the entry only starts a turn
	NoiseDeclared = "declared" // the entry only declares an action or a wait, which the timeline shows
	NoiseSmall    = "small"    // the entry only changes pools by less than a point
)

// logBuilder builds the log entry of a decided command.
type logBuilder struct {
	Wording
	decision *command.DecidedCommand // command that is logged
	result   LogEntry                // entry that is being built
	account  *story.Account          // sentences about the command; empty if the title replaces them
	byTitle  bool                    // whether the title replaces the sentences
	lead     string                  // text before the numbers of events: "meanwhile " while the changes caused by elapsed time are added, else ""
	all      []string                // all numbers, for the full line
	sides    []string                // names of the sides in sidesOf, the players' side first
	sidesOf  *rules.State            // state that sides was computed for; nil at first
}

// NewLogEntry returns the log entry and the full line of a decided command. reason is the reason that the user gave for it, or "". next is
// the state after it. lately holds the phrasings of recent entries, which the sentences avoid.
func NewLogEntry(g *command.Game, w *command.DecidedCommand, reason string, next *rules.State, lately story.Phrasings) (*LogEntry, string) {
	t := &logBuilder{Wording: NewWording(g.Rules, g.State, next), decision: w}
	t.account = story.Recount(g.Rules, &story.Entry{Before: g.State, After: next, Who: w.Who, Whom: w.Whom, Outcomes: w.Outcomes, Events: w.Events}, lately)
	t.result.Ways = t.account.Phrasings
	t.result.When = g.TimeOf(g.State, next)
	t.detectNoise()
	t.addSentences()
	if day := g.NewDay(g.State, next); !strings.Contains(w.Title, day) {
		t.addNumber(day, true)
	}
	if !t.byTitle || !strings.Contains(w.Title, w.ShortText) {
		t.addNumber(w.ShortText, true)
	}
	t.addSteps()
	if t.lead = ""; w.CheckNote != "" && !t.byTitle { // addSteps has set lead for the last step
		t.addNumber(w.CheckNote, true)
	}
	for e := range (&story.Entry{Outcomes: w.Outcomes, Events: w.Events}).EventsOutsideSteps() {
		if !t.isInTitle(e) {
			t.addEvent(e, w.Events, "")
		}
	}
	t.addThresholds()
	if reason != "" {
		t.addNumber("because "+reason, true)
	}
	return &t.result, strings.Join(append([]string{t.result.Sentences()}, t.all...), " · ")
}

// Sentences returns the sentences of an entry without its numbers; "" for nil and for an entry of an old version without sentences.
func (t *LogEntry) Sentences() (text string) {
	if t == nil {
		return ""
	}
	for _, s := range t.SentenceSpans {
		text += s.Text
	}
	return text
}

// addSentences adds the sentences or, if there are none, the title. If the entry begins a turn, the title is added to the numbers, unless
// they already name the actor.
func (t *logBuilder) addSentences() {
	endsUndecided := t.hasEvent(rules.EventFinish) && !t.hasEvent(rules.EventWon)
	t.byTitle = len(t.account.Spans) == 0 || t.hasEvent(rules.EventBegin) || endsUndecided || t.isManualRemark()
	if t.byTitle {
		t.account = &story.Account{}
	}
	_, together := GroupRolls(t.decision.Outcomes, t.decision.Events, t.decision.Who) // whether several actors made the same roll
	// an actor's turn begins, or several actors rolled for their turns
	beginsTurn := t.hasTurnBegin() && !together && !t.Rules.Order.InRounds() || together && t.hasEvent(rules.EventTurn)
	isTitleNumber := beginsTurn && !t.byTitle // whether the title belongs to the numbers, not to the sentences
	// Who is an index in Keys; 0 for text that names no one
	named := slices.ContainsFunc(t.account.Spans, func(s story.Span) bool { return s.Who > 0 && t.account.Keys[s.Who] == t.decision.Who })
	if isTitleNumber && !named {
		t.addNumber(message.Capitalise(t.decision.Title), true)
	}
	if t.byTitle || together && !isTitleNumber && !t.hasEvent(rules.EventJoin) {
		t.addTitle()
	}
	for _, s := range t.account.Spans {
		span := Span{Text: s.Text}
		if s.Who > 0 {
			span.Style = t.sideIndexOf(t.account.Keys[s.Who])
		}
		t.result.SentenceSpans = append(t.result.SentenceSpans, span)
	}
}

// addTitle adds the title as a sentence, before the sentences of the account, if there are any.
func (t *logBuilder) addTitle() {
	title := message.Capitalise(t.decision.Title)
	if len(t.account.Spans) == 0 {
		t.result.SentenceSpans = append(t.result.SentenceSpans, Span{Text: title})
		return
	}
	if last, _ := utf8.DecodeLastRuneInString(title); !strings.ContainsRune(".!?:", last) {
		title += "."
	}
	t.result.SentenceSpans = append(t.result.SentenceSpans, Span{Text: title}, Span{Text: " "})
}

// isManualRemark reports whether the entry is a manual change whose title says more than its sentences: a message, a change of the scene,
// or a place without a name.
func (t *logBuilder) isManualRemark() bool {
	if !t.hasNoRollOrTime() || t.hasEvent(rules.EventRound) || t.hasEvent(rules.EventLeave) {
		return false
	}
	return t.hasEvent(rules.EventTell) || t.hasEvent(rules.EventScene) || slices.ContainsFunc(t.decision.Events, func(e rules.Event) bool {
		return e.Kind == rules.EventPlace && (e.Going == nil || e.Going.Whom == "" && e.Going.Name == "")
	})
}

// sideIndexOf returns the index of the actor's side, as in Span.Style, or "" if there is no such actor.
func (t *logBuilder) sideIndexOf(key string) string {
	for _, s := range []*rules.State{t.after, t.before} {
		if a := s.Find(key); a != nil && !a.IsSide() {
			return strconv.Itoa(t.sideIndexIn(s, a))
		}
	}
	return ""
}

// PlayersSide returns the side of the first character with a player, or else of the first actor; "" if there are no actors.
func PlayersSide(s *rules.State) string {
	if list := s.Protagonists(); len(list) > 0 {
		return list[0].Side
	}
	if len(s.Actors) == 0 {
		return ""
	}
	return s.Actors[0].Side
}

// sideIndexIn returns the index of an actor's side in a state: 0 for the players' side, 1 for the side that joined next, 2 for all others.
func (t *logBuilder) sideIndexIn(s *rules.State, a *rules.Actor) int {
	if t.sidesOf != s {
		t.sidesOf, t.sides = s, []string{PlayersSide(s)}
		for _, other := range s.Actors {
			if !slices.Contains(t.sides, other.Side) {
				t.sides = append(t.sides, other.Side)
			}
		}
	}
	return min(2, slices.Index(t.sides, a.Side))
}

// detectNoise sets Noise if the log can omit the entry.
func (t *logBuilder) detectNoise() {
	if slices.ContainsFunc(t.decision.Events, func(e rules.Event) bool { return e.Kind == rules.EventTell && e.How == rules.HowGMOnly }) {
		return
	}
	areAllSmall, changesPools, beginsSideTurn := true, false, false
	for i := range t.decision.Events {
		e := &t.decision.Events[i]
		switch e.Kind {
		case rules.EventWaiting:
			if !t.Rules.Order.InRounds() { // the timeline shows it; rounds have no timeline
				t.result.Noise = NoiseDeclared
			}
			return
		case rules.EventDoing:
			t.result.Noise = NoiseDeclared
			return
		case rules.EventPool, rules.EventPaid:
			changesPools = true
		case rules.EventSideTurn:
			beginsSideTurn = true
		}
		areAllSmall = areAllSmall && t.isSmall(e)
	}
	isManualChange := changesPools && t.hasNoRollOrTime() && !t.hasTurnBegin() && !t.hasEvent(rules.EventTick)
	beginsTurn := t.hasTurnBegin() || beginsSideTurn
	switch {
	case !areAllSmall || isManualChange: // always shown
	case changesPools:
		t.result.Noise = NoiseSmall
	case t.isIdleTravelTurn() || beginsTurn && len(t.decision.Outcomes) == 0:
		t.result.Noise = NoiseTurn
	}
}

// isSmall reports whether an event is one that the log can omit.
func (t *logBuilder) isSmall(e *rules.Event) bool {
	switch e.Kind {
	case rules.EventPool, rules.EventPaid:
		return math.Abs(e.By) < 1 && t.poolThreshold(e) == ""
	case rules.EventClock, rules.EventTime, rules.EventOpen, rules.EventTurn, rules.EventTick, rules.EventSee, rules.EventKnow, rules.EventForget:
		return true
	case rules.EventPlace: // the destination is shown next to the actor's name
		return e.Going != nil && t.hasEvent(rules.EventClock)
	case rules.EventSideTurn: // the columns show whose turn it is
		return e.How == ""
	case rules.EventEnd:
		return len(t.decision.Outcomes) == 0 && t.hasTurnBegin()
	}
	return false
}

// isIdleTravelTurn reports whether the entry is a turn in which a moving actor did nothing. Its destination is shown next to its name.
func (t *logBuilder) isIdleTravelTurn() bool {
	who := t.before.Find(t.decision.Who)
	return who != nil && who.Going != nil && who.Open && t.hasEvent(rules.EventTurn)
}

// hasEvent reports whether the entry has an event of the given kind.
func (t *logBuilder) hasEvent(kind rules.EventKind) bool {
	return slices.ContainsFunc(t.decision.Events, func(e rules.Event) bool { return e.Kind == kind })
}

// hasNoRollOrTime reports whether the entry has no rolls and lets no time pass.
func (t *logBuilder) hasNoRollOrTime() bool {
	return len(t.decision.Outcomes) == 0 && !t.hasEvent(rules.EventClock)
}

// hasTurnBegin reports whether the entry begins a turn.
func (t *logBuilder) hasTurnBegin() bool { return t.hasEvent(rules.EventOpen) }

// poolThreshold returns the threshold (½, ¼ or 0 of the maximum) that a pool reached or fell below by the change e; "" if none.
func (t *logBuilder) poolThreshold(e *rules.Event) (part string) {
	pool, ok := t.Rules.Pools.Get(e.What)
	a := t.after.Find(e.Who)
	if !ok || a == nil {
		return ""
	}
	maximum, limited := a.Sheet.Max(pool)
	for i, share := range []float64{0.5, 0.25, 0} {
		if limited && e.Value <= share*maximum && e.Value-e.By > share*maximum {
			part = [...]string{"½", "¼", "0"}[i]
		}
	}
	return part
}

// addThresholds adds the thresholds that pools reached by changes that aren't shown.
func (t *logBuilder) addThresholds() {
	for i := range t.decision.Events {
		e := &t.decision.Events[i]
		if e.Kind != rules.EventPool {
			continue
		}
		if part := t.poolThreshold(e); part != "" && t.isRedundant(e, t.decision.Events) {
			t.addNumber(t.actorPrefix(e.Who, "")+poolLabel(t.Rules, e)+" down to "+part, true)
		}
	}
}

// poolLabel returns the label of the pool that e changes, in the form for the middle of a sentence, or the words of its name if the rules
// lack it.
func poolLabel(rs *rules.Ruleset, e *rules.Event) string {
	if pool, ok := rs.Pools.Get(e.What); ok {
		return rules.MidSentence(pool.Label)
	}
	return rules.ReadableName(e.What)
}

// addNumber adds a part to the numbers of the full line and, if shown is true, to those of the log.
func (t *logBuilder) addNumber(text string, shown bool) {
	if text == "" {
		return
	}
	t.all = append(t.all, text)
	if !shown {
		return
	}
	if len(t.result.Numbers) > 0 {
		t.result.Numbers = append(t.result.Numbers, Span{Text: " · ", Style: "dim"})
	}
	t.result.Numbers = append(t.result.Numbers, Span{Text: text, Style: "dim"})
}

// actorPrefix returns the short name of an actor and a space, or "" for the actor of the entry and for last, the one named last.
func (t *logBuilder) actorPrefix(key, last string) string {
	if key == "" || key == t.decision.Who || key == last {
		return ""
	}
	return t.shortName(key) + " "
}

// shortName returns the short name of an actor.
func (t *logBuilder) shortName(key string) string {
	for _, s := range []*rules.State{t.after, t.before} {
		if a := s.Find(key); a != nil {
			return a.Short
		}
	}
	return rules.ReadableName(key)
}

// addSteps adds the numbers of the steps, and the turns that the actors of a group roll get.
func (t *logBuilder) addSteps() {
	if group, ok := GroupRolls(t.decision.Outcomes, t.decision.Events, t.decision.Who); ok && len(group.Turns) > 0 {
		list := make([]string, len(group.Turns))
		for i, acting := range group.Turns {
			list[i] = t.shortName(acting.Who) + " " + command.Number(acting.At)
			t.mentionedTurns[acting.Who] = true
		}
		t.addNumber("acts: "+strings.Join(list, ", "), false)
	}
	for i := range t.decision.Outcomes {
		o := &t.decision.Outcomes[i]
		t.addStep(o, i < t.decision.LeadOutcomes)
		// a single step of kind do, which has effects but no roll, such as bleeding
		if o.Kind == "do" && t.decision.Whom == "" && len(t.decision.Outcomes) == 1 {
			t.addDrop(o)
		}
	}
}

// addStep adds the numbers of a step, and those of its events. isLead is set if the step belongs to the time that passes before the line's
// own action. In that case, or if a short text replaces the line, only the numbers of the events are added.
func (t *logBuilder) addStep(o *rules.Outcome, isLead bool) {
	last, subject := "", "" // the actor of the previous event, and the actor of the previous number that is shown
	t.lead = collect.Choose(isLead, "meanwhile ", "")
	if !isLead && t.decision.ShortText == "" {
		if text := t.stepNumbers(o); text != "" {
			last, subject = o.Who, o.Who
			whose := t.actorPrefix(o.Who, "")
			if o.Roll > 0 && o.ChangedStep == "" && o.Who == t.decision.Who && IsInAnswer(t.Rules, o) {
				whose = t.shortName(o.Who) + " " // otherwise it would be read as the roll of the actor who is answered
			}
			t.addNumber(whose+text, true)
		}
	}
	for j := range o.Events {
		e, numbers := &o.Events[j], len(t.result.Numbers)
		t.addEvent(e, o.Events, collect.Choose(e.Kind == rules.EventTell, subject, last))
		if last = e.Who; len(t.result.Numbers) > numbers {
			subject = e.Who
		}
	}
}

// IsInAnswer reports whether a step belongs to an answer.
func IsInAnswer(rs *rules.Ruleset, o *rules.Outcome) bool {
	name, _, _ := strings.Cut(o.Path[strings.LastIndex(o.Path, "/")+1:], ".")
	action, known := rs.Actions.Get(name)
	return known && action.Answers != ""
}

// stepNumbers returns the numbers of a step: its roll, its dice and their sum, and its row or its answer, unless a sentence tells it.
func (t *logBuilder) stepNumbers(o *rules.Outcome) (text string) {
	label := rules.MidSentence(o.Label)
	if o.ChangedStep != "" {
		label = "now"
	}
	if o.Whom != "" && o.Whom != t.decision.Whom && o.Whom != t.decision.Who {
		label += " → " + t.shortName(o.Whom)
	}
	switch {
	case o.Kind == command.KindInitiative:
		return ""
	case o.Kind == rules.KindPick && o.Whom != "":
		text = rules.MidSentence(o.Label) + ": " + t.shortName(o.Whom)
	case o.Versus != "":
		text = label + " " + o.Versus + ", " + rules.FormatPercent(o.Chance/100) + ": " + command.Number(*o.Total) + " " + strings.ToLower(o.Degree)
	case o.Throw != "":
		text = label + " " + o.Throw
	case o.Roll > 0 && o.Degree != "":
		text = label + " " + formatRollWithDegree(o)
	case o.Row != "":
		if row := strings.TrimSpace(o.Side + " " + rules.MidSentence(o.Row)); !t.account.Covers(o) {
			text = row
		}
	case o.Total != nil && o.Step == command.KindInitiative:
		text = label + " " + FormatSideRoll(o)
	case o.Total != nil:
		text = label + " " + diceSumText(o) + command.Number(*o.Total)
	case o.Choice != "" && o.Choice != rules.NoAnswer && !t.account.Covers(o):
		text = rules.MidSentence(o.Choice)
	case o.Overruled:
		text = label
	}
	if o.Text != "" && text != "" && o.Degree != "" {
		text += " (" + o.Text + ")"
	}
	if o.Overruled {
		text += " (overruled)"
	}
	return text
}

// formatRollWithDegree formats a roll with its chance, and with its degree unless it is a plain success or failure.
func formatRollWithDegree(o *rules.Outcome) string {
	text := FormatRoll(o)
	if plain := collect.Choose(o.Success, 1.0, 0.0); o.Factor != plain { // plain is the factor of the plain success or failure
		degree := strings.ToLower(o.Degree)
		if at := strings.LastIndexByte(degree, ' '); o.Success && at > 0 { // the sign shows that it is a success
			degree = degree[:at]
		}
		text += " " + degree
		if o.Success {
			text += " ×" + command.Number(o.Factor)
		}
	}
	return text
}

// FormatRoll formats a roll with the number that it was compared with: 30≤58 if low rolls succeed, 12≥10 if high ones do. If a second die
// could replace the first, the name of the deciding die is added: "wild die 5≥4". If something other than the comparison decided the
// result, such as the highest face, FormatRoll returns the roll alone.
func FormatRoll(o *rules.Outcome) string {
	face := o.Face()
	sign, needed := "≤", o.Chance
	text := strings.TrimLeft(o.Die+" "+command.Number(face), " ")
	switch {
	case o.High && o.Success != (o.Margin >= 0): // the comparison didn't decide it
		return text
	case o.High:
		sign, needed = collect.Choose(o.Success, "≥", "<"), cmp.Or(o.Needed, rules.TrimNoise(face-o.Margin))
	case !o.High && o.Success != (face <= o.Chance): // the comparison didn't decide it
		return text
	case !o.Success:
		sign = ">"
	}
	return text + sign + command.Number(needed)
}

// FormatSideRoll formats the roll of a side that decides who begins the round, with the terms added to it: "7, cards bid −3: 4". If one
// term decides alone, because it outweighs the die (decisiveMultiple), it is given as the reason and the sum is omitted: "1, a natural 1
// wins".
func FormatSideRoll(o *rules.Outcome) string {
	total := command.Number(*o.Total)
	if len(o.Dice) != 1 || float64(o.Dice[0].Result) == *o.Total {
		return total
	}
	text, decided := strconv.Itoa(o.Dice[0].Result), false
	faces, _ := strconv.Atoi(strings.TrimPrefix(o.Dice[0].Die, "d"))
	for _, term := range o.Terms[min(1, len(o.Terms)):] { // the first term is the die
		switch {
		case faces > 0 && math.Abs(term.Value) >= decisiveMultiple*float64(faces):
			text += ", " + rules.MidSentence(term.Label)
			decided = true
		case term.Value != 0:
			text += ", " + rules.MidSentence(term.Label) + " " + command.FormatSigned(term.Value)
		}
	}
	if decided {
		return text
	}
	return text + ": " + total
}

// decisiveMultiple is the minimum size of a term that decides a roll by itself, in multiples of the number of faces of the die.
const decisiveMultiple = 5

// diceSumText formats the dice of a sum, its factor and the amounts added to it, such as "2d6+4: 4 6 = 14 ×2 = " or "1d8: 8 +3 −1 = ". It
// returns "" if no dice, or dice of different kinds, were rolled.
func diceSumText(o *rules.Outcome) string {
	if len(o.Dice) == 0 || len(o.Terms) == 0 {
		return ""
	}
	sum, faces := 0, ""
	for _, die := range o.Dice {
		if die.Die != o.Dice[0].Die {
			return ""
		}
		sum += die.Result
		faces += " " + strconv.Itoa(die.Result)
	}
	text := strconv.Itoa(len(o.Dice)) + o.Dice[0].Die
	if more := o.Terms[0].Value - float64(sum); more != 0 {
		text += command.FormatSigned(more)
	}
	text += ":" + faces
	if first := o.Terms[0].Value; *o.Total != first {
		if len(o.Dice) > 1 || first != float64(sum) {
			text += " = " + command.Number(first)
		}
		factor := secondFactor(o.Terms)
		// added holds the amounts to show, from index 1 on; added[0] is the rounding of the dice with their factor, which isn't shown.
		// unexplained is the part of the total that the terms so far don't explain; the amounts are shown only if it becomes 0.
		added, unexplained := []float64{0}, *o.Total-first
		for i, term := range o.Terms[1:] {
			switch unexplained -= term.Value; {
			case i == 0 && factor != "", term.Value == 0:
			case math.Abs(term.Value) < 1 && (factor != "" || len(added) > 1): // the rounding of the amount before it
				added[len(added)-1] += term.Value
			default:
				added = append(added, term.Value)
			}
		}
		if text += factor; math.Abs(unexplained) < 1e-9 {
			for _, value := range added[1:] {
				text += " " + command.FormatSigned(value)
			}
		}
	}
	return text + " = "
}

// secondFactor returns the factor by which the second of terms multiplies the first, such as " ×2", or "" if it does something else.
func secondFactor(terms []rules.Term) string {
	first := terms[0].Value
	if first <= 0 || len(terms) < 2 || len(terms[1].Inputs) != 1 {
		return ""
	}
	if factor := terms[1].Inputs[0].Value; math.Abs(first*factor-first-terms[1].Value) < 1e-9 {
		return " ×" + command.Number(factor)
	}
	return ""
}

// isInTitle reports whether the title contains an event outside all steps, or the event is too obvious to be shown.
func (t *logBuilder) isInTitle(e *rules.Event) bool {
	at := slices.IndexFunc(t.decision.Events, func(o rules.Event) bool {
		return o.ID == e.ID && o.Kind == e.Kind && o.Who == e.Who && o.What == e.What
	})
	if c, known := t.Rules.Conditions.Get(e.What); known {
		isFleeting := e.Kind == rules.EventPut && c.IsFleeting()
		endsWithRound := e.Kind == rules.EventEnd && c.EndsWithRound() && !c.Bad && t.hasEvent(rules.EventRound)
		if isFleeting || endsWithRound {
			return true
		}
	}
	if t.byTitle && at < t.decision.TitledEvents {
		return true
	}
	if e.Kind == rules.EventTurn {
		return false
	}
	texts := []string{t.EventText(e, t.decision.Who), t.Name(e.Who) + ": " + t.EventText(e, e.Who)}
	return slices.Contains(texts, t.decision.Title)
}

// addEvent adds the numbers of an event to the log entry unless a sentence already tells them, or unless it is of a kind that only the page
// of the entry shows. among holds all events of the step, and last is the key of the actor named last.
func (t *logBuilder) addEvent(e *rules.Event, among []rules.Event, last string) {
	if e.Kind == rules.EventWon && len(e.Words) > 0 {
		t.addNumber(strings.Join(e.Words, ", "), true)
	}
	if e.Kind == rules.EventCard {
		t.addCardMove(e, among, last)
		return
	}
	c, known := t.Rules.Conditions.Get(e.What)
	isManualPool := t.hasNoRollOrTime() && e.Kind == rules.EventPool
	// the condition's number must be shown even if a sentence tells the condition
	showsNumber := e.Kind == rules.EventPut && e.Value != 0 && known && !c.HidesNumber() && !c.IsPaired()
	if t.account.Covers(e) && !showsNumber && !isManualPool && e.Kind != rules.EventNumber && e.Kind != rules.EventDoing {
		return
	}
	if story.IsFleeting(t.Rules, t.decision.Events, e) || story.IsMirrored(t.Rules, among, e) {
		return
	}
	isAdded, isShown := t.visibilityOf(e, among)
	text := ""
	if isAdded {
		text = t.EventText(e, e.Who)
	}
	if text == "" {
		return
	}
	if isManualPool {
		text += " → " + command.Number(e.Value)
	}
	name := t.actorPrefix(e.Who, last)
	if isSentence := strings.ContainsAny(text[len(text)-1:], ".?!"); isSentence && e.Kind == rules.EventTell {
		name = ""
	}
	isAboutDoer := e.Who == t.decision.Who && t.decision.Whom != "" && t.decision.Whom != e.Who
	if e.Kind == rules.EventPool && isAboutDoer {
		name = t.shortName(e.Who) + " " // damage to the attacker, such as from a fend, rather than to the target
	}
	t.addNumber(t.lead+name+text, isShown)
}

// visibilityOf reports whether an event is added to the full line and, if so, whether the log shows it, too. among holds all events of the
// step.
func (t *logBuilder) visibilityOf(e *rules.Event, among []rules.Event) (isAdded, isShown bool) {
	switch e.Kind {
	case rules.EventPut, rules.EventNumber, rules.EventEnd:
		c, known := t.Rules.Conditions.Get(e.What)
		return true, known && c.Bad
	case rules.EventPool, rules.EventPaid:
		return true, !t.isRedundant(e, among)
	case rules.EventHold, rules.EventActivity, rules.EventTurn:
		return true, false
	case rules.EventLimit:
		return t.hasNoRollOrTime(), true
	case rules.EventTell:
		return !e.RepeatsMove(t.decision.Events), true
	case rules.EventDone, rules.EventDoing, rules.EventDrop, rules.EventWon, rules.EventDelay:
		return true, true
	}
	return false, false // the page of the entry shows it
}

// addCardMove adds the move of a card to another pile, once for all equal moves among the events.
func (t *logBuilder) addCardMove(e *rules.Event, among []rules.Event, last string) {
	isSameMove := func(o *rules.Event) bool {
		return o.Kind == e.Kind && o.Who == e.Who && o.What == e.What && o.Text == e.Text && o.How == e.How && t.Rules.CardLabel(o) == t.Rules.CardLabel(e)
	}
	number := 0
	for i := range among {
		o := &among[i]
		if !isSameMove(o) {
			continue
		}
		if number++; number == 1 && o != e {
			return // the first of the equal events was added with their number
		}
	}
	if text := t.cardMoveText(e, max(1, number)); text != "" {
		t.addNumber(t.lead+t.actorPrefix(e.Who, last)+text, true)
	}
}

// isRedundant reports whether a change of a pool is less than half a point or only follows from the change of another pool.
func (t *logBuilder) isRedundant(e *rules.Event, among []rules.Event) bool {
	return math.Abs(e.By) < 0.5 || story.IsDrained(t.Rules, e, among)
}

// addDrop records the loss that a condition causes to an actor who can't act. o is the step with the condition's effects. Only the first
// loss of at least half a point is looked at.
func (t *logBuilder) addDrop(o *rules.Outcome) {
	for i := range o.Events {
		e := &o.Events[i]
		a := t.before.Find(e.Who)
		if e.Kind != rules.EventPool || e.By > -0.5 || t.isRedundant(e, o.Events) || a == nil {
			continue
		}
		if able, _ := a.CanAct(t.Rules); !able {
			what := rules.MidSentence(o.Label)
			for i := range t.decision.Events {
				if c, ok := t.Rules.Conditions.Get(t.decision.Events[i].What); ok && t.decision.Events[i].Kind == rules.EventTick {
					what = c.EffectText()
				}
			}
			t.result.Drop = &Drop{Who: e.Who, What: what, Pool: poolLabel(t.Rules, e), By: e.By}
		}
		return
	}
}
