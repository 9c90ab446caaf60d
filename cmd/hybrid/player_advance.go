package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/purchase"
)

// `hybrid advance`: shows what a character can buy with experience, and buys it. A learnable (rules.Learnable) is a skill, which has ranks,
// or a statistic. Package purchase computes costs, gains and plans: an offer is the next rank or point of a learnable, an advance (here
// also a raise) is the purchase of one or more of them, and a worth is the chance that a rank gives. A plan has aims, which are skills with
// weights, and is the set of advances that improves them most for the given points. A cap is a limit on the rank that counts in a roll.

// advanceFlags holds the flags of the command advance.
type advanceFlags struct {
	*program
	to      int      // rank or value to reach; meaningful only if --to is given
	spend   float64  // points of experience to plan for; all points if --spend isn't given
	aims    []string // skills that a plan should improve, as SKILL or SKILL=WEIGHT; empty for all learnt skills
	onlyNew bool     // whether to list only skills not learnt yet
	buys    bool     // whether to buy the ranks in the session instead of only showing their costs
}

// advanceCommand returns the command `advance`.
func advanceCommand(p *program) *cobra.Command {
	x := &advanceFlags{program: p}
	cmd := &cobra.Command{
		Use:   "advance WHO [SKILL…]",
		Short: "Show or buy what experience can raise",
		Long: "Show what experience can buy. Without a skill, it lists the next rank of each skill and the next point of each\n" +
			"statistic. Each has its cost, hours of training and gain. The best value comes first.\n" +
			"With a skill or statistic, it lists the steps to a rank.\n\n" +
			"--spend plans how to spend points to raise the chances of the skills in --for. SKILL=2 there counts twice as much as\n" +
			"SKILL. --do buys it, and each step becomes an entry of the session.",
		Example: "  hybrid advance {who}\n  hybrid advance {who} {skill} --to 12\n  hybrid advance {who} --spend 60 --for {skill}=2,{other_skill}\n  hybrid advance {who} {skill} --do",
		Args: func(cmd *cobra.Command, args []string) error {
			return wantArgs("WHO")(cmd, args[:min(1, len(args))])
		},
		ValidArgsFunction: p.completeSkills(p.campaign.Rules.RaisableStats()),
	}
	flags := cmd.Flags()
	addFreshFlag(p, flags)
	flags.IntVar(&x.to, "to", 0, "`rank` to reach (default the next one)")
	flags.Var((*numberValue)(&x.spend), "spend", "`number` of points to plan for")
	flags.StringSliceVar(&x.aims, "for", nil, "`SKILLS` for the plan, separated by commas; SKILL=2 counts double (default all learnt skills)")
	flags.BoolVar(&x.onlyNew, "new", false, "a list of the skills not learnt yet")
	flags.BoolVar(&x.buys, "do", false, "buy it in the session")
	if p.completing {
		_ = cmd.RegisterFlagCompletionFunc("for", completeListOf(p.campaign.Rules.Skills.Names()))
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return x.advance(flags, args) }
	return cmd
}

// advance shows or buys what the command line asks for: the ranks of a plan, those of one skill or statistic, or else the next rank of
// each. args are WHO and the words of the skill or statistic, if any.
func (x *advanceFlags) advance(flags *pflag.FlagSet, args []string) error {
	s, err := x.presentState(args[0])
	if err != nil {
		return err
	}
	planned := flags.Changed("spend") || flags.Changed("for")
	skill := strings.Join(args[1:], " ")
	if err := x.checkFlags(flags, skill, planned); err != nil {
		return err
	}
	if _, ok := x.campaign.Rules.Pools.Get(x.campaign.Rules.Skill.Currency); !ok && (skill == "" || x.buys) {
		return &rules.Refusal{Text: "This game has no experience points."}
	}
	switch {
	case planned:
		return x.planOrBuy(s.Actors[0], s, flags.Changed("spend"))
	case skill == "":
		return x.writeNextRanks(s.Actors[0], s)
	}
	return x.writeSteps(s.Actors[0], s, skill, flags.Changed("to"))
}

