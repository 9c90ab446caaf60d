package phrase

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// The grammar of a language: verb forms, pronouns and the words that join clauses.

// Language is the vocabulary and grammar of the program's sentences in one language.
type Language struct {
	// Sets of pronouns, with the keys who, other, own, self and any case. `verb` is the number of the verb's form.
	Pronouns source.Map[source.Map[string]] `yaml:"pronouns"`
	Cases    []string                       `yaml:"cases"` // Grammatical cases besides subject and object, such as `[dat]`.
	// Verb forms, beginning with the third person: `["*s", "*"]`. `*` is the rest of the word. The first match counts.
	Verbs [][]string `yaml:"verbs"`
	// Rules that turn the first word of an action's label into a verb in the third person: `["*", "*s"]`. A third word is a case
	// of the sentences for such an action: `[throw, throws, at]`.
	Orders [][]string `yaml:"orders"`
	Joints Joints     `yaml:"joints"` // The words that connect two clauses.
	// `capitals: true`: labels keep their capital letters within sentences, as nouns do in German. Default: false.
	Capitals bool       `yaml:"capitals"`
	A        [][]string `yaml:"a"`   // The indefinite article by the start of the next word: `[[a, an], ["", a]]`.
	The      string     `yaml:"the"` // The definite article.
	// Endings of articles and `own` by gender and case, such as `he acc: en`. The definite article is `the he acc`.
	Article    source.Map[string] `yaml:"articles"`
	Indefinite []string           `yaml:"indefinite"` // The articles that descriptions begin with: `indefinite: [a, an]`.
	Cut        []string           `yaml:"cut"`        // Words at which a description is cut when it is repeated, such as `with`. They give no initials.
	Shows      source.Map[string] `yaml:"shows"`      // Nouns that imply a set of pronouns, such as `woman: she`.
	You        string             `yaml:"you"`        // The set of pronouns for the reader.
	Nobody     string             `yaml:"nobody"`     // The set of pronouns for a character whose own is unknown.
	Several    string             `yaml:"several"`    // The set of pronouns for a group.
	Unknown    string             `yaml:"unknown"`    // The words for a character who was noticed but not recognised, such as `someone`.
	Thing      string             `yaml:"thing"`      // The word for an unnoticed cause, such as `something`.
	Possessive [][]string         `yaml:"possessive"` // Endings of a possessive, by how the name ends: `possessive: [[s, "’"], ["", s]]`.
	And        string             `yaml:"and"`        // The word before the last item of a list, such as `and`.
	Trailing   string             `yaml:"trailing"`   // The verb that is dropped before a state that follows another verb, such as `is`: “Kira goes down, bleeding”.
	// The word for several people who do something one by one, such as `each`: “Kira and Dov each draw their sabre”.
	Each string `yaml:"each"`
	// Words that tell apart characters with the same looks, in order: `ordinals: [first, second, third]`. Further characters keep their
	// numbers.
	Ordinals []string `yaml:"ordinals"`
	// Words for numbers that a name may end in, from one: `cardinals: [one, two, three]` makes “the second guard” of Guard Two.
	Cardinals []string `yaml:"cardinals"`
	// Words for how often something is done, from once on; the last one is for any higher number: `times: [once, twice, again and again]`.
	Times []string `yaml:"times"`
	// The past of verbs, by the third person of the present; a third form is the plural: `past: [[is, was, were], ["*s", "*ed"]]`.
	Past    [][]string      `yaml:"past"`
	Others  string          `yaml:"others"`  // The rest of a long list, after a number: `others`.
	Comma   string          `yaml:"comma"`   // The text between list items: `", "`.
	Stop    string          `yaml:"stop"`    // The end of a sentence: `"."`.
	Closers string          `yaml:"closers"` // Characters after which a sentence needs no full stop: `".!?"`.
	Facts   source.Map[Say] `yaml:"facts"`   // Sentences for facts that the pack has no sentence for, by kind.
	Recap   source.Map[Say] `yaml:"recap"`   // Sentences of “Last time”, by kind, with verbs in the past: `recap: {on_feet: "{who is} still standing"}`.

	joints []string // all joints, longest first
	minor  []string // words that contribute no initial
}

