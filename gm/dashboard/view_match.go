package dashboard

import (
	"slices"
	"strings"
	"unicode"

	"hybrid/rules"
	"hybrid/rules/collect"
)

// How well words fit the rows of a list, and in what order those that fit are shown.

// How well a word that is looked for fits an item, the best first. Letters scattered over a word, or in the middle of one,
// fit nothing.
const (
	fitsWhole = iota // the label, or another word that finds it, is exactly what is looked for
	fitsWord         // a word of the label is just this
	fitsStart        // one begins so
	fitsAlso         // one of the other words that find it does
	fitsAmong        // a word does that is one of many in the label, and not the first
	fitsName         // one of its line does
	fitsNot
)

// matching returns the items that fit all words of a filter: by group, in the order in which the groups came, and within one
// the best first, refused items last. If another word for an item is exactly the filter, groups with an exact match come
// first. Rules come last, unless only another word for one of them is exactly the filter. An item that is found by another
// word says so.
func matching(all []listItem, filter string) []listItem {
	words := strings.Fields(strings.ToLower(filter))
	type fitting struct {
		listItem
		fit, place int
	}
	var list []fitting
	var groups []string
	best := map[string]int{}
	exact, named, meant := false, false, false // whether an item matches exactly, another word for one, another word for a rule
	for _, it := range all {
		fit := it.fits(words)
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
		it.foundBy = it.alsoFor(words)
		exact = exact || fit == fitsWhole && !it.last
		named = named || it.isAlso(words) && !it.last && it.refused == ""
		meant = meant || fit == fitsWhole && it.last && it.foundBy != ""
		list = append(list, fitting{it, fit, at})
	}
	slices.SortStableFunc(list, func(x, y fitting) int {
		rank := func(f fitting) int {
			return groupRank(best[f.group] == fitsWhole && named, best[f.group], f.last, meant && !exact)
		}
		switch {
		case rank(x) != rank(y):
			return rank(x) - rank(y)
		case x.place != y.place && max(best[x.group], fitsAlso) != max(best[y.group], fitsAlso):
			return best[x.group] - best[y.group]
		case x.place != y.place:
			return x.place - y.place
		case (x.refused != "") != (y.refused != ""):
			return len(x.refused) - len(y.refused)
		}
		return x.fit - y.fit
	})
	return collect.Map(list, func(one fitting) listItem { return one.listItem })
}

// groupRank returns the place of a group among the others, by its best match; exact reports whether that is exact where another
// word for an item is. Rules, for which last is true, come behind all others unless they alone are meant.
func groupRank(exact bool, best int, last, rulesMeant bool) int {
	switch {
	case exact && !last:
		return 0
	case last && rulesMeant:
		return 1
	case best <= fitsAlso && !last:
		return 2
	case !last:
		return 3
	}
	return 4
}

// alsoFor returns the other word by which an item is found, or "" if its label is found by all words.
func (it *listItem) alsoFor(words []string) string {
	for _, word := range words {
		if fitsIn(it.label, word) < fitsNot {
			continue
		}
		for _, also := range it.also {
			if fitsIn(also, word) < fitsNot {
				return also
			}
		}
	}
	return ""
}

// falseFirst is -1 for false and 1 for true, to put what is not so before what is.
func falseFirst(x bool) int {
	if x {
		return 1
	}
	return -1
}

// manyWords is how many words follow the first of a label of many.
const manyWords = 5

// fits returns how well the worst of some words fits an item.
func (it *listItem) fits(words []string) int {
	worst := fitsWord
	if label, _, _ := strings.Cut(it.label, " → "); strings.EqualFold(label, strings.Join(words, " ")) || it.isAlso(words) {
		return fitsWhole
	}
	for _, word := range words {
		fit := fitsIn(it.label, word)
		if label, _, _ := strings.Cut(it.label, " → "); fit < fitsNot && strings.Count(label, " ") >= manyWords && !strings.HasPrefix(strings.ToLower(it.label), word) {
			fit = fitsAmong
		}
		for _, also := range it.also {
			if fit > fitsAlso && fitsIn(also, word) < fitsNot {
				fit = fitsAlso
			}
		}
		if fit > fitsName && fitsIn(it.name, word) < fitsNot {
			fit = fitsName
		}
		worst = max(worst, fit)
	}
	return worst
}

// isAlso reports whether another word for an item is exactly these words.
func (it *listItem) isAlso(words []string) bool {
	return rules.IsAlso(it.also, strings.Join(words, " "))
}

// fitsIn returns how well a word, in small letters, fits a text.
func fitsIn(text, word string) int {
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

// isLetter reports whether a text ends, or begins, with a letter.
func isLetter(text string, last bool) bool {
	r := []rune(text)
	if last {
		return unicode.IsLetter(r[len(r)-1])
	}
	return unicode.IsLetter(r[0])
}