// checkFlags returns an error if the flags contradict each other, or don't suit the skill or statistic, which is "" if the user named none.
// planned is whether the flags ask for a plan.
func (x *advanceFlags) checkFlags(flags *pflag.FlagSet, skill string, planned bool) error {
	switch {
	case planned && skill != "":
		return fmt.Errorf("Remove %s, or --spend and --for.", skill)
	case planned && (flags.Changed("to") || x.onlyNew):
		return errors.New("A plan takes --spend, --for and --do. Remove --to and --new.")
	case skill != "" && x.onlyNew:
		return fmt.Errorf("Remove %s, or --new.", skill)
	case skill == "" && flags.Changed("to"):
		return errors.New("--to is the rank of one skill. Name the skill.")
	case skill == "" && x.buys && !planned:
		return errors.New("There is nothing to buy. Name a skill, or use --spend and --for.")
	}
	return nil
}

// experienceOf returns an actor's amount of experience, or 0 if the rules have none.
func (x *advanceFlags) experienceOf(a *rules.Actor) float64 {
	if pool, ok := x.campaign.Rules.Pools.Get(x.campaign.Rules.Skill.Currency); ok {
		return a.PoolValue(pool)
	}
	return 0
}

// writeSteps writes the cost of each rank of the skill or statistic with the given name: up to the rank of --to if hasTarget is set,
// otherwise only of the next rank. With --do, it buys these ranks instead.
func (x *advanceFlags) writeSteps(a *rules.Actor, s *rules.State, name string, hasTarget bool) error {
	learnable, err := x.session.Game().Learnable(name)
	if err != nil {
		return badInput(err)
	}
	from, to := learnable.CurrentValue(a.Sheet), float64(x.to)
	if !hasTarget {
		to = from + 1
	}
	steps, err := learnable.RaiseCosts(x.campaign.Rules, a.Sheet, to)
	if err != nil {
		return err
	}
	raise := purchase.Advance{Learnable: learnable, From: from, To: steps[len(steps)-1].Rank}
	for _, step := range steps {
		raise.Cost += step.Cost
	}
	if x.buys {
		return x.buyRanks(a, []purchase.Advance{raise})
	}
	worth := make([]purchase.Worth, len(steps))
	for i := range steps {
		if worth[i], err = purchase.WorthAtRank(x.campaign.Rules, s, a.Key, learnable, steps[i].Rank); err != nil {
			return err
		}
	}
	return x.write(raiseReport(x.campaign.Rules, a, &raise, steps, worth))
}

// writeNextRanks writes the cost and the gain of the next rank of every skill and of the next point of every statistic, or with --new only
// of the skills that actor a has not learnt.
func (x *advanceFlags) writeNextRanks(a *rules.Actor, s *rules.State) error {
	rs, learnables := x.campaign.Rules, slices.Concat(rules.Learnables(a.Sheet.Skills), x.campaign.Rules.RaisableStats())
	if x.onlyNew {
		learnables = rules.Learnables(slices.DeleteFunc(slices.Clone(rs.Skills.All), func(skill *rules.Skill) bool { return a.Sheet.Rank(skill) > rules.Unranked }))
	}
	list, err := purchase.ListOffers(rs, s, a.Key, learnables)
	if err != nil {
		return err
	}
	return x.write(report{facts: x.purchasesJSON(a, list), text: func(w *textWriter) { x.writePurchases(w, a, list) }})
}

