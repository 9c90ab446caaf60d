package rules

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// How likely a roll is made, and the few texts in which every screen, sheet and program says it. run_odds.go works it out.

// Likelihood is how likely a roll is made, and how its dice show that. It has its own unit: nothing else compares, subtracts or prints
// the number that a die is compared with.
type Likelihood struct {
	Made    float64 `json:"made"`    // that it is made, of all throws from here on, 0 to 1
	Number  float64 `json:"number"`  // what the die is compared with; on average where dice fall before it
	Least   float64 `json:"least"`   // the lowest such number, by the dice that fall before it; else the number
	Most    float64 `json:"most"`    // the highest one
	Word    string  `json:"word"`    // name of the number: chance, target
	Percent bool    `json:"percent"` // the number is a chance in per cent
	Faces   Faces   `json:"faces"`
	Notice  string  `json:"notice"` // what must be said with it, such as that there is no real chance; empty for nothing

	Before []string `json:"before"` // what it leaves out, because it is not known: defence, circumstances
}

// Faces are the faces of a die that make a roll, from one to another: all zero where no one series of faces says it.
type Faces struct {
	Die      int
	From, To int    // 0 where no face makes it
	High     bool   // high rolls make it
	More     bool   // the highest of them is rolled again, and more may come of it
	KeptDice string // which of several dice count, such as "the highest of 2d8"; empty for one
}

// Varies reports whether the number is not known before dice have fallen.
func (l Likelihood) Varies() bool { return l.Least != l.Most }

// InPercent returns the likelihood as lists are ordered by it, in per cent: the number where that is per cent, which may be above 100,
// else how likely the roll is made.
func (l Likelihood) InPercent() float64 {
	if l.Percent {
		return l.Number
	}
	return TrimNoise(100 * l.Made)
}

// Hopeless reports whether the roll has no real chance: no more than the least that rules leave to what is hopeless.
func (l Likelihood) Hopeless() bool {
	if l.Percent {
		return max(l.Number, l.Most) <= 1
	}
	return 100*l.Made <= 1
}

// Short returns the likelihood for a list, in whole per cent, rounded down as a die of a hundred faces is read: "42%", "~42%" where dice
// fall before the roll, or "no real chance".
func (l Likelihood) Short() string {
	switch {
	case l.Varies():
		return "~" + l.Whole()
	case l.Hopeless() && l.Notice != "":
		return l.Notice
	}
	return l.Whole()
}

// ShortOf returns the likelihoods of several as Short does that of one: from the lowest to the highest.
func ShortOf(list []Likelihood) string {
	low, high := list[0], list[0]
	for _, l := range list[1:] {
		if l.InPercent() < low.InPercent() {
			low = l
		}
		if l.InPercent() > high.InPercent() {
			high = l
		}
	}
	top := high.Whole()
	if low.Whole() == top {
		return low.Short()
	}
	return formatNumber(math.Floor(low.InPercent()+slack)) + "–" + top
}

// Whole returns the likelihood as Short does, but on average without a mark.
func (l Likelihood) Whole() string {
	x := l.InPercent()
	if x < 1 {
		return "no real chance"
	}
	return formatNumber(math.Floor(x+slack)) + "%"
}

// With returns the likelihood with another number that the die is compared with. It keeps how likely the roll is made, which nothing
// reads where the number is per cent.
func (l Likelihood) With(number float64) Likelihood {
	l.Number, l.Least, l.Most, l.Notice = number, number, number, ""
	return l
}

// Share returns the likelihood in per cent, with two decimals at the most: "81.25%".
func (l Likelihood) Share() string {
	return strings.Replace(formatNumber(math.Round(100*l.InPercent())/100+0), "-", "−", 1) + "%"
}

// Listed returns the likelihood as sheets have it: in per cent, or what the die must show with how likely that is, as in "6 or more · 37.5%".
func (l Likelihood) Listed() string { return l.withFaces(l.Share()) }

// WholeListed returns what Listed does, in whole per cent: "6 or more · 37%".
func (l Likelihood) WholeListed() string { return l.withFaces(l.Short()) }

// withFaces returns a text of how likely the roll is behind what the die must show, where its number is no per cent.
func (l Likelihood) withFaces(chance string) string {
	if l.Percent {
		return chance
	}
	return cmp.Or(l.Faces.String(), l.NumberText()) + " · " + chance
}

// Gain returns by how much the likelihood is above another one, in per cent.
func (l Likelihood) Gain(above Likelihood) float64 {
	return TrimNoise(l.InPercent() - above.InPercent())
}

// NumberText returns what the die is compared with, with its unit: "18.9%", or "target 4".
func (l Likelihood) NumberText() string {
	if l.Percent {
		return l.Compared()
	}
	return l.Word + " " + l.Compared()
}

// Compared returns the number alone, with two decimals at the most: "18.9%", "4", or "~4" on average.
func (l Likelihood) Compared() string { return l.compared(100) }

// Tenths returns what Compared does, with one decimal at the most.
func (l Likelihood) Tenths() string { return l.compared(10) }

// compared returns the number with its unit, to one part in the given number of parts.
func (l Likelihood) compared(parts float64) string {
	text := strings.Replace(formatNumber(math.Round(parts*l.Number)/parts+0), "-", "−", 1)
	if l.Varies() {
		text = "~" + text
	}
	if l.Percent {
		text += "%"
	}
	return text
}

// OnDie returns what a die must show: "42 or less on d100", "4 or more on d8"; empty where no one series of faces says it.
func (l Likelihood) OnDie() string {
	if text := l.Faces.String(); text != "" {
		return text + " on " + l.Faces.On()
	}
	return ""
}

// BeforeText returns what the likelihood leaves out: "before her defence and circumstances"; empty for nothing. whose is the possessive
// of the other one, empty where it is not known.
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

// circumstances stands for everything of the scene, in games whose players do not see it.
const circumstances = "circumstances"

// On returns the die, or which of several: "d100", "the highest of 2d8".
func (f Faces) On() string {
	if f.KeptDice != "" {
		return f.KeptDice
	}
	return "d" + strconv.Itoa(f.Die)
}

// String returns the faces that make a roll: "42 or less", "4 or more"; "6, rolled again" where more must come of the highest; empty
// where no one series of faces says it.
func (f Faces) String() string {
	switch {
	case f.Die == 0 || f.From == 0 && !f.More:
		return ""
	case f.From == 0:
		return strconv.Itoa(f.To) + ", rolled again"
	case f.High:
		return strconv.Itoa(f.From) + " or more"
	}
	return strconv.Itoa(f.To) + " or less"
}

// Edge returns the last face that makes a roll, from the best one on; 0 where no one series of faces says it.
func (f Faces) Edge() int {
	if f.High && f.From > 0 {
		return f.From
	}
	return f.To
}
