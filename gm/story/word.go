package story

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/phrase"
)

// Filling the placeholders in patterns with people, values and labels. A pattern is a list of pieces (phrase.Piece): plain text, a person
// in a role, a value of the fact, or optional pieces. A role is who, the person that the clause is about, or other, the second person in
// it. A person whose name the reader doesn't know is named by looks, a description such as “a big man”. The teller (tell.go) holds the fact
// being told (fact), the deed that the passage is about, if any (deed), and the people of the current clause (who, other, subject), who are
// numbered as in Passage.People; 0 is no one.

// fillPieces returns the text of pieces. Optional parts are omitted if one of their values is not known.
func (t *teller) fillPieces(pieces []phrase.Piece) string {
	var out strings.Builder
	name := ""           // last name written, until other text follows it
	isAmbiguous := false // whether a pronoun was written that could be the subject's: “shoots her with her bow”
	for i := range pieces {
		p := &pieces[i]
		followsBreak := i > 0 && pieces[i-1].Kind == phrase.PieceText && strings.ContainsAny(pieces[i-1].Text, ",;:")
		if followsBreak && p.Kind == phrase.PiecePossessive { // a new subject: “…: Juno's shot strikes her”
			t.subjectIsThing = true
		}
		if p.Kind != phrase.PieceOptional {
			text := t.pieceText(p)
			out.WriteString(text)
			name = collect.Choose(p.Kind == phrase.PieceRole, text, "")
			who := t.personInRole(p.Role)
			isOther := who > 0 && t.subject > 0 && who != t.subject && !t.passage.People[who].You
			if isOther && t.pronounSet(who) == t.pronounSet(t.subject) && text == t.pronounForm(who, cmp.Or(p.GrammaticalCase, formOther)) {
				isAmbiguous = true
			}
		} else if t.areAllKnown(p.Parts) && !(isAmbiguous && namesTool(p.Parts)) &&
			!t.repeatsTool(p.Parts, t.line+out.String()) && !t.misplacesTool(name, p.Parts) {
			out.WriteString(t.fillPieces(p.Parts))
			name = ""
		}
	}
	return out.String()
}

// repeatsTool reports whether parts would repeat a linking word that line already has, such as “with”, or would name a tool by a word that
// line or the subject's looks already contain. It prevents “a woman with a harpoon with your sabre” and “your mind with her mind blast”.
// line is the text of the clause so far.
func (t *teller) repeatsTool(parts []phrase.Piece, line string) bool {
	return slices.ContainsFunc(parts, func(p phrase.Piece) bool {
		if word := strings.TrimSpace(p.Text); p.Kind == phrase.PieceText && word != "" && p.Text == " "+word+" " && strings.Contains(line, p.Text) {
			return true
		}
		return p.Kind == phrase.PieceValue && p.Text == "tool" && len(p.CountForms) == 0 && t.hasToolWord(line+" "+t.looksOf(t.subject))
	})
}

// misplacesTool reports whether parts name a tool that would seem to belong to the person named just before, as in “the big man behind a
// shield with her sabre”. name is that person's name or looks, or "" if other text came in between.
func (t *teller) misplacesTool(name string, parts []phrase.Piece) bool {
	return slices.ContainsFunc(strings.Fields(name), func(word string) bool { return slices.Contains(t.language.Cut, word) }) &&
		slices.ContainsFunc(parts, func(p phrase.Piece) bool { return p.Kind == phrase.PieceValue && p.Text == "tool" })
}

// namesTool reports whether parts name the subject's tool.
func namesTool(parts []phrase.Piece) bool {
	return slices.ContainsFunc(parts, func(p phrase.Piece) bool { return p.Kind == phrase.PieceValue && p.Text == "tool" && p.HasPossessive })
}

// hasToolWord reports whether a text contains a word of the deed's tool.
func (t *teller) hasToolWord(text string) bool {
	list := strings.Fields(text)
	return slices.ContainsFunc(strings.Fields(t.toolOfDeed()), func(word string) bool { return slices.Contains(list, word) })
}

// looksOf returns the looks of a person, or "" if the name is known.
func (t *teller) looksOf(who int) string {
	if who <= 0 || t.passage.People[who].Named {
		return ""
	}
	return t.passage.People[who].Name
}

