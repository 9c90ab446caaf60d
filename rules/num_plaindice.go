package rules

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// Plain dice: rolls without a check, from the shell and at the prompt. A group is a number of equal dice, such as 4d6 in 4d6+1d8.

// PlainDice is a sum of dice outside the rules: 2d6+1d8-1, 4d6kh3, 2d6!, d20 adv.
type PlainDice struct {
	Groups []PlainGroup // dice, by kind, in the order written
	Plus   float64      // number added to the dice
}

// PlainGroup holds dice of one kind. All or some of them count.
type PlainGroup struct {
	Count, Faces int  // number of dice, and number of faces of each
	Keep         int  // number of dice that count; Count for all
	Low          bool // whether the lowest dice count, not the highest
	Minus        bool // whether the dice are subtracted
	Explodes     bool // whether a die that shows its highest face is rolled again and added
}

// ThrownDice holds the faces of a roll of plain dice and their total.
type ThrownDice struct {
	Faces [][]int // faces rolled, by group, in the order rolled; for dice that explode, the sum of each die
	Total float64 // sum of the faces that count and of the plain number
}

// maxPlainDice is the highest number of plain dice in one roll: as many as fit on a line.
const maxPlainDice = 100

var (
	// plainStart matches the beginning of a text that is meant as dice.
	plainStart = regexp.MustCompile(`^\d*d(\d|%)`)
	// plainTerm matches a term of the sum: dice or a number. Its submatches are termSign, termCount and so on.
	plainTerm = regexp.MustCompile(`^([+-]?)(?:(\d*)d(%|\d+)(!?)(?:(kh|kl|k|dh|dl)(\d*)|(adv|dis)(?:antage|advantage)?)?|(\d+(?:\.\d+)?))(?:$|([+-]))`)
	// plainAdjacent matches dice that follow other dice without a sign, which are added.
	plainAdjacent = regexp.MustCompile(`([^-+ ]) +(\d*d[\d%])`)
	// plainFillers matches words and commas between dice that can be dropped, as in d20 with advantage, or 2d6, 1d8.
	plainFillers = regexp.MustCompile(` +(?:with|and) +| *, *`)
	// plainAdvantage matches the word for advantage before its die, as in advantage d20; it is moved after the die.
	plainAdvantage = regexp.MustCompile(`^((?:dis)?adv(?:antage)?|dis) +(1?d(?:%|\d+))`)
	// plainGaps matches the spaces around a sign, and those before words such as adv.
	plainGaps = regexp.MustCompile(` *([+-]) *| +(k|dh|dl|adv|dis)`)
)

// The submatches of plainTerm.
const (
	termSign      = iota + 1 // sign before the term; "" for none
	termCount                // number of dice; "" for one
	termFaces                // number of faces, or %
	termExplodes             // ! if the dice explode
	termWhich                // k, kh or kl for the dice that count, dh or dl for the dice that don't; "" if all count
	termHowMany              // number of those dice; "" for one
	termAdvantage            // adv or dis; "" for neither
	termNumber               // plain number instead of dice; "" for dice
	termNextSign             // sign of the next term; "" at the end
)

// ReadPlainDice reads a sum of dice, which can say which dice count: 2d6, d%, 4d6kh3 or 4d6dl1 for the highest three of four, d20 adv
// and d20 dis for the better and the worse of two, 2d6! for dice that explode. isDice is false if the text doesn't look like dice.
func ReadPlainDice(text string) (dice PlainDice, isDice bool, err error) {
	text = strings.TrimSpace(strings.ToLower(strings.ReplaceAll(text, "−", "-")))
	text = plainAdvantage.ReplaceAllString(plainFillers.ReplaceAllString(text, " "), "$2 $1")
	if !plainStart.MatchString(text) {
		return dice, false, nil
	}
	signed := text
	for plainAdjacent.MatchString(signed) { // repeated, since a match includes the end of the dice before it
		signed = plainAdjacent.ReplaceAllString(signed, "$1+$2")
	}
	rest, total := plainGaps.ReplaceAllString(signed, "$1$2"), 0 // total: number of dice
	for first := true; rest != ""; first = false {
		m := plainTerm.FindStringSubmatch(rest)
		switch {
		case m == nil && strings.Contains(rest, " "):
			return dice, true, refuse("Dice are added with a sign. Write 2d6+1d8.")
		case m == nil || !first && m[termSign] == "":
			return dice, true, NotDice(text)
		}
		rest = rest[len(m[0])-len(m[termNextSign]):] // the next sign belongs to the next term
		if m[termNumber] != "" {
			x, _ := source.ReadNumber(m[termNumber])
			dice.Plus += negateIf(x, m[termSign] == "-")
			continue
		}
		g, err := readPlainGroup(m)
		if err != nil {
			return dice, true, err
		}
		if total += g.Count; total > maxPlainDice {
			return dice, true, refuse("Too many dice. Roll at most %d at once.", maxPlainDice)
		}
		dice.Groups = append(dice.Groups, g)
	}
	return dice, true, nil
}

