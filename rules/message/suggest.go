package message

import (
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"
)

// Suggestions for misspelt words, for “Did you mean”: the nearest word by letters. An Index looks up many words.

// Suggest returns ". Did you mean “speed”?" with the word nearest to a misspelt one, or "" if none is near. Near means few letters wrong,
// missing, added or swapped, ignoring case: one in words of two to four letters (in two letters only the second), two in words of up to
// seven, three in longer words. Among equally near words, a word with the same letters wins, then the longest common prefix, then
// alphabetical order. If none is near, it suggests words that share a part with the misspelt one, as sword and short_sword do, if they are
// few.
func Suggest(word string, words []string) string { return NewIndex(words).Suggest(word) }

// didYouMean returns the question “Did you mean …?” for the words, or "" if there are none or too many.
func didYouMean(words []string) string {
	const few = 3
	if len(words) == 0 || len(words) > few {
		return ""
	}
	return ". Did you mean “" + strings.Join(words, "” or “") + "”?"
}

// NearestWord returns the word nearest to a misspelt one by the rules of [Suggest]; "" for none.
func NearestWord(word string, words []string) string { return NewIndex(words).nearestWord(word) }

// Index holds a list of words for looking up many misspelt words. After maxWork it makes no more suggestions, which bounds the time for
// thousands of mistakes among thousands of words.
type Index struct {
	words    []string              // words in their original spelling
	byLength map[int][]indexedWord // words by number of letters
	byPart   map[string][]int      // indices in words, by part; nil until a misspelt word has no near word
	work     int                   // number of words examined so far; a word whose letters are compared counts as comparedWork
}

// maxWork is the number of words that an index examines; comparedWork is the weight of a word whose letters are compared.
const (
	maxWork      = 30_000_000
	comparedWork = 100
)

// indexedWord is a word with a bit set of its letters, ignoring case.
type indexedWord struct {
	text    string // word in its original spelling
	letters uint32 // set of its letters, several to a bit
}

// NewIndex returns an index of words.
func NewIndex(words []string) *Index {
	ix := &Index{words: words, byLength: map[int][]indexedWord{}}
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		ix.byLength[n] = append(ix.byLength[n], indexedWord{w, letterBits(w)})
	}
	return ix
}

// letterBits returns the bit set of the letters of a word; several letters share a bit.
func letterBits(word string) (set uint32) {
	for _, r := range strings.ToLower(word) {
		set |= 1 << (uint32(r) % 32)
	}
	return set
}

// Suggest returns the suggestion of the function [Suggest] for a word, from the words of the index.
func (ix *Index) Suggest(word string) string {
	if ix.work > maxWork {
		return ""
	}
	matches := []string{ix.nearestWord(word)}
	if matches[0] == "" {
		matches = ix.relatedWords(word)
	}
	return didYouMean(matches)
}

// Unknown returns the message of [UnknownOr], with the words of the index as names.
func (ix *Index) Unknown(kind, name, fix string) Text {
	return withFix("No "+kind+" named “"+name+"”", ix.Suggest(name), fix)
}

// nearestWord returns the word of the index that is nearest to word; "" for none.
func (ix *Index) nearestWord(word string) string {
	s := newSearch(word)
	set := letterBits(word)
	for n := s.letters - s.maxDistance; n <= s.letters+s.maxDistance; n++ {
		ix.work += len(ix.byLength[n])
		for _, w := range ix.byLength[n] {
			if bits.OnesCount32(set^w.letters) <= 2*s.maxDistance { // a wrong letter changes two bits at most
				ix.work += comparedWork
				s.considerWord(w.text)
			}
		}
	}
	return s.best
}

// areRelated reports whether w differs from word and contains all parts of word, or consists only of parts of word. own holds the parts of
// word.
func areRelated(word string, own []string, w string) bool {
	isWithin := func(parts, all []string) bool {
		return len(parts) > 0 && !slices.ContainsFunc(parts, func(part string) bool { return !slices.Contains(all, part) })
	}
	other := wordParts(w)
	return w != word && (isWithin(own, other) || isWithin(other, own))
}

// relatedWords returns the words that contain all parts of word, or consist only of parts of it. Parts of one or two letters do not count.
func (ix *Index) relatedWords(word string) (list []string) {
	if ix.byPart == nil {
		ix.byPart = map[string][]int{}
		for i, w := range ix.words {
			for _, part := range wordParts(w) {
				ix.byPart[part] = append(ix.byPart[part], i)
			}
		}
	}
	own := wordParts(word)
	var places []int
	for _, part := range own {
		places = append(places, ix.byPart[part]...)
	}
	ix.work += len(places) * comparedWork
	slices.Sort(places)
	for _, i := range slices.Compact(places) {
		if areRelated(word, own, ix.words[i]) {
			list = append(list, ix.words[i])
		}
	}
	return list
}

