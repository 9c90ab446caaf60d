package phrase

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Patterns of sentences: their syntax, placeholders, cases and variants. language.go has the grammar that supplies the words.
//
// The story tells facts: what a step did, or how a condition began. A deed is the fact that an actor acts or answers. A pattern such as
// `{who hits} {other}, and {who breaks} {own tool}` consists of clauses, each with a subject and a verb in the first braces; the text
// between two clauses is a joint. A case is a word that selects one of the texts of a Say; the case of a noun, such as dat, is always
// called a grammatical case.

// Say is the text for a kind of fact: one pattern, several variants used in turn, or a Say for each of several cases, which are words such
// as made, put, whole or a tag. An empty pattern produces no text.
type Say struct {
	Pos      source.Pos  // position in the YAML
	Quiet    bool        // whether changes that accompany the fact are omitted from the story
	Pattern  *Pattern    // the one pattern; nil if there are cases or variants
	Cases    []Case      // texts by case; nil for none
	Variants []*Say      // variants that are used in turn; nil if there is only one
	Text     source.Text // text as written
}

// Case is the text for one case.
type Case struct {
	Word string        // name of the case, such as made
	Asks *AskedOutcome // outcome that the case requires; nil if it is not for an outcome
	Pos  source.Pos    // position in the YAML
	Say  *Say          // text for the case
}

// AskedOutcome is the outcome of another step or of an answer that a case requires: `block.made`, `through.none`, `crouch.chosen`.
type AskedOutcome struct {
	Name       string // name of a step, or of an action or a sequence that contains the step
	IsSequence bool   // whether Name is an action or a sequence, in which case any of its steps counts
	Outcome    string // CaseNone, CaseSome, CaseLittle, CaseChosen, made, missed, or a degree
}

// Outcomes other than those of rolls.
const (
	CaseNone   = "none"   // total is 0
	CaseSome   = "some"   // total is more than 0
	CaseLittle = "little" // total is more than 0, but less than a quarter of its starting value
	CaseChosen = "chosen" // answer was chosen
)

// CaseMade and CaseMissed are the cases of one or more rolls that succeeded or failed.
const (
	CaseMade   = "made"
	CaseMissed = "missed"
)

// CaseFight is the case of the end of a fight in a scene that continues.
const CaseFight = "fight"

// CaseChase is the case of an actor whose target is also moving.
const CaseChase = "chase"

// CaseMany is the case of a target that is a group, such as a swarm.
const CaseMany = "many"

// CaseStill is the case of a step that keeps its actor from moving.
const CaseStill = "still"

// CaseSelf is the case of an actor who is its own target.
const CaseSelf = "self"

// CaseLast is the case of a condition's last effect.
const CaseLast = "last"

// SplitOutcome splits the word of a case that requires an outcome, such as block.made.
func SplitOutcome(word string) (step, outcome string, ok bool) { return strings.Cut(word, ".") }

// Cases that are possible in every say. A deed and its result, such as a hit, are described either in one sentence, by the result's case
// `whole`, or in two, the second of them by the result's case `then`.
const (
	CaseWhole  = "whole"  // for a sentence that describes the deed as well
	CaseThen   = "then"   // for a text after a sentence that has already described the deed
	CaseYou    = "you"    // for the player of the actor that the fact is about
	CaseElse   = "else"   // for all facts without a case of their own
	CaseItem   = "item"   // for a condition about an item
	CaseResult = "result" // for a roll's result in the text for the player who rolls, outside the story
	CasePhrase = "phrase" // for a deed whose label has several words
	CaseQuiet  = "quiet"  // not a case: a key that sets Say.Quiet
	CaseBeing  = "being"  // for the state of an actor that a condition prevents from acting
)