// areAllKnown reports whether all values of pieces are known.
func (t *teller) areAllKnown(pieces []phrase.Piece) bool {
	for i := range pieces {
		switch p := &pieces[i]; p.Kind {
		case phrase.PieceRole, phrase.PiecePossessive:
			if t.personInRole(p.Role) == 0 {
				return false
			}
		case phrase.PieceValue:
			if t.factValue(p) == "" {
				return false
			}
		}
	}
	return true
}

// personInRole returns the person in a role of the current clause.
func (t *teller) personInRole(role phrase.Role) int {
	switch role {
	case phrase.RoleWho:
		return t.who
	case phrase.RoleOther:
		return t.other
	}
	return 0
}

// pieceText returns the text of a piece of a pattern: plain text, a name in its grammatical case, or a possessive.
func (t *teller) pieceText(p *phrase.Piece) string {
	switch p.Kind {
	case phrase.PieceText:
		return p.Text
	case phrase.PieceRole:
		return t.objectName(t.personOrUnseen(p.Role), p.GrammaticalCase)
	case phrase.PiecePossessive:
		return t.possessive(t.personOrUnseen(p.Role))
	case phrase.PieceSelf:
		return t.subjectPronoun(formSelf)
	case phrase.PieceOwn:
		return t.subjectPronoun(formOwn)
	}
	text := t.factValue(p)
	switch {
	case text == "":
		return ""
	case p.Text == "tool" && t.isToolClear() && len(p.CountForms) > 0:
		return text
	case p.HasPossessive:
		return t.subjectPronoun(formOwn) + t.nounEnding(text, p.GrammaticalCase) + " " + text
	case p.HasArticle:
		return t.indefiniteArticle(text, p.GrammaticalCase) + text
	}
	return text
}

// personOrUnseen returns the person in a role, or Unseen if the role is filled by a person the reader doesn't notice.
func (t *teller) personOrUnseen(role phrase.Role) int {
	if who := t.personInRole(role); who != 0 {
		return who
	}
	return Unseen
}

// factValue returns a value of the current fact, or "" if it is not known.
func (t *teller) factValue(p *phrase.Piece) string {
	f := t.fact
	switch p.Text {
	case "tool":
		if len(p.CountForms) > 0 && t.isToolClear() {
			return p.CountForms[0]
		}
		return t.toolOfDeed()
	case "row":
		return t.rowName(f.Row)
	case "side":
		return f.Side
	case phrase.ValueHow:
		if degree, ok := t.rs.Degrees.Get(f.Degree); ok {
			return degree.Say
		}
		return ""
	case "deed":
		return t.deedLabel()
	case "label":
		return f.Label
	case "text":
		return f.Text
	case "was":
		return f.Was
	case "count":
		return formatNumber(f.At)
	case "number":
		if f.Kind == Step {
			return strconv.FormatFloat(f.Number, 'f', -1, 64)
		}
		if f.Kind == Vain || t.passage.Past {
			return cmp.Or(t.cardinalWord(int(f.Number)), formatNumber(f.Number))
		}
		return formatNumber(f.Number)
	case phrase.ValueTimes:
		return numberWord(t.language.Times, int(f.Number))
	case phrase.ValueAmount:
		return withUnit(math.Abs(f.Amount), p.CountForms)
	case "asked":
		if t.deed != nil && t.deed.Amount != 0 {
			return withUnit(t.deed.Amount, p.CountForms)
		}
		return ""
	}
	return t.findRow(p.Text)
}

// cardinalWord returns the word for a number, or "" if the language has none.
func (t *teller) cardinalWord(n int) string {
	if n < 1 || n > len(t.language.Cardinals) {
		return ""
	}
	return t.language.Cardinals[n-1]
}

// numberWord returns the n-th word, counted from 1, or the last one if there are fewer. It returns "" if n is less than 1.
func numberWord(words []string, n int) string {
	if n < 1 || len(words) == 0 {
		return ""
	}
	return words[min(n, len(words))-1]
}

// rowName returns the name of a row with its possessive filled in: "{who's} foot slips" for the person who strikes.
func (t *teller) rowName(row string) string {
	before, after, found := strings.Cut(row, phrase.Whose)
	if !found {
		return row
	}
	return before + t.possessive(t.personOrUnseen(phrase.RoleWho)) + after
}

