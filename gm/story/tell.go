package story

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// Turning facts into clauses and clauses into text, and the public functions of the package. The patterns of clauses come from the game
// (rules/phrase).
//
// Vocabulary (fact.go): a deed is an actor's action or answer, a step is one part of it. Fact.Of is the name of a fact's subject in the
// rules, Fact.Made whether a roll succeeded, and Fact.RolledByOther whether the other person rolled. A fact with Idle set changes nothing;
// one with InMargin set is listed after the sentences, in the margin. The clause of a deed is pending until a fact tells the whole deed or
// follows it.

// Tell returns the sentences of a passage, or "" if there is nothing to tell, or the rules have no language.
func Tell(rs *rules.Ruleset, p Passage) string {
	t := newTeller(rs, p)
	if t == nil {
		return ""
	}
	return t.tellPassage()
}

// Spans returns the sentences of a passage, split at the names of people and at losses, and adds the phrasings used to p.LatestPhrasings.
func Spans(rs *rules.Ruleset, p *Passage) []Span {
	t := newTeller(rs, *p)
	if t == nil {
		return nil
	}
	t.marking = true
	list := splitMarked(t.tellPassage())
	p.LatestPhrasings = t.passage.LatestPhrasings[max(0, len(t.passage.LatestPhrasings)-RecentPhrasings):]
	return append(list, t.margin...)
}

// Result returns a sentence about the result of the last roll that the actor with the given key made for the named step of a passage, or ""
// if there is none.
func Result(rs *rules.Ruleset, p Passage, key, step string) string {
	t := newTeller(rs, p)
	if t == nil {
		return ""
	}
	for i := len(p.Facts) - 1; i >= 0; i-- {
		f := &p.Facts[i]
		roller := f.Who
		if f.RolledByOther {
			roller = f.Other
		}
		if f.Kind != Step || f.Of != step || f.Degree == "" || p.Key(roller) != key {
			continue
		}
		t.fact, t.who, t.other = f, f.Who, f.Other
		path := rs.StepPath(f.StepPath, f.Of)
		if last := path[len(path)-1]; last == nil || last.Say.Case(phrase.CaseResult) == nil {
			t.who, t.other = roller, f.Who
			t.addMatchingPattern(t.language.FactSentence(phrase.CaseResult))
		} else {
			t.addMatchingPattern(last.Say.Case(phrase.CaseResult))
		}
		return t.joinClauses()
	}
	return ""
}

// Span is a part of a text.
type Span struct {
	Text     string // text to print
	Who      int    // number of the person that it names; 0 for other text
	Lost     bool   // whether it names a loss
	InMargin bool   // whether it is a number or an instruction for the table; it follows the sentences, which are complete without it
}

// Account is the text of an entry, as the reader sees it.
type Account struct {
	Spans     []Span       // sentences, split at the names of people
	Keys      []string     // keys of Passage.People
	Phrasings Phrasings    // phrasings used
	covered   map[any]bool // events and steps, as pointers, that the sentences tell
}

// Text returns the sentences, or "" if there is nothing to tell.
func (a *Account) Text() (text string) {
	for _, span := range a.Spans {
		text += span.Text
	}
	return text
}

// Covers reports whether the sentences tell an event or a step of the entry, given as a pointer.
func (a *Account) Covers(event any) bool { return a.covered[event] }

// variationNumber returns a number that selects phrasings for the game master, who knows every roll. It is computed from the dice and the
// time.
func (e *Entry) variationNumber() (n int64) {
	n = int64(10 * (e.After.Elapsed + e.After.Count))
	for i := range e.Outcomes {
		for _, die := range e.Outcomes[i].Dice {
			n += int64(die.Result)
		}
	}
	return n
}

// Recount returns the sentences of an entry for the game master. lately holds the phrasings that the game master read last.
func Recount(rs *rules.Ruleset, e *Entry, lately Phrasings) *Account {
	p := Collect(rs, e, GMVeil{rs, e})
	if e.isSharedDeed() { // the title and the rolls tell it
		p.dropDeeds()
	}
	p.Number, p.LatestPhrasings = e.variationNumber(), lately
	a := &Account{Keys: p.Keys, covered: map[any]bool{}}
	t := newTeller(rs, p)
	if t == nil {
		return a
	}
	t.marking = true
	a.Spans, a.Phrasings = splitMarked(t.tellPassage()), t.passage.LatestPhrasings[len(lately):]
	for i := range p.Facts {
		f := &p.Facts[i]
		if t.done[f] && p.origins[i] != nil {
			a.covered[p.origins[i]] = true
		}
	}
	return a
}

// dropDeeds removes the deeds of a passage and the messages of their results.
func (p *Passage) dropDeeds() {
	for i := len(p.Facts) - 1; i >= 0; i-- {
		if p.Facts[i].Kind == Deed || p.Facts[i].Kind == Told && p.Facts[i].Who > 0 {
			p.Facts, p.origins = slices.Delete(p.Facts, i, i+1), slices.Delete(p.origins, i, i+1)
		}
	}
}

