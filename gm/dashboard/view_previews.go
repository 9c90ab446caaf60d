package dashboard

import (
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/guard"
	"hybrid/rules"
)

// previewCache works out what lines would do, each once while the state stays the same.
type previewCache struct {
	session  *gm.Session
	state    *rules.State
	previews map[string]cachedPreview
	foreseen map[string]cachedForesight
	odds     map[string]command.LineOdds
	owed     []rules.Owed // what the timeline owes; nil until it is asked for
	rankings map[string]*command.Ranking
	before   map[string][]string // what is owed before a line would land; see view.owedBefore
	burdens  map[string]cachedBurden
	ends     *command.Ending   // what ending the encounter leaves; nil until it is asked for
	after    *command.Endings  // as it is then; nil likewise
	failed   error             // of work that only looks, until it is shown
	declares map[string]string // what is said of a combatant whose turn it is, by key; see view.declaresNow
}

type cachedBurden struct {
	value float64
	terms []rules.Term
}

type cachedPreview struct {
	command.Preview
	err error
}

type cachedForesight struct {
	command.DryRun
	err error
}

// reset forgets what was worked out for another state.
func (p *previewCache) reset(s *rules.State) {
	if p.state == s && p.previews != nil {
		return
	}
	*p = previewCache{session: p.session, failed: p.failed, state: s, previews: map[string]cachedPreview{}, foreseen: map[string]cachedForesight{}, odds: map[string]command.LineOdds{}, rankings: map[string]*command.Ranking{},
		before: map[string][]string{}, burdens: map[string]cachedBurden{}, declares: map[string]string{}}
}

// burden returns the burden of a combatant in the present, and what it is made of.
func (p *previewCache) burden(who string) (float64, []rules.Term) {
	p.reset(p.session.State())
	b, known := p.burdens[who]
	if !known {
		b.value, b.terms = p.session.Game().Burden(who)
		p.burdens[who] = b
	}
	return b.value, b.terms
}

// ranked returns what puts in order what a combatant may do.
func (p *previewCache) ranked(who string) *command.Ranking {
	p.reset(p.session.State())
	r := p.rankings[who]
	if r == nil {
		fresh := p.session.Ranking(who)
		r = &fresh
		p.rankings[who] = r
	}
	return r
}

// previewLine is replaced by a test.
var previewLine = (*command.Game).Preview

// preview returns what declaring a line would do.
func (p *previewCache) preview(line string) (command.Preview, error) {
	p.reset(p.session.State())
	v, known := p.previews[line]
	if !known {
		failed := guard.Look("Preview", func() { v.Preview, v.err = previewLine(p.session.Game(), line) })
		if p.note(failed); failed != nil {
			v.err = failed
		}
		p.previews[line] = v
	}
	return v.Preview, v.err
}

// actionOdds returns the odds of all that a line can come to, empty if it has none; with answers, for each of them,
// too.
func (p *previewCache) actionOdds(line string, answers bool) command.LineOdds {
	p.reset(p.session.State())
	key := line
	if answers {
		key += "\n"
	}
	o, known := p.odds[key]
	if !known {
		p.note(guard.Look("Odds", func() { o, _ = p.session.Game().LineOdds(line, answers) }))
		p.odds[key] = o
	}
	return o
}

// note keeps the failure of work that only looks, to be shown with the next frame.
func (p *previewCache) note(failed error) {
	if failed != nil {
		p.failed = failed
	}
}

// look does work that changes nothing, such as drawing a panel. A failure is kept, to be shown.
func (p *previewCache) look(what string, work func()) { p.note(guard.Look(what, work)) }

// owedNow lists what the timeline owes, next first.
func (p *previewCache) owedNow() []rules.Owed {
	p.reset(p.session.State())
	if p.owed == nil {
		p.owed = p.session.Game().Owed()
	}
	return p.owed
}

// foresee returns the state that a line without dice would lead to.
func (p *previewCache) foresee(line string) (command.DryRun, error) {
	p.reset(p.session.State())
	f, known := p.foreseen[line]
	if !known {
		failed := guard.Look("Preview", func() { f.DryRun, f.err = p.session.Foresee(line) })
		if p.note(failed); failed != nil {
			f.err = failed
		}
		p.foreseen[line] = f
	}
	return f.DryRun, f.err
}

// chanceText returns the chance of a line, empty if it has none.
func (v *view) chanceText(line string) string {
	p, err := v.preview(line)
	if err != nil {
		return "–"
	}
	return listedShare(v, &p)
}

// listedShare is the chance of a line as it stands in lists: of its check or, where dice fall and nothing is checked, of what
// it does to whom it is done. It is empty where there is none.
func listedShare(v *view, p *command.Preview) string {
	switch {
	case p.Check != nil:
		return listedChance(p.Check)
	case p.Ends == nil || p.Whom == "":
		return ""
	}
	if put := likelyPut(v.session.Rules(), p.Ends); put != nil {
		return rules.Percent(put.Probability)
	}
	if end := p.Ends.Whom(); end.Hurt > 0 {
		return rules.Percent(end.Hurt)
	}
	return ""
}

