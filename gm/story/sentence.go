package story

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Joining of clauses into sentences: words that would be repeated are omitted, and commas and full stops added. The subject of a clause is
// a person, 0 for none; its others are further people who do the same. Its joint is the text that joins it to the clause before it. A
// language lists joints that become a full stop in a long sentence (Joints.Breaks), and joints that stay even between clauses with the same
// subject, such as “, but ” (Joints.Always). A state is a lasting condition of a person rather than a deed. Before a clause is written, the
// teller's fields fact, who, other, deed and subject (tell.go) are set to describe it.

// Limits of joining clauses.
const (
	longSentence = 80 // length in letters from which a sentence is split at the next possible joint
	maxJoined    = 5  // maximum number of clauses with the same subject in a row
	longState    = 3  // number of spaces from which a state is long; shorter states come before a long one
)

// mergeSharedDeeds merges the clauses about people who all try the same. Those with the same result become one subject, and the deed is
// told once: “Kira and Ilse try their hiding and succeed, but Dov fails”.
func (t *teller) mergeSharedDeeds() {
	var lastRun []clause // clauses before those at from about the same deed, if they tell it; else nil
	for from := 0; from < len(t.clauses); {
		run := t.sharedDeedAt(from)
		if len(run) == 0 {
			from, lastRun = from+1, nil
			continue
		}
		for at := from + len(run); at < len(t.clauses); {
			other := t.sharedDeedAt(at)
			if !haveSameResult(run, other) {
				at += max(1, len(other))
				continue
			}
			for i := range run {
				run[i].others = append(run[i].others, other[i].subject)
			}
			t.clauses = slices.Delete(t.clauses, at, at+len(other))
		}
		if from += len(run); lastRun == nil || !isOtherResult(lastRun, run) {
			lastRun = run
			continue
		}
		run[1].joint, lastRun = t.language.Joints.Always[0], nil
		t.clauses = slices.Delete(t.clauses, from-len(run), from-len(run)+1)
		from--
	}
}

// sharedDeedAt returns the clauses from an index on that tell a deed without a target and the result of its roll, all with the person who
// does it as their subject. It returns nil if there is no such deed.
func (t *teller) sharedDeedAt(from int) []clause {
	deed, to := t.clauses[from].deed, from
	for to < len(t.clauses) && t.clauses[to].deed == deed && !t.clauses[to].fact.State && t.clauses[to].subject > 0 {
		to++
	}
	if to == from || deed == nil || deed != t.clauses[from].fact || deed.Kind != Deed || deed.Other != 0 || len(t.language.Joints.Always) == 0 {
		return nil
	}
	isOther := func(c clause) bool { return c.subject != deed.Who || c.fact != deed && c.fact.Degree == "" }
	if slices.ContainsFunc(t.clauses[from:to], isOther) {
		return nil
	}
	return t.clauses[from:to]
}

// haveSameResult reports whether the clauses of two people's deeds say the same.
func haveSameResult(run, other []clause) bool {
	return slices.EqualFunc(run, other, func(c, d clause) bool {
		return c.Clause == d.Clause && (c.fact.saysSame(d.fact) || c.fact.Kind == Step && !c.hasFactValue())
	})
}

// isOtherResult reports whether the clauses of one deed and another differ only in that one succeeded and the other failed.
func isOtherResult(run, other []clause) bool {
	isOpposite := run[1].fact.Made != other[1].fact.Made
	return isOpposite && len(run) == 2 && len(other) == 2 && haveSameResult(run[:1], other[:1])
}

// mergeAlikeClauses merges clauses that say the same thing about several people.
func (t *teller) mergeAlikeClauses() {
	for i := 0; i < len(t.clauses); i++ {
		c := &t.clauses[i]
		for j := i + 1; j < len(t.clauses); {
			d := &t.clauses[j]
			switch {
			case d.Clause != c.Clause || d.fact.Kind == Deed || slices.Contains(t.language.Joints.Always, d.joint): // not alike
				j++
				continue
			case c.subject == 0 && c.canStartList() && !c.fact.State: // the same happens to several people: one list
				c.more = append(c.more, *d)
			case c.subject == 0, d.subject == c.subject && d.fact.Kind != Health, !c.saysSame(d): // nothing to merge
				j++
				continue
			case d.subject != c.subject && !slices.Contains(c.others, d.subject): // another person; a clause about the same one is dropped
				c.others = append(c.others, d.subject)
			}
			t.clauses = slices.Delete(t.clauses, j, j+1)
		}
	}
	t.gatherGains()
}

