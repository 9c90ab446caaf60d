package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/gm/simulate"
	"hybrid/rules"
)

// Hypothetical alternatives: the line of a fight's entry is replaced with another one, and the rest of the fight is replayed with the same
// dice. A moment is an entry with its states (moment.go); a probe is a state from which fights are simulated to find the chances
// (probe.go). An aim is a combatant and its target.

// Supposition is the result of replacing the line of an entry with another one. It is hypothetical: the game is unchanged.
type Supposition struct {
	Seq          int64           `json:"seq"`               // number of the replaced entry
	Side         string          `json:"side"`              // name of the side whose chances are given
	ActualLine   string          `json:"was"`               // line that was played
	Line         string          `json:"line"`              // line tried in its place
	Assumption   string          `json:"if"`                // assumption behind all chances, as text
	Fights       int             `json:"fights"`            // number of fights simulated for each chance
	ActualChance Chance          `json:"before"`            // chance before the dice were rolled, with the actual line
	NewChance    Chance          `json:"then"`              // chance before the dice were rolled, with the alternative line
	Gain         Chance          `json:"gain"`              // NewChance minus ActualChance
	Over         bool            `json:"over"`              // whether the fight has ended
	ActualEnd    Chance          `json:"ended"`             // chance after the last entry of the actual fight
	NewEnd       *Chance         `json:"ends"`              // chance after the last entry with the alternative line and the same dice; nil if Refusal is set
	SameCount    int             `json:"same"`              // number of later entries with the same result
	ChangedCount int             `json:"other"`             // number of later entries that change or are new
	GoneCount    int             `json:"gone"`              // number of later entries that no longer happen
	Dice         int             `json:"dice"`              // number of new dice
	Answers      int             `json:"answers"`           // number of new questions, answered by tactics
	Refusal      string          `json:"refused,omitempty"` // reason why the rest of the fight can't be replayed; "" if it can
	Entries      []gm.Redecision `json:"-"`                 // replayed entries
}

// maxQuestions is the maximum number of questions that tactics answer when later entries are replayed.
const maxQuestions = 500

// LaterText describes in a sentence how many of the later entries change.
func (x *Supposition) LaterText() string {
	if x.Refusal != "" {
		return "The later entries can't be decided again. " + x.Refusal
	}
	return fmt.Sprintf("Of what came later %s the same, %d otherwise, %d no more; %s, %s by tactics.", command.CountText(x.SameCount, "entry comes out", "entries come out"), x.ChangedCount, x.GoneCount,
		command.CountText(x.Dice, "new die", "new dice"), command.CountText(x.Answers, "answer", "answers"))
}

// ChangedEntry is a later entry whose result differs.
type ChangedEntry struct {
	Seq      int64  // number of the entry
	Was, Now string // line of the log before and after, without the part about numbers; Now is "" if the entry no longer happens
}

// ListChanges lists the later entries whose text in the log differs, at most limit of them. New entries aren't listed.
func (x *Supposition) ListChanges(limit int) (list []ChangedEntry) {
	for _, e := range x.Entries {
		before, _, _ := strings.Cut(e.Was, " · ")
		after, _, _ := strings.Cut(e.Now, " · ")
		if e.Seq != 0 && before != after && len(list) < limit {
			list = append(list, ChangedEntry{e.Seq, before, after})
		}
	}
	return list
}

// findFight returns the fight that has the entry with the number seq, and the entry's index in it, which is at least 1. It refuses an entry
// outside all fights, or the first one of a fight.
func findFight(fights []*Fight, seq int64) (f *Fight, i int, err error) {
	for _, f := range fights {
		if i := slices.IndexFunc(f.Entries, func(e *gm.HistoryEntry) bool { return e.Seq == seq }); i > 0 {
			return f, i, nil
		}
	}
	return nil, 0, command.Refusal("Entry %d is in no fight. `history` lists the entries.", seq)
}

// withLine returns a copy of the moment with another line in place of its own, or a refusal if that line can't be tried.
func (m *moment) withLine(line string) (result *moment, err error) {
	copied := *m
	copied.game.OldReading, copied.Answers = false, nil
	if copied.line, err = copied.game.Parse(line); err != nil {
		return nil, err
	}
	copied.game.BindTo(&copied.line, m.Who)
	if m.isFixed || copied.game.VerbOf(&copied.line).Session {
		return nil, command.Refusal("This line can't be tried. Try a command that changes the game.")
	}
	return &copied, nil
}

