package story

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// People in sentences: names, looks and pronouns, and the person that a pronoun refers to. Looks are the description of a person whose name
// the reader doesn't know. A person is given by its number, an index of Passage.People: 0 is no one, and Unseen a person that the reader
// doesn't notice. Of the people mentioned so far, t.seen, a teller t knows the subject of the current clause (subject), the person whom the
// previous sentence is about (last), and the person whom the sentence began with, if its last clause returned to that person (topic).

// The forms of a set of pronouns, as a language lists them: she, her, her, herself, and the number of the verb form.
const (
	formWho   = "who"   // subject, such as she
	formOther = "other" // object, such as her
	formOwn   = "own"   // possessive, such as her
	formSelf  = "self"  // reflexive, such as herself
	formVerb  = "verb"  // number of the verb form that agrees with the subject
)

// pronounSet returns the set of pronouns for a person. For a person known by looks it depends only on the looks.
func (t *teller) pronounSet(who int) string {
	if who <= 0 {
		return t.language.Nobody
	}
	switch p := &t.passage.People[who]; {
	case p.You:
		return t.language.You
	case p.Unknown:
		return t.language.Nobody
	case p.Named && p.Pronouns != "":
		return p.Pronouns
	case p.Named:
		return t.language.Nobody
	default:
		if gender := t.genderOf(p.Name); gender != "" {
			return gender
		}
		return t.language.Nobody
	}
}

// Pronoun returns a form of a person's pronouns, such as "her" for `own`, or "" if the language or the set has none.
func Pronoun(rs *rules.Ruleset, p Person, form string) string {
	t := newTeller(rs, Passage{People: []Person{{}, p}})
	if t == nil {
		return ""
	}
	return t.pronounForm(1, form)
}

// BareLooks returns looks without the initial article: whole is the rest, such as “man from the docks”, and noun the rest without the part
// that only describes, such as “man”. A name stays as it is.
func BareLooks(rs *rules.Ruleset, looks string) (whole, noun string) {
	if rs.Language == nil {
		return looks, looks
	}
	article, rest, more := strings.Cut(looks, " ")
	if !more || article != rs.Language.The && !slices.Contains(rs.Language.Indefinite, article) {
		return looks, looks
	}
	list := strings.Fields(rest)
	for i, word := range list {
		if i > 0 && slices.Contains(rs.Language.Cut, word) {
			list = list[:i]
			break
		}
	}
	return rest, strings.Join(list, " ")
}

// pronounForm returns a form of a person's pronouns, or "" if the set has none.
func (t *teller) pronounForm(who int, form string) string {
	return t.formInSet(t.pronounSet(who), form)
}

// subjectPronoun returns a form of the pronouns for the subject of the clause, one person or several.
func (t *teller) subjectPronoun(form string) string {
	if len(t.group) == 0 {
		return t.pronounForm(t.subject, form)
	}
	set := t.language.Several
	for _, who := range append([]int{t.subject}, t.group...) {
		if who > 0 && t.passage.People[who].You {
			set = t.language.You
		}
	}
	return t.formInSet(set, form)
}

// formInSet returns a form of a set of pronouns, or "" if the set has none.
func (t *teller) formInSet(set, form string) string {
	for _, entry := range t.language.PronounSet(set) {
		if entry.Name == form {
			return entry.Value
		}
	}
	return ""
}

// verbForm returns the form of a verb that agrees with the given subjects.
func (t *teller) verbForm(who int, others []int) int {
	set := t.pronounSet(who)
	switch {
	case len(others) > 0:
		set = t.language.Several
	case set == t.language.Nobody && t.subjectSet == "": // a name
		return 1
	}
	for _, entry := range t.language.PronounSet(set) {
		if entry.Name == formVerb {
			n, _ := strconv.Atoi(entry.Value)
			return n
		}
	}
	return 1
}

// noteMention records that a pronoun can refer to a person.
func (t *teller) noteMention(who int) {
	if !slices.Contains(t.mentioned, who) {
		t.mentioned = append(t.mentioned, who)
	}
}

// isUnambiguous reports whether a pronoun can only refer to who, among all people mentioned so far other than excluded.
func (t *teller) isUnambiguous(who, excluded int) bool {
	if who == Unseen || !slices.Contains(t.mentioned, who) {
		return false
	}
	pronouns := t.pronounSet(who)
	return !slices.ContainsFunc(t.mentioned, func(other int) bool { return other != who && other != excluded && t.pronounSet(other) == pronouns })
}

