package dashboard

import (
	"slices"
	"strings"
	"unicode"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// Searching a list: how well typed words match an item, and the order of the matches. An item of a list (listItem, ask_picker.go) has a
// label, which is shown, a name, which identifies it, aliases, which are other words that find it, and a group. A refused item can't be
// chosen now. Rules, that is, items that are only for reading, sort after the others (listItem.sortsLast).

// Grades of a match between typed words and an item, best first. Letters scattered over a word, or in the middle of one, don't match.
const (
	fitsWhole     = iota // the label, or an alias of the item, equals all typed words
	fitsWord             // a word of the label equals the typed word
	fitsStart            // a word of the label begins with the typed word
	fitsAlias            // an alias of the item matches the typed word
	fitsLongLabel        // a word, other than the first, of a label of many words matches the typed word
	fitsName             // a word of the item's name matches the typed word
	fitsNot              // nothing matches
)

// matchingItems returns the items of all that match all words of a filter: by group, in the order of the groups, and in each group the best
// first, refused items last. If an alias of an item equals the filter, groups with an exact match come first. Rules come last, unless only
// the alias of a rule equals the filter. An item found by an alias gets it as foundBy.
func matchingItems(all []listItem, filter string) []listItem {
	words := strings.Fields(strings.ToLower(filter))
	type fitting struct {
		listItem
		fit, place int // grade of the match, and index of the group
	}
	var list []fitting
	var groups []string
	best := map[string]int{} // best grade by group
	isExact := false         // whether an item other than a rule equals the filter
	isExactAlias := false    // whether an alias of such an item does
	isRuleAlias := false     // whether an alias of a rule does
	for _, it := range all {
		fit := it.matchGrade(words)
		if fit == fitsNot {
			continue
		}
		at := slices.Index(groups, it.group)
		if at < 0 {
			at, groups = len(groups), append(groups, it.group)
			best[it.group] = fitsName
		}
		if it.refused == "" {
			best[it.group] = min(best[it.group], fit)
		}
		it.foundBy = it.matchingAlias(words)
		isExact = isExact || fit == fitsWhole && !it.sortsLast
		isExactAlias = isExactAlias || it.hasAlias(words) && !it.sortsLast && it.refused == ""
		isRuleAlias = isRuleAlias || fit == fitsWhole && it.sortsLast && it.foundBy != ""
		list = append(list, fitting{it, fit, at})
	}
	slices.SortStableFunc(list, func(x, y fitting) int {
		rank := func(f fitting) int {
			return groupRank(best[f.group] == fitsWhole && isExactAlias, best[f.group], f.sortsLast, isRuleAlias && !isExact)
		}
		switch {
		case rank(x) != rank(y):
			return rank(x) - rank(y)
		case x.place != y.place && max(best[x.group], fitsAlias) != max(best[y.group], fitsAlias): // grades up to fitsAlias count as equal
			return best[x.group] - best[y.group]
		case x.place != y.place:
			return x.place - y.place
		case (x.refused != "") != (y.refused != ""): // one of the two lengths is 0
			return len(x.refused) - len(y.refused)
		}
		return x.fit - y.fit
	})
	return collect.Map(list, func(f fitting) listItem { return f.listItem })
}

// groupRank ranks a group by best, the grade of its best match; the lowest rank comes first. If exact is set, the group has an exact match
// and comes first. A group of rules, for which last is set, comes after all other groups, unless rulesMeant is set, since the filter equals
// an alias of a rule.
func groupRank(exact bool, best int, last, rulesMeant bool) int {
	switch {
	case exact && !last:
		return 0
	case last && rulesMeant:
		return 1
	case best <= fitsAlias && !last:
		return 2
	case !last:
		return 3
	}
	return 4
}

// matchingAlias returns the alias by which an item is found: the first one that matches a word that the label doesn't match. It returns ""
// if the label matches all words.
func (it *listItem) matchingAlias(words []string) string {
	for _, word := range words {
		if wordGrade(it.label, word) < fitsNot {
			continue
		}
		for _, also := range it.aliases {
			if wordGrade(also, word) < fitsNot {
				return also
			}
		}
	}
	return ""
}

// falseFirst returns 1 for true and -1 for false, as a rank that sorts false first.
func falseFirst(x bool) int {
	if x {
		return 1
	}
	return -1
}

// manyWords is the number of spaces in a label from which it counts as long.
const manyWords = 5

// matchGrade returns the grade of the match of words, in lower case, with an item: that of the word that matches worst.
func (it *listItem) matchGrade(words []string) int {
	worst := fitsWord
	if label, _, _ := strings.Cut(it.label, " → "); strings.EqualFold(label, strings.Join(words, " ")) || it.hasAlias(words) {
		return fitsWhole
	}
	for _, word := range words {
		fit := wordGrade(it.label, word)
		label, _, _ := strings.Cut(it.label, " → ")
		isLong := strings.Count(label, " ") >= manyWords
		if fit < fitsNot && isLong && !strings.HasPrefix(strings.ToLower(it.label), word) {
			fit = fitsLongLabel
		}
		for _, also := range it.aliases {
			if fit > fitsAlias && wordGrade(also, word) < fitsNot {
				fit = fitsAlias
			}
		}
		if fit > fitsName && wordGrade(it.name, word) < fitsNot {
			fit = fitsName
		}
		worst = max(worst, fit)
	}
	return worst
}

// hasAlias reports whether an alias of the item equals words.
func (it *listItem) hasAlias(words []string) bool {
	return rules.ContainsWord(it.aliases, strings.Join(words, " "))
}

// wordGrade returns the grade of the match of a lower-case word with a word of text: fitsWord, fitsStart or fitsNot.
func wordGrade(text, word string) int {
	fit := fitsNot
	text = strings.ToLower(text)
	for from := 0; from < len(text); {
		at := strings.Index(text[from:], word)
		if at < 0 {
			break
		}
		at += from
		end := at + len(word)
		if at == 0 || !isLetter(text[:at], true) {
			if fit = min(fit, fitsStart); end == len(text) || !isLetter(text[end:], false) {
				return fitsWord
			}
		}
		from = at + 1
	}
	return fit
}

// isLetter reports whether a text begins with a letter or, if last is set, ends with one.
func isLetter(text string, last bool) bool {
	r := []rune(text)
	if last {
		return unicode.IsLetter(r[len(r)-1])
	}
	return unicode.IsLetter(r[0])
}
