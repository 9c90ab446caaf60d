package rules

import (
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `languages`: the words and sentence patterns in which the log tells what happens. Package phrase has the parts of a language.

// Language is a language: the words and grammar of the program's sentences.
type Language struct {
	Head            `yaml:",inline"`
	phrase.Language `yaml:",inline"`
}

// chooseLanguage chooses the language of the pack, by default the first, checks it, and prepares it for use.
func (c *compiler) chooseLanguage(all Set[*Language]) {
	name := c.rs.Pack.Language
	if len(all.All) == 0 {
		return
	}
	if name.Text == "" {
		name.Text = all.All[0].Name
	}
	l := findEntry(c, &all, name, "language")
	if l == nil {
		return
	}
	l.Prepare()
	c.rs.Language = &l.Language
	for _, set := range []string{l.You, l.Nobody, l.Several} {
		if l.PronounSet(set) == nil {
			c.addMistake(source.UnknownName, l.Pos, "Language %s has no pronouns named “%s”, which `you`, `nobody` or `several` needs. Add them to `pronouns`.", l.Name, set)
		}
	}
	for _, rule := range l.Verbs {
		if len(rule) < 2 {
			c.addMistake(source.BadValue, l.Pos, "A rule for verbs needs at least two forms, such as [is, are].")
		}
	}
}

// MidSentence returns the spelling of a label within a sentence of the game's language.
func (rs *Ruleset) MidSentence(label string) string {
	if rs.Language != nil && rs.Language.Capitals {
		return label
	}
	return MidSentence(label)
}
