package rules

import (
	"slices"

	"hybrid/rules/source"
)

// What an action takes from pools: how it is written, refused if it can't be paid, and taken. num_price.go has the prices.

// costs is what an action takes from pools when it is declared, or given as an answer. One that cannot be paid cannot be
// declared. What is paid is no loss: it goes no further than the pool, and odds leave it out.
type costs []cost

// costs compiles a map from pools to formulas.
func (c *compiler) costs(texts source.Map[source.Text], p nameScope, what string) (list costs) {
	for _, entry := range texts {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		by := c.num(entry.Value, p)
		if pool == nil || by == nil {
			continue
		}
		if pool.Least.Text == "none" {
			c.mistake(source.BadValue, entry.Pos, "%s has no lower limit (least: none), so it can't be a cost. Choose a pool with a limit.", pool.Name)
		}
		if points, fixed := by.Const(); fixed && points <= 0 {
			c.report.Warn(source.Unused, entry.Pos, "%s: the cost of %s is always %s, so nothing is paid. Remove it.", what, pool.Name, formatNumber(points))
		}
		list = append(list, cost{pool, by, entry.Pos.String()})
	}
	return list
}

// short returns the first cost that the actor the frame looks from cannot pay.
func (c costs) short(f *Frame) (p Price, short bool) {
	for i := range c {
		if p = c[i].of(f); p.Short() {
			return p, true
		}
	}
	return Price{}, false
}

// Instead lists what else an actor may do an action with that is refused with the thing it is usually done with: where what that
// has does not pay for it, or what may lie on it alone, such as a jam, counts for whether it may be done. It is empty where the
// one is not so, and nothing on a thing counts.
func (a *Action) Instead(rs *Ruleset, actor *Actor) []*Item {
	marked := slices.ContainsFunc(a.depends, func(c *Condition) bool { return c.Tool && !c.paired })
	if !marked && !slices.ContainsFunc(a.cost, func(c cost) bool { return c.pool.OfItem() }) {
		return nil
	}
	tools := a.Tools(actor)
	if len(tools) < 2 {
		return nil
	}
	f := rs.frame(actor)
	f.sides[0].tool, f.sides[0].action = tools[0], a
	if _, short := a.cost.short(f); !short && !marked {
		return nil
	}
	return tools[1:]
}

// prices returns the prices for the actor that the frame looks from, without those of 0.
func (c costs) prices(f *Frame) (list []Price) {
	for i := range c {
		if p := c[i].of(f); p.Points > 0 || p.Unknown {
			list = append(list, p)
		}
	}
	return list
}

// refuses returns a *Refusal if the actor that the frame looks from cannot pay, else nil.
func (c costs) refuses(f *Frame, label string) error {
	if p, short := c.short(f); short {
		cost, has := formatNumber(p.Points)+" "+p.Word, formatNumber(p.Has)
		return &Refusal{Text: label + " costs " + cost + ", but " + f.payer(p.Pool) + " has " + has + ".", Why: "it costs " + cost + ", " + has + " left"}
	}
	return nil
}

// payer returns the name of what pays from a pool: the one the frame looks from, its side, or the thing it uses.
func (f *Frame) payer(pool *Pool) string {
	if tool := pool.itemFor(f.sides[0].actor, f.sides[0].tool); pool.OfItem() && tool != nil {
		return "the " + MidSentence(tool.Label)
	}
	if owner := ofWhom(f.sides[0].actor, pool.OfSide()); owner != nil {
		return owner.Short
	}
	return f.sides[0].actor.Name
}

// costStep is the name and the kind under which what is paid stands among the steps of an action.
const costStep = "cost"

// charge takes the costs from the one the frame looks from. Whether there is enough was asked before; odds take what there
// is. The terms are what was paid.
func (r *Run) charge(f *Frame, c costs, guide string) []Term {
	trace, first := r.tracing()
	for i := range c {
		p := c[i].of(f)
		if p.Points = min(p.Points, p.Has); p.Points == 0 || r.err != nil {
			continue
		}
		if trace != nil {
			trace.add(Term{Label: p.Pool.Label, Value: -p.Points, Source: c[i].where, Guide: guide})
		}
		if owner := ofWhom(f.sides[0].actor, p.Pool.OfSide()); owner != nil {
			r.of(owner).using(p.Pool.itemFor(owner, f.sides[0].tool)).pay(p)
		}
	}
	return trace.end(first)
}

// charge takes what the action costs as it is declared.
func (m act) charge() {
	began, head := m.savepoint(), &m.action.Head
	terms := m.Run.charge(m.f, m.action.cost, head.Src)
	if m.record && len(m.events) > began.events {
		m.insertRecord(Outcome{Step: costStep, Label: "Cost", Kind: costStep, Who: m.f.sides[0].actor.Key, Source: m.action.cost[0].where, Guide: head.Src, Terms: terms}, began)
	}
}

// pay takes a price from a pool.
func (s runActor) pay(p Price) {
	at := p.Pool.at(s.a, s.tool)
	if at < 0 {
		return
	}
	level := s.a.Levels[at]
	s.happen(&Event{Kind: EventPaid, Tool: p.Pool.toolName(s.tool), What: p.Pool.Name, pool: p.Pool, Value: TrimNoise(level.Now - p.Points), Carry: level.Carry, By: -p.Points})
	if !p.Pool.OfItem() {
		s.roller.notePrice(s.a, p.Pool, p.Points)
	}
}