// DecodeNode decodes a pattern, a list of variants, or a map of cases.
func (s *Say) DecodeNode(n *source.Node, r *source.Report) {
	s.Pos = n.Pos
	switch n.Kind {
	case source.Null: // no text
	case source.Scalar:
		s.Text = source.Text{Text: n.Text, Pos: n.Pos, Quoted: n.Quoted}
		s.Pattern = &Pattern{}
	case source.Mapping:
		for _, f := range n.Fields {
			if f.Key == CaseQuiet {
				source.Decode(f.Value, &s.Quiet, r)
				continue
			}
			c := Case{Word: f.Key, Pos: f.Pos, Say: &Say{}}
			c.Say.DecodeNode(f.Value, r)
			s.Cases = append(s.Cases, c)
		}
	case source.List:
		for _, item := range n.Items {
			variant := &Say{}
			variant.DecodeNode(item, r)
			s.Variants = append(s.Variants, variant)
		}
	}
}

// Forms returns the YAML forms: a pattern, a list of variants, or a map of cases.
func (*Say) Forms() []any { return []any{source.Text{}, []Say{}, source.Map[Say]{}} }

// Case returns the text for a case; nil if there is none.
func (s *Say) Case(word string) *Say {
	if s == nil || word == "" {
		return nil
	}
	for i := range s.Cases {
		if s.Cases[i].Word == word {
			return s.Cases[i].Say
		}
	}
	return nil
}

// IsSilent reports whether s has an empty pattern, which produces no text.
func (s *Say) IsSilent() bool { return s != nil && s.Pattern != nil && len(s.Pattern.Clauses) == 0 }

// Pattern consists of one or more clauses with placeholders for the facts.
type Pattern struct {
	Text    string   // text as written; "" for an empty pattern
	Clauses []Clause // parsed text; nil for an empty pattern
}

// Leaves returns all Says with a pattern: s itself, or those among its cases and variants.
func (s *Say) Leaves() (list []*Say) {
	switch {
	case s == nil: // none
	case s.Pattern != nil:
		return []*Say{s}
	default:
		for _, variant := range s.Variants {
			list = append(list, variant.Leaves()...)
		}
		for i := range s.Cases {
			list = append(list, s.Cases[i].Say.Leaves()...)
		}
	}
	return list
}

// HasActor reports whether a pattern names an actor.
func (p *Pattern) HasActor() bool {
	var hasRole func([]Piece) bool
	hasRole = func(pieces []Piece) bool {
		return slices.ContainsFunc(pieces, func(piece Piece) bool { return piece.Role != NoRole || hasRole(piece.Parts) })
	}
	return slices.ContainsFunc(p.Clauses, func(c Clause) bool { return c.Subject != NoRole || hasRole(c.Rest) })
}

// ValueNames returns the names of the values in a pattern.
func (p *Pattern) ValueNames() (names []string) {
	var addNames func([]Piece)
	addNames = func(pieces []Piece) {
		for i := range pieces {
			if pieces[i].Kind == PieceValue {
				names = append(names, pieces[i].Text)
			}
			addNames(pieces[i].Parts)
		}
	}
	for i := range p.Clauses {
		addNames(p.Clauses[i].Rest)
	}
	return names
}

// Clause is a part of a pattern with one subject and one verb, or a text without a subject.
type Clause struct {
	Joint      string  // text that joins it to the clause before; "" for the first clause
	IsOptional bool    // whether it is omitted if one of its values is unknown
	Subject    Role    // NoRole for a text without a subject
	Verb       Verb    // verb; the zero value without a subject
	Rest       []Piece // pieces after the verb, or the whole text if there is no subject
}

// Whose is the placeholder for the acting actor in the name of a table's row: "{who's} foot slips".
const Whose = "{who's}"

// Role is one of the two actors of a step.
type Role int

// Roles in patterns, as in formulas: who is the actor of the step.
const (
	NoRole Role = iota
	RoleWho
	RoleOther
)

// Verb is the verb of a clause, given by its third person, by all its forms, or by the name of one of the game's own verbs (TaggedVerb).
type Verb struct {
	Word     string   // third person, or the name of a TaggedVerb; "" if Forms is set
	Forms    []string // all forms as written, from the third person on; nil for a verb that the language inflects
	IsTagged bool     // whether Word is the name of a TaggedVerb
	IsLabel  bool     // whether the label of the deed is the verb
}