// NotDice returns the refusal of a text that isn't dice.
func NotDice(text string) error {
	return refuse("“%s” isn't dice. Write 2d6+1, 4d6kh3, 2d6!, d%% or d20 adv.", text)
}

// readPlainGroup reads dice of one kind from the match m of plainTerm.
func readPlainGroup(m []string) (g PlainGroup, err error) {
	g.Minus, g.Explodes = m[termSign] == "-", m[termExplodes] != ""
	if g.Count, err = strconv.Atoi(cmp.Or(m[termCount], "1")); err != nil || g.Count > maxPlainDice {
		return g, refuse("Too many dice. Roll at most %d at once.", maxPlainDice)
	}
	faces := m[termFaces]
	if faces == "%" {
		faces = "100"
	}
	if g.Faces, err = strconv.Atoi(faces); err != nil || g.Faces < 2 || g.Faces > maxFaces {
		return g, refuse("A die has 2 to %d faces.", maxFaces)
	}
	if g.Count == 0 {
		return g, refuse("No dice are left to roll. Write 1d%d.", g.Faces)
	}
	n := 1
	if m[termHowMany] != "" {
		n, _ = strconv.Atoi(m[termHowMany])
	}
	g.Keep = g.Count
	switch {
	case m[termAdvantage] != "" && g.Count > 1:
		return g, refuse("Advantage is for one die. Write d%d %s.", g.Faces, m[termAdvantage])
	case m[termAdvantage] != "":
		g.Count, g.Keep, g.Low = 2, 1, m[termAdvantage] == "dis"
	case m[termWhich] == "k", m[termWhich] == "kh", m[termWhich] == "kl":
		g.Keep, g.Low = n, m[termWhich] == "kl"
	case m[termWhich] == "dl", m[termWhich] == "dh":
		g.Keep, g.Low = g.Count-n, m[termWhich] == "dh"
	}
	if g.Keep < 1 || g.Keep > g.Count {
		return g, refuse("Too few or too many dice would count. Write 4d6kh3 for the highest three of four.")
	}
	return g, nil
}

// negateIf returns −x if minus is set, else x.
func negateIf(x float64, minus bool) float64 {
	if minus {
		return -x
	}
	return x
}

// String returns the dice as they are written.
func (p PlainDice) String() string {
	var b strings.Builder
	for i, g := range p.Groups {
		switch {
		case g.Minus:
			b.WriteByte('-')
		case i > 0:
			b.WriteByte('+')
		}
		b.WriteString(DiceSum{Count: g.Count, Faces: g.Faces}.String() + collect.Choose(g.Explodes, "!", ""))
		if g.Keep < g.Count {
			b.WriteString(collect.Choose(g.Low, "kl", "kh") + strconv.Itoa(g.Keep))
		}
	}
	if p.Plus > 0 {
		b.WriteByte('+')
	}
	if p.Plus != 0 {
		b.WriteString(formatNumber(p.Plus))
	}
	return b.String()
}

// countingDice reports, for each die of a group in the order rolled, whether the die counts.
func (g PlainGroup) countingDice(faces []int) []bool {
	order := make([]int, len(faces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if g.Low {
			return faces[a] - faces[b]
		}
		return faces[b] - faces[a]
	})
	list := make([]bool, len(faces))
	for _, i := range order[:g.Keep] {
		list[i] = true
	}
	return list
}

// dieText returns the rolls of a die of the group, whose sum is given: "5", or "6! + 4" if it exploded.
func (g PlainGroup) dieText(sum int) string {
	text := strconv.Itoa(sum)
	if g.Explodes && sum > g.Faces {
		explosions := (sum - 1) / g.Faces // number of rolls that were followed by another
		sign := collect.Choose(g.Minus, " − ", " + ")
		text = strings.Repeat(strconv.Itoa(g.Faces)+"!"+sign, explosions) + strconv.Itoa(sum-explosions*g.Faces)
	}
	return text
}

// Text returns the faces and the total, with faces that do not count in brackets: "5 + 3 + (1) + 4 = 12".
func (t ThrownDice) Text(p PlainDice) string {
	var b strings.Builder
	add := func(text string, minus bool) {
		switch {
		case minus && b.Len() == 0:
			b.WriteString("−")
		case minus:
			b.WriteString(" − ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		b.WriteString(text)
	}
	for i, faces := range t.Faces {
		for at, counts := range p.Groups[i].countingDice(faces) {
			text := p.Groups[i].dieText(faces[at])
			if !counts {
				text = "(" + text + ")"
			}
			add(text, p.Groups[i].Minus)
		}
	}
	if p.Plus != 0 {
		add(formatNumber(max(p.Plus, -p.Plus)), p.Plus < 0)
	}
	text := b.String()
	if total := FormatMinus(t.Total); text != total {
		text += " = " + total
	}
	return text
}