// likelyPut is the condition that an action without harm is likeliest to put on the one it is done to; nil for none, or
// where it hurts.
func likelyPut(rs *rules.Ruleset, o *rules.ActionOdds) (likeliest *rules.Possibility) {
	if o == nil || o.Whom().Hurt > 0 {
		return nil
	}
	for _, put := range o.Whom().Puts {
		hinders := slices.ContainsFunc(rs.Conditions.All, func(c *rules.Condition) bool { return c.Bad && c.Label == put.Name })
		if hinders && (likeliest == nil || put.Probability > likeliest.Probability) {
			likeliest = &put
		}
	}
	return likeliest
}

// costText returns the time, the price and the chance of a line.
func (v *view) costText(line string) string {
	p, err := v.preview(line)
	if err != nil {
		return "–"
	}
	var parts []string
	if p.Counts > 0 {
		parts = append(parts, "+"+v.durationText(p.Counts))
	}
	if len(p.Prices) > 0 {
		parts = append(parts, rules.PricesText(p.Prices))
	}
	if share := listedShare(v, &p); share != "" {
		parts = append(parts, draw.PadLeft(share, 4))
	}
	return strings.Join(parts, " ")
}

// burdenText says how a line changes the burden of the selected combatant.
func (v *view) burdenText(line string) string {
	f, err := v.foresee(line)
	if err != nil || f.Rolls {
		return ""
	}
	was, now := f.Before.Find(v.selected), f.After.Find(v.selected)
	if was == nil || now == nil {
		return ""
	}
	x, _ := v.burdenIn(f.Before, was)
	if y, _ := v.burdenIn(f.After, now); x != y {
		return v.burdenLabel() + " " + draw.Tenths(x) + " → " + draw.Tenths(y)
	}
	return ""
}

// isHopeless reports whether a line rolls with a chance that is only the least there is.
func (v *view) isHopeless(line string) bool {
	p, err := v.preview(line)
	return err == nil && p.Check != nil && p.Check.Told != "" && !p.Check.Varies()
}

// isRolled reports whether a line has a chance, or dice that fall.
func (v *view) isRolled(line string) bool {
	p, err := v.preview(line)
	return err == nil && (p.Check != nil || p.Ends != nil)
}

// actionSpan returns the counts at which an action would begin and land. A combatant whose turn is to come begins then.
func (v *view) actionSpan(p *command.Preview) (from, at float64) {
	s := v.session.State()
	from = s.Count
	if a := s.Find(p.Who); a != nil && !a.Open && !a.Waiting && a.Doing == nil {
		from = max(from, a.Turn)
	}
	return from, from + p.Counts
}

// owedBefore lists what the timeline owes before an action would land, next first.
func (v *view) owedBefore(line string, p *command.Preview, at float64) []string {
	v.reset(v.session.State())
	list, known := v.before[line]
	if !known {
		list = v.listBefore(line, p, at)
		v.before[line] = list
	}
	return list
}

func (v *view) listBefore(line string, p *command.Preview, at float64) []string {
	owed, exact := v.owedNow(), false
	if f, err := v.foresee(line); err == nil && !f.Rolls {
		if a := f.After.Find(p.Who); a != nil && a.Doing != nil {
			owed, exact = v.session.Rules().Owed(f.After), true
		}
	}
	var list []string
	for _, o := range owed {
		own := o.Actor.Key == p.Who && o.Kind != rules.OwedTick
		if exact && own && o.Kind == rules.OwedAct || o.At > at || !exact && o.At == at && o.Kind != rules.OwedTick {
			break
		}
		if !own {
			list = append(list, v.owedText(o))
		}
	}
	return list
}

// owedBeforeText puts that list into so many cells; what does not fit is counted.
func owedBeforeText(list []string, cells int) string {
	if len(list) == 0 {
		return "nobody acts before it"
	}
	text := "before it: "
	for i, owed := range list {
		more := ""
		if rest := len(list) - i - 1; rest > 0 {
			more = ", and " + draw.Tenths(float64(rest)) + " more"
		}
		if i > 0 && draw.Width(text)+2+draw.Width(owed)+draw.Width(more) > cells {
			return text + ", and " + draw.Tenths(float64(len(list)-i)) + " more"
		}
		if i > 0 {
			text += ", "
		}
		text += owed
	}
	return text
}

// likeliest returns to whom an action of a combatant is likely meant, empty where it is done to no actor.
func (v *view) likeliest(who string, action *rules.Action) string {
	a := v.session.State().Find(who)
	if !action.Whom || a == nil {
		return ""
	}
	if list := v.ranked(who).Targets(a, action); len(list) > 0 {
		return list[0].Whom.Key
	}
	return ""
}
