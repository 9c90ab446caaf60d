package rules

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// The likelihood of a roll, and the texts with which all screens, sheets and programs show it. run_odds.go calculates it. A roll is
// compared with a number: in a percentile game, the number is a chance in per cent; in other games it is a target, such as 4 on a d8. A
// chance can be above 100% or below 0%.

// Likelihood is the probability that a roll succeeds, and the faces that it needs. The number that a die is compared with has its own unit:
// only this file compares, subtracts and formats it.
type Likelihood struct {
	Made    float64 `json:"made"`    // probability of success, over all remaining dice, from 0 to 1
	Number  float64 `json:"number"`  // number that the die is compared with; an average if dice are rolled before it
	Least   float64 `json:"least"`   // lowest such number, if dice are rolled before it; else Number
	Most    float64 `json:"most"`    // highest such number
	Word    string  `json:"word"`    // name of the number: chance, target
	Percent bool    `json:"percent"` // whether Number is a chance in per cent
	Faces   Faces   `json:"faces"`   // faces with which the roll succeeds
	Notice  string  `json:"notice"`  // remark to show with it, for example if there is no real chance; "" for none

	Before []string `json:"before"` // labels of the factors left out of it because the player doesn't know them, such as defence
}

// Faces is the range of faces of a die with which a roll succeeds. It is the zero value if they are not a single range.
type Faces struct {
	Die      int    // number of faces of the die; 0 for the zero value
	From, To int    // lowest and highest faces that succeed; From is 0 if only rerolls succeed
	High     bool   // whether high rolls succeed
	More     bool   // whether high rolls succeed and the highest face is rolled again and added
	KeptDice string // dice that count, such as "the highest of 2d8"; "" for a single die
}

// Varies reports whether the number depends on dice that are rolled first.
func (l Likelihood) Varies() bool { return l.Least != l.Most }

// InPercent returns the likelihood in per cent, for sorting lists: Number if that is in per cent, which may be above 100, else the
// probability.
func (l Likelihood) InPercent() float64 {
	if l.Percent {
		return l.Number
	}
	return TrimNoise(100 * l.Made)
}

// IsHopeless reports whether the roll has no real chance: at most 1%, the minimum that rules leave to hopeless rolls.
func (l Likelihood) IsHopeless() bool {
	if l.Percent {
		return max(l.Number, l.Most) <= 1
	}
	return 100*l.Made <= 1
}

// ShortText returns the likelihood for a list, in whole per cent, rounded down to match a d100: "42%"; "~42%" if other dice are rolled
// first; or "no real chance".
func (l Likelihood) ShortText() string {
	switch {
	case l.Varies():
		return "~" + l.WholeText()
	case l.IsHopeless() && l.Notice != "":
		return l.Notice
	}
	return l.WholeText()
}

// ShortRange returns the range of several likelihoods in the form of ShortText, from the lowest to the highest: "35–42%".
func ShortRange(list []Likelihood) string {
	low, high := list[0], list[0]
	for _, l := range list[1:] {
		if l.InPercent() < low.InPercent() {
			low = l
		}
		if l.InPercent() > high.InPercent() {
			high = l
		}
	}
	top := high.WholeText()
	if low.WholeText() == top {
		return low.ShortText()
	}
	return formatNumber(math.Floor(low.InPercent()+slack)) + "–" + top
}

// WholeText returns the likelihood in the form of ShortText, but without a mark for an average.
func (l Likelihood) WholeText() string {
	x := l.InPercent()
	if x < 1 {
		return "no real chance"
	}
	return formatNumber(math.Floor(x+slack)) + "%"
}

// WithNumber returns the likelihood with number as the number that the die is compared with. Made is left unchanged, since nothing reads it
// if the number is in per cent.
func (l Likelihood) WithNumber(number float64) Likelihood {
	l.Number, l.Least, l.Most, l.Notice = number, number, number, ""
	return l
}

// PercentText returns the likelihood in per cent, with at most two decimals: "81.25%".
func (l Likelihood) PercentText() string {
	return strings.Replace(formatNumber(math.Round(100*l.InPercent())/100+0), "-", "−", 1) + "%"
}

