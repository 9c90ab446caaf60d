package main

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/kljensen/snowball/english"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Full-text search of help by a ranking function based on BM25: every word of a question counts, in any of its English forms. A term is the
// stem of a word, or a pair of neighbouring stems. root_find.go fills the index.

// searchIndex is an index of help by its terms.
type searchIndex struct {
	entries    []indexedHelp     // everything that can be found
	termCounts map[string]int    // number of entries that have a term, by term
	stems      map[string]string // cache of stems, by word
}

// indexedHelp is an entry of help with its terms.
type indexedHelp struct {
	helpEntry
	readerWeight float64            // factor of the score: above 1 for topics that most readers need, below 1 for less useful ones
	names        []string           // name and synonyms, each as stems separated by spaces
	title        string             // heading or description, as stems separated by spaces
	weights      map[string]float64 // weight of each term, by term
}

// foundHelp is an entry of help that matches a question.
type foundHelp struct {
	helpEntry
	named       bool    // whether the question is the entry's name or a synonym
	exact       bool    // whether named is set, or the question is the entry's heading or description
	hasAllWords bool    // whether the entry has all words of the question
	score       float64 // relevance; 0 if no word was found
}

// commonWords are the words of a question that don't indicate its subject.
var commonWords = strings.Fields(`a about am an and any are at be between by can can't could did do does during for from get give has have how happen happens
	hybrid i if in is it it's its let long made make makes making many me mean means much must my need of on or should so someone something than
	that the there thing this to want was we what when where which who whose why will with work works would you your`)

// splitWords returns the words of a text in lower case. A name such as pools_now yields itself and then its parts.
func splitWords(text string) (words []string) {
	isSeparator := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_'’", r)
	}
	for _, word := range strings.FieldsFunc(strings.ToLower(text), isSeparator) {
		word = strings.Trim(word, "'’_")
		words = append(words, word)
		if strings.Contains(word, "_") {
			words = append(words, strings.FieldsFunc(word, func(r rune) bool { return r == '_' })...)
		}
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}

// subjectWords returns the words of text that indicate its subject: all except commonWords, or all its words if these are all common.
func subjectWords(text string) []string {
	words := splitWords(text)
	if some := collect.Filter(words, func(word string) bool { return !slices.Contains(commonWords, word) }); len(some) > 0 {
		return some
	}
	return words
}

// subjectStems returns the stems of the subject words of a text.
func (x *searchIndex) subjectStems(text string) []string {
	return collect.Map(subjectWords(text), func(word string) string {
		stem, known := x.stems[word]
		if !known {
			stem = english.Stem(word, false)
			x.stems[word] = stem
		}
		return stem
	})
}

// stemsAndPairs returns the terms of a text: its stems, then the pairs of neighbouring stems.
func stemsAndPairs(stems []string) []string {
	terms := slices.Clone(stems)
	for i := 1; i < len(stems); i++ {
		terms = append(terms, stems[i-1]+" "+stems[i])
	}
	return terms
}

// Weight of a term in each part of an entry, and the usual number of terms in that part. In a longer part, a term has less weight.
const (
	titleWeight, usualTitle = 12, 5
	keyWeight, usualKeys    = 3, 40
	bodyWeight, usualBody   = 1, 250
	synonymWeight           = 16 // shared by the terms of a synonym
)

// Parameters of the ranking, as of BM25.
const (
	lengthShare = 0.6 // influence of a part's length on weights: 0 for none, 1 for full proportion
	halfScore   = 8   // weight with which a term gets half of the highest possible score
)

// addEntry adds an entry to the index. title, keys and body are the texts of its parts; keys holds names of YAML keys. readerWeight
// multiplies its score.
func (x *searchIndex) addEntry(e helpEntry, readerWeight float64, title, keys, body string) {
	entry := indexedHelp{helpEntry: e, readerWeight: readerWeight, weights: map[string]float64{}}
	synonyms := e.synonyms()
	phrase := func(text string) string { return strings.Join(x.subjectStems(text), " ") }
	entry.names, entry.title = collect.Map(synonyms, phrase), phrase(e.about)
	if e.section == nil {
		entry.names = append(entry.names, phrase(e.name))
	}
	x.weighPart(&entry, title, titleWeight, usualTitle)
	x.weighSynonyms(&entry, synonyms)
	x.weighPart(&entry, keys, keyWeight, usualKeys)
	x.weighPart(&entry, body, bodyWeight, usualBody)
	for term := range entry.weights {
		x.termCounts[term]++
	}
	x.entries = append(x.entries, entry)
}

