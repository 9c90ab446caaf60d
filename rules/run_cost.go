package rules

import (
	"slices"

	"hybrid/rules/source"
)

// Costs of actions, paid from pools: compiling them, checking that they can be paid, and paying them. num_price.go has the prices. A pool
// belongs to an actor, to its side, or to an item that it carries. In a frame f, f.sides[0] is the side of the acting actor, with its tool.
// An outcome is the record of a step in the log, or here of a payment.

// costs are the points that an action takes from pools when it is declared or given as an answer; type cost is in num_price.go. An action
// whose costs can't be paid can't be declared. A payment is not a loss: it never overflows into another pool, and is not included in odds.
type costs []cost

// compileCosts compiles a map from pools to formulas. noun is the name of the entry with the costs, for messages.
func (c *compiler) compileCosts(texts source.Map[source.Text], p nameScope, noun string) (list costs) {
	for _, entry := range texts {
		pool := findEntry(c, &c.rs.Pools, source.Text{Text: entry.Name, Pos: entry.Pos}, "pool")
		formula := c.compileNumber(entry.Value, p)
		if pool == nil || formula == nil {
			continue
		}
		if pool.Least.Text == "none" {
			c.addMistake(source.BadValue, entry.Pos, "%s has no lower limit (least: none), so it can't be a cost. Choose a pool with a limit.", pool.Name)
		}
		if points, fixed := formula.Const(); fixed && points <= 0 {
			c.report.Warn(source.Unused, entry.Pos, "%s: the cost of %s is always %s, so nothing is paid. Remove it.", noun, pool.Name, formatNumber(points))
		}
		list = append(list, cost{pool, formula, entry.Pos.String()})
	}
	return list
}

// firstUnpayable returns the first price that the frame's actor can't pay. short is false if there is none.
func (c costs) firstUnpayable(f *Frame) (p Price, short bool) {
	for i := range c {
		if p = c[i].priceFor(f); p.IsShort() {
			return p, true
		}
	}
	return Price{}, false
}

// OtherTools lists the items other than its first tool with which the actor could do the action. The list is empty unless the first tool
// may be unusable: the actor can't pay for the action with it, or a condition of items, such as a jam, could prevent the action.
func (a *Action) OtherTools(rs *Ruleset, actor *Actor) []*Item {
	// a condition of items that isn't shared by two actors could prevent the action
	mayBePrevented := slices.ContainsFunc(a.ownConditions, func(c *Condition) bool { return c.Tool && !c.paired })
	if !mayBePrevented && !slices.ContainsFunc(a.cost, func(c cost) bool { return c.pool.BelongsToItem() }) {
		return nil
	}
	tools := a.Tools(actor)
	if len(tools) < 2 {
		return nil
	}
	f := rs.newFrame(actor)
	f.sides[0].tool, f.sides[0].action = tools[0], a
	if _, short := a.cost.firstUnpayable(f); !short && !mayBePrevented {
		return nil
	}
	return tools[1:]
}

// listPrices returns the prices for the frame's actor that are above 0 or unknown.
func (c costs) listPrices(f *Frame) (list []Price) {
	for i := range c {
		if p := c[i].priceFor(f); p.Points > 0 || p.Unknown {
			list = append(list, p)
		}
	}
	return list
}

// refuseUnpayable returns a *Refusal if the frame's actor can't pay, else nil.
func (c costs) refuseUnpayable(f *Frame, label string) error {
	if p, short := c.firstUnpayable(f); short {
		cost, has := formatNumber(p.Points)+" "+p.Word, formatNumber(p.Has)
		return &Refusal{Text: label + " costs " + cost + ", but " + f.payerName(p.Pool) + " has " + has + ".", Why: "it costs " + cost + ", " + has + " left"}
	}
	return nil
}

// payerName returns the name of the owner of the pool that pays: the frame's actor, its side, or the item that it uses.
func (f *Frame) payerName(pool *Pool) string {
	if tool := pool.itemFor(f.sides[0].actor, f.sides[0].tool); pool.BelongsToItem() && tool != nil {
		return "the " + MidSentence(tool.Label)
	}
	if owner := ownerOf(f.sides[0].actor, pool.BelongsToSide()); owner != nil {
		return owner.Short
	}
	return f.sides[0].actor.Name
}

// costStep is the name of the step, and also the kind, of the outcome that lists an action's payments.
const costStep = "cost"

// payCosts takes the costs from the frame's actor and returns a term for each payment. guide is the reference to the rule book for the
// terms. If there are not enough points, which can happen only in odds, it takes all that remain.
func (r *Run) payCosts(f *Frame, c costs, guide string) []Term {
	trace, first := r.startTrace()
	for i := range c {
		p := c[i].priceFor(f)
		if p.Points = min(p.Points, p.Has); p.Points == 0 || r.err != nil {
			continue
		}
		if trace != nil {
			trace.add(Term{Label: p.Pool.Label, Value: -p.Points, Source: c[i].where, Guide: guide})
		}
		if owner := ownerOf(f.sides[0].actor, p.Pool.BelongsToSide()); owner != nil {
			r.withActor(owner).withTool(p.Pool.itemFor(owner, f.sides[0].tool)).payPrice(p)
		}
	}
	return trace.endList(first)
}

// payAction pays the costs of the declared action and records an outcome for the payments.
func (m act) payAction() {
	before, head := m.savepoint(), &m.action.Head
	terms := m.Run.payCosts(m.f, m.action.cost, head.Src)
	if m.record && len(m.events) > before.events {
		m.insertRecord(Outcome{Step: costStep, Label: "Cost", Kind: costStep, Who: m.f.sides[0].actor.Key, Source: m.action.cost[0].where, Guide: head.Src, Terms: terms}, before)
	}
}

// payPrice takes a price from its pool.
func (s runActor) payPrice(p Price) {
	i := p.Pool.levelIndex(s.a, s.tool)
	if i < 0 {
		return
	}
	level := s.a.Levels[i]
	s.emitOwn(&Event{Kind: EventPaid, Tool: p.Pool.toolName(s.tool), What: p.Pool.Name, pool: p.Pool, Value: TrimNoise(level.Now - p.Points), Carry: level.Carry, By: -p.Points})
	if !p.Pool.BelongsToItem() {
		s.roller.notePrice(s.a, p.Pool, p.Points)
	}
}
