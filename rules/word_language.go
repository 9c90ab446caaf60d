package rules

import (
	"cmp"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Language is the words and the grammar with which the program makes sentences.
type Language struct {
	Head       `yaml:",inline"`
	Pronouns   source.Map[source.Map[string]] `yaml:"pronouns"`   // sets of pronouns, by name: who, other, own, self, the cases of the language, and `verb`, which form a verb has with it, from 1. A set without `who` repeats the name
	Cases      []string                       `yaml:"cases"`      // further cases, such as dat
	Verbs      [][]string                     `yaml:"verbs"`      // the forms of verbs, from the third person on; * matches the rest of the word, and the first match counts
	Joints     Joints                         `yaml:"joints"`     // the joints between two clauses
	A          [][]string                     `yaml:"a"`          // the indefinite article, for each beginning of a word
	The        string                         `yaml:"the"`        // the definite article
	Article    source.Map[string]             `yaml:"articles"`   // where articles and `own` decline: endings by gender and case, such as `he acc: en`; the definite article as `the he acc`
	Indefinite []string                       `yaml:"indefinite"` // the articles with which looks begin
	Cut        []string                       `yaml:"cut"`        // the words before which looks are cut at their second mention
	Shows      source.Map[string]             `yaml:"shows"`      // nouns that tell the pronouns
	You        string                         `yaml:"you"`        // the set of pronouns for the reader
	Nobody     string                         `yaml:"nobody"`     // the set of pronouns for an unknown person
	Several    string                         `yaml:"several"`    // the set of pronouns for several together
	Unknown    string                         `yaml:"unknown"`    // the name of an unknown person
	Thing      string                         `yaml:"thing"`      // the name of an unnoticed attacker
	Possessive [][]string                     `yaml:"possessive"` // the ending of a possessive, for each ending of a name
	And        string                         `yaml:"and"`        // before the last of a list
	Comma      string                         `yaml:"comma"`      // between the others
	Stop       string                         `yaml:"stop"`       // at the end of a sentence
	Closers    string                         `yaml:"closers"`    // the signs after which a sentence needs no stop
	Facts      source.Map[Say]                `yaml:"facts"`      // the patterns of facts without `say` in the pack, by kind

	joints []string // all of them, the longest first
}

// Joints are the texts between two clauses.
type Joints struct {
	Always []string `yaml:"always"` // kept between clauses of the same subject, too, such as ", but "
	Breaks []string `yaml:"breaks"` // a full stop instead where the sentence is long, such as "; "
	Others []string `yaml:"others"` // the others
}

// languages chooses the language of the pack, the first where it names none, and makes it ready.
func (c *compiler) languages(all Set[*Language]) {
	name := c.rs.Pack.Language
	if len(all.All) == 0 {
		return
	}
	if name.Text == "" {
		name.Text = all.All[0].Name
	}
	c.rs.Language = findEntry(c, &all, name, "language")
	l := c.rs.Language
	if l == nil {
		return
	}
	l.joints = slices.Concat(l.Joints.Always, l.Joints.Breaks, l.Joints.Others)
	slices.SortStableFunc(l.joints, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, set := range []string{l.You, l.Nobody, l.Several} {
		if l.PronounSet(set) == nil {
			c.mistake(source.UnknownName, l.Pos, "language %s has no pronouns named %q; you, nobody and several name sets of pronouns", l.Name, set)
		}
	}
	for _, rule := range l.Verbs {
		if len(rule) < 2 {
			c.mistake(source.BadValue, l.Pos, "a rule for verbs lists at least two forms, such as [is, are]")
		}
	}
}

// PronounNames lists the sets of pronouns; none without a language.
func (l *Language) PronounNames() (names []string) {
	if l != nil {
		for _, set := range l.Pronouns {
			names = append(names, set.Name)
		}
	}
	return names
}

// PronounSet returns a set of pronouns by name; nil for an unknown one.
func (l *Language) PronounSet(name string) source.Map[string] {
	for _, set := range l.Pronouns {
		if set.Name == name {
			return set.Value
		}
	}
	return nil
}

// forms returns the forms of a verb given in the third person; nil where no rule fits.
func (l *Language) forms(verb string) []string {
	for _, rule := range l.Verbs {
		if len(rule) == 0 {
			continue
		}
		tail, open := strings.CutPrefix(rule[0], "*")
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

// Inflect returns a verb in a form, counted from 1; the last that it has where it has fewer.
func (l *Language) Inflect(verb Verb, form int) string {
	forms := verb.Forms
	if forms == nil {
		forms = l.forms(verb.Word)
	}
	if len(forms) == 0 {
		return verb.Word
	}
	return forms[min(max(form, 1), len(forms))-1]
}

// Fact returns how a kind of fact is told by default; nil where nothing is said of it.
func (l *Language) Fact(kind string) *Say {
	for i := range l.Facts {
		if l.Facts[i].Name == kind {
			return &l.Facts[i].Value
		}
	}
	return nil
}