// teller tells one passage. It has many methods because each kind of fact has its own, and all need the words and people so far.
type teller struct {
	rs       *rules.Ruleset   // rules of the entry
	language *phrase.Language // words of the language
	passage  Passage          // passage that is told
	marking  bool             // whether names and losses are marked, so that splitMarked can find them

	clauses        []clause // clauses so far
	deed           *Fact    // deed that the passage is about; nil if there is none
	pending        bool     // whether the deed is still to be told
	impliesChanges bool     // whether the last sentence implies the changes that follow it
	lateAnswers    []*Fact  // the actor's own answers, held back until the deed they answer is told
	tellsOnlyDeed  bool     // whether nothing but the deed is told
	margin         []Span   // price of the deed and instructions for the table, after the sentences

	fact           *Fact                     // fact that is being told
	who, other     int                       // numbers of fact's people, by their roles in the clause
	subject        int                       // person who is the subject of the current clause
	group          []int                     // people who share the subject
	listing        bool                      // whether people are being named in a list
	sentenceStart  bool                      // whether the current clause begins a sentence
	subjectIsThing bool                      // whether the clause continues with another person's thing as its subject
	line           string                    // text of the current clause so far
	mustName       bool                      // whether the subject of the current clause must be named
	subjectSet     string                    // set of pronouns used for the subject; empty if it is named
	mentioned      []int                     // people mentioned so far
	first          int                       // subject of the first clause of the sentence
	topic          int                       // first, if the previous clause returned to that person; else 0
	lastSubject    int                       // subject of the previous clause
	lastAbout      int                       // person whom the previous clause is about
	lastMany       bool                      // whether the previous sentence had more than two subjects, so that a name is clearer than a pronoun
	last           int                       // person whom the previous sentence is about; 0 if a pronoun would be ambiguous
	done           map[*Fact]bool            // facts that the sentences tell
	groupName      func(people []int) string // function that returns a common name for several people; nil to list their names
}

// clause is a clause with its fact.
type clause struct {
	*phrase.Clause
	isGroup    bool     // whether one name stands for all of its people; see teller.groupName
	joint      string   // text that joins it to the clause before it; empty if it begins a sentence
	subject    int      // number of a person; 0 if the subject isn't a person
	others     []int    // numbers of further people who do the same; nil for none
	more       []clause // clauses that continue this one as a list
	fact       *Fact    // fact that it tells
	who, other int      // numbers of the people of fact, by their roles in the clause
	deed       *Fact    // deed that it belongs to; nil if none
	general    bool     // whether it only says that a deed succeeded
	mustName   bool     // whether its subject must be named, since the previous sentence is about another person
}

// newTeller returns a teller of a passage, or nil if the rules have no language.
func newTeller(rs *rules.Ruleset, p Passage) *teller {
	if rs.Language == nil {
		return nil
	}
	return &teller{rs: rs, language: rs.Language, passage: p, done: map[*Fact]bool{}}
}

// tellPassage returns the passage in sentences.
func (t *teller) tellPassage() string {
	for i := range t.passage.Facts {
		t.tellFact(&t.passage.Facts[i], t.passage.Facts[i+1:])
	}
	t.tellsOnlyDeed = len(t.clauses) == 0 && !t.passage.Proposed
	t.tellPendingDeed()
	t.tellLateAnswers()
	t.tellRemarks()
	t.moveOthersFirst()
	t.separateMargin()
	return t.joinClauses()
}

// separateMargin moves two things from the sentences to the margin: instructions for the table, and the reader's losses from pools without
// a wording for them, except losses that result from how time was spent. Both remain in the sentences if nothing else is told.
func (t *teller) separateMargin() {
	cost := t.language.FactSentence("cost")
	spent := slices.ContainsFunc(t.clauses, func(c clause) bool { return c.fact.Kind == Activity })
	isMarginal := func(c clause) bool {
		if c.fact.InMargin {
			return true
		}
		isOwnLoss := c.fact.Kind == Lost && c.fact.Who > 0 && t.passage.People[c.fact.Who].You
		if spent || !isOwnLoss || cost == nil || cost.Pattern == nil {
			return false
		}
		pool, ok := t.rs.Pools.Get(c.fact.Of)
		return ok && pool.Say.Case(string(Lost)) == nil
	}
	if !slices.ContainsFunc(t.clauses, func(c clause) bool { return !isMarginal(c) }) {
		return
	}
	t.clauses = slices.DeleteFunc(t.clauses, func(c clause) bool {
		if !isMarginal(c) {
			return false
		}
		t.fact, t.who, t.other = c.fact, c.who, c.other
		if c.fact.InMargin {
			t.margin = append(t.margin, Span{Text: " " + c.fact.Text, InMargin: true})
			delete(t.done, c.fact) // the log shows the numbers
			return true
		}
		t.margin = append(t.margin, Span{Text: " " + t.fillPieces(cost.Pattern.Clauses[0].Rest), Lost: true, InMargin: true})
		return true
	})
}