// Joints are the words that connect two clauses.
type Joints struct {
	Always []string `yaml:"always"` // Joints that stay even if both clauses have one subject, such as `", but "`.
	Breaks []string `yaml:"breaks"` // Joints that become a full stop in a long sentence, such as `"; "`.
	Others []string `yaml:"others"` // All other joints, such as `" and "`.
}

// Prepare sets up the language for Parser and IsMinorWord after decoding.
func (l *Language) Prepare() {
	l.joints = slices.Concat(l.Joints.Always, l.Joints.Breaks, l.Joints.Others)
	slices.SortStableFunc(l.joints, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	l.minor = slices.Concat(l.Indefinite, l.Cut, []string{l.The, l.And})
}

// PronounNames returns the names of the sets of pronouns; nil if l is nil.
func (l *Language) PronounNames() (names []string) {
	if l != nil {
		for _, set := range l.Pronouns {
			names = append(names, set.Name)
		}
	}
	return names
}

// PronounSet returns the set of pronouns with this name; nil if it is unknown.
func (l *Language) PronounSet(name string) source.Map[string] {
	for _, set := range l.Pronouns {
		if set.Name == name {
			return set.Value
		}
	}
	return nil
}

// verbForms returns the forms of a verb from its third person; nil if no rule matches.
func (l *Language) verbForms(verb string) []string { return matchForms(l.Verbs, verb) }

// IsMinorWord reports whether a word of a name contributes no initial: an article, a word at which descriptions are cut, or the word for
// “and”. l may be nil.
func (l *Language) IsMinorWord(word string) bool {
	return l != nil && slices.ContainsFunc(l.minor, func(minor string) bool { return len(minor) == len(word) && strings.EqualFold(minor, word) })
}

// SplitLabel splits an action's label, such as “Strike at”, into its verb, in the third person, and the rest. caseName is the case of
// sentences that the language names for the verb; "" for none.
func (l *Language) SplitLabel(label string) (verb Verb, rest, caseName string) {
	first, rest, _ := strings.Cut(label, " ")
	verb.Word = first
	forms := matchForms(l.Orders, first)
	if len(forms) > 1 {
		verb.Word = forms[1]
	}
	if len(forms) > 2 {
		caseName = forms[2]
	}
	return verb, rest, caseName
}

// matchForms returns the forms of a verb by the first matching rule; nil if none matches.
func matchForms(rules [][]string, verb string) []string {
	for _, rule := range rules {
		if len(rule) == 0 {
			continue
		}
		tail, open := strings.CutPrefix(rule[0], "*") // open: the rule is for all verbs with this ending
		if !open && verb == rule[0] {
			return rule
		}
		stem, ok := strings.CutSuffix(verb, tail)
		if !open || !ok || stem == "" {
			continue
		}
		forms := make([]string, len(rule))
		for i, form := range rule {
			forms[i] = strings.Replace(form, "*", stem, 1)
		}
		return forms
	}
	return nil
}

// Inflect returns one of the forms of a verb; form is its number, from 1 for the third person. If the verb has fewer forms, it returns the
// last. In a phrase of several words, the first word is the verb.
func (l *Language) Inflect(verb Verb, form int) string {
	forms := verb.Forms
	if first, object, several := strings.Cut(verb.Word, " "); forms == nil && several {
		return l.Inflect(Verb{Word: first}, form) + " " + object
	}
	if forms == nil {
		forms = l.verbForms(verb.Word)
	}
	if len(forms) == 0 {
		return verb.Word
	}
	return forms[min(max(form, 1), len(forms))-1]
}

// FactSentence returns the default sentence for a kind of fact; nil if there is none.
func (l *Language) FactSentence(kind string) *Say {
	for _, list := range []source.Map[Say]{l.Facts, l.Recap} {
		for i := range list {
			if list[i].Name == kind {
				return &list[i].Value
			}
		}
	}
	return nil
}

// PastTense returns the past tense of a verb that is given in the third person; form selects one of its forms, from 1. In a phrase of
// several words, the first word is the verb. A verb without a past is returned unchanged.
func (l *Language) PastTense(verb string, form int) string {
	first, object, several := strings.Cut(verb, " ")
	forms := matchForms(l.Past, first)
	if len(forms) < 2 {
		return verb
	}
	past := forms[min(max(form, 1), len(forms)-1)]
	if several {
		past += " " + object
	}
	return past
}