// Suppose computes the consequences of replacing the line of the entry with the number seq.
func Suppose(ctx context.Context, s *gm.Session, seq int64, line string, o Options) (*Supposition, error) {
	fights, err := ListFights(s)
	if err != nil {
		return nil, err
	}
	fight, i, err := findFight(fights, seq)
	if err != nil {
		return nil, err
	}
	actual := fight.momentAt(s.Game(), i)
	alternative, err := actual.withLine(line)
	if err != nil {
		return nil, err
	}
	r := &prober{sides: fight.Sides(), seed: o.Seed, workers: o.Workers}
	x := &Supposition{Seq: seq, Side: r.sides[0], ActualLine: actual.Line, Line: line, Assumption: AssumptionText(len(r.sides)), Fights: o.Fights, Over: fight.IsOver()}
	if x.Fights == 0 {
		x.Fights = o.worstCaseFights()
	}
	chance := func(p *probe) (Chance, error) {
		if err := r.runFights(ctx, p, x.Fights); err != nil {
			return Chance{}, err
		}
		return r.chanceOfSide(p, 0, x.Fights), nil
	}
	// both probes begin in the state before the entry; each run rolls its dice again
	before, then := &probe{moment: actual, startsBefore: true, rerollsEntry: true}, &probe{moment: alternative, startsBefore: true, rerollsEntry: true}
	if x.ActualChance, err = chance(before); err != nil {
		return nil, err
	}
	if x.NewChance, err = chance(then); err != nil {
		return nil, err
	}
	x.Gain = r.chanceDifference(before, then, 0, x.Fights)
	if x.ActualEnd, err = chance(&probe{moment: fight.lastMoment(s.Game())}); err != nil {
		return nil, err
	}
	end, err := x.redecide(s, actual)
	if err == nil {
		var ends Chance
		if ends, err = chance(&probe{moment: end}); err == nil {
			x.NewEnd = &ends
		}
	}
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		x.Refusal, err = refusal.Text, nil
	}
	return x, err
}