// noteContinuation records the person that a pronoun at the beginning of the next clause refers to: the person that the last of these
// clauses is about, unless the clause mentions another one. The person that the sentence began with remains its topic if its last clause
// refers to that person again: “the rough ducks too late: Kira slashes them in the arm. They go down.”
func (t *teller) noteContinuation(group []clause) {
	c := &group[len(group)-1]
	if t.sentenceStart {
		t.first = group[0].subject
	}
	t.topic = 0
	for role := range namedRoles(c.Rest) { // the person that the sentence began with is its topic if this clause names that person again
		if who := (map[phrase.Role]int{phrase.RoleWho: c.who, phrase.RoleOther: c.other})[role]; who == t.first && who > 0 && who != c.subject {
			t.topic = who
		}
	}
	t.last, t.lastSubject, t.lastAbout = c.personConcerned(), c.subject, c.personConcerned() // last is cleared below if it is ambiguous
	for i := range group {
		t.who, t.other = group[i].who, group[i].other
		if t.hasAmbiguousPronoun(group[i].Rest, t.last == group[i].subject) {
			t.last = 0
		}
	}
	if t.lastMany = len(c.others) > 1; len(c.others) > 0 {
		t.last, t.lastAbout = 0, 0
	}
}

// hasAmbiguousPronoun reports whether pieces name a person with the same pronoun as the person that the sentence is about (t.last). If that
// person is its subject, possessives don't count: “the king takes Dov's blow in the arm. He is hurt.” Otherwise, “it” could be the blow.
func (t *teller) hasAmbiguousPronoun(pieces []phrase.Piece, ofSubject bool) bool {
	return slices.ContainsFunc(pieces, func(p phrase.Piece) bool {
		who := t.personInRole(p.Role)
		owns := p.Kind == phrase.PiecePossessive
		isNamed := who != 0 && who != t.last && !(ofSubject && owns)
		sharesPronoun := isNamed && t.pronounSet(who) == t.pronounSet(t.last)
		isUnclearIt := owns && !ofSubject && who != t.last && t.isThing(t.last)
		return sharesPronoun || isUnclearIt || t.hasAmbiguousPronoun(p.Parts, ofSubject)
	})
}

// isThing reports whether a person's pronoun is the one for things.
func (t *teller) isThing(who int) bool {
	set := t.pronounSet(who)
	return set != "" && set == t.genderOf(t.language.Thing)
}

// objectName returns the name of a person as an object, in a grammatical case.
func (t *teller) objectName(who int, declension string) string {
	form := collect.Choose(declension != "", declension, formOther)
	switch {
	case who == t.subject && t.subjectIsThing: // a thing acts on the person: “Juno's shot strikes her”, not “herself”
		return t.subjectPronoun(form)
	case who == t.subject:
		return t.subjectPronoun(formSelf)
	case who > 0 && t.passage.People[who].You, !t.listing && t.isUnambiguous(who, t.subject) && !t.isSubjectsPronoun(who):
		return t.pronounForm(who, form)
	}
	text := t.personName(who, declension)
	t.noteMention(who)
	return text
}

// isSubjectsPronoun reports whether the subject was written as a pronoun that could also refer to who.
func (t *teller) isSubjectsPronoun(who int) bool {
	return t.subjectSet != "" && t.subjectSet == t.pronounSet(who)
}

// possessive returns the possessive of a person: a pronoun if it is clear who is meant, otherwise the name or the looks.
func (t *teller) possessive(who int) string {
	if who == t.subject {
		return t.subjectPronoun(formOwn)
	}
	isReader := who > 0 && t.passage.People[who].You
	// the clause has no subject and continues the last sentence, which was about that person
	wasAbout := t.last == who || t.lastAbout == who && t.lastSubject == who && !t.sentenceStart
	isContinued := who > 0 && t.subject == 0 && wasAbout
	if isReader || isContinued || t.isUnambiguous(who, t.subject) {
		return t.pronounForm(who, formOwn)
	}
	t.noteMention(who)
	text := t.personName(who, "")
	ending := strings.TrimRight(text, string(markEnd))
	for _, rule := range t.language.Possessive {
		if len(rule) == 2 && strings.HasSuffix(ending, rule[0]) {
			return text + rule[1]
		}
	}
	return text
}