// wordParts returns the parts of a name such as short_sword that have at least three letters.
func wordParts(word string) []string {
	parts := strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return strings.ContainsRune("_- ", r) })
	return slices.DeleteFunc(parts, func(part string) bool { return len(part) < 3 })
}

// search is a search for the word nearest to a misspelt one.
type search struct {
	word, lower string // misspelt word, as written and in lower case
	letters     int    // number of letters in word
	best        string // nearest word so far; "" for none
	maxDistance int    // distance of best, or the largest distance that counts as near while best is ""
}

// newSearch returns a search for the name nearest to word.
func newSearch(word string) search {
	word = strings.ReplaceAll(word, " ", "_") // names are written with underscores
	letters := utf8.RuneCountInString(word)
	return search{word: word, lower: strings.ToLower(word), letters: letters, maxDistance: min((letters+1)/3, 3)}
}

// considerWord makes w the best word if it is nearer than the best so far.
func (s *search) considerWord(w string) {
	if more := utf8.RuneCountInString(w) - s.letters; more > s.maxDistance || -more > s.maxDistance {
		return
	}
	if w == s.word || w == "" {
		return
	}
	sameStart := strings.EqualFold(w[:1], s.word[:min(1, len(s.word))])
	if s.letters < 3 && !sameStart && !haveSameLetters(s.word, w) { // in such a short word, replacing the first letter gives a different word
		return
	}
	d := editDistance(s.lower, strings.ToLower(w), s.maxDistance)
	if d > s.maxDistance || d == s.maxDistance && s.best != "" && !isNearer(s.word, w, s.best) {
		return
	}
	s.best, s.maxDistance = w, d
}

// IsMisspelling reports whether two words differ by a spelling mistake: at most one letter, or two if both have more than eight letters.
// Case is ignored.
func IsMisspelling(a, b string) bool {
	maximum := 1
	if min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) > 8 {
		maximum = 2
	}
	return editDistance(strings.ToLower(a), strings.ToLower(b), maximum) <= maximum
}

// SuggestOrList returns the result of [Suggest], or, if none is near, the list of up to [Choices] words: ". Choose: a, b, c."
func SuggestOrList(word string, words []string) string {
	if hint := Suggest(word, words); hint != "" || choiceFix(words) == "" {
		return hint
	}
	return ". " + choiceFix(words) + "."
}

// isNearer reports whether w is a better suggestion for word than best, at the same distance.
func isNearer(word, w, best string) bool {
	if x, y := haveSameLetters(word, w), haveSameLetters(word, best); x != y {
		return x // swapped letters are better than wrong ones
	}
	a, b := commonPrefixLen(word, w), commonPrefixLen(word, best)
	if a != b {
		return a > b
	}
	return w < best
}

// commonPrefixLen returns the number of leading bytes that are equal.
func commonPrefixLen(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// editDistance returns the number of letters to replace, insert, delete or swap with a neighbour to turn a into b. If the distance exceeds
// maximum, the result is any number above maximum.
func editDistance(a, b string, maximum int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > maximum || len(y)-len(x) > maximum {
		return maximum + 1
	}
	// row is the current row of the table of distances: row[j] is the distance of the letters of a so far and the first j letters of b.
	// above is the previous row, and before the row before that.
	before, above, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, above, row = above, row, before
		row[0] = i + 1
		for j := range y {
			row[j+1] = min(above[j+1], row[j]) + 1
			if x[i] == y[j] {
				row[j+1] = min(row[j+1], above[j])
				continue
			}
			row[j+1] = min(row[j+1], above[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(y)]
}

// haveSameLetters reports whether two words consist of the same letters in any order.
func haveSameLetters(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Minimum length in bytes of a word whose inflected forms match, and the greatest difference in bytes between two forms.
const (
	minStem   = 4
	maxEnding = 3
)

// HasForm reports whether words contains word or an inflected form of it. Two words count as forms of each other if the shorter one is a
// prefix of the longer one, which is at most maxEnding bytes longer.
func HasForm(word string, words []string) bool {
	return slices.ContainsFunc(words, func(other string) bool {
		short, long := word, other
		if len(short) > len(long) {
			short, long = long, short
		}
		return short == long || len(short) >= minStem && strings.HasPrefix(long, short) && len(long)-len(short) <= maxEnding
	})
}
