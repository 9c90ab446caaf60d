package rules

import (
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The section `tasks`: ready-made skill checks with a result for each degree, a grade of success or failure. def_taskgoal.go has goals that
// need several tries. A gift is the change that an entry makes to a modifier, and the giver in an entry holds its gifts (def_modifier.go).

// Task is a ready-made skill check: its difficulty, its time, and the result of each degree. Guide, chapter 7.
type Task struct {
	Head       `yaml:",inline"`
	Skill      []source.Text           `yaml:"skill" of:"skills"`              // The skills to choose from. The best that the character has learnt is proposed.
	Basis      source.Text             `yaml:"basis" formula:"yes" need:"yes"` // The statistic for a character who has none of the skills.
	Time       source.Text             `yaml:"time" pattern:"time"`            // Its duration: `10 s`, `2 min`, `1 h`.
	Tags       []source.Text           `yaml:"tags" of:"tags"`                 // Tags for its roll, such as `[physical]`.
	Give       Gives                   `yaml:"give"`                           // Changes of modifiers, such as `give: {df: -2}`.
	Lumps      []source.Text           `yaml:"lumps" of:"tasks"`               // Tasks that this one combines. It averages their modifiers.
	Situations source.Map[Situation]   `yaml:"situations"`                     // Situations that only this task offers.
	Results    source.Map[*TaskResult] `yaml:"results" names:"degrees"`        // The results, by degree. A degree without one uses that of the next milder degree.
	With       []source.Text           `yaml:"with" of:"tags"`                 // Tags of the item that it needs, at least one of them.
	May        bool                    `yaml:"may_with"`                       // True: the tool under `with` is optional. Default: false.
	Say        *phrase.Say             `yaml:"say"`                            // The sentences that describe it, by case (deed, declared, made, missed or a degree): `say: {deed: "{who climbs}"}`.
	Goal       *Goal                   `yaml:"goal"`                           // Makes it an extended task: several rolls add up.
	Help       *Help                   `yaml:"help"`                           // Rules for helpers: the gift of each, and who can help.
	Seconds    float64                 // duration of Time; 0 if it isn't set
	skills     []*Skill                // skills that Skill names
	basis      *Formula                // compiled form of Basis
	lumps      []*Task                 // tasks that Lumps names
	results    []*TaskResult           // result at each degree, by its index in Ruleset.Degrees; nil for a degree without one
	tags       tagSet                  // tags that its roll has
	action     *Action                 // action in which the task's skill is used with a tool; nil if the task takes no tool
	giver                              // compiled form of Give
}

// TaskResult is the result of a task: a text, or a text with effects.
type TaskResult struct {
	Text string     `yaml:"text"` // The text to show.
	Do   []*Effect  `yaml:"do"`   // The effects.
	Pos  source.Pos `yaml:",pos"`
}

// DecodeNode reads a result. A bare value becomes its text.
func (t *TaskResult) DecodeNode(n *source.Node, r *source.Report) {
	t.Pos = n.Pos
	if n.Kind == source.Scalar {
		t.Text = n.Text
		return
	}
	type plain TaskResult
	source.Decode(n, (*plain)(t), r)
}

// compileTasks compiles the tasks. The situations in a task become situations that only this task offers.
func (c *compiler) compileTasks() {
	rs := c.rs
	for _, task := range rs.Tasks.All {
		task.compile(c)
	}
	fillNewDegrees(c)
	for _, task := range rs.Tasks.All {
		for _, text := range task.Lumps {
			if part := findEntry(c, &rs.Tasks, text, "task"); part != nil {
				task.lumps = append(task.lumps, part)
			}
		}
	}
}

// compile compiles a task: skills, basis, duration in seconds, situations and results.
func (t *Task) compile(c *compiler) {
	var tool bool
	c.findSkills(t.Skill, &t.skills, &tool)
	t.basis = c.compileNumber(t.Basis, nameScope{})
	if t.Basis.Text == "" {
		c.addMistake(source.Missing, t.Pos, "Task %s needs a basis for characters without its skills. Write `basis: %s`.", t.Name, firstStat(c.rs))
	}
	if t.Time.Text != "" {
		seconds, err := ParseSpan(t.Time.Text)
		if err != nil {
			c.addMistake(source.BadValue, t.Time.Pos, "%v", err)
		}
		t.Seconds = seconds
	}
	c.compileGiver(&t.giver, nil, &t.Give, nameScope{readsSkill: true})
	c.compileTags(&t.tags, "", t.Tags)
	for i := range t.Situations {
		situation := &t.Situations[i].Value
		situation.setName(t.Situations[i].Name, t.Situations[i].Pos)
		situation.task = t
		situation.compile(c)
	}
	p := t.effectScope(c)
	for _, entry := range t.Results {
		c.compileEffects(entry.Value.Do, t.Label, p)
	}
	t.Goal.compile(c, t, p)
	t.Help.compile(c)
	if t.May && len(t.With) == 0 {
		c.addMistake(source.Missing, t.Pos, "Task %s has may_with but no items. Write `with: [TAG]`.", t.Name)
	}
	c.checkWords(t.With)
	t.compileResults(c)
}

// effectScope returns the scope of a task's effects, which is the set of names that their formulas can use: the scope of a step after the
// check of a plain skill use.
func (t *Task) effectScope(c *compiler) nameScope {
	p := nameScope{readsAction: true, readsSkill: true, readsAsked: true}
	use, ok := c.rs.Actions.Get(c.rs.Pack.Use)
	if !ok {
		use = c.rs.bareAction
	}
	if use == nil || use.body == nil {
		return p
	}
	for i, step := range use.body.steps {
		if step.check != nil {
			p.seq, p.steps = use.body, i+1
			p.check, p.numbers, p.results, p.readsRoll = step.check, len(step.check.Numbers), len(step.check.Results), true
			break
		}
	}
	return p
}

// makeAction makes the task's own action from the pack's action for skill checks, if the task needs a tool. The pack's actions must already
// be compiled.
func (t *Task) makeAction(rs *Ruleset) {
	use := rs.useAction
	if use == nil {
		use = rs.bareAction
	}
	if len(t.With) == 0 || use == nil {
		return
	}
	own := *use
	own.Label, own.With, own.canBeTool = t.Label, t.With, nil
	for _, item := range rs.Items.All {
		own.canBeTool = append(own.canBeTool, item.HasAnyTag(t.With))
	}
	t.action = &own
}

// compileResults spreads the results over the degrees: a degree without one uses that of the next milder degree. Degrees are ordered from
// the best success to the worst failure; factors above 0 are successes. Results of degrees that a layer removed are dropped.
func (t *Task) compileResults(c *compiler) {
	degrees := c.rs.Degrees.All
	t.results = make([]*TaskResult, len(degrees))
	for _, entry := range t.Results {
		if _, gone := c.removals[[2]string{"degrees", entry.Name}]; gone {
			continue
		}
		degree := findEntry(c, &c.rs.Degrees, source.Text{Text: entry.Name, Pos: entry.Pos}, "degree")
		if degree != nil {
			t.results[degree.index] = entry.Value
		}
	}
	for i := len(degrees) - 2; i >= 0; i-- {
		if t.results[i] == nil && degrees[i].Factor > 0 && degrees[i+1].Factor > 0 {
			t.results[i] = t.results[i+1]
		}
	}
	for i := 1; i < len(degrees); i++ {
		if t.results[i] == nil && degrees[i].Factor <= 0 && degrees[i-1].Factor <= 0 {
			t.results[i] = t.results[i-1]
		}
	}
}

// fillNewDegrees gives a result to degrees that the authors of tasks could not know: degrees that no task names, or that a later layer
// adds. If no milder degree has a result, such a degree gets the result of the next better success or the next worse failure.
func fillNewDegrees(c *compiler) {
	degrees := c.rs.Degrees.All
	declared := make([]bool, len(degrees))
	for _, task := range c.rs.Tasks.All {
		for _, entry := range task.Results {
			if degree, ok := c.rs.Degrees.Get(entry.Name); ok {
				declared[degree.index] = true
			}
		}
	}
	for i := range degrees {
		if degrees[i].Factor > 0 {
			copyResults(c, i, i-1, !declared[i])
		}
	}
	for i := len(degrees) - 1; i >= 0; i-- {
		if degrees[i].Factor <= 0 {
			copyResults(c, i, i+1, !declared[i])
		}
	}
}

// copyResults copies results from degree from to degree i, if both are successes or both failures, in tasks whose authors could not know
// degree i. unnamed is whether no task names degree i; this is then reported as a warning, since it may have been forgotten.
func copyResults(c *compiler, i, from int, unnamed bool) {
	degrees := c.rs.Degrees.All
	if from < 0 || from >= len(degrees) || (degrees[from].Factor > 0) != (degrees[i].Factor > 0) {
		return
	}
	count := 0
	for _, task := range c.rs.Tasks.All {
		if task.results[i] == nil && task.results[from] != nil && (unnamed || c.stack.IsBelow(task.Pos, degrees[i].Pos)) {
			task.results[i] = task.results[from]
			count++
		}
	}
	if count > 0 && unnamed {
		c.report.Warn(source.NoResult, degrees[i].Pos, "%[2]d tasks have no result for %[1]s or a milder degree. They use the result of %[3]s.", degrees[i].Name, count, degrees[from].Name)
	}
}

// ResultText describes the task's result for a degree, or returns "" if there is none.
func (t *Task) ResultText(d *Degree) string {
	if result := t.resultAt(d); result != nil {
		return result.Text
	}
	return ""
}

// resultAt returns the task's result at a degree, or nil.
func (t *Task) resultAt(d *Degree) *TaskResult {
	if t == nil || d == nil {
		return nil
	}
	return t.results[d.index]
}

// Skills returns the skills that the task can be done with, the most suitable first.
func (t *Task) Skills() []*Skill { return t.skills }

// useTask prepares the roll of a task: with the chosen skill, else with the first of its skills that the actor has learnt, else
// unranked on the task's basis.
func (f *Frame) useTask(t *Task, chosen, standIn *Skill) {
	skills := t.skills
	if chosen != nil {
		skills = []*Skill{chosen}
	}
	f.useSkill(skills, standIn)
	if !f.use.trained {
		f.use = skillUse{isNamed: true, basis: t.basis, likeness: 1} // likeness 1: it isn't reduced as for a related skill
	}
}

// pickSkill sets the skill of a check: the step's skill, else the chosen skill or the action's; none if the step has only a basis. A nil
// step stands for the action itself. acting is whether the frame's actor carries out the action.
func (f *Frame) pickSkill(step *Step, acting bool) {
	side := f.sides[0]
	var skills []*Skill
	tool := false
	switch {
	case step != nil && (step.usesToolSkill || step.skills != nil):
		tool, skills = step.usesToolSkill, step.skills
	case step != nil && step.Basis != nil || !acting: // a basis alone; without one, an actor that doesn't act has no skill
	case side.task != nil:
		f.useTask(side.task, side.skill, side.standIn)
		return
	case side.skill != nil:
		skills = []*Skill{side.skill}
	case side.stat != nil:
		f.use = skillUse{basis: side.stat.asBasis, likeness: 1}
		return
	case side.action != nil:
		tool, skills = side.action.usesToolSkill, side.action.skills
	}
	if tool && side.tool != nil && side.tool.skill != nil {
		skills = []*Skill{side.tool.skill}
	}
	f.useSkill(skills, side.standIn)
}

// OwnSituations returns the situations that only this task offers.
func (t *Task) OwnSituations() (list []*Situation) {
	for i := range t.Situations {
		list = append(list, &t.Situations[i].Value)
	}
	return list
}

// ownSituation finds one of the task's own situations, or returns nil.
func (t *Task) ownSituation(name string) *Situation {
	if t == nil {
		return nil
	}
	for i := range t.Situations {
		if t.Situations[i].Name == name {
			return &t.Situations[i].Value
		}
	}
	return nil
}

// compile compiles the gifts and the condition of helpers. h may be nil.
func (h *Help) compile(c *compiler) {
	if h == nil {
		return
	}
	if h.Most < 0 || h.Most > maxHelp {
		c.addMistake(source.OutOfRange, h.Pos, "help must be 1 to %d helpers.", maxHelp)
	}
	h.when = c.compileFlag(h.When, nameScope{})
	c.compileGiver(&h.giver, nil, &h.Give, nameScope{})
	if len(h.gifts) == 0 && len(h.Give.list) == 0 {
		c.addMistake(source.Missing, h.Pos, "help gives nothing. Write, for example, `give: {df: 1}`.")
	}
}

// maxHelp is the highest number of helpers of a task.
const maxHelp = 20
