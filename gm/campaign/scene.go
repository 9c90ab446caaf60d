package campaign

import (
	"strconv"
	"strings"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Secrets, threads and clocks that a scene (an encounter) prepares. A secret is a sentence that players can learn, a thread is an open
// question of the story, and a clock is a reminder for the game master.

// PreparedText is a secret or a thread that a scene prepares.
type PreparedText struct {
	Key  string // name at the prompt
	Text string // sentence or question, on one line
}

// Names returns the key, and the text in place of a label.
func (p PreparedText) Names() (name, label string) { return p.Key, p.Text }

// PreparedList is a list of the secrets or threads of a scene.
type PreparedList []PreparedText

// Texts returns the texts without their keys.
func (l PreparedList) Texts() []string {
	return collect.Map(l, func(p PreparedText) string { return p.Text })
}

// oneLine returns text with all white space, such as line breaks, replaced by single spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// compilePrepared returns the secrets or threads in texts. It reports entries without a text; noun is their kind, “Secret” or “Thread”.
func compilePrepared(noun string, texts source.Map[source.Text], report *source.Report) (list PreparedList) {
	for _, entry := range texts {
		text := oneLine(entry.Value.Text)
		if text == "" {
			report.Add(source.Missing, entry.Pos, "%s %s has no text. Add a sentence.", noun, entry.Name)
			continue
		}
		list = append(list, PreparedText{entry.Name, text})
	}
	return list
}

// Clock is a reminder that is set when its scene begins.
type Clock struct {
	Key   string        // name in the encounter's file
	Text  string        // text of the reminder
	After float64       // time from the beginning of the scene, in seconds, or in counts if a count has no length; 0 if Time is set
	Every float64       // interval at which it is repeated, in the unit of After; 0 for no repetition
	Time  string        // time of day or date, such as 23:30 or day 2 06:00; "" for none
	Lines []source.Text // lines of the prompt to offer when it comes; nil for none
}

// clockEntry is a clock of an encounter file.
type clockEntry struct {
	Label string      `yaml:"label" text:"line"` // The reminder's text. Default: the name of the clock.
	After source.Text `yaml:"after"`             // The time from the beginning of the scene: `40 min`, or `4 rounds`.
	Every source.Text `yaml:"every"`             // The time until it comes again. Default: it comes once.
	At    source.Text `yaml:"at"`                // The time of day, `"23:30"`, or a date, `day 2 06:00`. The campaign needs `begins`.
	// The rest of its text, or a list of lines that are offered when it comes: `[begin mole]`. No line is carried out on its own.
	Then []source.Text `yaml:"then"`
}

// compileClocks returns the clocks of an encounter, whose file is node, and reports mistakes in them.
func (c *Campaign) compileClocks(entries source.Map[clockEntry], node *source.Node, report *source.Report) (list []Clock) {
	for _, entry := range entries {
		v := entry.Value
		clock := Clock{Key: entry.Name, Text: v.Label, After: c.readSpan(v.After, report), Every: c.readSpan(v.Every, report), Time: v.At.Text}
		if clock.Text == "" {
			clock.Text = rules.ReadableName(entry.Name)
		}
		if clock.After == 0 && v.At.Text == "" {
			clock.After = clock.Every
		}
		_, isTime := rules.NextTimeOfDay(0, v.At.Text)
		_, isDate := rules.ParseDate(v.At.Text)
		switch at := v.At; {
		case at.Text != "" && v.After.Text != "":
			report.Add(source.OneKind, at.Pos, "Clock %s has after and at. Write only one of them.", entry.Name)
		case at.Text != "" && !isTime && !isDate:
			report.Add(source.BadValue, at.Pos, "%s", message.NotA(at.Text, "a time", "Write, for example, \"23:30\" or day 2 06:00"))
		case at.Text != "" && c.Begins == nil:
			report.Add(source.Missing, at.Pos, "Clock %s needs a calendar. Add `begins: day 1 21:40` to campaign.yaml.", entry.Name)
		case at.Text == "" && v.After.Text == "" && v.Every.Text == "":
			report.Add(source.Missing, entry.Pos, "Clock %s has no time. Add `after: 40 min` or `at: \"23:30\"`.", entry.Name)
		}
		if then := node.Get("clocks").Get(entry.Name).Get("then"); then != nil && then.Kind == source.List { // a list, not a text
			clock.Lines = v.Then
		} else if len(v.Then) > 0 {
			clock.Text += ": " + v.Then[0].Text
		}
		list = append(list, clock)
	}
	return list
}

// readSpan returns the duration that text states, such as 40 min or 4 rounds, in the unit of Clock.After, or 0 if text is empty. It reports
// an invalid one.
func (c *Campaign) readSpan(text source.Text, report *source.Report) float64 {
	if text.Text == "" {
		return 0
	}
	if words := strings.Fields(text.Text); c.Rules != nil && len(words) == 2 && c.isRoundWord(strings.TrimSuffix(words[1], "s")) {
		if counts, err := strconv.ParseFloat(words[0], 64); err == nil && counts > 0 {
			return counts * c.Rules.Pack.CountSpan()
		}
	}
	seconds, err := rules.ParseSpan(text.Text)
	if c.Rules != nil && c.Rules.Pack.Seconds() == 0 { // a game without seconds
		report.Add(source.BadValue, text.Pos, "%s", message.NotA(text.Text, "a number of "+c.Rules.CountWord()+"s", "Write, for example, 4 "+c.Rules.CountWord()+"s"))
	} else if err != nil || seconds <= 0 {
		report.Add(source.BadValue, text.Pos, "%s", message.NotA(text.Text, "a duration", "Write, for example, 40 min"))
	}
	return seconds
}

// isRoundWord reports whether word is the game's unit of time in a fight: round, or the game's own word for it.
func (c *Campaign) isRoundWord(word string) bool {
	return word == c.Rules.CountWord() || word == "round" && c.Rules.Order.InRounds()
}
