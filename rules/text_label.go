package rules

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Labels of a number's lines (num_tally.go) with placeholders in braces, such as `{basis} × 3`, which are filled with the values that the
// line reads. Each placeholder is a formula, or the label of the skill used.

// labelPiece is a piece of a label with placeholders, such as `{basis} × 3`: fixed text or a placeholder.
type labelPiece struct {
	text    string   // fixed text; "" for a placeholder
	name    string   // content of a placeholder's braces; "" for fixed text
	formula *Formula // placeholder's formula; nil for the skill
	part    int      // index of the line's part whose value it shows; -1 for none

	// The following are set only in the question of a step.
	value            anyFormula // formula of any type; the zero value if the placeholder is the name of an actor
	singular, plural string     // words that follow the value: the first if it is 1, else the second
}

// labelSkill is the placeholder for the label of the skill used.
const labelSkill = "skill"

// MidSentence returns a label for use within a sentence: with a lower-case first letter, unless its first word is an abbreviation or a
// number, such as KO or A-03. All other words keep their capitals, since they may be proper names.
func MidSentence(label string) string {
	first, size := utf8.DecodeRuneInString(label)
	if word, _, _ := strings.Cut(label, " "); !unicode.IsUpper(first) || len(word) > size && !strings.ContainsFunc(word, isLowerCase) {
		return label
	}
	return string(unicode.ToLower(first)) + label[size:]
}

// isLowerCase reports whether r is a lower-case letter, which has an upper-case form.
func isLowerCase(r rune) bool { return unicode.ToUpper(r) != r }

// fillLabel returns a label with its placeholders filled in. parts holds the values of the line's parts.
func (trace *termTrace) fillLabel(f *Frame, pieces []labelPiece, parts []float64) string {
	var buffer [96]byte
	out := buffer[:0]
	for i := range pieces {
		piece := &pieces[i]
		switch {
		case piece.name == "":
			out = append(out, piece.text...)
		case piece.formula == nil && f.use.skill != nil:
			out = append(out, f.use.skill.Label...)
		case piece.formula == nil:
			out = append(out, ReadableName(labelSkill)...)
		case piece.name == "basis":
			out = f.appendBasis(out)
		default:
			x := 0.0
			if piece.part < 0 {
				x = piece.formula.Num(f)
			} else {
				x = parts[piece.part]
			}
			if x = TrimNoise(x); x*10 <= -0.5 { // still negative when rounded to tenths
				out, x = append(out, "−"...), -x
			}
			out = appendHundredths(out, x)
		}
	}
	return trace.copyText(out)
}

// appendBasis appends the statistics on which a roll is based: label, short name and value of a single statistic, or the value computed
// from several, followed by the short name and value of each in brackets.
func (f *Frame) appendBasis(out []byte) []byte {
	basis := f.use.basis
	value := basis.Num(f)
	if basis == nil {
		return appendLabelNumber(out, value)
	}
	if stat, ok := f.rs.Stats.Get(basis.ChosenName(f)); ok {
		if stat.Label == stat.Name {
			return appendLabelNumber(append(append(out, stat.Name...), ' '), value)
		}
		out = append(append(append(append(out, stat.Label...), " ("...), stat.Name...), ") "...)
		return appendLabelNumber(out, value)
	}
	out = appendLabelNumber(out, value)
	opening, closing := " (", ""
	for i := range basis.Reads {
		if read := &basis.Reads[i]; read.Num != nil {
			out = append(append(append(out, opening...), read.Path...), ' ')
			out = appendLabelNumber(out, read.Num(f))
			opening, closing = ", ", ")"
		}
	}
	return append(out, closing...)
}

// appendHundredths appends a number with at most two decimals.
func appendHundredths(out []byte, x float64) []byte {
	if tenths := TrimNoise(x) * 10; math.Abs(tenths-math.Round(tenths)) < slack {
		return appendLabelNumber(out, x)
	}
	return strconv.AppendFloat(out, math.Round(x*100)/100, 'f', -1, 64)
}

// appendLabelNumber appends a number with at most one decimal.
func appendLabelNumber(out []byte, x float64) []byte {
	tenths := math.Round(TrimNoise(x) * 10)
	if math.Abs(tenths) >= 1e15 || tenths != tenths { // too large for an integer, or not a number
		return strconv.AppendFloat(out, tenths/10+0, 'f', -1, 64)
	}
	n := int64(tenths)
	if n < 0 {
		out, n = append(out, '-'), -n
	}
	out = strconv.AppendInt(out, n/10, 10)
	if n%10 != 0 {
		out = append(out, '.', byte('0'+n%10))
	}
	return out
}

// formatLabelNumber formats a number with at most one decimal.
func formatLabelNumber(x float64) string { return string(appendLabelNumber(nil, x)) }

// LabelPlaces returns a label with the names of its placeholders where their values would be. Placeholders for modifiers are omitted.
func LabelPlaces(label string) string {
	for {
		before, after, found := strings.Cut(label, "{mod.")
		if !found {
			break
		}
		_, after, _ = strings.Cut(after, "}")
		label = before + strings.TrimPrefix(after, " ")
	}
	return ReadableName(strings.NewReplacer("{", "", "}", "").Replace(label))
}