// writePurchases writes the cost and the gain of each offer for actor a: first skills, beginning with those that a can afford, then
// statistics.
func (x *advanceFlags) writePurchases(w *textWriter, a *rules.Actor, list []purchase.Offer) {
	rs, experience := x.campaign.Rules, x.experienceOf(a)
	w.writeTitle("%s has %s %s", a.Name, command.Number(experience), rs.Skill.Currency)
	all, sample := list, rules.Likelihood{} // any of the chances, since all of them leave out the same influences
	if len(all) > 0 {
		sample = all[0].Likely
	}
	list = slices.DeleteFunc(slices.Clone(all), func(offer purchase.Offer) bool { return offer.Stat != nil })
	stats := slices.DeleteFunc(all, func(offer purchase.Offer) bool { return offer.Skill != nil })
	hasUnaffordable := slices.IndexFunc(list, func(offer purchase.Offer) bool { return offer.Cost > experience }) >= 0
	slices.SortStableFunc(list, func(left, right purchase.Offer) int {
		return cmp.Compare(boolToInt(left.Cost > experience), boolToInt(right.Cost > experience))
	})
	w.writeTable(skillOfferRows(rs, list, experience))
	w.writeLine("")
	x.writeCaps(w, list)
	x.writeOthers(w, list)
	x.writeStats(w, stats, experience)
	w.writeOmissions(sample)
	if hasUnaffordable && (len(list) == 0 || list[0].Cost > experience) {
		w.writeLine("%s %s buys nothing yet. The table shows the costs.", command.Number(experience), rs.Skill.Currency)
	}
	w.writeIndented("", strings.TrimSuffix("speed: speed points that a use adds; "+explainHours(rs), "; "))
	if !x.onlyNew {
		w.writeLine("--new lists unlearnt skills; --spend %s --for SKILLS makes a plan.", command.Number(max(experience, 10)))
	}
}

// skillOfferRows returns the rows of a table of offers of skills, in which a row "with more:" separates what an actor who has the given
// experience can afford from the rest.
func skillOfferRows(rs *rules.Ruleset, list []purchase.Offer, experience float64) [][]cell {
	rows := [][]cell{{{text: "Skill", style: bold}, rightCell("rank"), rightCell(rs.Skill.Currency), {text: hoursHeading(rs)}, rightCell("chance"), rightCell("gain"), rightCell("speed"), rightCell("per " + rs.Skill.Currency)}}
	for i := range list {
		offer := &list[i]
		isFirstUnaffordable := i > 0 && offer.Cost > experience && list[i-1].Cost <= experience // after some that the actor can afford
		if isFirstUnaffordable {
			rows = append(rows, []cell{{text: "with more:", style: dim}})
		}
		rows = append(rows, []cell{{text: offer.Label()}, rightCell(fmt.Sprint(offer.Rank)), rightCell(command.Number(offer.Cost)), {text: hoursText(rs, offer.Cost), style: dim}, rightCell(offer.Likely.FormatForSheet()),
			rightCell(command.FormatSigned(math.Round(offer.Gain*10) / 10)), rightCell(signedOrNone(offer.MorePoints)), rightCell(oneDecimal(offer.GainPerPoint()))})
	}
	return rows
}

// purchasesJSON returns the possible purchases of actor a for --json, with cost, gain and hours of training. Skills and statistics are
// separate lists.
func (x *advanceFlags) purchasesJSON(a *rules.Actor, list []purchase.Offer) object {
	rs, experience := x.campaign.Rules, x.experienceOf(a)
	buys, stats := []object{}, []object{}
	for i := range list {
		if offer := &list[i]; offer.Stat != nil {
			stats = append(stats, statOfferJSON(rs, offer, experience))
		} else {
			buys = append(buys, skillOfferJSON(rs, offer, experience))
		}
	}
	o := object{{"who", a.Key}, {"experience", experience}, {"currency", rs.Skill.Currency}, {"buys", buys}, {"statistics", stats}}
	if len(list) > 0 {
		o.addBefore(list[0].Likely)
	}
	return o
}

// statOfferJSON returns the offer of a point of a statistic for --json. experience is the amount that the actor can spend.
func statOfferJSON(rs *rules.Ruleset, offer *purchase.Offer, experience float64) object {
	pools := append([]object{}, collect.Map(offer.Pools, func(gain rules.PoolGain) object { return object{{"pool", gain.Pool.Name}, {"gain", gain.By}} })...)
	stat := object{{"stat", offer.Name()}, {"label", offer.Label()}, {"value", offer.Rank}, {"cost", offer.Cost}, {"affordable", offer.Cost <= experience}, {"hours", hoursJSON(rs, offer.Cost)}}
	stat.addLikelihood(&offer.Likely)
	return append(stat, object{{"gain", offer.Gain}, {"in_all", offer.TotalGain()}, {"per_point", rules.TrimNoise(offer.GainPerPoint())}, {"others", otherGainsJSON(offer)}, {"pools", pools}}...)
}

