package export

import (
	"cmp"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/rivo/uniseg"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Statistics of checks (rolls that succeed or fail): numbers of rolls and successes, the successes to be expected, and the most notable
// rolls, by character and skill.

// RollStatistics summarizes an actor's checks: all of them, or those on one skill. Undone entries don't count.
type RollStatistics struct {
	Who               string      `json:"who"`             // actor's key
	Name              string      `json:"name"`            // actor's name
	Side              string      `json:"side,omitempty"`  // actor's side
	Label             string      `json:"label,omitempty"` // skill, or else the purpose of the roll; empty for all rolls together
	Rolls             int         `json:"rolls"`           // number of rolls
	Successes         int         `json:"made"`            // number of successes
	ExpectedSuccesses float64     `json:"expected"`        // expected number of successes: the sum of their exact probabilities
	TypedRolls        int         `json:"typed"`           // number of rolls with a typed die
	ProgramRolls      int         `json:"rolled"`          // number of the other rolls
	Best              NotableRoll `json:"best"`            // least likely success; without Seq if there was none
	Worst             NotableRoll `json:"worst"`           // least likely failure; without Seq if there was none
}

// NotableRoll is one roll that stands out.
type NotableRoll struct {
	Likely      rules.Likelihood `json:"-"`                // chance of the roll, with the data for formatting it
	Seq         int64            `json:"seq,omitempty"`    // number of the entry
	Title       string           `json:"title,omitempty"`  // title of the entry
	Chance      float64          `json:"chance"`           // chance of success, in per cent
	Target      *float64         `json:"target,omitempty"` // number with which the die was compared; nil if it was the chance itself
	Roll        int              `json:"roll"`             // face that was rolled
	Degree      string           `json:"degree,omitempty"` // name of the degree of success or failure
	Probability float64          `json:"probability"`      // probability, from 0 to 1, of this degree or a more extreme one
}

// Statistics counts all rolled checks: for each character, first all checks together, and then by skill, the most frequent first.
// Characters are in the order in which they first rolled. The result is only for the game master, since it includes secret rolls.
// Overruled rolls don't count.
func Statistics(from Source) ([]RollStatistics, error) {
	c := rollCounter{rules: from.Game().Rules, rows: map[rollKey]*RollStatistics{}, odds: map[float64]oddsAt{}}
	for e, err := range from.History() {
		if err != nil {
			return nil, err
		}
		if e.Undone {
			continue
		}
		for i := range e.Outcomes {
			if o := &e.Outcomes[i]; o.Degree != "" && o.Who != "" && !o.Overruled {
				c.countCheck(e, o)
			}
		}
	}
	return c.sortedRows(), nil
}

// rollKey identifies an actor's rolls on a skill.
type rollKey struct {
	who, label string // actor's key, and label of the skill; "" for all skills together
}

// rollCounter collects statistics roll by roll.
type rollCounter struct {
	rules *rules.Ruleset              // the game's rules
	rows  map[rollKey]*RollStatistics // statistics so far
	order []rollKey                   // keys of rows, in the order of their first rolls
	odds  map[float64]oddsAt          // cached probabilities, by chance in per cent
}

// oddsAt holds the probabilities of the results of a plain check at one chance.
type oddsAt struct {
	odds []rules.Odd // probability of each degree
	made float64     // probability of success, from 0 to 1
}

// countCheck counts one check, the outcome o of the entry e.
func (c *rollCounter) countCheck(e *gm.HistoryEntry, o *rules.Outcome) {
	label := cmp.Or(o.Skill, o.Label)
	likely := o.Likelihood(c.rules)
	m := NotableRoll{Seq: e.Seq, Chance: likely.InPercent(), Likely: likely, Roll: int(o.Face()), Degree: o.Degree}
	if !likely.Percent {
		m.Target = &likely.Number
	}
	made := 0.0
	made, m.Probability = c.probabilities(o)
	typed := false
	for _, die := range o.Dice {
		typed = typed || die.Typed
	}
	for _, key := range []rollKey{{o.Who, ""}, {o.Who, label}} { // counted among all rolls, and for this skill
		row := c.rows[key]
		if row == nil {
			row = &RollStatistics{Who: o.Who, Label: key.label}
			c.rows[key] = row
			c.order = append(c.order, key)
		}
		if a := e.Actor(o.Who); a != nil {
			row.Name, row.Side = a.Name, a.Side
		}
		row.countRoll(o.Success, made, typed, m, e)
	}
}

// probabilities returns the probability that a check succeeds, and the probability that it gives the degree of o or a more extreme one. It
// returns the values stored in o, or computes them from the chance if there are none.
func (c *rollCounter) probabilities(o *rules.Outcome) (made, beyond float64) {
	if o.Beyond > 0 {
		return o.Likely, o.Beyond
	}
	at, known := c.odds[o.Chance]
	if !known {
		roll := c.rules.BarePreview(nil, o.Chance)
		at.odds, at.made = roll.Odds()
		c.odds[o.Chance] = at
	}
	return at.made, rules.ProbabilityBeyond(at.odds, o.Degree, o.Success)
}

// countRoll counts one roll of the entry e. made is the probability of success; typed is whether a die was typed. m is the roll
// itself; it becomes the best success or the worst failure if it is less likely than the previous one.
func (l *RollStatistics) countRoll(success bool, made float64, typed bool, m NotableRoll, e *gm.HistoryEntry) {
	l.Rolls++
	l.ExpectedSuccesses += made
	if typed {
		l.TypedRolls++
	} else {
		l.ProgramRolls++
	}
	notable := &l.Worst
	if success {
		l.Successes++
		notable = &l.Best
	}
	if notable.Seq == 0 || m.Probability < notable.Probability {
		*notable = m
		notable.Title = e.Title
	}
}

// sortedRows returns the statistics in the order described by Statistics.
func (c *rollCounter) sortedRows() []RollStatistics {
	first := map[string]int{} // index in c.order of each actor's row for all rolls
	for i, key := range c.order {
		if key.label == "" {
			first[key.who] = i
		}
	}
	list := make([]RollStatistics, len(c.order))
	for i, key := range c.order {
		list[i] = *c.rows[key]
		list[i].ExpectedSuccesses = rules.TrimNoise(list[i].ExpectedSuccesses)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		switch {
		case a.Who != b.Who:
			return first[a.Who] < first[b.Who]
		case (a.Label == "") != (b.Label == ""):
			return a.Label == ""
		case a.Rolls != b.Rolls:
			return a.Rolls > b.Rolls
		}
		return a.Label < b.Label
	})
	return list
}