// deedLabel returns the label of the current fact's deed: the fact's own, or that of the passage.
func (t *teller) deedLabel() string {
	switch t.fact.Kind {
	case Declared, Asked, Stops, GivesUp, Answer, Series:
		return t.fact.Label
	}
	if t.deed != nil {
		return t.deed.Label
	}
	return t.fact.Label
}

// findRow returns the row that a step resulted in: for one of the two people in the current clause, otherwise for anyone.
func (t *teller) findRow(step string) string {
	var found *Fact
	for i := range t.passage.Facts {
		f := &t.passage.Facts[i]
		if f.Kind != Step || f.Of != step || f.Row == "" {
			continue
		}
		whose := f.targetOrActor()
		if found == nil || whose == t.other || whose == t.who && found.targetOrActor() != t.other {
			found = f
		}
	}
	if found == nil {
		return ""
	}
	t.done[found] = true
	return strings.TrimSpace(found.Side + " " + found.Row)
}

// targetOrActor returns the target of a step, or the actor if it has no other target.
func (f *Fact) targetOrActor() int {
	if f.Other != 0 {
		return f.Other
	}
	return f.Who
}

// toolOfDeed returns the name of the tool of the deed, or of the fact itself. It returns "" if the verb already implies the tool, if the
// tool was named when it was taken in hand, or if the clause is not about the acting person.
func (t *teller) toolOfDeed() string {
	item, ok := t.rs.Items.Get(t.toolName())
	if !ok || t.isToolDrawn() || len(item.Verbs) > 0 {
		return ""
	}
	return t.rs.MidSentence(item.Label)
}

// toolName returns the name of the item that the current clause is about.
func (t *teller) toolName() string {
	switch {
	case t.deed != nil && t.subject == t.deed.Who && (t.deed.Tool != "" || t.takesNoTool(t.deed)):
		return t.deed.Tool
	case t.subject == t.fact.Who || t.subject == 0:
		return t.fact.Tool
	}
	return ""
}

// takesNoTool reports whether a deed is an action without a tool, whatever its steps record.
func (t *teller) takesNoTool(deed *Fact) bool {
	action, ok := t.rs.Actions.Get(deed.Of)
	return ok && deed.Kind == Deed && len(action.With) == 0
}

// isToolClear reports whether a pronoun can refer to the deed's tool: it was taken in hand for the deed, or the actor's looks mention it.
func (t *teller) isToolClear() bool { return t.isToolDrawn() || t.hasToolWord(t.looksOf(t.subject)) }

// isToolDrawn reports whether the tool is taken in hand for the deed.
func (t *teller) isToolDrawn() bool {
	name := t.toolName()
	return t.fact.Kind != Hold && slices.ContainsFunc(t.passage.Facts, func(f Fact) bool { return f.Kind == Hold && f.Of == name && f.Who == t.subject })
}