// skillOfferJSON returns the offer of a rank of a skill for --json. experience is the amount that the actor can spend.
func skillOfferJSON(rs *rules.Ruleset, offer *purchase.Offer, experience float64) object {
	buy := object{{"skill", offer.Name()}, {"label", offer.Label()}, {"rank", offer.Rank}, {"cost", offer.Cost}, {"affordable", offer.Cost <= experience}, {"hours", hoursJSON(rs, offer.Cost)}}
	buy.addLikelihood(&offer.Likely)
	buy = append(buy, object{{"gain", offer.Gain}, {"points", offer.Points}, {"more_points", offer.MorePoints}, {"per_point", rules.TrimNoise(offer.GainPerPoint())}, {"others", otherGainsJSON(offer)}}...)
	buy.addCap(offer.Cap)
	return buy
}

// otherGainsJSON returns the gains of the other skills that an offer improves, for --json.
func otherGainsJSON(offer *purchase.Offer) []object {
	return append([]object{}, collect.Map(offer.Others, func(other purchase.SkillGain) object {
		return object{{"skill", other.Skill.Name}, {"gain", other.Gain}}
	})...)
}

// writeStats writes the cost of the next point of each statistic that experience can raise, and its effects.
func (x *advanceFlags) writeStats(w *textWriter, list []purchase.Offer, experience float64) {
	if len(list) == 0 {
		return
	}
	rs := x.campaign.Rules
	rows := [][]cell{{{text: "Statistic", style: bold}, rightCell("to"), rightCell(rs.Skill.Currency), {text: hoursHeading(rs)}, rightCell("chances"), rightCell("per " + rs.Skill.Currency)}}
	for i := range list {
		offer, style := &list[i], plain
		if offer.Cost > experience {
			style = dim
		}
		rows = append(rows, []cell{{text: offer.Label(), style: style}, rightCell(command.Number(offer.Rank)), rightCell(command.Number(offer.Cost)), {text: hoursText(rs, offer.Cost), style: dim},
			rightCell(command.FormatSigned(math.Round(offer.TotalGain()*10) / 10)), rightCell(command.Number(offer.GainPerPoint()))})
	}
	w.writeTable(rows)
	w.writeLine("")
	for i := range list {
		parts := collect.Map(list[i].Others, func(other purchase.SkillGain) string {
			return other.Skill.Label + " " + command.FormatSigned(other.Gain)
		})
		parts = append(parts, collect.Map(list[i].Pools, func(gain rules.PoolGain) string { return gain.Pool.Name + " " + command.FormatSigned(gain.By) })...)
		if parts != nil {
			w.writeHanging("  "+list[i].Name()+": ", plain, "    ", strings.Join(parts, ", "))
		}
	}
	w.writeLine("")
	w.writeIndented("", "chances: the total gain of a plain roll on it and of all skills learnt with it.")
}

// boolToInt returns 1 for true and 0 for false, for sorting.
func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// signedOrNone formats x with its sign. It returns "" for 0.
func signedOrNone(x float64) string {
	if x == 0 {
		return ""
	}
	return command.FormatSigned(x)
}

// writeOthers writes, for each offer that also improves other skills, those skills and their gains.
func (x *advanceFlags) writeOthers(w *textWriter, list []purchase.Offer) {
	wrote := false
	for i := range list {
		parts := collect.Map(list[i].Others, func(other purchase.SkillGain) string {
			return other.Skill.Label + " " + command.FormatSigned(other.Gain)
		})
		if parts != nil {
			w.writeHanging("  "+list[i].Label()+" also: ", plain, "    ", strings.Join(parts, ", "))
			wrote = true
		}
	}
	if wrote {
		w.writeLine("")
	}
}

// writeCaps writes, for each offer whose rank is limited, the limit and its reason.
func (x *advanceFlags) writeCaps(w *textWriter, list []purchase.Offer) {
	wrote := false
	for i := range list {
		if text := list[i].Cap.Text(); text != "" {
			w.writeHanging(fmt.Sprintf("  %s %v ", list[i].Label(), list[i].Rank), plain, "    ", text)
			wrote = true
		}
	}
	if wrote {
		w.writeLine("")
	}
}