// tellFact adds the clauses of a fact; rest holds the facts after it.
func (t *teller) tellFact(f *Fact, rest []Fact) {
	t.fact, t.who, t.other = f, f.Who, f.Other
	switch f.Kind {
	case Step, Answer, Deed, Hazard, Health, GivesUp:
		t.impliesChanges = false
	case Put, End, Drop, Number, Hold, Lost, Gained, Says, Moves:
		if t.impliesChanges {
			t.done[f] = true
			return
		}
	}
	switch f.Kind {
	case Deed:
		t.tellPendingDeed()
		t.deed, t.pending = f, true
	case Step:
		t.tellStepWithAnswer(f)
	case Answer:
		t.tellAnswer(f, rest)
	case GivesUp, Stops:
		if t.tellPendingDeed(); !t.goesDown(f.Who) { // otherwise it goes without saying
			t.fact, t.who, t.other = f, f.Who, f.Other
			t.addMatchingPattern(t.factPattern(f))
		}
	case Declared, Asked:
		t.pending = false
		t.addMatchingPattern(t.factPattern(f))
	case Hazard, Series, Vain:
		t.deed, t.pending = f, false
		t.addMatchingPattern(t.factPattern(f))
	case Put, End, Number, Tick:
		if t.done[f] = t.isImplied(f) || t.isOvershadowed(f); !t.done[f] && !t.isSilentChange(f) {
			t.addMatchingPattern(t.factPattern(f))
		}
	case Health, Activity:
		if !t.goesDown(f.Who) {
			t.addMatchingPattern(t.factPattern(f))
		}
	case Whisper:
		if !t.done[f] {
			t.listRecipients(f, rest)
			t.addMatchingPattern(t.factPattern(f))
		}
	default:
		t.addMatchingPattern(t.factPattern(f))
	}
}

// tellStepWithAnswer tells a step and, if the actor's own answer to it was held back, that answer: after a roll that succeeded, before one
// that failed.
func (t *teller) tellStepWithAnswer(f *Fact) {
	hasAnswer := len(t.lateAnswers) > 0 && f.isAnsweredBy(t.lateAnswers[0])
	if hasAnswer && !f.Made {
		t.tellLateAnswers()
		t.fact, t.who, t.other = f, f.Who, f.Other
	}
	if t.tellStep(); hasAnswer {
		t.tellLateAnswers()
	}
}

// tellAnswer tells an answer unless its steps tell it; rest holds the facts after it. An answer by the actor of the pending deed is held
// back until the step that it answers, if that step comes later.
func (t *teller) tellAnswer(f *Fact, rest []Fact) {
	if t.done[f] = t.isToldLater(rest) || t.isToldBySteps(f); t.done[f] {
		return
	}
	if t.pending && f.Who == t.deed.Who && slices.ContainsFunc(rest, func(g Fact) bool { return g.isAnsweredBy(f) }) {
		t.lateAnswers = append(t.lateAnswers, f)
		return
	}
	t.addMatchingPattern(t.factPattern(f))
}

// listRecipients lists in f also the people to whom the facts after it give the same message; these facts then count as told.
func (t *teller) listRecipients(f *Fact, rest []Fact) {
	names := []string{t.personName(f.Who, "")}
	for i := range rest {
		if g := &rest[i]; f.Who > 0 && g.Who > 0 && g.Kind == Whisper && g.Of == f.Of && g.Text == f.Text {
			t.done[g] = true
			names = append(names, t.personName(g.Who, ""))
		}
	}
	if len(names) > 1 {
		f.Label, t.who = t.joinParts(names), 0
	}
}

// moveOthersFirst moves effects on others before the states of the acting person, and a person's fall after that person's other states: a
// blow fells its target before the attacker goes into a frenzy.
func (t *teller) moveOthersFirst() {
	// the first wound comes before the states, since the blow caused it
	for at := slices.IndexFunc(t.clauses, func(c clause) bool { return c.fact.Kind == Blood }); at > 0 && t.clauses[at-1].fact.State; at-- {
		t.clauses[at-1], t.clauses[at] = t.clauses[at], t.clauses[at-1]
	}
	t.moveStatesLast()
	t.moveMissesLast()
	first := slices.IndexFunc(t.clauses, func(c clause) bool { return c.fact.State })
	if first < 0 || t.deed == nil {
		return
	}
	states := t.clauses[first:]
	if slices.ContainsFunc(states, func(c clause) bool { return !c.fact.State && c.fact.Kind != Told && c.fact.Kind != Won }) {
		return
	}
	slices.SortStableFunc(states, func(a, b clause) int { return t.stateRank(&a) - t.stateRank(&b) })
}

// stateRank returns the place of a clause among the states: 0 for a state of another person, 1 for another person's fall, 2 and 3 for the
// same of the acting person, 4 for the last member of a side who can act, and 5 for a clause that isn't a state.
func (t *teller) stateRank(c *clause) int {
	condition, ok := t.rs.Conditions.Get(c.fact.Of)
	fall := 0
	if ok && c.fact.Kind == Put && (condition.ForbidsActing() || condition.Out) {
		fall = 1
	}
	switch {
	case !c.fact.State:
		return 5
	case c.fact.Kind == LastOne:
		return 4
	case c.personConcerned() == t.deed.Who:
		return 2 + fall
	}
	return fall
}

// moveStatesLast moves all states to the end if one thing affects several people, so that its effects on them are told together.
func (t *teller) moveStatesLast() {
	victims := collect.Filter(t.clauses, func(c clause) bool { return c.canStartList() })
	if len(victims) < 2 || victims[0].Clause != victims[1].Clause {
		return
	}
	rank := func(c clause) int { // the effects on the victims first, then everything else, then the states
		switch {
		case c.fact.State:
			return 2
		case c.fact.Kind == Blood || c.Clause == victims[0].Clause:
			return 0
		}
		return 1
	}
	at := slices.IndexFunc(t.clauses, func(c clause) bool { return c.canStartList() })
	slices.SortStableFunc(t.clauses[at:], func(a, b clause) int { return rank(a) - rank(b) })
}