// PieceKind is a kind of piece.
type PieceKind int

// Kinds of pieces.
const (
	PieceText       PieceKind = iota
	PieceRole                 // actor, in a grammatical case
	PiecePossessive           // possessive of an actor
	PieceSelf                 // reflexive pronoun of the subject
	PieceOwn                  // possessive of the subject
	PieceValue                // value of the fact, such as tool
	PieceOptional             // pieces that are all omitted if one of them is unknown
)

// Piece is a piece of a clause.
type Piece struct {
	Kind            PieceKind // role, value, fixed text or another kind
	Text            string    // fixed text, or the name of a value
	Role            Role      // actor; NoRole for other kinds of pieces
	GrammaticalCase string    // grammatical case; "" for the nominative
	HasPossessive   bool      // whether a possessive of the subject precedes the value
	HasArticle      bool      // whether an indefinite article precedes the value
	CountForms      []string  // words after a number, for one and for several; nil for other pieces
	Parts           []Piece   // pieces of a PieceOptional
}

// TaggedVerb is a verb of the pack with the words after it, either one for all tags or several by tag.
type TaggedVerb struct {
	Cases []TagCase // verbs by tag, in the order in which they are tried
}

// TagCase is the verb for a tag of the action or of its tool.
type TagCase struct {
	Tag  string      // CaseElse for all other tags
	Pos  source.Pos  // position in the YAML
	Verb Verb        // parsed verb
	Rest []Piece     // pieces after the verb
	text source.Text // verb as written
}

// DecodeNode decodes one verb, or a map by tag.
func (p *TaggedVerb) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		p.Cases = []TagCase{{Tag: CaseElse, Pos: n.Pos, text: source.Text{Text: n.Text, Pos: n.Pos, Quoted: n.Quoted}}}
		return
	}
	var texts source.Map[source.Text]
	source.Decode(n, &texts, r)
	for _, entry := range texts {
		p.Cases = append(p.Cases, TagCase{Tag: entry.Name, Pos: entry.Pos, text: entry.Value})
	}
}

// Forms returns the YAML forms: a text, or a map of texts by tag.
func (*TaggedVerb) Forms() []any {
	return []any{source.Text{}, source.Keyed{Form: source.Map[source.Text]{}, Names: "tags otherwise"}}
}

// valueDeed is the label of the deed, the only value that can also be a verb.
const valueDeed = "deed"

// ValueAmount is the amount lost or gained.
const ValueAmount = "amount"

// ValueHow is the quality of a roll, as the adverb of its degree.
const ValueHow = "how"

// ValueTimes is the number of repetitions, in words.
const ValueTimes = "times"

// valueNames returns the names of the values in patterns, except steps of the game.
func valueNames() []string {
	return []string{"tool", "row", "side", ValueHow, valueDeed, "number", "count", "text", "label", "asked", "was", ValueAmount, ValueTimes}
}

// FindVerb returns the verb of the pack with this name.
func FindVerb(list source.Map[TaggedVerb], name string) (*TaggedVerb, bool) {
	for i := range list {
		if list[i].Name == name {
			return &list[i].Value, true
		}
	}
	return nil, false
}

// VerbNames returns the names of verbs.
func VerbNames(list source.Map[TaggedVerb]) (names []string) {
	return collect.Map(list, func(entry source.MapItem[TaggedVerb]) string { return entry.Name })
}

// CaseFor returns the first case of p for whose tag hasTag returns true, or nil.
func (p *TaggedVerb) CaseFor(hasTag func(string) bool) *TagCase {
	for i := range p.Cases {
		if tag := p.Cases[i].Tag; tag == CaseElse || hasTag(tag) {
			return &p.Cases[i]
		}
	}
	return nil
}