// hoursHeading returns the heading of the hours of training, or "" if the game has no training.
func hoursHeading(rs *rules.Ruleset) string {
	if len(rs.Skill.TrainingWays()) == 0 {
		return ""
	}
	return "hours"
}

// explainHours explains the column of training hours, or returns "" if the game has no training.
func explainHours(rs *rules.Ruleset) string {
	ways := rs.Skill.TrainingWays()
	if len(ways) == 0 {
		return ""
	}
	return "hours: the training that earns as much, " + strings.ReplaceAll(strings.Join(ways, " / "), "_", " ") + "."
}

// hoursText formats the hours of training that earn the given points of experience, with one number for each way of training.
func hoursText(rs *rules.Ruleset, points float64) string {
	var parts []string
	for _, way := range rs.Skill.TrainingWays() {
		hours, _ := rs.TrainingHours(way)
		parts = append(parts, command.Number(hours*points))
	}
	return strings.Join(parts, "/")
}

// hoursJSON returns the hours of training that earn the given points of experience for --json, by way of training.
func hoursJSON(rs *rules.Ruleset, points float64) object {
	o := object{}
	for _, way := range rs.Skill.TrainingWays() {
		hours, _ := rs.TrainingHours(way)
		o.setKey(way, hours*points)
	}
	return o
}

// plannedAims returns the skills that a plan should improve: those of --for with their weights, or if there are none, all learnt skills
// with equal weights.
func (x *advanceFlags) plannedAims(a *rules.Actor) (aims []purchase.Aim, err error) {
	if len(x.aims) == 0 {
		aims = append(aims, collect.Map(a.Sheet.Skills, func(skill *rules.Skill) purchase.Aim { return purchase.Aim{Skill: skill, Weight: 1} })...)
		return aims, nil
	}
	for _, text := range x.aims {
		name, weight, hasWeight := strings.Cut(text, "=")
		skill, err := x.session.Game().Skill(strings.TrimSpace(name))
		if err != nil {
			return nil, badInput(err)
		}
		aim := purchase.Aim{Skill: skill, Weight: 1}
		if hasWeight {
			if aim.Weight, err = command.ParseAmount(strings.TrimSpace(weight), ""); err != nil || aim.Weight <= 0 {
				return nil, fmt.Errorf("“--for %s” has no weight above 0. Write, for example, %s=2.", text, skill.Name)
			}
		}
		if !slices.ContainsFunc(aims, func(other purchase.Aim) bool { return other.Skill == skill }) {
			aims = append(aims, aim)
		}
	}
	return aims, nil
}

// planOrBuy finds the purchases that improve the aims most, and writes them or, with --do, buys them. It plans with the points of --spend
// if hasBudget is set, otherwise with all experience of actor a.
func (x *advanceFlags) planOrBuy(a *rules.Actor, s *rules.State, hasBudget bool) error {
	rs := x.campaign.Rules
	aims, err := x.plannedAims(a)
	if err != nil {
		return err
	}
	if !hasBudget {
		x.spend = x.experienceOf(a)
	}
	plan, err := purchase.FindPlan(rs, s, a.Key, x.spend, aims)
	if err != nil {
		return err
	}
	if x.buys {
		if plan.Raises == nil {
			return &rules.Refusal{Text: fmt.Sprintf("%s %s buys nothing that helps.", command.Number(x.spend), rs.Skill.Currency)}
		}
		return x.buyRanks(a, plan.Raises)
	}
	return x.write(report{facts: x.planJSON(a, &plan), text: func(w *textWriter) { x.writePlan(w, a, &plan) }})
}

// planJSON returns a plan of actor a for --json: its purchases, and its aims with their chances before and after them.
func (x *advanceFlags) planJSON(a *rules.Actor, plan *purchase.Plan) object {
	rs := x.campaign.Rules
	raises, better := []object{}, []object{}
	raises = append(raises, collect.Map(plan.Raises, func(r purchase.Advance) object { return raiseJSON(&r) })...)
	for _, aim := range plan.Aims {
		goal := object{{"skill", aim.Skill.Name}, {"weight", aim.Weight}, {"now", aim.Before.InPercent()}, {"then", aim.After.InPercent()}}
		if !aim.Before.Percent {
			goal = append(goal, object{{"target_now", aim.Before.Number}, {"target_then", aim.After.Number}}...)
		}
		goal.addCap(aim.Cap)
		better = append(better, goal)
	}
	facts := object{{"who", a.Key}, {"experience", x.experienceOf(a)}, {"spend", x.spend}, {"cost", plan.Cost}, {"hours", hoursJSON(rs, plan.Cost)}, {"raises", raises}, {"aims", better}}
	if len(plan.Aims) > 0 {
		facts.addBefore(plan.Aims[0].Before)
	}
	return facts
}