// canStartList reports whether a clause without a subject can start a list: the same words once, then a person in each part.
func (c *clause) canStartList() bool {
	return len(c.Rest) > 1 && c.Rest[0].Kind == phrase.PieceText && c.Rest[1].Kind == phrase.PieceRole && (c.fact.Kind == Step || c.fact.Kind == Hazard)
}

// saysSame reports whether two clauses say the same about two people.
func (c *clause) saysSame(d *clause) bool {
	if c.Subject == phrase.RoleOther {
		return c.who == d.who && c.fact.Kind == Step && !c.hasFactValue()
	}
	return c.other == d.other && d.fact.saysSame(c.fact)
}

// hasFactValue reports whether a clause contains a value that differs from fact to fact.
func (c *clause) hasFactValue() bool {
	return slices.ContainsFunc(c.Rest, func(p phrase.Piece) bool {
		return p.Kind != phrase.PieceText && p.Kind != phrase.PieceOwn && p.Kind != phrase.PieceSelf
	})
}

// gatherGains moves a person's gains and losses together.
func (t *teller) gatherGains() {
	isGain := func(c clause) bool { return c.fact.Kind == Gained || c.fact.Kind == Lost }
	for i := 0; i < len(t.clauses); i++ {
		j := i
		for j < len(t.clauses) && isGain(t.clauses[j]) {
			j++
		}
		subjects := collect.Map(t.clauses[i:j], func(c clause) int { return c.subject })
		slices.SortStableFunc(t.clauses[i:j], func(a, b clause) int { return slices.Index(subjects, a.subject) - slices.Index(subjects, b.subject) })
		i = max(i, j-1) // continue after this run of gains and losses
	}
}

// dropGeneralClauses removes general clauses, which only say that a deed succeeded, if the next clause tells a result of the same deed.
func (t *teller) dropGeneralClauses() {
	for i := len(t.clauses) - 2; i >= 0; i-- {
		if next := &t.clauses[i+1]; t.clauses[i].general && !next.fact.State && next.deed == t.clauses[i].deed {
			t.clauses = slices.Delete(t.clauses, i, i+1)
		}
	}
}

// saysSame reports whether two facts say the same about two people: they differ at most in Who and in its tags.
func (f *Fact) saysSame(g *Fact) bool {
	a, b := *f, *g
	a.Who, b.Who, a.Tags, b.Tags = 0, 0, "", ""
	return a == b
}

// joinClauses returns the clauses as sentences: a person's deeds in a row are joined by commas and "and", with a repeated verb only once. A
// state begins a sentence.
func (t *teller) joinClauses() string {
	t.dropGeneralClauses()
	t.mergeSharedDeeds()
	t.mergeAlikeClauses()
	s := sentences{stop: t.language.Stop, closers: t.language.Closers}
	for i := 0; i < len(t.clauses); {
		c := &t.clauses[i]
		j := i + 1
		for j < len(t.clauses) && j-i < maxJoined && t.continuesList(c, &t.clauses[j-1], &t.clauses[j]) {
			j++
		}
		sameSubject := i > 0 && t.clauses[i-1].subject == c.subject && c.subject != 0
		t.sentenceStart = t.addSeparator(&s, c, sameSubject)
		head := ""
		if c.subject != 0 && (!sameSubject || t.sentenceStart) {
			head = t.subjectNames(c) + " "
		}
		s.current += head + t.joinPredicates(t.clauses[i:j])
		t.noteContinuation(t.clauses[i:j])
		i = j
	}
	s.endSentence()
	return s.finished
}

// continuesList reports whether c continues the list of predicates of one subject whose clauses so far are first to last.
func (t *teller) continuesList(first, last, c *clause) bool {
	if c.subject == 0 || c.subject != last.subject || !slices.Equal(c.others, last.others) || last.endsWithClause() {
		return false
	}
	always := t.language.Joints.Always
	if slices.Contains(always, c.joint) && !slices.Contains(always, first.joint) {
		return false // a comma can't replace a joint that must stay
	}
	if last.fact.isFailedRoll() && last.fact != c.fact && c.fact.Degree != "" && slices.Contains(t.language.Joints.Breaks, c.joint) {
		return false // a new attempt after a failed one
	}
	trails := last.Verb.Word == t.language.Trailing // whether last has the verb, such as “be”, that is dropped before a trailing state
	switch {
	case c.fact.State == last.fact.State, last.fact.State && c.fact.Kind == Lost, first.fact.Kind == Lost && c.fact.State:
		return true // deeds with deeds and states with states; a loss goes with either
	case c.fact.State && last.fact.Kind == Step && trails && c.Verb.Word == t.language.Trailing: // “is knocked off her feet, badly hurt and stunned”
		return true
	case !c.fact.State || c.fact.Kind == Health || t.barsFromActing(c.fact.Of):
		return false // only a minor state can follow a deed
	}
	isActors := last == first && c.deed != nil && c.subject == c.deed.Who
	return (isActors || trails) && t.pronounSet(c.subject) == t.language.Nobody // otherwise the name would be repeated
}