// redecide plans to amend the entry with the alternative line and to replay all later entries, counts the changes in x, and returns the
// last moment of the fight under that plan. Tactics answer new questions. original is the entry's actual moment. Nothing is changed in the
// session.
func (x *Supposition) redecide(s *gm.Session, original *moment) (*moment, error) {
	change := gm.Correction{Line: x.Line}
	plan, err := s.Amend(x.Seq, change)
	for ; x.Answers < maxQuestions; x.Answers++ {
		var need *rules.Need
		var question interface { // error of Amend that holds the game at the time of the question
			Moment() (*command.Game, command.Command, *rules.Need)
		}
		if !errors.As(err, &need) || !need.IsQuestion() || !errors.As(err, &question) {
			break
		}
		g, c, asked := question.Moment()
		answer, answerErr := simulate.AnswerOf(g, c, asked)
		if answerErr != nil {
			return nil, answerErr
		}
		change.Answers = maps.Clone(change.Answers)
		if change.Answers == nil {
			change.Answers = map[string]string{}
		}
		change.Answers[need.Key] = answer
		plan, err = s.Amend(x.Seq, change)
	}
	var need *rules.Need
	if errors.As(err, &need) {
		return nil, command.Refusal("%s", need.Text)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range plan.Entries {
		switch {
		case e.Seq == x.Seq: // the replaced entry itself
		case e.Now == "":
			x.GoneCount++
		case e.Same:
			x.SameCount++
		default:
			x.ChangedCount++
		}
		x.Dice += len(e.New)
	}
	x.Entries = plan.Entries
	return original.lastPlannedMoment(s.Rules(), &plan)
}

// lastMoment returns the moment of the last entry after which the fight was still in progress.
func (f *Fight) lastMoment(g *command.Game) *moment {
	last := slices.IndexFunc(f.Entries, func(e *gm.HistoryEntry) bool { return !e.After.Running })
	if last < 0 {
		last = len(f.Entries)
	}
	return f.momentAt(g, last-1)
}

// lastPlannedMoment returns the moment of the last entry after which the fight is still in progress under plan, which changes the fight
// from m's entry on.
func (m *moment) lastPlannedMoment(rs *rules.Ruleset, plan *gm.Amendment) (*moment, error) {
	end := &moment{HistoryEntry: &gm.HistoryEntry{Before: m.Before, After: m.Before}, game: m.game}
	isOver := false
	aims := aimsFromTargets(m.targets) // aims so far, the last one at the end
	for _, e := range plan.Entries {
		if e.Now == "" || isOver {
			continue
		}
		next, err := rs.Apply(end.After, e.Entry.Events)
		if err != nil {
			return nil, err
		}
		if isOver = !next.Running || next.Encounter != m.Before.Encounter; !isOver {
			end.game.State = end.After
			aims = append(aims, gm.AimOf(&end.game, e.Entry.Who, e.Entry.Whom, e.Entry.Line))
			end.After = next
		}
	}
	slices.Reverse(aims)
	end.targetsAfter = gm.LastAims(end.After, slices.Values(aims))
	return end, nil
}

// PlanComparison compares the first side's chance at the last moment of a fight with that under a plan that changes the past.
type PlanComparison struct {
	Side           string // name of the side
	Assumption     string // assumption behind the chances, as text
	Over           bool   // whether the fight has ended
	Fights         int    // number of fights simulated for each chance
	Was, Now, Gain Chance // actual chance, chance under the plan, and Now minus Was
}

// Text describes both chances in a sentence.
func (p *PlanComparison) Text() string {
	return fmt.Sprintf("%s wins %s: %s as it was, %s by the plan, %s, %s.", p.Side, MomentText(p.Over), p.Was.Text(), p.Now.Text(), p.Gain.Points(), p.Assumption)
}

// ComparePlan compares the first side's actual chance with that under a plan that changes the past. It returns nil if the plan's first
// changed entry is in no fight.
func ComparePlan(ctx context.Context, s *gm.Session, plan *gm.Amendment, o Options) (*PlanComparison, error) {
	fights, err := ListFights(s)
	if err != nil {
		return nil, err
	}
	fight, i, err := findFight(fights, plan.Seq)
	if err != nil {
		return nil, nil
	}
	end, err := fight.momentAt(s.Game(), i).lastPlannedMoment(s.Rules(), plan)
	if err != nil {
		return nil, err
	}
	r, runs := &prober{sides: fight.Sides(), seed: o.Seed, workers: o.Workers}, cmp.Or(o.Fights, o.worstCaseFights())
	actual, now := &probe{moment: fight.lastMoment(s.Game())}, &probe{moment: end}
	for _, p := range []*probe{actual, now} {
		if err := r.runFights(ctx, p, runs); err != nil {
			return nil, err
		}
	}
	return &PlanComparison{r.sides[0], AssumptionText(len(r.sides)), fight.IsOver(), runs, r.chanceOfSide(actual, 0, runs), r.chanceOfSide(now, 0, runs), r.chanceDifference(actual, now, 0, runs)}, nil
}

// aimsFromTargets returns an aim for each entry of targets, which maps the key of a combatant to that of its target.
func aimsFromTargets(targets map[string]string) (list []gm.Aim) {
	for _, who := range slices.Sorted(maps.Keys(targets)) {
		list = append(list, gm.Aim{Who: who, Whom: targets[who]})
	}
	return list
}

// Alternative is a line that a combatant could have chosen in place of an entry's.
type Alternative struct {
	Line string // line without its subject
	Gain Chance // gain of the combatant's side, if opponents fight by the pack's default tactic, as their own isn't known to the combatant
}

// Limits of the search for alternatives.
const (
	maxTried  = 6 // number of lines that are tried
	maxBetter = 2 // number of alternatives that are returned
)

// FindAlternatives lists the lines that would have been significantly better for a combatant's side than the combatant's own in the entry
// with the number seq, the best first. It tries the lines that are best by the odds.
func FindAlternatives(ctx context.Context, g *command.Game, f *Fight, seq int64, o Options) (list []Alternative, err error) {
	_, i, err := findFight([]*Fight{f}, seq)
	if err != nil {
		return nil, err
	}
	actual := f.momentAt(g, i)
	a := actual.Before.Find(actual.Who)
	if a == nil || actual.isFixed || actual.line.Action == nil {
		return nil, nil
	}
	if o.Fights == 0 {
		o.Fights = min(2*firstFights, o.worstCaseFights())
	}
	r := &prober{sides: f.Sides(), seed: o.Seed, workers: o.Workers}
	now := &probe{moment: actual, startsBefore: true, rerollsEntry: true, uninformedSide: a.Side}
	if err := r.runFights(ctx, now, o.Fights); err != nil {
		return nil, err
	}
	tried := 0
	for _, v := range (advice.Ranking{Game: actual.game.WithContext(ctx)}).Advise(a) {
		line := a.Key + ": " + v.Line
		alternative, err := actual.withLine(line)
		if err != nil || actual.hasSameEffects(line) {
			continue
		}
		if tried++; tried > maxTried {
			break
		}
		p := &probe{moment: alternative, startsBefore: true, rerollsEntry: true, uninformedSide: a.Side}
		if err := r.runFights(ctx, p, o.Fights); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			continue
		}
		if gain := r.chanceDifference(now, p, slices.Index(r.sides, a.Side), o.Fights); gain.Share > 0 && gain.isBeyondChance(2) {
			list = append(list, Alternative{v.Line, gain})
		}
	}
	slices.SortStableFunc(list, func(x, y Alternative) int { return cmp.Compare(y.Gain.Share, x.Gain.Share) })
	return list[:min(len(list), maxBetter)], nil
}