// moveMissesLast moves a further attempt, if it failed, so that it follows the effects of the previous blow on the other person. Otherwise
// the miss would seem to cause them.
func (t *teller) moveMissesLast() {
	at := slices.IndexFunc(t.clauses, func(c clause) bool { return c.fact.isFailedRoll() })
	end := slices.IndexFunc(t.clauses, func(c clause) bool { return c.fact.State })
	if at <= 0 || end < at {
		return
	}
	first := &t.clauses[at]
	isSeparable := first.joint == first.Joint && slices.Contains(t.language.Joints.Breaks, first.joint) // it can begin a sentence
	if !isSeparable || first.subject != first.who {
		return
	}
	miss := slices.Clone(t.clauses[at:end]) // clauses of the failed attempt
	if slices.ContainsFunc(miss, func(c clause) bool { return c.fact != miss[0].fact }) || t.clauses[at-1].fact.targetOrActor() != miss[0].other {
		return
	}
	to := end // end of the states of the other person
	for to < len(t.clauses) && t.clauses[to].fact.State && t.clauses[to].personConcerned() == miss[0].other {
		to++
	}
	if to > end {
		miss[0].joint, miss[0].mustName = "", true
		t.clauses = slices.Insert(slices.Delete(t.clauses, at, end), to-len(miss), miss...)
	}
}

// isAnsweredBy reports whether answer is an answer to this step, a roll of the other actor.
func (f *Fact) isAnsweredBy(answer *Fact) bool {
	return f.Kind == Step && f.StepPath == answer.StepPath && f.Who == answer.Other && f.Degree != ""
}

// tellLateAnswers tells the answers of the person who does the deed.
func (t *teller) tellLateAnswers() {
	list := t.lateAnswers
	t.lateAnswers = nil
	for _, f := range list {
		if t.factPattern(f).IsSilent() {
			continue
		}
		t.tellPendingDeed()
		t.fact, t.who, t.other = f, f.Who, f.Other
		t.addMatchingPattern(t.factPattern(f))
	}
}

// tellStep tells a step with its own pattern or that of an enclosing step. Without a pattern, it tells the actor's roll, or a row.
func (t *teller) tellStep() {
	f := t.fact
	if wording := t.stepPattern(f); wording != nil {
		if wording.Quiet && f.Degree != "" && (f.Idle || f.RolledByOther && t.goesDown(f.Other)) { // it has no effect, or the person goes down
			return
		}
		t.impliesChanges = t.addMatchingPattern(wording)
		return
	}
	switch {
	case t.deed == nil || !t.pending || f.Who != t.deed.Who || f.RolledByOther && f.Row == "": // it isn't the result of a deed still to be told
	case f.Row != "":
		t.addMatchingPattern(t.language.FactSentence("row"))
	case f.Degree != "" && t.factPattern(t.deed) == t.language.FactSentence(string(Deed)):
		wording := t.factPattern(t.deed)
		if f.Made {
			t.tellDefaultOutcome(wording.Case("made"))
			t.tellPendingDeed()
		} else if missed := wording.Case("missed"); missed != nil {
			t.fact, t.who, t.other, t.pending = t.deed, t.deed.Who, t.deed.Other, false
			t.addMatchingPattern(missed)
		}
	case f.Degree != "" && f.Made:
		t.tellDefaultOutcome(t.language.FactSentence("made"))
	case f.Degree != "":
		t.addMatchingPattern(t.language.FactSentence("missed"))
	}
}

// tellRemarks makes a sentence of each remark, a fact of kind Says, if the passage has no other clauses. Otherwise remarks are attached to
// the clauses before them.
func (t *teller) tellRemarks() {
	sentence := t.language.FactSentence(string(Told))
	if sentence == nil || sentence.Pattern == nil || slices.ContainsFunc(t.clauses, func(c clause) bool { return c.fact.Kind != Says }) {
		return
	}
	for i := range t.clauses {
		t.clauses[i].Clause, t.clauses[i].joint = &sentence.Pattern.Clauses[0], ""
	}
}

// tellDefaultOutcome adds the outcome of a deed in the language's default wording and marks its last clause as general.
func (t *teller) tellDefaultOutcome(wording *phrase.Say) {
	before := len(t.clauses)
	t.addMatchingPattern(wording)
	if last := len(t.clauses) - 1; last >= before {
		t.clauses[last].general = true
	}
}

// stepPattern returns the pattern of a step: the pattern of the outermost enclosing step that has one for it, otherwise its own.
func (t *teller) stepPattern(f *Fact) *phrase.Say {
	path := t.rs.StepPath(f.StepPath, f.Of)
	for i, step := range path {
		if step == nil {
			continue
		}
		if i == len(path)-1 {
			if step.Say == nil && t.deed != nil && f.Degree != "" {
				if task, ok := t.rs.Tasks.Get(t.deed.Of); ok {
					return task.Say
				}
			}
			return step.Say
		}
		if wording := step.Say.Case(f.Of); wording != nil {
			return wording
		}
	}
	return nil
}

