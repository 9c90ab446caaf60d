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

// Supposed alternatives: an entry of a fight is replaced with another line, and the rest of the fight is replayed with the same dice.

// Supposition is the result of replacing the line of an entry with another one. It is hypothetical: the game is unchanged.
type Supposition struct {
	Seq     int64           `json:"seq"`               // number of the replaced entry
	Side    string          `json:"side"`              // name of the side whose chances are given
	Was     string          `json:"was"`               // actual line
	Line    string          `json:"line"`              // other line
	If      string          `json:"if"`                // assumption behind all chances, as text
	Fights  int             `json:"fights"`            // number of fights simulated for each chance
	Before  Chance          `json:"before"`            // chance before the dice were rolled, with the actual line
	Then    Chance          `json:"then"`              // chance with the other line
	Gain    Chance          `json:"gain"`              // difference of Then and Before
	Over    bool            `json:"over"`              // whether the fight has ended
	Ended   Chance          `json:"ended"`             // chance after the last entry of the actual fight
	Ends    *Chance         `json:"ends"`              // chance at the end with the other line and the same dice; nil if it can't be determined, for the reason in Refused
	Same    int             `json:"same"`              // number of later entries with the same result
	Other   int             `json:"other"`             // number of later entries that change or are new
	Gone    int             `json:"gone"`              // number of later entries that no longer happen
	Dice    int             `json:"dice"`              // number of new dice
	Answers int             `json:"answers"`           // number of new questions, answered by tactics
	Refused string          `json:"refused,omitempty"` // reason why the rest of the fight can't be replayed; "" if it can
	Entries []gm.Redecision `json:"-"`                 // replayed entries
}

// maxQuestions is the largest number of questions that tactics answer when a past is redecided.
const maxQuestions = 500

// LaterText describes the changes to the later entries.
func (x *Supposition) LaterText() string {
	if x.Refused != "" {
		return "The later entries can't be decided again. " + x.Refused
	}
	return fmt.Sprintf("Of what came later %s the same, %d otherwise, %d no more; %s, %s by tactics.", command.Plural(x.Same, "entry comes out", "entries come out"), x.Other, x.Gone,
		command.Plural(x.Dice, "new die", "new dice"), command.Plural(x.Answers, "answer", "answers"))
}

// ChangedEntry is a later entry whose result differs: its line of the log before and after, without numbers.
type ChangedEntry struct {
	Seq      int64  // number of the entry
	Was, Now string // texts before and after; Now is "" if the entry no longer happens
}

// ListChanges lists the later entries whose text in the log differs, at most limit of them.
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

// findFight returns the fight of an entry and the index of the entry in it.
func findFight(fights []*Fight, seq int64) (f *Fight, i int, err error) {
	for _, f := range fights {
		if i := slices.IndexFunc(f.Entries, func(e *gm.HistoryEntry) bool { return e.Seq == seq }); i > 0 {
			return f, i, nil
		}
	}
	return nil, 0, command.Refusal("Entry %d is in no fight. `history` lists the entries.", seq)
}

// withLine returns a copy of the moment with another line, or a refusal if that can't be tried.
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

// Suppose computes the result of another line in place of an entry.
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
	x := &Supposition{Seq: seq, Side: r.sides[0], Was: actual.Line, Line: line, If: AssumptionText(len(r.sides)), Fights: o.Fights, Over: fight.IsOver()}
	if x.Fights == 0 {
		x.Fights = o.worstCaseFights()
	}
	chance := func(p *probe) (Chance, error) {
		if err := r.runFights(ctx, p, x.Fights); err != nil {
			return Chance{}, err
		}
		return r.chanceOfSide(p, 0, x.Fights), nil
	}
	before, other := &probe{moment: actual, before: true, start: true}, &probe{moment: alternative, before: true, start: true}
	if x.Before, err = chance(before); err != nil {
		return nil, err
	}
	if x.Then, err = chance(other); err != nil {
		return nil, err
	}
	x.Gain = r.chanceDifference(before, other, 0, x.Fights)
	if x.Ended, err = chance(&probe{moment: fight.lastMoment(s.Game())}); err != nil {
		return nil, err
	}
	end, err := x.redecide(s, actual)
	if err == nil {
		var ends Chance
		if ends, err = chance(&probe{moment: end}); err == nil {
			x.Ends = &ends
		}
	}
	var refused *rules.Refusal
	if errors.As(err, &refused) {
		x.Refused, err = refused.Text, nil
	}
	return x, err
}