// Chart draws a line for each row, at most width cells wide: its name, a bar for the share of successful rolls, with a stroke at the
// expected share, and its numbers. If there are fewer than eight cells for the bars, it omits them.
func Chart(rows []RollStatistics, width int) string {
	if len(rows) == 0 {
		return ""
	}
	names, numbers := make([]string, len(rows)), make([]string, len(rows))
	widest, longest := 0, 0
	for i, row := range rows {
		names[i] = collect.Choose(row.Label != "", "  "+row.Label, row.Name)
		numbers[i] = fmt.Sprintf("%d of %d, expected %s", row.Successes, row.Rolls, command.Number(math.Round(row.ExpectedSuccesses*10)/10))
		widest, longest = max(widest, uniseg.StringWidth(names[i])), max(longest, uniseg.StringWidth(numbers[i]))
	}
	const minBar, maxBar = 8, 40                 // bounds of the length of the bars, in cells
	cells := min(maxBar, width-widest-longest-4) // length of the bars, with two gaps of two cells
	if cells < minBar {                          // too short to read; they are omitted, and the names are shortened if necessary
		widest, cells = max(0, min(widest, width-longest-2)), 0
	}
	var b strings.Builder
	for i := range rows {
		line := fitToWidth(names[i], widest) + "  "
		if cells > 0 {
			line += shareBar(&rows[i], cells) + "  "
		}
		b.WriteString(strings.TrimRight(line+numbers[i], " ") + "\n")
	}
	return b.String()
}

// shareBar returns a bar of the given number of cells for the share of rolls that succeeded, with a stroke in the cell of the expected
// share.
func shareBar(l *RollStatistics, cells int) string {
	full := int(math.Round(float64(l.Successes) / float64(l.Rolls) * float64(cells)))
	stroke := min(cells-1, int(l.ExpectedSuccesses/float64(l.Rolls)*float64(cells)))
	var b strings.Builder
	for i := range cells {
		switch {
		case i == stroke && i < full:
			b.WriteString("╂")
		case i == stroke:
			b.WriteString("│")
		case i < full:
			b.WriteString("━")
		default:
			b.WriteString("·")
		}
	}
	return b.String()
}

// fitToWidth returns text clipped or padded to exactly the given number of cells.
func fitToWidth(text string, cells int) string {
	var b strings.Builder
	used := 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if used+g.Width() > cells {
			break
		}
		used += g.Width()
		b.WriteString(g.Str())
	}
	return b.String() + strings.Repeat(" ", cells-used)
}