// isFailedRoll reports whether a fact is a roll that failed.
func (f *Fact) isFailedRoll() bool {
	return f.Kind == Step && f.Degree != "" && !f.Made && !f.RolledByOther
}

// endsWithClause reports whether a clause ends with another clause that has no subject in the pattern: “…, but her armour holds”. The
// armour would be the subject of a verb after it.
func (c *clause) endsWithClause() bool {
	return slices.ContainsFunc(c.Rest, func(p phrase.Piece) bool { return p.Kind == phrase.PieceText && strings.ContainsAny(p.Text, ",;:") })
}

// addSeparator adds the text between sentences or clauses before c, and reports whether c begins a sentence. sameSubject is true if the
// clause before it has the same subject.
func (t *teller) addSeparator(s *sentences, c *clause, sameSubject bool) bool {
	switch {
	case c.fact.Kind == Says && c.subject == 0 && c.joint == "" && s.current != "" && !c.fact.State: // a remark stays in the sentence
		s.current += " "
	case c.joint == "", c.fact.Kind == Blood && strings.Contains(s.current, ":"),
		slices.Contains(t.language.Joints.Breaks, c.joint) && (sameSubject || s.blood || visibleLength(s.current) > longSentence):
		s.endSentence()
		s.blood = c.fact.Kind == Blood
		return true
	case slices.Contains(t.language.Joints.Always, c.joint) && s.adverse && sameSubject: // not "but …, but …"
		s.endSentence()
		return true
	case slices.Contains(t.language.Joints.Always, c.joint) && s.adverse && len(t.language.Joints.Breaks) > 0:
		s.current, s.adverse = s.current+t.language.Joints.Breaks[0], false
	case c.joint == " "+t.language.And+" " && !sameSubject && c.subject != 0: // another person
		s.current, s.adverse = s.current+t.language.Comma+t.language.And+" ", false
	default:
		s.current, s.adverse = s.current+c.joint, slices.Contains(t.language.Joints.Always, c.joint)
	}
	return s.current == ""
}

// subjectNames returns the names of the people that a clause is about.
func (t *teller) subjectNames(c *clause) string {
	t.fact, t.who, t.other, t.deed, t.subject = c.fact, c.who, c.other, c.deed, 0
	if t.mustName = c.mustName; len(c.others) == 0 {
		return t.subjectName(c.subject)
	}
	if t.groupName != nil {
		if text := t.groupName(append([]int{c.subject}, c.others...)); text != "" {
			c.isGroup = true
			return text
		}
	}
	var list []string
	people := readerFirst(&t.passage, append([]int{c.subject}, c.others...))
	for _, who := range people {
		name := t.pronounForm(who, formWho)
		if who <= 0 || !t.passage.People[who].You {
			name = t.personName(who, "")
		}
		list = append(list, name)
		t.noteMention(who)
	}
	t.shortenLooks(list, people)
	if t.passage.Past {
		return t.joinLimited(list, maxSubjects)
	}
	return t.joinParts(list)
}

// shortenLooks removes the noun from the name of each person in a list whom it describes with a number by the same looks as the one before:
// “an officer and a second”.
func (t *teller) shortenLooks(names []string, people []int) {
	for i := 1; i < len(names); i++ {
		noun := t.nounOfLooks(people[i])
		if noun == "" || noun != t.nounOfLooks(people[i-1]) {
			continue
		}
		if short := strings.Replace(names[i], " "+noun, "", 1); strings.Contains(short, " ") { // the noun has a number
			names[i] = short
		}
	}
}

// nounOfLooks returns a person's looks without article and number, or "" if the name is known or the looks were mentioned before.
func (t *teller) nounOfLooks(who int) string {
	if who <= 0 || t.passage.People[who].Named || t.passage.People[who].Mentioned {
		return ""
	}
	_, noun, _ := strings.Cut(t.passage.People[who].Name, " ")
	noun, _, _ = strings.Cut(noun, " (")
	return noun
}