// FormatForSheet returns the likelihood for sheets: in per cent, or the faces needed with the probability, as in "6 or more · 37.5%".
func (l Likelihood) FormatForSheet() string { return l.withFaces(l.PercentText()) }

// FormatWholeForSheet returns the text of FormatForSheet with whole per cent: "6 or more · 37%".
func (l Likelihood) FormatWholeForSheet() string { return l.withFaces(l.ShortText()) }

// withFaces returns chance, preceded by the faces needed if the number is not in per cent.
func (l Likelihood) withFaces(chance string) string {
	if l.Percent {
		return chance
	}
	return cmp.Or(l.Faces.String(), l.NumberText()) + " · " + chance
}

// GainOver returns the increase of the likelihood over base, in percentage points.
func (l Likelihood) GainOver(base Likelihood) float64 {
	return TrimNoise(l.InPercent() - base.InPercent())
}

// NumberText returns the number that the die is compared with, with its unit: "18.9%", or "target 4".
func (l Likelihood) NumberText() string {
	if l.Percent {
		return l.FormatComparison()
	}
	return l.Word + " " + l.FormatComparison()
}

// FormatComparison returns the number only, with at most two decimals: "18.9%", "4", or "~4" for an average.
func (l Likelihood) FormatComparison() string { return l.formatCompared(100) }

// FormatTenths returns the number like FormatComparison, but with at most one decimal.
func (l Likelihood) FormatTenths() string { return l.formatCompared(10) }

// formatCompared returns the number with its unit, rounded to 1/parts.
func (l Likelihood) formatCompared(parts float64) string {
	text := strings.Replace(formatNumber(math.Round(parts*l.Number)/parts+0), "-", "−", 1)
	if l.Varies() {
		text = "~" + text
	}
	if l.Percent {
		text += "%"
	}
	return text
}

// FacesOnDie returns the faces that a die must show: "42 or less on d100", "4 or more on d8"; "" if they are not a single range.
func (l Likelihood) FacesOnDie() string {
	if text := l.Faces.String(); text != "" {
		return text + " on " + l.Faces.DieText()
	}
	return ""
}

// BeforeText returns the factors that are left out because the player doesn't know them: "before her defence and circumstances"; "" for
// none. whose is the possessive of the other actor; "" if unknown.
func (l Likelihood) BeforeText(whose string) string {
	if len(l.Before) == 0 {
		return ""
	}
	var list []string
	for _, label := range l.Before {
		if whose != "" && !strings.Contains(label, " ") && label != circumstances {
			label = whose + " " + label
		}
		list = append(list, label)
	}
	if last := len(list) - 1; last > 1 {
		list = []string{strings.Join(list[:last], ", "), list[last]}
	}
	return "before " + strings.Join(list, " and ")
}

// circumstances is the label for all facts of the scene together, in games that hide them from players.
const circumstances = "circumstances"

// DieText returns the die, or the die that counts out of several: "d100", "the highest of 2d8".
func (f Faces) DieText() string {
	if f.KeptDice != "" {
		return f.KeptDice
	}
	return "d" + strconv.Itoa(f.Die)
}

// orLessText returns the faces up to the given one: "6 or less", or "1".
func orLessText(face int) string {
	if face == 1 {
		return "1"
	}
	return strconv.Itoa(face) + " or less"
}

// String returns the faces with which the roll succeeds: "42 or less", "4 or more"; "6, rolled again" if only the highest face, rolled
// again, can succeed; "" if they are not a single range.
func (f Faces) String() string {
	switch {
	case f.Die == 0 || f.From == 0 && !f.More:
		return ""
	case f.From == 0:
		return strconv.Itoa(f.To) + ", rolled again"
	case f.High && f.From == f.Die && !f.More:
		return strconv.Itoa(f.Die)
	case f.High:
		return strconv.Itoa(f.From) + " or more"
	}
	return orLessText(f.To)
}

// WorstSuccess returns the worst face with which the roll succeeds; 0 if the faces are not a single range.
func (f Faces) WorstSuccess() int {
	if f.High && f.From > 0 {
		return f.From
	}
	return f.To
}
