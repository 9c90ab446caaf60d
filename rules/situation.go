package rules

import (
	"hybrid/rules/source"
)

// Situation is what may hold for one roll: ticked by a person, or by itself while Holds is true.
type Situation struct {
	Head    `yaml:",inline"`
	For     []source.Text `yaml:"for"`
	Holds   source.Text   `yaml:"holds"`
	When    source.Text   `yaml:"when"`
	Group   string        `yaml:"group"`
	Ask     *Ask          `yaml:"ask"`
	Lifts   bool          `yaml:"lifts"` // the filter skills are rolled first, and limit nothing where they are made
	Flag    string        `yaml:"flag"`  // its name on the command line
	Give    Gives         `yaml:"give"`
	Put     []source.Text `yaml:"put"`    // the conditions one has from then on
	Tags    []source.Text `yaml:"tags"`   // what the roll is about beside the rest
	Limit   source.Text   `yaml:"filter"` // the filter skill that limits others while this holds
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
	What  string      `yaml:"what"`
	Least *float64    `yaml:"least"`
	Most  *float64    `yaml:"most"`
	Row   source.Text `yaml:"row"`
	With  string      `yaml:"with"`  // only rows that have this column
	Words bool        `yaml:"words"` // anything in words
	Flag  string      `yaml:"flag"`
	table *Table
}

func (c *compiler) ask(ask *Ask) {
	if ask != nil && ask.Row.Text != "" {
		ask.table = find(c, &c.rs.Tables, ask.Row, "table")
	}
}