// readerFirst returns people with the reader in front.
func readerFirst(p *Passage, people []int) (list []int) {
	you := func(who int) bool { return who > 0 && p.People[who].You }
	return append(collect.Filter(people, you), collect.Filter(people, func(who int) bool { return !you(who) })...)
}

// joinLimited joins the parts of a list. If there are more than limit, it gives the number of all but two of them.
func (t *teller) joinLimited(parts []string, limit int) string {
	if rest := len(parts) - 2; len(parts) > limit && t.language.Others != "" {
		parts = append(slices.Clip(parts[:2]), cmp.Or(t.cardinalWord(rest), strconv.Itoa(rest))+" "+t.language.Others)
	}
	if len(parts) == 0 {
		return ""
	}
	return t.joinParts(parts)
}

// joinParts joins the parts of a list.
func (t *teller) joinParts(parts []string) string {
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], t.language.Comma) + " " + t.language.And + " " + parts[last]
}

// predicateList collects the predicates of one subject. A verb that several clauses repeat is written once, before all their objects.
type predicateList struct {
	t        *teller  // teller of the sentence
	areState bool     // whether the predicates are states, so that shorter ones come first
	parts    []string // finished predicates
	verb     string   // verb that objects share, with a space after it; "" if there is none
	objects  []string // objects that share verb
}

// addObject adds an object of verb, which ends with a space.
func (l *predicateList) addObject(verb, object string) {
	if verb != l.verb {
		l.finishVerb()
	}
	l.verb = verb
	l.objects = append(l.objects, object)
}

// addPart adds a complete predicate.
func (l *predicateList) addPart(text string) {
	l.finishVerb()
	l.parts = append(l.parts, text)
}

// finishVerb moves the objects of the last verb to the finished predicates.
func (l *predicateList) finishVerb() {
	if len(l.objects) == 0 {
		return
	}
	if l.areState {
		slices.SortStableFunc(l.objects, func(a, b string) int {
			return cmp.Compare(strings.Count(a, " ")/longState, strings.Count(b, " ")/longState)
		})
	}
	l.parts, l.objects = append(l.parts, l.verb+l.t.joinParts(l.objects)), nil
}

// joinPredicates joins the predicates of one subject; a repeated verb occurs only once.
func (t *teller) joinPredicates(group []clause) string {
	list := predicateList{t: t, areState: group[0].fact.State}
	for i := range group {
		c := &group[i]
		t.fact, t.who, t.other, t.deed, t.subject = c.fact, c.who, c.other, c.deed, c.subject
		t.group = c.others
		if c.subject == 0 {
			list.addPart(t.listClause(c))
			continue
		}
		verb, rest := t.splitPredicate(c)
		object, isSpaced := strings.CutPrefix(rest, " ")
		if !isSpaced {
			list.addPart(verb + rest)
			list.verb = ""
			continue
		}
		if c.fact.Kind == Lost && t.marking {
			object = string(markLost) + object + string(markEnd)
		}
		list.addObject(verb+" ", object)
	}
	list.finishVerb()
	parts := list.parts
	if text := t.withTrailingState(group, parts); text != "" {
		return text
	}
	if and := " " + t.language.And + " "; len(parts) == 2 && strings.Contains(parts[0], and) && group[len(group)-1].fact.State {
		return parts[0] + t.language.Comma + t.language.And + " " + parts[1]
	}
	return t.joinParts(parts)
}

// splitPredicate returns the verb of a clause, in the form for its subject, and the rest of its predicate, which begins with a space if it
// is a separate word. If several people, listed by name, each gain or lose an amount, the verb is preceded by the word for “each”.
func (t *teller) splitPredicate(c *clause) (verb, rest string) {
	verb, more := t.conjugateVerb(c.Verb, t.verbForm(c.subject, c.others))
	if len(c.others) > 0 && !c.isGroup && c.fact.Kind != Deed && t.language.Each != "" && slices.ContainsFunc(c.Rest, func(p phrase.Piece) bool {
		return p.Kind == phrase.PieceValue && (p.HasPossessive || p.Text == phrase.ValueAmount)
	}) {
		verb = t.language.Each + " " + verb
	}
	t.line, t.subjectIsThing = "", false
	t.line = t.fillPieces(more)
	rest = strings.TrimRight(t.line+t.fillPieces(c.Rest), " ")
	t.subjectIsThing = false
	return verb, rest
}

