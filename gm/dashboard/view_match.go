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
// chosen now. Rules, which are items only for reading, sort after the others (listItem.sortsLast).

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

// matchingItems returns the items of all that match all words of a filter: by group, in the order of the groups; within a group, the best
// match comes first and refused items last. If an alias of an item equals the filter, groups with an exact match come first. Rules come
// last, unless only the alias of a rule equals the filter. An item found by an alias gets it as foundBy.
func matchingItems(all []listItem, filter string) []listItem {
	words := strings.Fields(strings.ToLower(filter))
	m := itemMatches{best: map[string]int{}}
	for _, it := range all {
		if grade := it.matchGrade(words); grade != fitsNot {
			m.add(it, grade, words)
		}
	}
	slices.SortStableFunc(m.list, m.compare)
	return collect.Map(m.list, func(f matchedItem) listItem { return f.listItem })
}

// itemMatches holds the items that match a filter, with the facts that decide their order.
type itemMatches struct {
	list   []matchedItem  // matching items
	groups []string       // groups with a matching item, in order
	best   map[string]int // best grade of a match in each group, at worst fitsName; refused items don't count

	isExact      bool // whether an item other than a rule equals the filter
	isExactAlias bool // whether an alias of such an item, which isn't refused, equals the filter
	isRuleAlias  bool // whether an alias of a rule equals the filter
}

// matchedItem is an item that matches a filter.
type matchedItem struct {
	listItem

	grade int // quality of the match: fitsWhole to fitsName
	place int // index of its group in itemMatches.groups
}

// add adds an item that matches words with the given grade.
func (m *itemMatches) add(it listItem, grade int, words []string) {
	place := slices.Index(m.groups, it.group)
	if place < 0 {
		place, m.groups = len(m.groups), append(m.groups, it.group)
		m.best[it.group] = fitsName
	}
	if it.refused == "" {
		m.best[it.group] = min(m.best[it.group], grade)
	}
	it.foundBy = it.matchingAlias(words)
	m.isExact = m.isExact || grade == fitsWhole && !it.sortsLast
	m.isExactAlias = m.isExactAlias || it.hasAlias(words) && !it.sortsLast && it.refused == ""
	m.isRuleAlias = m.isRuleAlias || grade == fitsWhole && it.sortsLast && it.foundBy != ""
	m.list = append(m.list, matchedItem{it, grade, place})
}

// compare compares two items by the rank of their groups; then by the best match in each group, with all grades up to fitsAlias
// considered equal; then by the order of the groups. Within a group, refused items come last, and better matches first.
func (m *itemMatches) compare(x, y matchedItem) int {
	xBest, yBest := m.best[x.group], m.best[y.group]
	xRank, yRank := m.rankOf(&x), m.rankOf(&y)
	switch {
	case xRank != yRank:
		return xRank - yRank
	case x.place != y.place && max(xBest, fitsAlias) != max(yBest, fitsAlias):
		return xBest - yBest
	case x.place != y.place:
		return x.place - y.place
	case (x.refused != "") != (y.refused != ""):
		return falseFirst(x.refused != "")
	}
	return x.grade - y.grade
}

// rankOf returns the rank of the group of an item, as groupRank does.
func (m *itemMatches) rankOf(f *matchedItem) int {
	best := m.best[f.group]
	return groupRank(best == fitsWhole && m.isExactAlias, best, f.sortsLast, m.isRuleAlias && !m.isExact)
}

// groupRank ranks a group by best, the grade of its best match; the lowest rank comes first. If exact is set, the group has an exact
// match and comes first. A group of rules, for which last is set, comes after all other groups, unless rulesMeant is set, which means
// that the filter equals an alias of a rule.
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

// longLabelSpaces is the minimum number of spaces in a label that counts as long.
const longLabelSpaces = 5

// matchGrade returns the grade at which words, which are in lower case, match an item: the grade of the word that matches worst.
func (it *listItem) matchGrade(words []string) int {
	worst := fitsWord
	if label, _, _ := strings.Cut(it.label, " → "); strings.EqualFold(label, strings.Join(words, " ")) || it.hasAlias(words) {
		return fitsWhole
	}
	for _, word := range words {
		fit := wordGrade(it.label, word)
		label, _, _ := strings.Cut(it.label, " → ")
		isLong := strings.Count(label, " ") >= longLabelSpaces
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
