package campaign

import (
	"cmp"

	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Goals of a scene, to which the checks and contests of all combatants contribute, such as persuading a guard. The progress of a goal is
// the sum of the results so far, and the number of tries.

// Goal is a goal of a scene.
type Goal struct {
	Key, Label   string // name at the prompt, and text for the game master
	PlayersLabel string // text for players once the scene is over; "" if they aren't told of the goal
	rules.Goal          // sum needed, and maximum number of tries
	Task, Skill  string // name of the task or of the skill whose checks count; one of them is ""
	WhenReached  string // sentence for the game master when it is reached; "" for none
	WhenFailed   string // sentence for the game master when all tries are used up; "" for none
}

// GoalTexts returns the goals of an encounter as texts, with their outcomes if over is set, which means that the encounter is over. list
// holds the progress of the goals. textOf returns the text of a goal, or "" if the reader doesn't know of it.
func (e *Encounter) GoalTexts(list []rules.GoalProgress, over bool, textOf func(*Goal) string) (texts []string) {
	for i := range e.Goals {
		goal := &e.Goals[i]
		text := textOf(goal)
		if text == "" {
			continue
		}
		if over {
			text += ": " + cmp.Or(goal.OutcomeWord(rules.ProgressTo(goal.Key, list)), "left")
		}
		texts = append(texts, text)
	}
	return texts
}

// OutcomeWord returns the goal's outcome at progress p as a word, "reached" or "failed", or "" while it is open.
func (g *Goal) OutcomeWord(p rules.GoalProgress) string {
	reached, failed := g.Outcome(p)
	return collect.Choose(reached, "reached", collect.Choose(failed, "failed", ""))
}

// Outcome returns the outcome of a scene in a word or two: that a goal was reached or, if none was, that one failed. It considers only
// goals for which isKnown returns true; list holds their progress. If they have no outcome, or none was reached and the players' side has
// won or lost the fight, it returns fight, the outcome of the fight.
func (e *Encounter) Outcome(list []rules.GoalProgress, isKnown func(*Goal) bool, fight string) (text string) {
	for i := range e.Goals {
		if goal := &e.Goals[i]; isKnown(goal) {
			switch reached, failed := goal.Outcome(rules.ProgressTo(goal.Key, list)); {
			case reached:
				return rules.OutcomeReached
			case failed:
				text = rules.OutcomeFailed
			}
		}
	}
	if text == "" || fight == rules.OutcomeWon || fight == rules.OutcomeLost {
		return fight
	}
	return text
}

// HasPlayerName reports whether players are told of the goal once the scene is over.
func (g *Goal) HasPlayerName() bool { return g.PlayersLabel != "" }

// goalEntry is a goal of an encounter file.
type goalEntry struct {
	Label string `yaml:"label" text:"line"` // The goal in sentences: `Orlo gives in`. Default: the name of the goal.
	// The goal as players read it once the scene is over: `Madame Orlo gives in`. Default: players don’t read about it.
	Called  string      `yaml:"called" text:"line"`
	Task    source.Text `yaml:"task" of:"tasks"`            // The task whose checks count.
	Skill   source.Text `yaml:"skill" of:"skills"`          // The skill whose checks count, such as `persuasion`, and contests that begin with it.
	Sum     float64     `yaml:"sum" min:"0.001" need:"yes"` // The total needed: factors of degrees add up, and failures subtract. The sum never drops below 0.
	Tries   int         `yaml:"tries" min:"0" max:"100"`    // The highest number of tries. Default: no limit.
	Reached string      `yaml:"reached"`                    // The sentence for the game master when the sum is reached.
	Failed  string      `yaml:"failed"`                     // The sentence for the game master when all tries are used up.
	Pos     source.Pos  `yaml:",pos"`
}

// compileGoals returns the goals of an encounter. It reports goals for which no checks count, whose task or skill doesn't exist, or that
// can't be reached.
func (c *Campaign) compileGoals(entries source.Map[goalEntry], report *source.Report) (list []Goal) {
	for _, entry := range entries {
		v := entry.Value
		goal := Goal{Key: entry.Name, Label: v.Label, PlayersLabel: v.Called, Goal: rules.Goal{Sum: v.Sum, Tries: v.Tries, Pos: v.Pos}, Task: v.Task.Text, Skill: v.Skill.Text,
			WhenReached: oneLine(v.Reached), WhenFailed: oneLine(v.Failed)}
		if goal.Label == "" {
			goal.Label = message.Capitalise(rules.ReadableName(entry.Name))
		}
		switch {
		case v.Task.Text == "" && v.Skill.Text == "":
			report.Add(source.Missing, entry.Pos, "Nothing counts for goal %s. Add `task: NAME` or `skill: NAME`.", entry.Name)
		case v.Task.Text != "" && v.Skill.Text != "":
			report.Add(source.OneKind, v.Skill.Pos, "Goal %s has task and skill. Write only one of them.", entry.Name)
		}
		if c.Rules != nil {
			goal.CheckReach(c.Rules, report)
			if _, ok := c.Rules.Tasks.Get(v.Task.Text); v.Task.Text != "" && !ok {
				report.Add(source.UnknownName, v.Task.Pos, "%s", rules.UnknownEntry("task", v.Task.Text, c.Rules.Tasks.Names()))
			}
			if _, ok := c.Rules.Skills.Get(v.Skill.Text); v.Skill.Text != "" && !ok {
				report.Add(source.UnknownName, v.Skill.Pos, "%s", rules.UnknownEntry("skill", v.Skill.Text, c.Rules.Skills.Names()))
			}
		}
		list = append(list, goal)
	}
	return list
}

// Names returns the key and the label of the goal.
func (g *Goal) Names() (name, label string) { return g.Key, g.Label }

// CountsOutcome reports whether an outcome is a check that contributes to the goal: on its task or on its skill, whichever it has.
func (g *Goal) CountsOutcome(o *rules.Outcome) bool {
	return o.Degree != "" && o.Ability == g.Task+g.Skill
}

// ProgressText describes the progress towards the goal, and its outcome if it is over.
func (g *Goal) ProgressText(p rules.GoalProgress) string {
	text := g.Label + ": " + g.Text(p)
	reached, _ := g.Outcome(p)
	sentence := ""
	if fate := g.OutcomeWord(p); fate != "" {
		text, sentence = text+", "+fate, collect.Choose(reached, g.WhenReached, g.WhenFailed)
	}
	if sentence != "" {
		text += ". " + sentence
	}
	return text
}
