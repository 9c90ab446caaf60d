package rules

import (
	"slices"
	"strings"
)

// What actors hold: main and other hand, arm, ground, and what has to come to hand first.

// maxHands is how many hands an actor has.
const maxHands = 2

// held reports whether a thing has to be in hand to be used: it says how many hands it takes.
func (i *Item) held() bool { return i != nil && i.Hands > 0 }

// CountsHands reports whether a game has items that take hands.
func (rs *Ruleset) CountsHands() bool { return slices.ContainsFunc(rs.Items.All, (*Item).held) }

// carries reports whether an actor carries a thing, of which it may carry several, and not all lie on the ground.
func carries(a *Actor, item *Item) bool {
	return len(a.Dropped) == 0 || slices.Contains(a.gear(), item)
}

// gear lists the items of an actor that don't lie on the ground, each as often as the actor has it.
func (a *Actor) gear() []*Item {
	list := slices.Clone(a.Sheet.Items)
	for _, lies := range a.Dropped {
		if at := slices.Index(list, lies); at >= 0 {
			list = slices.Delete(list, at, at+1)
		}
	}
	return list
}

// wears lists what an actor wears, each item once.
func (a *Actor) wears() (list []*Item) {
	for _, w := range a.worn {
		if !slices.Contains(list, w.item) {
			list = append(list, w.item)
		}
	}
	return list
}

// carried lists the gear of an actor, and what it wears that isn't listed as gear.
func (a *Actor) carried() []*Item {
	list := a.gear()
	for _, item := range a.wears() {
		if !slices.Contains(a.Sheet.Items, item) {
			list = append(list, item)
		}
	}
	return list
}

// InHand lists what an actor has in hand, the main hand first.
func (a *Actor) InHand() (list []*Item) {
	if a.Tool != nil {
		list = append(list, a.Tool)
	}
	return append(list, a.Aside...)
}

// Ready reports whether an actor can use a thing as it is: it is in hand, or takes no hand.
func (a *Actor) Ready(item *Item) bool {
	return !item.held() || item == a.Tool || slices.Contains(a.Aside, item)
}

// Words says what an actor has in hand, in the other one, and on the arm: "sabre in hand, buckler in the other".
func (a *Actor) Words() string {
	if a.Tool == nil {
		return "nothing in hand"
	}
	text := MidSentence(a.Tool.Label) + " in hand"
	for _, item := range a.Aside {
		text += ", " + MidSentence(item.Label) + " " + item.side()
	}
	return text
}

// side says where an item is that is not in the main hand.
func (i *Item) side() string {
	if i.Worn.Text != "" {
		return "on the " + strings.ReplaceAll(i.Worn.Text, "_", " ")
	}
	return "in the other"
}

// Where says where an actor has an item: in hand, in the other, on the arm, on the ground; empty if it is put away.
func (a *Actor) Where(item *Item) string {
	switch {
	case item == a.Tool:
		return "in hand"
	case slices.Contains(a.Aside, item):
		return item.side()
	case !carries(a, item):
		return "on the ground"
	}
	return ""
}

// equipDefault gives an actor in hand what it begins with: the first thing that it has, and then, unless that takes no hand, what
// is worn ready, and the others as far as hands go.
func (a *Actor) equipDefault() {
	items := a.Sheet.Items
	if len(items) == 0 {
		return
	}
	a.Tool = items[0]
	free := maxHands - a.Tool.Hands
	for _, worn := range []bool{true, false} {
		for _, item := range items[1:] {
			if item.held() && item.Hands <= free && (item.Worn.Text != "") == worn && (worn || a.Tool.held()) {
				a.Aside = append(a.Aside, item)
				free -= item.Hands
			}
		}
	}
}

// FitsOffHand reports whether item goes to the free off hand: it does if it is listed after the main-hand item on the sheet.
func FitsOffHand(a *Actor, item *Item) bool {
	items := a.Sheet.Items
	if !item.held() || !a.Tool.held() || slices.Contains(a.InHand(), item) || slices.Index(items, a.Tool) > slices.Index(items, item) {
		return false
	}
	free := maxHands - item.Hands
	for _, other := range a.InHand() {
		free -= other.Hands
	}
	return free >= 0
}

// hold gives an actor a thing in the main hand, or aside, in the other one; what then has no hand any more is put away.
func (a *Actor) hold(item *Item, aside bool) {
	if item == nil {
		return
	}
	if !carries(a, item) {
		at := slices.Index(a.Dropped, item)
		a.Dropped = slices.Delete(slices.Clone(a.Dropped), at, at+1)
	}
	rest := withoutItem(a.InHand(), item)
	main, free := item, maxHands-item.Hands
	if aside && len(rest) > 0 && rest[0].Hands <= free {
		main, rest = rest[0], slices.Concat([]*Item{item}, rest[1:])
		free = maxHands - main.Hands
	}
	a.Tool, a.Aside = main, nil
	for _, other := range rest {
		if other.held() && other.Hands <= free {
			a.Aside = append(a.Aside, other)
			free -= other.Hands
		}
	}
}

// release removes item from the actor's hands; an off-hand item moves to the main hand.
func (a *Actor) release(item *Item) {
	rest := withoutItem(a.InHand(), item)
	a.Tool, a.Aside = nil, nil
	if len(rest) > 0 {
		a.Tool, a.Aside = rest[0], rest[1:]
	}
}

// draws reports whether the action's tool must come to hand first.
func (f *Frame) draws() bool {
	side := f.sides[0]
	return side.tool.held() && side.action != nil && !side.action.Hold && side.action.Answers == "" && side.actor.Key != "" && !side.actor.Ready(side.tool)
}