// Parser parses patterns with the names of a game.
type Parser struct {
	Language *Language                                                          // grammar: conjunctions and verb forms
	Verbs    source.Map[TaggedVerb]                                             // verbs of the pack
	IsStep   func(name string) bool                                             // reports whether name is a step of the game
	IsSecret func(name string) bool                                             // reports whether every step of that name is secret
	Mistake  func(code source.Code, pos source.Pos, format string, args ...any) // reports a mistake
}

// ParsePattern parses the text of s into s.Pattern, which must not be nil.
func (p *Parser) ParsePattern(s *Say) {
	s.Pattern.Text = s.Text.Text
	if s.Text.Text == "" {
		return
	}
	parser := &patternParser{Parser: p, text: s.Text}
	if strings.Contains(s.Text.Text, "  ") {
		parser.reportFirst(source.BadValue, "“%s” has two spaces in a row. Remove one.", s.Text.Text)
	}
	s.Pattern.Clauses = parser.parseClauses(s.Text.Text)
}

// ParseCase parses the verb of c and the words after it.
func (p *Parser) ParseCase(c *TagCase) {
	parser := patternParser{Parser: p, text: c.text, subject: RoleWho}
	word, rest := c.text.Text, ""
	if at := strings.IndexAny(word, " [{"); at >= 0 {
		word, rest = word[:at], word[at:]
	}
	c.Verb = parser.parseVerb(word)
	c.Rest = parser.parsePieces(rest)
}

// patternParser parses one pattern and reports its mistakes.
type patternParser struct {
	*Parser
	text       source.Text // pattern as written
	subject    Role        // current clause's subject
	hasMistake bool        // whether a mistake was reported
}

// reportFirst reports a mistake if it is the first one in the pattern.
func (p *patternParser) reportFirst(code source.Code, format string, args ...any) {
	if !p.hasMistake {
		p.Mistake(code, p.text.Pos, format, args...)
	}
	p.hasMistake = true
}

// parseClauses parses the clauses of a text. Each begins at the start of the text, or at a joint before a role and its verb. Clauses in
// brackets are optional; a joint before or within the brackets belongs to the first of them.
func (p *patternParser) parseClauses(text string) (list []Clause) {
	for text != "" && !p.hasMistake {
		joint, rest := p.cutLeadingJoint(text)
		if inner, after, ok := p.cutOptional(rest); ok {
			if nested, _ := p.cutLeadingJoint(inner); joint != "" || nested != "" || len(list) == 0 {
				for _, c := range p.parseClauses(inner) {
					c.Joint, c.IsOptional = cmp.Or(joint, c.Joint), true
					joint = ""
					list = append(list, c)
				}
				text = after
				continue
			}
		}
		end := p.clauseEnd(rest)
		list = append(list, p.parseClause(joint, rest[:end]))
		text = rest[end:]
	}
	return list
}

// cutOptional splits a text that begins with optional clauses in brackets into these clauses and the rest.
func (p *patternParser) cutOptional(text string) (inner, after string, ok bool) {
	if !strings.HasPrefix(text, "[") {
		return "", "", false
	}
	if inner, after, ok = cutBrackets(text); ok {
		_, begins := p.cutLeadingJoint(inner)
		ok = p.beginsClause(begins)
	}
	return inner, after, ok
}

// clauseEnd returns the end of the first clause of a text: the position of a joint that begins another clause, or of bracketed clauses that
// begin with a joint.
func (p *patternParser) clauseEnd(text string) int {
	depth := 0
	for i := 1; i < len(text); i++ {
		switch text[i-1] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		if depth > 0 {
			continue
		}
		if joint, next := p.cutLeadingJoint(text[i:]); joint != "" && p.beginsClause(next) {
			return i
		}
		if inner, _, ok := p.cutOptional(text[i:]); ok {
			if joint, _ := p.cutLeadingJoint(inner); joint != "" {
				return i
			}
		}
	}
	return len(text)
}

// cutLeadingJoint splits off the joint at the start of a text, the longest that matches.
func (p *patternParser) cutLeadingJoint(text string) (joint, rest string) {
	for _, j := range p.Language.joints {
		if rest, ok := strings.CutPrefix(text, j); ok {
			return j, rest
		}
	}
	return "", text
}

