package campaign

import "strings"

// DiffLine is a line in the comparison of two texts.
type DiffLine struct {
	Sign byte   // ' ' for a line in both texts, '-' in the first only, '+' in the second only
	Text string // line without its line break
}

// Diff compares two texts line by line, with as many common lines as possible. Line endings are ignored. An empty text has no lines.
func Diff(old, now string) (list []DiffLine) {
	a, b := splitLines(old), splitLines(now)
	same := make([][]int, len(a)+1) // length of the longest common subsequence of a[i:] and b[j:], by i and j
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if same[i][j] = max(same[i+1][j], same[i][j+1]); a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			list = append(list, DiffLine{' ', a[i]})
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || same[i+1][j] >= same[i][j+1]):
			list = append(list, DiffLine{'-', a[i]})
			i++
		default:
			list = append(list, DiffLine{'+', b[j]})
			j++
		}
	}
	return list
}

// splitLines splits text into lines, without an empty one after the last line break.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
}