// subjectName returns a person as the subject: a pronoun if it is unambiguous, otherwise the name or the looks.
func (t *teller) subjectName(who int) string {
	text := t.pronounForm(who, formWho)
	t.subjectSet = t.pronounSet(who)
	isUnique := t.isUnambiguous(who, 0)
	isTopic := t.topic == who && isUnique
	byName := t.mustName || t.lastMany || text == "" || t.last != who && !isUnique
	switch {
	case t.subjectSet == t.language.Nobody && (t.sentenceStart && t.lastSubject != who && !isTopic || !isUnique): // “they” could be both
		byName = true
	case t.last != who && (t.fact.Kind == Gained || t.fact.Kind == Lost): // another person gains, too
		byName = true
	case t.isThing(who) && !isTopic && (t.lastSubject != who || t.last != who || !isUnique): // “it” could be the blow
		byName = true
	}
	if you := who > 0 && t.passage.People[who].You; !you && byName {
		text, t.subjectSet = t.personName(who, ""), ""
	}
	t.noteMention(who)
	return text
}

// personName returns a person's name or looks: in full at the first mention in a passage, later short and with the definite article. Looks
// that an earlier passage mentioned always have the definite article.
func (t *teller) personName(who int, declension string) string {
	if who <= 0 {
		return t.language.Thing
	}
	p := &t.passage.People[who]
	switch {
	case p.Unknown || p.Name == "":
		return t.language.Unknown
	case p.Named:
		first, _ := utf8.DecodeRuneInString(p.Name)
		if noun := p.Noun || unicode.IsLower(first); noun && t.language.The != "" && !strings.HasPrefix(p.Name, t.language.The+" ") {
			return t.markedName(who, t.language.The+" "+t.withNumberWord(t.rs.MidSentence(p.Name)))
		}
		return t.markedName(who, p.Name)
	case slices.Contains(t.mentioned, who):
		return t.markedName(who, t.withDefiniteArticle(t.withNumberWord(p.Name), declension, t.isDistinct(who)))
	case p.Mentioned:
		return t.markedName(who, t.withDefiniteArticle(t.withNumberWord(p.Name), declension, t.passage.Past && t.isDistinct(who)))
	}
	article, rest, _ := strings.Cut(p.Name, " ")
	if declension != "" && slices.Contains(t.language.Indefinite, article) {
		return t.markedName(who, t.indefiniteArticle(rest, declension)+rest)
	}
	return t.markedName(who, t.withNumberWord(p.Name))
}

// isDistinct reports whether a person's looks differ from those of all others even without the words that only describe.
func (t *teller) isDistinct(who int) bool {
	short := func(p *Person) string { return t.withDefiniteArticle(t.withNumberWord(p.Name), "", true) }
	for i := range t.passage.People {
		if p := &t.passage.People[i]; i > 0 && i != who && !p.Named && short(p) == short(&t.passage.People[who]) {
			return false
		}
	}
	return true
}

// withNumberWord replaces the number at the end of looks, or of a noun, with a word: "a second shape" instead of "a shape (2)". An article
// remains in front.
func (t *teller) withNumberWord(name string) string {
	at := strings.LastIndex(name, " ")
	if at < 0 {
		return name
	}
	n, err := strconv.Atoi(strings.Trim(name[at+1:], "()"))
	if err != nil {
		n = 1 + slices.IndexFunc(t.language.Cardinals, func(word string) bool { return strings.EqualFold(word, name[at+1:]) })
	}
	if n < 1 || n > len(t.language.Ordinals) {
		return name
	}
	article, rest, more := strings.Cut(name[:at], " ")
	if !more || article != t.language.The && !slices.Contains(t.language.Indefinite, article) {
		return t.language.Ordinals[n-1] + " " + name[:at]
	}
	rest = t.language.Ordinals[n-1] + " " + rest
	isIndefinite := slices.ContainsFunc(t.language.A, func(rule []string) bool { return len(rule) == 2 && rule[1] == article })
	if indefinite := t.indefiniteArticle(rest, ""); indefinite != "" && isIndefinite {
		return indefinite + rest
	}
	return article + " " + rest
}

// withDefiniteArticle returns looks with the definite article, in a grammatical case. If cut is true, words that only describe are omitted.
func (t *teller) withDefiniteArticle(looks, declension string, cut bool) string {
	article, rest, _ := strings.Cut(looks, " ")
	if !slices.Contains(t.language.Indefinite, article) {
		return looks
	}
	list := strings.Fields(rest)
	for i, word := range list {
		if i > 0 && slices.Contains(t.language.Cut, word) {
			list = list[:i]
			break
		}
	}
	noun := strings.Join(list, " ")
	if cut {
		rest = noun
	}
	the := t.language.The
	for _, entry := range t.language.Article {
		if entry.Name == strings.TrimSpace("the "+t.genderOf(noun)+" "+declension) {
			the = entry.Value
		}
	}
	return the + " " + rest
}