// beginsClause reports whether a text begins with a clause that has a subject.
func (p *patternParser) beginsClause(text string) bool {
	inner, _, closed := strings.Cut(text, "}")
	role, verb, _ := strings.Cut(strings.TrimPrefix(inner, "{"), " ")
	return closed && strings.HasPrefix(text, "{") && roleOf(role) != NoRole && verb != "" && !p.isDeclension(verb)
}

// isDeclension reports whether a word names a grammatical case of the language, such as dat.
func (p *patternParser) isDeclension(word string) bool {
	return slices.Contains(p.Language.Cases, word)
}

// roleOf returns the role named by a word of a pattern, or NoRole.
func roleOf(word string) Role {
	switch word {
	case "who":
		return RoleWho
	case "other":
		return RoleOther
	}
	return NoRole
}

// cutBrackets splits a text that begins with a bracket into the bracketed part and the rest.
func cutBrackets(text string) (inner, after string, ok bool) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return text[1:i], text[i+1:], true
			}
		}
	}
	return "", "", false
}

// parseClause parses one clause.
func (p *patternParser) parseClause(joint, text string) Clause {
	c := Clause{Joint: joint}
	p.subject = NoRole
	if p.beginsClause(text) {
		inner, rest, _ := strings.Cut(text[1:], "}")
		role, verb, _ := strings.Cut(inner, " ")
		c.Subject = roleOf(role)
		p.subject = c.Subject
		c.Verb = p.parseVerb(verb)
		c.Rest = p.parsePieces(rest)
		return c
	}
	if word, _, ok := strings.Cut(strings.TrimPrefix(text, "{"), "}"); ok && strings.HasPrefix(text, "{") && roleOf(word) != NoRole {
		p.reportFirst(source.BadValue, "“%s” has no verb. Put it into the braces: `{%s is}`.", text, word)
	}
	c.Rest = p.parsePieces(text)
	return c
}

// parseVerb parses a verb: its third-person form, all forms separated by bars, or the name of a verb of the pack.
func (p *patternParser) parseVerb(text string) Verb {
	if strings.Contains(text, "|") {
		return Verb{Forms: strings.Split(text, "|")}
	}
	if _, ok := FindVerb(p.Verbs, text); ok {
		return Verb{Word: text, IsTagged: true}
	}
	if first, _, more := strings.Cut(text, " "); more {
		p.reportFirst(source.BadValue, "“%s” is more than a verb. Write the rest after the braces: `{who %s} …`.", text, first)
	}
	if text == valueDeed {
		return Verb{Word: text, IsLabel: true}
	}
	if p.Language.verbForms(text) == nil {
		hint := strings.TrimPrefix(message.Suggest(text, VerbNames(p.Verbs)), ". ")
		p.reportFirst(source.UnknownName, "%s", message.NotA(text, "a verb in the third person", cmp.Or(hint, "Write it like “hits”, or give both forms: `{who is|are}`")))
	}
	return Verb{Word: text}
}

// parsePieces parses the text after a verb, or a text without a subject.
func (p *patternParser) parsePieces(text string) (list []Piece) {
	for text != "" && !p.hasMistake {
		at := strings.IndexAny(text, "{}[]")
		if at < 0 {
			return append(list, Piece{Text: text})
		}
		if at > 0 {
			list = append(list, Piece{Text: text[:at]})
		}
		switch text[at] {
		case '[':
			inner, after, ok := cutBrackets(text[at:])
			if !ok {
				p.reportFirst(source.BadValue, "“%s” has a [ without a ].", p.text.Text)
			}
			list, text = append(list, Piece{Kind: PieceOptional, Parts: p.parsePieces(inner)}), after
		case '{':
			inner, after, ok := strings.Cut(text[at+1:], "}")
			if !ok {
				p.reportFirst(source.BadValue, "“%s” has a { without a }.", p.text.Text)
			}
			piece := p.parsePiece(inner)
			if article := p.trailingArticle(text[:at]); article != "" && piece.Kind == PieceValue && !piece.HasArticle && !piece.HasPossessive {
				p.reportFirst(source.BadValue, "“%s {%s}” has one article for every word. Write `{a %s}`.", article, inner, inner)
			}
			list, text = append(list, piece), after
		default:
			p.reportFirst(source.BadValue, "“%s” has a %c that nothing opens.", p.text.Text, text[at])
		}
	}
	return list
}

