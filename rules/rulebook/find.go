package rulebook

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"hybrid/rules"
	"hybrid/rules/message"
)

// Finding rules by words or by a source in the printed book, for the command `rule` and the dashboard's palette. rulebook.go lists the
// rules. The fit of a match is its quality, from fitRuling, the best, to fitNone.

// Find returns the rules that match text, which is one or more words or a source in the book such as R27. Matches of whole words in labels
// come first, then beginnings of words, then mentions. If nothing matches, correction is text with each word replaced by the nearest word
// of a label with the same first letter, and list holds the rules that match the correction.
func Find(book []Rule, text string) (list []Rule, correction string) {
	text = withoutQuestion(text)
	if list = matchRules(book, text); len(list) > 0 {
		return list, ""
	}
	var vocabulary []string
	for i := range book {
		for _, label := range append([]string{book[i].Head.Label}, book[i].Head.Also...) {
			vocabulary = append(vocabulary, splitWords(label)...)
		}
	}
	list = nil
	var corrected []string
	for _, word := range splitWords(text) {
		canCorrect := !slices.Contains(vocabulary, word) && len(word) >= shortestMisspelt
		if near := message.NearestWord(word, vocabulary); canCorrect && strings.HasPrefix(near, word[:1]) && message.IsMisspelling(word, near) {
			word = near
		}
		corrected = append(corrected, word)
	}
	correction = strings.Join(corrected, " ")
	return matchRules(book, correction), correction
}

// questionWords are the words of a question such as “what is DF” that do not name a rule.
var questionWords = []string{"what", "what's", "how", "my", "is", "are", "does", "do", "i", "the", "a", "an", "mean", "work"}

// withoutQuestion returns text without question words, if it begins with one and other words remain.
func withoutQuestion(text string) string {
	words := strings.Fields(strings.TrimRight(text, "? "))
	isQuestion := func(word string) bool { return slices.Contains(questionWords, strings.ToLower(word)) }
	if len(words) == 0 || !isQuestion(words[0]) {
		return text
	}
	if remaining := slices.DeleteFunc(words, isQuestion); len(remaining) > 0 {
		return strings.Join(remaining, " ")
	}
	return text
}

// shortestMisspelt is the number of letters that a word must have to be corrected: “flee” isn't a misspelt “free”.
const shortestMisspelt = 5

// FindAnyWord returns the rules that match at least one of the words of text. Rules that match more words come first; among equals, the better
// matches. Mentions do not count.
func FindAnyWord(book []Rule, text string) []Rule {
	var list []match
	for _, rule := range book {
		fit := 0
		for _, word := range splitWords(text) {
			if wordFit := rule.rateWord(word); wordFit < fitMention {
				fit -= fitNone*fitNone - wordFit // so that one more matching word outweighs any quality of the others
			}
		}
		if fit < 0 {
			list = append(list, match{rule, fit})
		}
	}
	return sortByFit(list)
}

// match is a rule that matches a query, with the quality of the match: lower is better.
type match struct {
	rule Rule // the rule found
	fit  int  // quality, from fitRuling to fitMention; in FindAnyWord, a negative sum over the matching words
}

// sortByFit returns the rules sorted by quality, and by the order of the book where the quality is equal.
func sortByFit(list []match) []Rule {
	slices.SortStableFunc(list, func(x, y match) int { return cmp.Compare(x.fit, y.fit) })
	rules := make([]Rule, len(list))
	for i := range list {
		rules[i] = list[i].rule
	}
	return rules
}

// matchRules returns the rules of book that match text, best first. An entry whose source is text comes first; of other entries, every word
// of text must match.
func matchRules(book []Rule, text string) []Rule {
	query := splitWords(text)
	if len(query) == 0 {
		return nil
	}
	var list []match
	for _, rule := range book {
		fit := fitSource
		if _, ok := rule.Entry.(*rules.Ruling); ok {
			fit = fitRuling
		}
		if !strings.EqualFold(rule.Head.Src, strings.TrimSpace(text)) {
			if fit = rule.rateName(query); fit == fitWord { // not the whole name: the word with the worst fit counts
				for _, word := range query {
					fit = max(fit, rule.rateWord(word))
				}
			}
		}
		if fit < fitNone {
			list = append(list, match{rule, fit})
		}
	}
	return sortByFit(list)
}

// rateName returns fitName or fitAlias if query is the label, the name or another name of the rule, else fitWord.
func (r *Rule) rateName(query []string) int {
	equal := func(text string) bool { return slices.Equal(splitWords(text), query) }
	switch {
	case equal(r.Head.Label) || equal(r.Head.Name):
		return fitName
	case slices.ContainsFunc(r.Head.Also, equal):
		return fitAlias
	}
	return fitWord
}

// rateWord returns how well one word matches the rule: a constant from fitWord to fitNone.
func (r *Rule) rateWord(word string) int {
	label, name, also := splitWords(r.Head.Label), splitWords(r.Head.Name), splitWords(strings.Join(r.Head.Also, " "))
	first, own := slices.Concat(label[:min(1, len(label))], name[:min(1, len(name))]), slices.Concat(label, name)
	startsWithWord := func(other string) bool { return strings.HasPrefix(other, word) }
	_, isTask := r.Entry.(*rules.Task)
	switch {
	// tested first: a task is a worse match than anything but a mention
	case isTask && slices.ContainsFunc(append(own, also...), startsWithWord):
		return fitTask
	case slices.Contains(first, word):
		return fitWord
	case slices.Contains(also, word):
		return fitAliasWord
	case len(label) > 0 && startsWithWord(label[0]) || slices.ContainsFunc(also, startsWithWord):
		return fitStart
	case slices.ContainsFunc(own, startsWithWord):
		return fitLaterWord
	case r.Head.Text != "" && slices.Contains(splitWords(r.Text), word) || slices.Contains(splitWords(strings.Join(r.Facts, " ")), word):
		return fitMention
	}
	return fitNone
}

// splitWords returns the words of text in lower case.
func splitWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
}

// Qualities of matches, best first.
const (
	fitRuling    = iota // ruling whose source is the text
	fitSource           // source is the text
	fitName             // label or name equals the query
	fitAlias            // another name equals the query
	fitWord             // word is the first word of the label or name
	fitAliasWord        // word is a word of one of the other names
	fitStart            // label, or a word of another name, begins with the word
	fitLaterWord        // a later word of the label or name begins with the word
	fitTask             // rule is a task, and a word of one of its names begins with the word
	fitMention          // word is in the text or facts
	fitNone             // no match
)