// formatNumber formats x with at most one decimal.
func formatNumber(x float64) string {
	if x == math.Trunc(x) {
		return strconv.Itoa(int(x))
	}
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// formatHalves formats x with at most two decimals, like the numbers next to the sentences. A half is written as ½.
func formatHalves(x float64) string {
	x = math.Round(x*100) / 100
	whole, part := math.Modf(x)
	switch {
	case part != 0.5:
		return strconv.FormatFloat(x, 'f', -1, 64)
	case whole == 0:
		return "½"
	}
	return formatNumber(whole) + "½"
}

// withUnit returns a number with its unit: forms[0] for 1, forms[1] for other numbers. A single form serves all numbers; without forms, the
// number has no unit.
func withUnit(x float64, forms []string) string {
	text := formatHalves(x)
	switch {
	case len(forms) == 0:
		return text
	case x == 1 || len(forms) == 1:
		return text + " " + forms[0]
	}
	return text + " " + forms[1]
}

// nounEnding returns the ending of a word before a noun, by the noun's gender and case, or "" if the language has no such endings.
func (t *teller) nounEnding(noun, declension string) string {
	if len(t.language.Article) == 0 {
		return ""
	}
	key := strings.TrimSpace(t.genderOf(noun) + " " + declension)
	for _, entry := range t.language.Article {
		if entry.Name == key {
			return entry.Value
		}
	}
	return ""
}

// genderOf returns the set of pronouns that a noun or a description implies, or "" if it implies none. The last word that implies one
// counts. A preposition and the words after it don't count: “a figure in a suit” is not a thing.
func (t *teller) genderOf(noun string) (pronouns string) {
	for i, word := range strings.Fields(noun) {
		if i > 0 && slices.Contains(t.language.Cut, word) {
			break
		}
		for _, shows := range t.language.Shows {
			if shows.Name == word {
				pronouns = shows.Value
			}
		}
	}
	return pronouns
}

// indefiniteArticle returns the indefinite article of a text, and a space; "" if the language has none.
func (t *teller) indefiniteArticle(text, declension string) string {
	for _, rule := range t.language.A {
		if len(rule) == 2 && strings.HasPrefix(strings.ToLower(text), rule[0]) {
			return rule[1] + t.nounEnding(text, declension) + " "
		}
	}
	return ""
}

// conjugateVerb returns the verb of a clause in agreement with its subject, and the pieces that follow it: the rest of the deed's label, or
// what a verb of the pack adds. form is the number of the verb form, from 1.
func (t *teller) conjugateVerb(verb phrase.Verb, form int) (string, []phrase.Piece) {
	if verb.IsLabel { // the verb is the beginning of the deed's label
		order, rest, _ := t.language.SplitLabel(t.deedLabel())
		if rest != "" {
			rest = " " + rest
		}
		return t.inflectVerb(order, form), []phrase.Piece{{Text: rest}}
	}
	if !verb.IsTagged {
		return t.inflectVerb(verb, form), nil
	}
	var item *rules.Item
	tagged := t.hasDeedTag
	if t.fact.Kind == Hold || t.deed != nil && t.subject == t.fact.Who && t.subject != t.deed.Who { // the person answers with a blow
		item, _ = t.rs.Items.Get(collect.Choose(t.fact.Kind == Hold, t.fact.Of, t.fact.Tool))
		tagged = func(tag string) bool { return item != nil && item.HasTag(tag) }
	} else if t.deed != nil {
		item, _ = t.rs.Items.Get(t.deed.Tool)
	}
	packVerb := t.rs.Pack.Verb(verb.Word, item, tagged)
	if packVerb == nil {
		return verb.Word, nil
	}
	return t.inflectVerb(packVerb.Verb, form), packVerb.Rest
}

// inflectVerb returns a verb in the form with the given number, from 1. It uses the past tense if the passage does.
func (t *teller) inflectVerb(verb phrase.Verb, form int) string {
	if t.passage.Past {
		return t.language.PastTense(t.language.Inflect(verb, 1), form)
	}
	return t.language.Inflect(verb, form)
}

// hasDeedTag reports whether the deed, its tool or the current fact has a tag, by which a pattern chooses a wording. Two tags are computed:
// CasePhrase for a label of several words, CaseItem for a condition of an item.
func (t *teller) hasDeedTag(tag string) bool {
	deed := t.deed
	if t.fact.Kind == Declared || t.fact.Kind == Asked || t.fact.Kind == Series || t.fact.Kind == Vain || deed == nil {
		deed = t.fact
	}
	switch tag {
	case phrase.CasePhrase:
		return strings.Contains(t.deedLabel(), " ")
	case phrase.CaseItem:
		return (t.fact.Kind == Put || t.fact.Kind == End) && t.fact.Tool != ""
	}
	if _, _, caseName := t.language.SplitLabel(t.deedLabel()); caseName == tag {
		return true
	}
	has := func(words []string) bool { return slices.Contains(words, tag) }
	if t.fact.Tags != "" && has(strings.Fields(t.fact.Tags)) {
		return true
	}
	if item, ok := t.rs.Items.Get(deed.Tool); ok && item.HasTag(tag) {
		return true
	}
	if hazard, ok := t.rs.Hazards.Get(deed.Of); ok && deed.Kind == Hazard {
		return hazard.Name == tag || has(strings.Fields(deed.Tags)) || has(wordsOf(hazard.Tags))
	}
	action, ok := t.rs.Actions.Get(deed.Of)
	return ok && (action.Name == tag || has(wordsOf(action.Tags)))
}