// trailingArticle returns the indefinite article at the end of a text; "" for none.
func (p *patternParser) trailingArticle(text string) string {
	words := strings.Fields(text)
	for _, rule := range p.Language.A {
		if len(rule) == 2 && strings.HasSuffix(text, " ") && len(words) > 0 && words[len(words)-1] == rule[1] {
			return rule[1]
		}
	}
	return ""
}

// parsePiece parses the text in braces. That is one of the two actors, a pronoun for the subject, or a value such as `tool`. `a` or `own`
// can precede a value; a grammatical case, or words for one and several such as `one|many`, can follow it.
func (p *patternParser) parsePiece(inner string) Piece {
	words := strings.Fields(inner)
	piece := Piece{Kind: PieceValue}
	if n := len(words); n > 1 && p.isDeclension(words[n-1]) {
		piece.GrammaticalCase, words = words[n-1], words[:n-1]
	}
	if len(words) == 0 {
		p.reportFirst(source.BadValue, "“%s” has empty braces.", p.text.Text)
		return piece
	}
	first := words[0]
	switch role, whose := strings.CutSuffix(first, "'s"); {
	case first == "self" && len(words) == 1:
		piece.Kind = PieceSelf
		p.requireSubject(inner)
		return piece
	case first == "own":
		piece.HasPossessive, words = true, words[1:]
		p.requireSubject(inner)
		if len(words) == 0 {
			piece.Kind = PieceOwn
			return piece
		}
	case first == "a" && len(words) > 1:
		piece.HasArticle, words = true, words[1:]
	case roleOf(first) != NoRole && len(words) == 1:
		piece.Kind, piece.Role = PieceRole, roleOf(first)
		return piece
	case whose && roleOf(role) != NoRole && len(words) == 1:
		piece.Kind, piece.Role = PiecePossessive, roleOf(role)
		return piece
	}
	piece.Text = words[0]
	if len(words) > 1 {
		piece.CountForms = strings.Split(strings.Join(words[1:], " "), "|")
	}
	p.verifyValue(inner, &piece, len(words))
	return piece
}

// verifyValue reports a mistake in the braces of a value, whose text is inner: an unknown value, too many words, or the result of a secret
// step. words is the number of words: the value and the words after it.
func (p *patternParser) verifyValue(inner string, piece *Piece, words int) {
	isStepName := !slices.Contains(valueNames(), piece.Text)
	switch {
	case isStepName && !p.IsStep(piece.Text):
		p.reportFirst(source.UnknownName, "“{%s}” isn't a value of a pattern%s", inner, cmp.Or(
			message.Suggest(piece.Text, append(valueNames(), "who", "other", "own", "self")),
			". Use who, other, own, self, the name of a step, or one of: "+strings.Join(valueNames(), ", ")+"."))
	case words > 2 && len(piece.CountForms) < 2:
		p.reportFirst(source.BadValue, "“{%s}” has too many words. Write one value, with `one|many` after it where it is counted.", inner)
	case isStepName && p.IsSecret(piece.Text):
		p.reportFirst(source.BadValue, "“{%s}” tells a secret step, which everyone would read. Remove it.", inner)
	}
}

// requireSubject reports a reference to the subject in a clause without one.
func (p *patternParser) requireSubject(inner string) {
	if p.subject == NoRole {
		p.reportFirst(source.BadValue, "“{%s}” belongs to the subject, and “%s” has none. Begin the clause with `{who …}`.", inner, p.text.Text)
	}
}