// writePlan writes the purchases of a plan, and the rise in the chances of its aims.
func (x *advanceFlags) writePlan(w *textWriter, a *rules.Actor, plan *purchase.Plan) {
	rs, currency := x.campaign.Rules, x.campaign.Rules.Skill.Currency
	w.writeTitle("%s: the best for %s %s", a.Name, command.Number(x.spend), currency)
	if plan.Raises == nil {
		w.writeLine("  these points buy nothing that helps")
		return
	}
	rows := [][]cell{{{text: "Buy", style: bold}, rightCell("from"), rightCell("to"), rightCell(currency), {text: hoursHeading(rs)}}}
	for _, r := range plan.Raises {
		rows = append(rows, []cell{{text: r.Label()}, rightCell(rankNumber(r.From)), rightCell(command.Number(r.To)), rightCell(command.Number(r.Cost)), {text: hoursText(rs, r.Cost), style: dim}})
	}
	noRanks := cell{}
	rows = append(rows, []cell{{text: "in all", style: dim}, noRanks, noRanks, rightCell(command.Number(plan.Cost)), {text: hoursText(rs, plan.Cost), style: dim}})
	w.writeTable(rows)
	w.writeLine("")
	rows = [][]cell{{{text: "Chance", style: bold}, rightCell("now"), rightCell("then"), rightCell("gain")}}
	for _, aim := range plan.Aims {
		if gain := aim.After.GainOver(aim.Before); gain != 0 || len(x.aims) > 0 {
			rows = append(rows, []cell{{text: aim.Skill.Label}, rightCell(aim.Before.FormatForSheet()), rightCell(aim.After.FormatForSheet()), rightCell(command.FormatSigned(gain)), {text: aim.Cap.Text(), style: dim}})
		}
	}
	w.writeTable(rows)
	w.writeLine("")
	if len(plan.Aims) > 0 {
		w.writeOmissions(plan.Aims[0].Before)
	}
	if remaining := rules.TrimNoise(x.experienceOf(a) - plan.Cost); remaining >= 0 {
		w.writeLine("%s would keep %s %s. Buy it with --do.", a.Name, command.Number(remaining), currency)
	} else {
		w.writeLine("%s has %s %s and needs %s more.", a.Name, command.Number(x.experienceOf(a)), currency, command.Number(-remaining))
	}
}

// raiseJSON returns the raise of a skill or a statistic as an object for --json. For a skill that wasn't learnt before, from is null.
func raiseJSON(r *purchase.Advance) object {
	o := object{{"skill", r.Name()}, {"from", r.From}, {"to", r.To}, {"cost", r.Cost}}
	if r.Stat != nil {
		o[0].key = "stat"
	}
	if r.From == rules.Unranked {
		o[1].value = nil
	}
	return o
}

// rankNumber formats a rank for a column of a table. For an unlearnt skill it returns a dash.
func rankNumber(rank float64) string {
	if rank == rules.Unranked {
		return "–"
	}
	return command.Number(rank)
}

