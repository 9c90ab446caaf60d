package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// `pay`: moves points of pools that are `paid` between actors, or spends them. A timeline (timeline.go) wraps a game and adds the verbs for
// fights and scenes.

// payPoints moves points of a pool from the payers to others, or removes them if no one is paid. Each payer pays each recipient the amount.
//
//	pay orlo 40 silver by kira
//	pay 5 silver by party
func (g timeline) payPoints(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	g.Game = g.WithSideNames()
	words, payers, err := downtime(g).cutActors(l.Words, func() ([]*rules.Actor, error) { return nil, nil })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	var paid []*rules.Actor // recipients
	name := strings.Join(words, " ")
	if len(words) > 0 && !command.IsNumber(words[0]) {
		if paid, words, err = g.ParseLeadingGroup(words); err != nil {
			return command.DecidedCommand{}, err
		}
	}
	if len(words) == 0 {
		return command.DecidedCommand{}, command.RefusalOf(message.Missing("Enter an amount", strings.TrimSpace(l.Verb+" "+name)+" 5"))
	}
	amount, err := command.ParseAmount(words[0], l.Verb)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if amount <= 0 {
		return command.DecidedCommand{}, command.Refusal("Pay more than 0.")
	}
	pool, err := g.paidPool(strings.Join(words[1:], " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(payers) == 0 {
		if payers, err = g.payersOf(l, pool); err != nil {
			return command.DecidedCommand{}, err
		}
	}
	if payers, err = g.poolOwners(payers, pool); err == nil {
		paid, err = g.poolOwners(paid, pool)
	}
	if err != nil {
		return command.DecidedCommand{}, err
	}
	total := amount * float64(max(1, len(paid))) // price for each payer
	if err := checkPayment(payers, paid, total, pool); err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: g.paymentTitle(payers, paid, amount, pool), Who: payers[0].Key}
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		for _, a := range payers {
			h.SetPool(a.Key, nil, pool, a.PoolValue(pool)-total)
		}
		for _, a := range paid {
			h.SetPool(a.Key, nil, pool, a.PoolValue(pool)+amount*float64(len(payers)))
		}
	})
	w.TitledEvents = len(w.Events)
	return w, err
}

// checkPayment refuses a payment by actors who are also paid, or who have less than total, the price for each payer.
func checkPayment(payers, paid []*rules.Actor, total float64, pool *rules.Pool) error {
	if both := collect.Filter(paid, func(a *rules.Actor) bool { return slices.Contains(payers, a) }); len(both) > 0 {
		return command.Refusal("%s can't pay and be paid. Name someone else.", both[0].Name)
	}
	for _, a := range payers {
		if has := a.PoolValue(pool); has-total < pool.Minimum() {
			return command.Refusal("%s can pay only %s %s, not %s. Pay less, or add to it: `set %s %s +%s`.", a.Name,
				command.Number(has), pool.Noun(has), command.Number(total), a.Key, pool.Name, command.Number(total-has+pool.Minimum()))
		}
	}
	return nil
}

// paidPool returns the pool that a line names, or the only one that can be paid.
func (g timeline) paidPool(name string) (*rules.Pool, error) {
	list := g.Rules.PaidPools()
	if len(list) == 0 {
		return nil, command.Refusal("This game has no money. Add a pool with “paid: true”.")
	}
	if name == "" && len(list) == 1 {
		return list[0], nil
	}
	return command.PickEntry("pool", name, list)
}

// payersOf returns the payer of a line without `by`: the one before its colon, otherwise the actor whose turn it is or, for a pool of
// sides, the players' side.
func (g timeline) payersOf(l *command.Line, pool *rules.Pool) ([]*rules.Actor, error) {
	if played := g.State.Protagonists(); l.Who == "" && pool.BelongsToSide() && len(played) > 0 {
		return played[:1], nil
	}
	a, err := g.Subject(l)
	return []*rules.Actor{a}, err
}

// poolOwners lists the owners of a pool for the actors in list, each once: the actors themselves or, for a pool of sides, their sides.
func (g timeline) poolOwners(list []*rules.Actor, pool *rules.Pool) (who []*rules.Actor, err error) {
	for i, a := range list {
		if pool.BelongsToSide() && !a.IsSide() {
			a = g.State.Find(a.Side)
		}
		if a == nil || !pool.IsOwnedBy(a) {
			return nil, command.Refusal("%s has no %s. Name a combatant.", list[i].Name, rules.MidSentence(pool.Label))
		}
		if !slices.Contains(who, a) {
			who = append(who, a)
		}
	}
	return who, nil
}

// paymentTitle describes a payment.
func (g timeline) paymentTitle(payers, paid []*rules.Actor, amount float64, pool *rules.Pool) string {
	name := func(a *rules.Actor) string { return a.Name }
	text := describeGroup(g.Game, payers, name) + collect.Choose(len(payers) > 1, ": each pays", " pays")
	if len(paid) > 0 {
		text += " " + describeGroup(g.Game, paid, name)
	}
	text += " " + command.Number(amount) + " " + pool.Noun(amount)
	if len(paid) > 1 {
		text += " each"
	}
	return text
}