// withTrailingState returns a change that a person undergoes followed by that person's state: “goes down, bleeding and leaking air”. It is
// empty if the parts are not a change and a state, or the language has no such construction.
func (t *teller) withTrailingState(group []clause, parts []string) string {
	c := &group[len(group)-1]
	if t.language.Trailing == "" || t.passage.Past || len(parts) != 2 {
		return ""
	}
	goesDown := c.fact.Kind == Put && c.fact.State && c.subject != 0 && t.barsFromActing(c.fact.Of)
	if !goesDown {
		return ""
	}
	be := t.inflectVerb(phrase.Verb{Word: t.language.Trailing}, t.verbForm(c.subject, c.others)) + " "
	states, isState := strings.CutPrefix(parts[0], be)
	if !isState || !group[0].fact.State || strings.HasPrefix(parts[1], be) {
		return ""
	}
	return parts[1] + t.language.Comma + states
}

// barsFromActing reports whether a condition prevents acting, or a worse one of its group does.
func (t *teller) barsFromActing(condition string) bool {
	c, ok := t.rs.Conditions.Get(condition)
	isWorse := func(d *rules.Condition) bool { return d.Group == c.Group && d.ForbidsActing() }
	return ok && (c.ForbidsActing() || c.Out || c.Group != "" && slices.ContainsFunc(t.rs.Conditions.All, isWorse))
}

// listClause returns a clause without a subject, with all people to whom the same happens: "the blast catches Oren in the chest and Juno in
// the leg".
func (t *teller) listClause(c *clause) string {
	t.listing = len(c.more) > 0
	list := []string{t.fillPieces(c.Rest)}
	for i := range c.more {
		d := &c.more[i]
		t.fact, t.who, t.other, t.deed = d.fact, d.who, d.other, d.deed
		list = append(list, t.fillPieces(d.Rest[1:]))
	}
	t.listing = false
	return t.joinParts(list)
}

// sentences collects sentences.
type sentences struct {
	finished, current string // finished sentences, and the beginning of the current one
	stop, closers     string // full stop, and the characters that can end a sentence
	adverse           bool   // whether the last joint of the current sentence was one such as "but"
	blood             bool   // whether the current sentence tells of nothing but the first wound
}

// endSentence capitalises the current sentence, adds s.stop unless it already ends with one of s.closers, and appends it to s.finished. An
// empty sentence adds nothing.
func (s *sentences) endSentence() {
	s.current = strings.TrimSpace(s.current)
	if s.current == "" {
		return
	}
	if s.finished != "" {
		s.finished += " "
	}
	s.finished += capitalise(s.current)
	if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.current, "”’»\"")); !strings.ContainsRune(s.closers, last) {
		s.finished += s.stop
	}
	s.current, s.adverse, s.blood = "", false, false
}

// capitalise returns a text with its first letter in upper case.
func capitalise(text string) string {
	for i, r := range text {
		if unicode.Is(unicode.Co, r) { // a mark
			continue
		}
		return text[:i] + string(unicode.ToUpper(r)) + text[i+utf8.RuneLen(r):]
	}
	return text
}

// The marks around a name and before a loss, as runes of the private use areas, which splitMarked removes.
const (
	markPerson = '\U000F0000' // begins a name: the mark of person 0, to which the person's number is added
	markLost   = '\U0010FFFC' // begins a loss
	markEnd    = '\U0010FFFD' // ends a name or a loss
)

// markedName returns a name with its marks, if t.marking is set.
func (t *teller) markedName(who int, name string) string {
	if !t.marking {
		return name
	}
	return string(rune(markPerson+who)) + name + string(markEnd)
}

// visibleLength returns the number of letters of a text, without marks.
func visibleLength(text string) (n int) {
	for _, r := range text {
		if !unicode.Is(unicode.Co, r) {
			n++
		}
	}
	return n
}

// splitMarked cuts a text with marks into parts.
func splitMarked(text string) (list []Span) {
	who, lost, from := 0, false, 0
	add := func(end int) {
		if end > from {
			list = append(list, Span{Text: text[from:end], Who: who, Lost: lost})
		}
	}
	for i, r := range text {
		if !unicode.Is(unicode.Co, r) {
			continue
		}
		add(i)
		from = i + utf8.RuneLen(r)
		if who, lost = 0, r == markLost; r != markEnd && !lost {
			who = int(r - markPerson)
		}
	}
	add(len(text))
	return list
}
