package rules

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/rules/source"
)

// Lasting reports whether a situation can be said to hold for longer than one roll: it asks for nothing, and does not
// hold by itself.
func (s *Situation) Lasting() bool { return s.Ask == nil && s.Holds.Text == "" }

// Situation is what may hold for one roll: ticked by a person, or by itself while Holds is true.
type Situation struct {
	Head    `yaml:",inline"`
	For     []source.Text `yaml:"for" of:"tags"`       // it counts only in rolls about one of these tags
	Holds   source.Text   `yaml:"holds" formula:"yes"` // it counts by itself as long as this is true
	When    source.Text   `yaml:"when" formula:"yes"`  // it can be ticked only if this holds
	Group   string        `yaml:"group"`               // of a group one counts; the one farthest down wins
	Ask     *Ask          `yaml:"ask"`                 // what has to be said with it
	Lifts   bool          `yaml:"lifts"`               // the filter skills are rolled first, and limit nothing where they are made
	Flag    string        `yaml:"flag"`                // its name on the command line
	Give    Gives         `yaml:"give"`                // what it changes, by modifier
	Put     []source.Text `yaml:"put" of:"conditions"` // the conditions one has from then on
	Tags    []source.Text `yaml:"tags" of:"tags"`      // what the roll is about beside the rest
	Limit   source.Text   `yaml:"filter" of:"skills"`  // the filter skill that limits others while this holds
	Scene   bool          `yaml:"scene"`               // it is said of the scene, for longer than one roll
	holds   *Formula
	when    *Formula
	puts    []*Condition
	tags    tagSet
	filter  *Skill
	task    *Task // the only task it goes with
	ordinal int
	giver
}

// Ask is what an entry wants to know: a number, or a row of a table.
type Ask struct {
	What  string        `yaml:"what"`               // what is asked
	Least *float64      `yaml:"least"`              // the least number
	Upto  source.Text   `yaml:"most" formula:"yes"` // the highest number; of actions and steps a formula, too
	Row   source.Text   `yaml:"row" of:"tables"`    // the table of which a row is wanted
	With  string        `yaml:"with"`               // only rows that have this column
	Words bool          `yaml:"words"`              // anything in words
	Faces source.Text   `yaml:"faces" of:"dice"`    // the die of which faces are wanted
	Usual []source.Text `yaml:"usual"`              // what is meant where nothing is said: a number, or faces; the least without it
	Dice  bool          `yaml:"dice"`               // points or dice, such as 2d6 + 1, which are rolled where `asked` is read
	Flag  string        `yaml:"flag"`               // its name on the command line
	Pos   source.Pos    `yaml:",pos"`
	Most  *float64      `yaml:"-"` // the highest number; nil for none, and where a formula says it
	most  *Formula
	table *Table
	faced *FacedDie
	usual float64
}

// compile compiles what a situation is by itself, one of every roll or of one task.
func (s *Situation) compile(c *compiler) {
	s.Ask.compile(c, nil)
	if s.Holds.Text != "" {
		s.holds = c.flag(s.Holds, nameScope{})
	}
	if s.holds != nil && s.task != nil {
		c.mistake(source.BadValue, s.Holds.Pos, "%s belongs to task %s, so nothing holds by itself there; put it under situations, with for", s.Name, s.task.Name)
	}
	s.when = c.flag(s.When, nameScope{action: true, skill: true})
	s.puts = c.puts(s.Put)
	s.filter = findEntry(c, &c.rs.Skills, s.Limit, "skill")
	c.tagsOf(&s.tags, "", s.Tags)
	c.giver(&s.giver, s.For, &s.Give, nameScope{asked: true, ask: s.Ask, skill: true, action: true})
}

// refuses tells why a number is no answer; nil if it is one.
func (a *Ask) refuses(label string, x float64) error {
	low, high := a.Least != nil && x < *a.Least, a.Most != nil && x > *a.Most
	if !low && !high {
		return nil
	}
	return refuse("%s needs %s, not %s", label, a.Wanted(), formatNumber(x))
}

// Wanted is what is asked, with its bounds.
func (a *Ask) Wanted() string {
	switch {
	case a.Least != nil && a.Most != nil:
		return fmt.Sprintf("%s, from %s to %s", a.What, formatNumber(*a.Least), formatNumber(*a.Most))
	case a.Least != nil:
		return fmt.Sprintf("%s, at least %s", a.What, formatNumber(*a.Least))
	case a.Most != nil:
		return fmt.Sprintf("%s, at most %s", a.What, formatNumber(*a.Most))
	}
	return a.What
}

// Missing refuses an action whose number has bounds and was not said. One without bounds may go without: it is 0.
func (a *Action) Missing() error {
	if ask := a.Ask; ask != nil && (ask.Least != nil || ask.Most != nil) {
		return refuse("%s needs %s", a.Label, ask.Wanted())
	}
	return nil
}

// compile reads the bounds of what is asked, what is usual, and the table it is a row of; p is where its highest number may be
// a formula, nil for nowhere.
func (ask *Ask) compile(c *compiler, p *nameScope) {
	if ask != nil {
		ask.compileMost(c, p)
	}
	if ask != nil && ask.Least != nil && ask.Most != nil && *ask.Least > *ask.Most {
		c.mistake(source.OutOfRange, ask.Pos, "no number is at least %g and at most %g", *ask.Least, *ask.Most)
	}
	if ask != nil {
		ask.compileUsual(c)
	}
	if ask != nil && ask.Row.Text != "" {
		ask.table = findEntry(c, &c.rs.Tables, ask.Row, "table")
	}
}

// answered checks what a ticked situation asked for.
func (s *Situation) answered(t *Ticked, option TickedOption) error {
	if s.Ask == nil {
		return nil
	}
	if s.Ask.table == nil {
		return s.Ask.refuses(s.Label, option.Number)
	}
	t.Row = s.Ask.table.row(option.Row)
	rows := s.Ask.Rows()
	if t.Row == nil || !slices.Contains(rows, option.Row) {
		return refuse("%s needs one of %s, not %q", s.Label, strings.Join(rows, ", "), option.Row)
	}
	return nil
}

// Rows are the rows that may be named, where a row is asked for.
func (a *Ask) Rows() []string {
	var names []string
	if a == nil || a.table == nil {
		return nil
	}
	column, limited := a.table.columns[a.With]
	for _, row := range a.table.rows {
		if !limited || row.cells[column].given {
			names = append(names, row.Name)
		}
	}
	return names
}

// CutSide parts a text that names a row, such as "left hand", into the side and the rest.
func (a *Ask) CutSide(text string) (side, rest string) { return a.table.cutSide(text) }

// Sided reports whether there is one of a row on each side, such as a hand.
func (a *Ask) Sided(name string) bool {
	row := a.table.row(name)
	return row != nil && row.Paired
}

// allowed reports whether a situation may be ticked for what a frame is about.
func (s *Situation) allowed(f *Frame) bool {
	return s.holds == nil && (s.task == nil || s.task == f.sides[0].task) && s.about(f) && f.may(s.when, true)
}