// buyRanks buys raises in the session of the campaign, where each rank becomes an entry of its own. It buys none if a has too little
// experience for all of them.
func (x *advanceFlags) buyRanks(a *rules.Actor, raises []purchase.Advance) error {
	if x.flags.fresh {
		return errors.New("--do changes the session. Remove --fresh.")
	}
	cost, experience := 0.0, x.experienceOf(a)
	for _, r := range raises {
		cost += r.Cost
	}
	if cost > experience {
		return &rules.Refusal{Text: fmt.Sprintf("%s has %s %s, and this costs %s. Earn more with `award` or `train`.", a.Name, command.Number(experience), x.campaign.Rules.Skill.Currency, command.Number(cost))}
	}
	const readOnly = false
	return x.withSession(readOnly, func(s *gm.Session) error {
		if s.State().Find(a.Key) == nil {
			return &rules.Refusal{Text: fmt.Sprintf("%s isn't in the scene. Type `add %s`, or start an encounter with %s.", a.Name, a.Key, a.Name)}
		}
		w := x.textWriter()
		for _, r := range raises {
			for range int(r.To - r.From) {
				before := s.State()
				entry, err := s.Do(command.Command{Line: "raise " + a.Key + " " + r.Name()})
				if err != nil {
					return err
				}
				if err := writeEntry(x.program, w, s, &entry, before); err != nil {
					return err
				}
			}
		}
		return w.err
	})
}

// raiseReport reports the cost and the effects of the raise r of actor a, step by step. worth holds the chance and the limit after each
// step.
func raiseReport(rs *rules.Ruleset, a *rules.Actor, r *purchase.Advance, steps []rules.Raise, worth []purchase.Worth) report {
	ranks := []object{}
	for i, step := range steps {
		rank := object{{"rank", step.Rank}, {"cost", step.Cost}}
		rank.addLikelihood(&worth[i].Likely)
		rank.setKey("points", worth[i].Points)
		rank.addCap(worth[i].Cap)
		ranks = append(ranks, rank)
	}
	facts := object{{"from", r.From}, {"to", r.To}, {"cost", r.Cost}, {"ranks", ranks}}
	if r.From == rules.Unranked {
		facts[0].value = nil
	}
	facts.addBefore(worth[0].Likely)
	return report{facts: facts, text: func(w *textWriter) { w.writeRaise(rs, a, r, steps, worth) }}
}

// writeRaise writes a raise as text, with a row for each step.
func (w *textWriter) writeRaise(rs *rules.Ruleset, a *rules.Actor, r *purchase.Advance, steps []rules.Raise, worth []purchase.Worth) {
	currency, sum, heading := rs.Skill.Currency, 0.0, "rank" // heading is that of the column of ranks or values
	if r.Stat != nil {
		heading = r.Stat.Name
		w.writeTitle("%s: %s from %s to %s", a.Name, r.Label(), command.Number(r.From), command.Number(r.To))
	} else {
		w.writeTitle("%s: %s from %s to rank %s", a.Name, r.Label(), rankText(r.From), command.Number(r.To))
	}
	rows := [][]cell{{rightCell(heading), rightCell(currency), rightCell("in all"), {text: hoursHeading(rs)}, rightCell("chance"), rightCell("speed")}}
	for i, step := range steps {
		sum += step.Cost
		rows = append(rows, []cell{rightCell(command.Number(step.Rank)), rightCell(command.Number(step.Cost)), rightCell(command.Number(sum)), {text: hoursText(rs, sum), style: dim},
			rightCell(worth[i].Likely.FormatForSheet()), rightCell(signedOrNone(worth[i].Points))})
		if r.Skill != nil {
			rows[len(rows)-1] = append(rows[len(rows)-1], cell{text: rs.Skill.RankName(int(step.Rank)), style: dim})
		}
	}
	w.writeTable(rows)
	w.writeLine("")
	if i := slices.IndexFunc(worth, func(at purchase.Worth) bool { return at.Cap.Reason != "" }); i >= 0 {
		w.writeIndented("", fmt.Sprintf("From rank %v, %s %s.", steps[i].Rank, rules.MidSentence(r.Label()), worth[i].Cap.Text()))
	}
	w.writeOmissions(worth[0].Likely)
	w.writeLine("Total: %s %s", command.Number(r.Cost), currency)
}

// writeOmissions writes a note about the influences that the chances in the tables above leave out, such as a die rolled later. l is any of
// these chances.
func (w *textWriter) writeOmissions(l rules.Likelihood) {
	if before := l.BeforeText(""); before != "" {
		w.writeLine("The chances are %s.", before)
	}
}

// rankText formats a rank for a sentence: "rank 4", or "unranked" for a skill that isn't learnt.
func rankText(rank float64) string {
	if rank == rules.Unranked {
		return "unranked"
	}
	return "rank " + command.Number(rank)
}