// isToldBySteps reports whether an answer needs no clause of its own, because it has no pattern and some of its steps have.
func (t *teller) isToldBySteps(f *Fact) bool {
	action, ok := t.rs.Actions.Get(f.Of)
	return ok && action.Say == nil && slices.ContainsFunc(action.Steps, func(e source.MapItem[rules.Step]) bool { return e.Value.Say != nil })
}

// isToldLater reports whether a later step of an answer tells the answer.
func (t *teller) isToldLater(rest []Fact) bool {
	return slices.ContainsFunc(rest, func(f Fact) bool {
		return f.Kind == Step && f.Who == t.fact.Who && strings.Contains(f.StepPath, "actions/"+t.fact.Of) && t.stepPattern(&f) != nil
	})
}

// isImplied reports whether a change of a condition need not be told: it follows from another one, was told before, or ends a condition of
// a person who is out.
func (t *teller) isImplied(f *Fact) bool {
	for i := range t.passage.Facts {
		g := &t.passage.Facts[i]
		if g == f || g.Who != f.Who {
			continue
		}
		c, ok := t.rs.Conditions.Get(g.Of)
		if ok && g.Kind == Tick && f.Kind == End && g.Of == f.Of && c.Say.Case(phrase.CaseLast) != nil {
			return true
		}
		if !ok || g.Kind != Put {
			continue
		}
		if f.Kind == Put && (slices.Contains(wordsOf(c.Put), f.Of) || t.isImpliedBegin(f.Of, c)) { // it follows from the other condition
			return true
		}
		if f.Kind == End && (c.ForbidsActing() || c.Out) { // the person is out
			return true
		}
	}
	for i := range t.passage.Facts {
		g := &t.passage.Facts[i]
		if g == f {
			break
		}
		isSame := g.Kind == f.Kind && g.Of == f.Of && g.Who == f.Who && g.Other == f.Other
		if isSame && f.Kind != Tick && f.Was != f.Of { // told before
			return true
		}
	}
	return false
}

// isOvershadowed reports whether a state need not be told because of something worse: a person who is down for good has no other state, and
// a person who goes down, or was down already, has none that passes automatically.
func (t *teller) isOvershadowed(f *Fact) bool {
	c, ok := t.rs.Conditions.Get(f.Of)
	if !ok || f.Kind != Put || !f.State || c.Out {
		return false
	}
	if f.Idle {
		return true
	}
	return slices.ContainsFunc(t.passage.Facts, func(g Fact) bool {
		d, known := t.rs.Conditions.Get(g.Of)
		if !known || g.Kind != Put || g.Who != f.Who || g.Of == f.Of {
			return false
		}
		switch {
		case d.Out && !c.ForbidsActing(), d.ForbidsRest() && d.ForbidsActing(): // down for good
			return true
		}
		return d.ForbidsActing() && !c.ForbidsActing() && c.Every == nil
	})
}

// endsInPassage reports whether a condition that acts in the passage also ends in it.
func (t *teller) endsInPassage(tick *Fact) bool {
	return slices.ContainsFunc(t.passage.Facts, func(g Fact) bool { return g.Kind == End && g.Of == tick.Of && g.Who == tick.Who })
}

// isImpliedBegin reports whether a condition begins automatically and need not be told next to another one that prevents acting, since it
// isn't worse.
func (t *teller) isImpliedBegin(condition string, other *rules.Condition) bool {
	c, ok := t.rs.Conditions.Get(condition)
	if !ok || c.Holds.Text == "" || c.ForbidsRest() {
		return false
	}
	isOtherAutomatic := other.Holds.Text != ""
	if other.Out && (!c.Out || !isOtherAutomatic) {
		return true
	}
	return other.ForbidsActing() && !isOtherAutomatic && !c.Out
}

// isSilentChange reports whether a change of a condition isn't told: the end of one whose beginning is silent or, for one without a
// wording, its effect at intervals (Tick) or any change if it only serves bookkeeping.
func (t *teller) isSilentChange(f *Fact) bool {
	c, ok := t.rs.Conditions.Get(f.Of)
	if !ok {
		return false
	}
	return f.Kind == End && c.Say.Case("put").IsSilent() && c.Say.Case("end") == nil || c.Say == nil && (c.IsBookkeeping() || f.Kind == Tick)
}

// goesDown reports whether a person goes down in the passage. If so, the person's wounds need not be told.
func (t *teller) goesDown(who int) bool {
	return slices.ContainsFunc(t.passage.Facts, func(g Fact) bool {
		c, ok := t.rs.Conditions.Get(g.Of)
		return ok && g.Kind == Put && g.Who == who && (c.ForbidsActing() || c.Out)
	})
}

// factPattern returns the pattern of a fact other than a step: the pattern of the rule concerned, otherwise that of the language.
func (t *teller) factPattern(f *Fact) *phrase.Say {
	if own := t.rulePattern(f); own != nil {
		return own
	}
	if _, ok := t.rs.Tasks.Get(f.Of); ok {
		if task := t.language.FactSentence("task").Case(string(f.Kind)); task != nil {
			return task
		}
	}
	return t.language.FactSentence(string(f.Kind))
}