// redecide decides everything again from the entry on and returns the last moment of the fight. Tactics answer new questions.
func (x *Supposition) redecide(s *gm.Session, original *moment) (*moment, error) {
	change := gm.Correction{Line: x.Line}
	plan, err := s.Amend(x.Seq, change)
	for ; x.Answers < maxQuestions; x.Answers++ {
		var need *rules.Need
		var then interface {
			Moment() (*command.Game, command.Command, *rules.Need)
		}
		if !errors.As(err, &need) || !need.IsQuestion() || !errors.As(err, &then) {
			break
		}
		g, c, asked := then.Moment()
		answer, err2 := simulate.AnswerOf(g, c, asked)
		if err2 != nil {
			return nil, err2
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
			x.Gone++
		case e.Same:
			x.Same++
		default:
			x.Other++
		}
		x.Dice += len(e.New)
	}
	x.Entries = plan.Entries
	return original.lastPlannedMoment(s.Rules(), &plan)
}

// lastMoment returns the last moment at which the fight was still in progress.
func (f *Fight) lastMoment(g *command.Game) *moment {
	last := slices.IndexFunc(f.Entries, func(e *gm.HistoryEntry) bool { return !e.After.Running })
	if last < 0 {
		last = len(f.Entries)
	}
	return f.momentAt(g, last-1)
}

// lastPlannedMoment returns the last moment at which the fight is still in progress under a plan that changes it from this entry on.
func (m *moment) lastPlannedMoment(rs *rules.Ruleset, plan *gm.Amendment) (*moment, error) {
	end := &moment{HistoryEntry: &gm.HistoryEntry{Before: m.Before, After: m.Before}, game: m.game}
	isOver := false
	newest := aimsBefore(m.targets)
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
			newest = append(newest, gm.AimOf(&end.game, e.Entry.Who, e.Entry.Whom, e.Entry.Line))
			end.After = next
		}
	}
	slices.Reverse(newest)
	end.targetsAfter = gm.LastAims(end.After, slices.Values(newest))
	return end, nil
}

// PlanComparison is the first side's chance at the last moment of a fight: the actual one, and that under a plan that changes the past.
type PlanComparison struct {
	Side           string // name of the side
	If             string // assumption behind the chances, as text
	Over           bool   // whether the fight has ended
	Fights         int    // number of fights simulated for each chance
	Was, Now, Gain Chance // actual chance, chance under the plan, and the difference
}

// Text returns both chances as text.
func (p *PlanComparison) Text() string {
	return fmt.Sprintf("%s wins %s: %s as it was, %s by the plan, %s, %s.", p.Side, MomentText(p.Over), p.Was.Text(), p.Now.Text(), p.Gain.Points(), p.If)
}

// ComparePlan computes the first side's chance under a plan that changes the past, compared with its actual chance. It returns nil for a
// plan that changes no fight.
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

// aimsBefore returns aims that are equivalent to targets.
func aimsBefore(targets map[string]string) (list []gm.Aim) {
	for _, who := range slices.Sorted(maps.Keys(targets)) {
		list = append(list, gm.Aim{Who: who, Whom: targets[who]})
	}
	return list
}

// Alternative is another line in place of an entry, and the gain of the chooser's side, estimated from facts that the chooser could know.
type Alternative struct {
	Line string
	Gain Chance
}

// Maximum numbers of lines that are tried and listed.
const (
	maxTried  = 6
	maxBetter = 2
)

// FindAlternatives lists lines that would have been better than a combatant's in an entry of a fight, beyond chance, the best first. Of the
// combatant's possible lines it tries those that are best by the odds.
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
	now := &probe{moment: actual, before: true, start: true, blind: a.Side}
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
		p := &probe{moment: alternative, before: true, start: true, blind: a.Side}
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
