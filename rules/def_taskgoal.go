package rules

import (
	"maps"
	"math"
	"slices"

	"hybrid/rules/source"
)

// Goals of extended tasks and of scenes: the sum of factors to reach, the number of tries, the progress and the odds. Each degree of
// success has a factor, such as 1 or 0.5; those of failures are 0 or negative.

// Goal is the end of an extended task, such as a chase or a ritual. Each try takes the task's time.
type Goal struct {
	Sum     float64     `yaml:"sum" min:"0.001" need:"yes"` // The total needed. The factors of degrees add up; failures subtract, but the total never drops below 0.
	Tries   int         `yaml:"tries" min:"0" max:"100"`    // The highest number of tries. Default: no limit.
	Reached *TaskResult `yaml:"reached"`                    // The result when the sum is reached.
	Failed  *TaskResult `yaml:"failed"`                     // The result when all tries are used up.
	Pos     source.Pos  `yaml:",pos"`
}

// maxTries is the highest number of tries that a goal can set.
const maxTries = 100

// compile checks that the goal of an extended task can be reached, and compiles its effects.
func (g *Goal) compile(c *compiler, task *Task, p nameScope) {
	if g == nil {
		return
	}
	g.CheckReach(c.rs, c.report)
	for _, result := range []*TaskResult{g.Reached, g.Failed} {
		if result != nil {
			c.compileEffects(result.Do, task.Label, p)
		}
	}
}

// CheckReach reports a sum or a number of tries out of range, and a goal that cannot be reached in its number of tries.
func (g *Goal) CheckReach(rs *Ruleset, report *source.Report) {
	if g.Sum <= 0 {
		report.Add(source.OutOfRange, g.Pos, "“sum” must be above 0. It counts the factors needed, such as 3.")
	}
	if g.Tries < 0 || g.Tries > maxTries {
		report.Add(source.OutOfRange, g.Pos, "tries of a goal must be 1 to %d. Without it, tries are unlimited.", maxTries)
	}
	best := 0.0
	for _, degree := range rs.Degrees.All {
		best = max(best, degree.Factor)
	}
	if g.Tries > 0 && best*float64(g.Tries) < g.Sum-slack {
		report.Add(source.OutOfRange, g.Pos, "%s can't be reached in %d tries: the best degree is worth %s.", formatNumber(g.Sum), g.Tries, formatNumber(best))
	}
}

// GoalProgress is the progress of an actor towards the goal of a task, or of everyone towards a goal of the scene.
type GoalProgress struct {
	Task  string  // name of the task, or key of the scene's goal
	Sum   float64 // sum of the factors so far, at least 0
	Tries int     // number of tries so far
}

// Progress returns an actor's progress towards the goal of a task; it is zero before the first try.
func (t *Task) Progress(a *Actor) GoalProgress { return ProgressTo(t.Name, a.Goals) }

// Progress returns the progress towards the scene's goal with this key; it is zero before the first try.
func (s *State) Progress(key string) GoalProgress { return ProgressTo(key, s.Goals) }

// ProgressTo finds the progress towards the named goal in list; it is zero before the first try.
func ProgressTo(name string, list []GoalProgress) GoalProgress {
	if i := slices.IndexFunc(list, func(p GoalProgress) bool { return p.Task == name }); i >= 0 {
		return list[i]
	}
	return GoalProgress{Task: name}
}

// AddTry returns the progress after another try whose degree has this factor.
func (g *Goal) AddTry(p GoalProgress, factor float64) GoalProgress {
	p.Sum, p.Tries = max(0, TrimNoise(p.Sum+factor)), p.Tries+1
	return p
}

// Outcome reports whether the goal is reached, or has failed because all tries are used up.
func (g *Goal) Outcome(p GoalProgress) (reached, failed bool) {
	reached = p.Sum >= g.Sum-slack
	return reached, !reached && g.Tries > 0 && p.Tries >= g.Tries
}

// Text describes the progress: "1.5 of 3, try 2 of 5".
func (g *Goal) Text(p GoalProgress) string { return g.progressText(p, " of ") }

// BriefText describes the progress briefly: "1.5/3, try 2/5".
func (g *Goal) BriefText(p GoalProgress) string { return g.progressText(p, "/") }

// progressText describes the progress: the current and the needed number, with the separator between them.
func (g *Goal) progressText(p GoalProgress, separator string) string {
	text := formatNumber(p.Sum) + separator + formatNumber(g.Sum) + ", try " + formatNumber(float64(p.Tries))
	if g.Tries > 0 {
		text += separator + formatNumber(float64(g.Tries))
	}
	return text
}

// GoalOdds holds the probabilities, from 0 to 1, of reaching a goal, and the average number of tries.
type GoalOdds struct {
	Reached float64   // probability that it is reached at all
	ByTry   []float64 // probability that it is reached by each try, from the first; at most maxTries entries
	Tries   float64   // average number of tries until it is reached or has failed
}

// Odds calculates the odds of reaching the goal, starting with the progress from, if every try has the given odds. Without a limit, it
// counts maxTries tries.
func (g *Goal) Odds(odds []Odd, from GoalProgress) (o GoalOdds) {
	maximum := g.Tries
	if maximum == 0 {
		maximum = maxTries
	}
	chances := map[float64]float64{from.Sum: 1} // probability of each sum before the next try
	for try := from.Tries; try < maximum && len(chances) > 0; try++ {
		next := map[float64]float64{}
		for _, sum := range slices.Sorted(maps.Keys(chances)) {
			o.Tries += chances[sum]
			for _, odd := range odds {
				if odd.Probability == 0 {
					continue
				}
				p := g.AddTry(GoalProgress{Sum: sum, Tries: try}, odd.Degree.Factor)
				if reached, _ := g.Outcome(p); reached {
					o.Reached += chances[sum] * odd.Probability
				} else {
					next[p.Sum] += chances[sum] * odd.Probability
				}
			}
		}
		chances = next
		o.ByTry = append(o.ByTry, trimShare(o.Reached))
	}
	o.Reached, o.Tries = trimShare(o.Reached), math.Round(o.Tries*1e6)/1e6 // without the noise of floating point
	return o
}