// rulePattern returns the pattern for a fact in the entry of the rules that it concerns or, for some kinds such as Learn, in the language
// under the name that the fact is about. It returns nil if there is none.
func (t *teller) rulePattern(f *Fact) *phrase.Say {
	switch f.Kind {
	case Deed, Declared, Stops, GivesUp, Asked, Question, Answer, Series:
		return t.deedPattern(f)
	case Put, End, Number, Tick:
		if c, ok := t.rs.Conditions.Get(f.Of); ok {
			if last := c.Say.Case(phrase.CaseLast); f.Kind == Tick && last != nil && t.endsInPassage(f) {
				return last
			}
			return conditionPattern(c.Say, f)
		}
	case Hazard:
		if h, ok := t.rs.Hazards.Get(f.Of); ok {
			return h.Say
		}
	case Activity:
		if a, ok := t.rs.Activities.Get(f.Of); ok {
			return a.Say
		}
	case Lost, Gained:
		if pool, ok := t.rs.Pools.Get(f.Of); ok {
			return pool.Say.Case(collect.Choose(f.Kind == Lost && f.Other != 0, CasePaid, string(f.Kind)))
		}
	case Health:
		return t.language.FactSentence(t.recoveryFact(f))
	case Learn, Whisper, Goes, GoesOver, LastOne:
		wording := t.language.FactSentence(string(f.Kind))
		return cmp.Or(wording.Case(f.Of), wording.Case(phrase.CaseElse))
	}
	return nil
}

// deedPattern returns the pattern that an action or a task has for a fact about it, or nil if it has none. For an answer, it returns the
// whole wording of the action. For a deed, the wording can also be a single pattern without cases. A question about a deed (Asked) without
// a case of its own has the pattern of the deed.
func (t *teller) deedPattern(f *Fact) *phrase.Say {
	var own *phrase.Say
	if action, ok := t.rs.Actions.Get(f.Of); ok {
		own = action.Say
	} else if task, ok := t.rs.Tasks.Get(f.Of); ok {
		own = task.Say
	}
	if own == nil || f.Kind == Answer {
		return own
	}
	if wording := own.Case(string(f.Kind)); wording != nil {
		return wording
	}
	if f.Kind == Deed && own.Pattern != nil {
		return own
	}
	if wording := own.Case(string(Deed)); f.Kind == Asked && wording != nil && !wording.IsSilent() {
		return wording
	}
	return nil
}

// recoveryFact returns the name of the language's fact for a change of health: wounded, better than before, or healed.
func (t *teller) recoveryFact(f *Fact) string {
	was, _ := t.rs.Knowledge.HealthLevel(f.Was)
	switch now, levels := t.rs.Knowledge.HealthLevel(f.Text); {
	case was < 0 || now <= was:
		return string(Health)
	case now == levels-1:
		return "healed"
	}
	return "better"
}

// conditionPattern returns the wording for a change of a condition, or nil if the change isn't told.
func conditionPattern(wording *phrase.Say, f *Fact) *phrase.Say {
	if wording == nil || wording.Pattern != nil && f.Kind == Put {
		return wording
	}
	if f.Kind == Put && f.Was == f.Of {
		if repeated := wording.Case("again"); repeated != nil {
			return repeated
		}
	} else if f.Kind == Put && f.Was != "" {
		if from := wording.Case("from " + f.Was); from != nil {
			return from
		}
	}
	return wording.Case(string(f.Kind))
}

// addMatchingPattern adds the clauses of the pattern of wording that matches the current fact. quiet reports whether that pattern also
// covers the changes that come with the fact.
func (t *teller) addMatchingPattern(wording *phrase.Say) (quiet bool) {
	pattern, whole, quiet := t.findPattern(wording)
	if pattern == nil || len(pattern.Clauses) == 0 {
		return quiet
	}
	if whole {
		t.pending = false
	}
	t.addClausesAfterDeed(pattern)
	return quiet
}

// findPattern finds the pattern for the current fact. whole reports whether it tells the deed as well.
func (t *teller) findPattern(wording *phrase.Say) (pattern *phrase.Pattern, whole, quiet bool) {
	for wording != nil {
		quiet = quiet || wording.Quiet
		if len(wording.Variants) > 0 {
			wording = t.choosePhrasing(wording.Variants)
			continue
		}
		if wording.Pattern != nil {
			return wording.Pattern, whole, quiet
		}
		var next *phrase.Say
		if next = t.caseByTag(wording); next != nil {
			wording = next
			continue
		}
		if next = wording.Case(phrase.CaseWhole); next != nil {
			if t.pending || t.deed == nil && len(t.clauses) == 0 { // nothing has told the deed yet
				whole = true
			} else {
				next = wording.Case(phrase.CaseThen)
			}
			wording = next
			continue
		}
		if next = wording.Case(phrase.CaseThen); next != nil && !t.pending {
			wording = next
			continue
		}
		wording = t.caseOfRoll(wording)
	}
	return nil, whole, quiet
}

// caseByTag returns the first case of wording that applies to the current fact: one that asks for an outcome of another step, one named by
// a word for the fact's number or people, or one named by a tag of the deed or its tool. It returns nil if none applies.
func (t *teller) caseByTag(wording *phrase.Say) *phrase.Say {
	for i := range wording.Cases {
		c := &wording.Cases[i]
		switch {
		case c.Asks != nil:
			if t.hasOutcome(c.Asks) {
				return c.Say
			}
		case c.Word == t.fact.Sum && c.Word != "",
			c.Word == phrase.CaseSome && t.fact.Sum == phrase.CaseLittle,
			c.Word == phrase.CaseMany && t.other > 0 && t.pronounSet(t.other) == t.language.Several,
			c.Word == phrase.CaseChase && t.fact.Chase,
			c.Word == phrase.CaseStill && t.fact.Stands,
			c.Word == phrase.CaseSelf && t.who > 0 && t.who == t.other,
			c.Word != "made" && c.Word != "missed" && t.hasDeedTag(c.Word):
			return c.Say
		}
	}
	return nil
}

