package source

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Suggest gives "; did you mean speed?" for the word nearest to a misspelt one, or "" when none is near. Near means
// few letters wrong, missing, added or swapped, upper and lower case alike: one for two to four letters, of two only the
// second, two up to seven, three from eight on. Of equally near words one with the same letters wins, then the one that
// begins alike, then the first in the alphabet. Where none is near, those that share a part with it are meant, as sword and
// short_sword do, if they are few.
func Suggest(word string, words []string) string {
	const few = 3
	best := Nearest(word, words)
	if best == "" {
		if kin := kindred(word, words); len(kin) <= few {
			best = strings.Join(kin, " or ")
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// kindred are the words that have all parts of a word, or only parts of it; one or two letters are no part.
func kindred(word string, words []string) (list []string) {
	parts := func(w string) []string {
		return slices.DeleteFunc(strings.FieldsFunc(strings.ToLower(w), func(r rune) bool { return strings.ContainsRune("_- ", r) }), func(part string) bool { return len(part) < 3 })
	}
	within := func(some, all []string) bool {
		return len(some) > 0 && !slices.ContainsFunc(some, func(part string) bool { return !slices.Contains(all, part) })
	}
	own := parts(word)
	for _, w := range words {
		if other := parts(w); w != word && (within(own, other) || within(other, own)) {
			list = append(list, w)
		}
	}
	return list
}

// Nearest is the word nearest to a misspelt one, as [Suggest] has it; "" for none.
func Nearest(word string, words []string) string {
	best, least := "", min((utf8.RuneCountInString(word)+1)/3, 3)
	short := utf8.RuneCountInString(word) < 3 // anything is near that
	for _, w := range words {
		if w == word || w == "" || short && !strings.EqualFold(w[:1], word[:min(1, len(word))]) && !sameLetters(word, w) {
			continue
		}
		d := distance(strings.ToLower(word), strings.ToLower(w), least)
		if d > least || d == least && best != "" && !nearer(word, w, best) {
			continue
		}
		best, least = w, d
	}
	return best
}

// Alike reports whether one word is another, misspelt: a letter is wrong in one of up to eight letters, two in a longer one.
// Capitals make no difference.
func Alike(a, b string) bool {
	most := 1
	if min(utf8.RuneCountInString(a), utf8.RuneCountInString(b)) > 8 {
		most = 2
	}
	return distance(strings.ToLower(a), strings.ToLower(b), most) <= most
}

// Among is Suggest that names all words where none is near and there are few of them: "; there are a, b, c".
func Among(word string, words []string) string {
	const few = 12
	if hint := Suggest(word, words); hint != "" || len(words) == 0 || len(words) > few {
		return hint
	}
	return "; there are " + strings.Join(words, ", ")
}

func nearer(word, w, best string) bool {
	if x, y := sameLetters(word, w), sameLetters(word, best); x != y {
		return x // two letters that changed places are no other letters
	}
	a, b := prefix(word, w), prefix(word, best)
	if a != b {
		return a > b
	}
	return w < best
}

// prefix is how many bytes two words begin with alike.
func prefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// distance counts the letters to replace, insert, drop or swap with the neighbour to make a into b; it may stop
// counting at more than most.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
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

// sameLetters reports whether two words have the same letters in some order.
func sameLetters(a, b string) bool {
	x, y := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