// weighPart adds the weights of the terms of text, a part of an entry. weight is that of a term if the part has up to the usual number of
// terms.
func (x *searchIndex) weighPart(entry *indexedHelp, text string, weight, usual float64) {
	terms := stemsAndPairs(x.subjectStems(text))
	for _, term := range terms {
		entry.weights[term] += weight / (1 - lengthShare + lengthShare*max(1, float64(len(terms))/usual))
	}
}

// weighSynonyms adds the weights of the terms of an entry's synonyms. A term of several synonyms counts once, for the shortest of them.
func (x *searchIndex) weighSynonyms(entry *indexedHelp, synonyms []string) {
	best := map[string]float64{} // weight of each term in the shortest synonym that has it
	for _, synonym := range synonyms {
		terms := stemsAndPairs(x.subjectStems(synonym))
		for _, term := range terms {
			best[term] = max(best[term], synonymWeight/float64(len(terms)))
		}
	}
	for term, weight := range best {
		entry.weights[term] += weight
	}
}

// rarity returns the inverse document frequency of a term: the fewer entries have it, the higher.
func (x *searchIndex) rarity(term string) float64 {
	found := float64(x.termCounts[term])
	return math.Log(1 + (float64(len(x.entries))-found+0.5)/(found+0.5))
}

// find returns the entries that match a question, the best first: they contain words of the question, or have it as their name.
func (x *searchIndex) find(question string) (list []foundHelp) {
	stems := x.subjectStems(question)
	phrase, terms := strings.Join(stems, " "), stemsAndPairs(stems)
	for i := range x.entries {
		e := &x.entries[i]
		h := foundHelp{helpEntry: e.helpEntry, named: slices.Contains(e.names, phrase)}
		h.exact = h.named || e.title == phrase
		h.score, h.hasAllWords = x.scoreEntry(e, terms, len(stems))
		if h.exact || h.score > 0 {
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(a, b foundHelp) int {
		if a.named != b.named {
			return collect.Choose(a.named, -1, 1)
		}
		if a.exact != b.exact {
			return collect.Choose(a.exact, -1, 1)
		}
		return cmp.Compare(b.score, a.score)
	})
	return list
}

// scoreEntry returns the score of an entry for a question, and reports whether the entry has all words of it. terms are those of the
// question: first its single words, whose number is words, and then the pairs. The score is the sum over the terms; a rare term counts
// more, and a term with more weight in the entry counts more, but never more than its rarity. A word that no entry contains matches the
// words that begin with it.
func (x *searchIndex) scoreEntry(e *indexedHelp, terms []string, words int) (score float64, hasAllWords bool) {
	foundRarity, allRarity := 0.0, 0.0 // rarity of the words that the entry has, and of all words
	for i, term := range terms {
		weight, rarity := e.weights[term], x.rarity(term)
		isWord := i < words
		if isWord && x.termCounts[term] == 0 && len(term) > 2 {
			weight = e.prefixWeight(term)
		}
		score += rarity * weight / (weight + halfScore)
		if isWord {
			allRarity += rarity
			if weight > 0 {
				foundRarity += rarity
			}
		}
	}
	score *= e.readerWeight * foundRarity / allRarity * foundRarity / allRarity // an entry that lacks some of the words scores much lower
	return score, foundRarity == allRarity
}

// prefixWeight returns the highest weight of the terms that begin with prefix, or 0 if there are none.
func (e *indexedHelp) prefixWeight(prefix string) (highest float64) {
	for term, weight := range e.weights {
		if strings.HasPrefix(term, prefix) {
			highest = max(highest, weight)
		}
	}
	return highest
}

// quotedWords matches words in backticks.
var quotedWords = regexp.MustCompile("`([^`]+)`")

// partsText returns two texts of the parts of a page: their words in backticks outside examples, most of which are YAML keys, and
// everything.
func partsText(parts []rules.ManualPart) (keys, body string) {
	var names, texts []string
	for _, part := range parts {
		texts = append(texts, part.Text)
		if !part.IsExample {
			names = append(names, quotedWords.FindAllString(part.Text, -1)...)
		}
	}
	return strings.Join(names, " "), strings.Join(texts, "\n")
}