// hasOutcome reports whether another step in the passage, or an answer of the other person, had the outcome that a case asks for. Among
// several steps, one of the same blow as the current fact counts first, then the nearest.
func (t *teller) hasOutcome(wanted *phrase.AskedOutcome) bool {
	var nearest, shared *Fact // nearest such step, and the roll shared by everyone whom the deed reaches
	at, distance := slices.IndexFunc(t.passage.Facts, func(g Fact) bool { return g == *t.fact }), 0
	// the distance in the passage, minus its length for each step that encloses both: steps of the same blow are always nearer
	far := func(g *Fact, i int) int {
		return max(i-at, at-i) - len(t.passage.Facts)*commonPrefix(g.StepPath, t.fact.StepPath)
	}
	for i := range t.passage.Facts {
		g := &t.passage.Facts[i]
		switch {
		case g.Kind == Answer && wanted.Outcome == phrase.CaseChosen && g.Of == wanted.Name && g.Who == t.other:
			t.done[g] = true
			return true
		case g.Kind != Step || wanted.Outcome == phrase.CaseChosen:
		case t.isOtherStep(g, wanted), t.isStepOfAnswer(g, wanted):
			if away := far(g, i); (g.Sum != "" || g.Degree != "") && (nearest == nil || away < distance) {
				nearest, distance = g, away
			}
		case t.isSharedRoll(g, wanted):
			shared = g
		}
	}
	if nearest = cmp.Or(nearest, shared); nearest == nil {
		return false
	}
	hasSize := wanted.Outcome == nearest.Sum || wanted.Outcome == phrase.CaseSome && nearest.Sum == phrase.CaseLittle
	hasResult := nearest.Degree != "" && (wanted.Outcome == nearest.Degree || wanted.Outcome == collect.Choose(nearest.Made, "made", "missed"))
	if hasSize || hasResult {
		t.done[nearest] = true
	}
	return hasSize || hasResult
}

// isOtherStep reports whether a step is the one that a case asks about: it has that name, and the same people as the current fact.
func (t *teller) isOtherStep(g *Fact, wanted *phrase.AskedOutcome) bool {
	return !wanted.IsSequence && g.Of == wanted.Name && g.Who == t.who && (g.Other == t.other || t.fact.Kind == Activity)
}

// isSharedRoll reports whether a step is the roll that a case asks about, made once by the current fact's actor for everyone whom the deed
// reaches.
func (t *teller) isSharedRoll(g *Fact, wanted *phrase.AskedOutcome) bool {
	isOfDeed := t.deed != nil && g.Who == t.who && g.Other == t.deed.Other
	return isOfDeed && !wanted.IsSequence && g.Of == wanted.Name && g.Degree != "" && !g.RolledByOther
}

// isStepOfAnswer reports whether a step belongs to the answer that a case asks about: the other person's answer to the current blow, not to
// one before it.
func (t *teller) isStepOfAnswer(g *Fact, wanted *phrase.AskedOutcome) bool {
	return wanted.IsSequence && g.Who == t.other && enclosingBody(g.StepPath) == wanted.Name && (commonPrefix(g.StepPath, t.fact.StepPath) > 0 || !strings.Contains(t.fact.StepPath, " "))
}

// commonPrefix returns the number of equal steps at the beginnings of two paths.
func commonPrefix(a, b string) (n int) {
	stepsOfB := strings.Fields(b)
	for i, part := range strings.Fields(a) {
		if i >= len(stepsOfB) || part != stepsOfB[i] {
			break
		}
		n++
	}
	return n
}

// enclosingBody returns the name of the action or sequence that contains a step.
func enclosingBody(in string) string {
	body, _, _ := strings.Cut(in[strings.LastIndex(in, " ")+1:], ".")
	return body[strings.LastIndex(body, "/")+1:]
}

// caseOfRoll returns the case for the result of a roll, by the reader or by anyone else.
func (t *teller) caseOfRoll(wording *phrase.Say) (next *phrase.Say) {
	f := t.fact
	if f.Degree != "" {
		if next = wording.Case(f.Degree); next == nil {
			next = wording.Case(collect.Choose(f.Made, "made", "missed"))
		}
	}
	if next == nil && f.Who > 0 && t.passage.People[f.Who].You {
		next = wording.Case(phrase.CaseYou)
	}
	if next == nil && t.tellsOnlyDeed && f.Kind == Deed {
		next = wording.Case("alone")
	}
	if next == nil {
		next = wording.Case(phrase.CaseElse)
	}
	return next
}

// tellPendingDeed tells the deed if it hasn't been told yet.
func (t *teller) tellPendingDeed() {
	if !t.pending {
		return
	}
	t.pending = false
	f, who, other := t.fact, t.who, t.other
	t.fact, t.who, t.other = t.deed, t.deed.Who, t.deed.Other
	wording := t.factPattern(t.deed)
	if action, ok := t.rs.Actions.Get(t.deed.Of); ok && t.tellsOnlyDeed {
		if only := action.Say.Case("alone"); only != nil {
			wording = only
		}
	}
	if pattern, _, _ := t.findPattern(wording); pattern != nil {
		t.addClauses(pattern)
	}
	t.fact, t.who, t.other = f, who, other
}

// addClausesAfterDeed adds the clauses of a pattern. A pending deed is told before them, unless they tell what led the actor to it.
func (t *teller) addClausesAfterDeed(pattern *phrase.Pattern) {
	// a condition or an item in hand that the actor got for the deed
	leads := t.pending && (t.fact.Kind == Put || t.fact.Kind == Hold) && t.fact.Who == t.deed.Who && !t.fact.State
	if t.pending && !leads {
		t.tellsOnlyDeed = t.fact.Kind == Won && len(t.clauses) == 0 && !t.passage.Proposed
		t.tellPendingDeed()
	}
	t.addClauses(pattern)
}

// addClauses adds the clauses of a pattern, except optional ones that contain an unknown value.
func (t *teller) addClauses(pattern *phrase.Pattern) {
	for i := range pattern.Clauses {
		c := &pattern.Clauses[i]
		newClause := clause{Clause: c, joint: c.Joint, fact: t.fact, who: t.who, other: t.other, deed: t.deed}
		if c.Subject != phrase.NoRole {
			newClause.subject = t.personOrUnseen(c.Subject)
		}
		t.subject = newClause.subject
		t.done[t.fact] = true
		if c.IsOptional && !t.areAllKnown(c.Rest) {
			continue
		}
		if len(t.clauses) == 0 {
			newClause.joint = ""
		} else if t.appendRemark() {
			continue
		}
		if at := t.clausePosition(&newClause); at < len(t.clauses) {
			if t.clauses[at].fact.Kind != Lost { // the new clause takes the joint of the one that it precedes
				newClause.joint, t.clauses[at].joint = t.clauses[at].joint, ""
			}
			t.clauses = slices.Insert(t.clauses, at, newClause)
			continue
		}
		t.clauses = append(t.clauses, newClause)
	}
}

// appendRemark appends the current fact to the last clause if both are remarks, and reports whether it did.
func (t *teller) appendRemark() bool {
	last := &t.clauses[len(t.clauses)-1]
	isRemark := func(f *Fact) bool { return f.Kind == Says && !f.InMargin }
	if !isRemark(t.fact) || !isRemark(last.fact) || len(t.language.Joints.Breaks) == 0 {
		return false
	}
	both := *last.fact
	both.Text += t.language.Joints.Breaks[0] + t.fact.Text
	last.fact = &both
	return true
}

// clausePosition returns the place of a new clause. A state of health comes before the person's first other state, and a state before a
// final clause about one of the person's things; any other clause comes at the end.
func (t *teller) clausePosition(newClause *clause) int {
	at := len(t.clauses)
	if !newClause.fact.State || newClause.subject <= 0 {
		return at
	}
	if newClause.fact.Kind == Health {
		return t.healthPosition(newClause)
	}
	for at > 0 && t.clauses[at-1].fact.State && t.clauses[at-1].fact.Kind != Tick && t.clauses[at-1].subject == 0 && t.clauses[at-1].personConcerned() == newClause.subject {
		at--
	}
	return at
}

// healthPosition returns the place of a clause about a person's health: before the first of the person's other states since the clause that
// tells what hurt the person, or at the end if there is no such state.
func (t *teller) healthPosition(newClause *clause) int {
	first := len(t.clauses)
	for i := len(t.clauses) - 1; i >= 0; i-- {
		c := &t.clauses[i]
		if c.personConcerned() != newClause.subject {
			isCause := !c.fact.State && c.fact.Kind != Blood && (c.who == newClause.subject || c.other == newClause.subject)
			if isCause {
				return first
			}
			continue
		}
		isOwnLoss := c.fact.Kind == Lost && t.passage.People[newClause.subject].You
		if c.fact.Kind == Tick || !c.fact.State && !isOwnLoss { // the person was not hurt before it
			return first
		}
		if c.fact.Kind != Health {
			first = i
		}
	}
	return first
}

// personConcerned returns the person that a clause is about: its subject, or the owner of the thing that is its subject.
func (c *clause) personConcerned() int {
	if c.subject == 0 && len(c.Rest) > 0 && c.Rest[0].Kind == phrase.PiecePossessive {
		switch c.Rest[0].Role {
		case phrase.RoleWho:
			return c.who
		case phrase.RoleOther:
			return c.other
		}
	}
	return c.subject
}

// wordsOf returns texts as plain strings, without their positions in files.
func wordsOf(texts []source.Text) (list []string) {
	return collect.Map(texts, func(text source.Text) string { return text.Text })
}

// Render returns the sentence that a pattern makes of the last fact of a passage, which is about a deed. If pending is true, the deed is
// told first.
func Render(rs *rules.Ruleset, p Passage, pattern *phrase.Pattern, deed *Fact, pending bool) string {
	t := newTeller(rs, p)
	if t == nil {
		return ""
	}
	t.fact = &p.Facts[len(p.Facts)-1]
	t.who, t.other, t.deed, t.pending = t.fact.Who, t.fact.Other, deed, pending
	t.addClausesAfterDeed(pattern)
	return t.joinClauses()
}
