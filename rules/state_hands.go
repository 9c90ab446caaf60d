package rules

import (
	"slices"
	"strings"
)

// Items that actors hold: main and off hand, arm, ground, and items that must be drawn first. A shield on the arm occupies the off hand,
// although it is worn.

// maxHands is the number of hands of an actor.
const maxHands = 2

// needsHands reports whether an item must be in hand to be used.
func (item *Item) needsHands() bool { return item != nil && item.Hands > 0 }

// CountsHands reports whether a game has items that need hands.
func (rs *Ruleset) CountsHands() bool { return slices.ContainsFunc(rs.Items.All, (*Item).needsHands) }

// carriesItem reports whether an actor carries an item: at least one copy of it is not on the ground.
func carriesItem(a *Actor, item *Item) bool {
	return len(a.Dropped) == 0 || slices.Contains(a.gearAtHand(), item)
}

// gearAtHand lists the gear of an actor that is not on the ground. Items that the actor has several times are repeated.
func (a *Actor) gearAtHand() []*Item {
	list := slices.Clone(a.Sheet.Items)
	for _, dropped := range a.Dropped {
		if i := slices.Index(list, dropped); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

// wornItems lists the items that an actor wears, each once.
func (a *Actor) wornItems() (list []*Item) {
	for _, w := range a.worn {
		if !slices.Contains(list, w.item) {
			list = append(list, w.item)
		}
	}
	return list
}

// carriedItems lists the gear of an actor and the worn items that are not listed as gear.
func (a *Actor) carriedItems() []*Item {
	list := a.gearAtHand()
	for _, item := range a.wornItems() {
		if !slices.Contains(a.Sheet.Items, item) {
			list = append(list, item)
		}
	}
	return list
}

// InHand lists the items that an actor holds, the item in the main hand first.
func (a *Actor) InHand() (list []*Item) {
	if a.Tool != nil {
		list = append(list, a.Tool)
	}
	return append(list, a.OffHand...)
}

// IsReady reports whether an actor can use an item at once: it is in hand, or needs no hand.
func (a *Actor) IsReady(item *Item) bool {
	return !item.needsHands() || item == a.Tool || slices.Contains(a.OffHand, item)
}

// HeldItemsText lists the items that an actor holds: "sabre in hand, buckler in the other".
func (a *Actor) HeldItemsText() string {
	if a.Tool == nil {
		return "nothing in hand"
	}
	text := MidSentence(a.Tool.Label) + " in hand"
	for _, item := range a.OffHand {
		text += ", " + MidSentence(item.Label) + " " + item.placeWords()
	}
	return text
}

// placeWords describes the place of an item that is not in the main hand.
func (item *Item) placeWords() string {
	if item.Worn.Text != "" {
		return "on the " + strings.ReplaceAll(item.Worn.Text, "_", " ")
	}
	return "in the other"
}

// ItemPlace returns the place of an actor's item: in hand, in the other hand, on the arm, on the ground, or "" if it is put away.
func (a *Actor) ItemPlace(item *Item) string {
	switch {
	case item == a.Tool:
		return "in hand"
	case slices.Contains(a.OffHand, item):
		return item.placeWords()
	case !carriesItem(a, item):
		return "on the ground"
	}
	return ""
}

// equipDefault puts the starting items into an actor's hands, as long as hands are free. First comes the first item of the sheet, then
// items worn ready to use, such as a shield on the arm. If the first item needs a hand, other items follow.
func (a *Actor) equipDefault() {
	items := a.Sheet.Items
	if len(items) == 0 {
		return
	}
	a.Tool = items[0]
	free := maxHands - a.Tool.Hands
	for _, worn := range []bool{true, false} { // worn items first; others only next to a main item that needs hands
		for _, item := range items[1:] {
			if item.needsHands() && item.Hands <= free && (item.Worn.Text != "") == worn && (worn || a.Tool.needsHands()) {
				a.OffHand = append(a.OffHand, item)
				free -= item.Hands
			}
		}
	}
}

// FitsOffHand reports whether item goes to the off hand if the actor takes it in hand. It does if item and the item in the main hand both
// need hands, enough hands are free, and the sheet lists item after the other.
func FitsOffHand(a *Actor, item *Item) bool {
	items := a.Sheet.Items
	isListedBefore := slices.Index(items, a.Tool) > slices.Index(items, item)
	if !item.needsHands() || !a.Tool.needsHands() || slices.Contains(a.InHand(), item) || isListedBefore {
		return false
	}
	free := maxHands - item.Hands
	for _, other := range a.InHand() {
		free -= other.Hands
	}
	return free >= 0
}

// takeInHand puts an item into the main hand or, if offHand is set, the off hand. Items for which no hand remains are put away.
func (a *Actor) takeInHand(item *Item, offHand bool) {
	if item == nil {
		return
	}
	if !carriesItem(a, item) {
		i := slices.Index(a.Dropped, item)
		a.Dropped = slices.Delete(slices.Clone(a.Dropped), i, i+1)
	}
	others := withoutItem(a.InHand(), item)
	main, free := item, maxHands-item.Hands
	if offHand && len(others) > 0 && others[0].Hands <= free {
		main, others = others[0], slices.Concat([]*Item{item}, others[1:])
		free = maxHands - main.Hands
	}
	a.Tool, a.OffHand = main, nil
	for _, other := range others {
		if other.needsHands() && other.Hands <= free {
			a.OffHand = append(a.OffHand, other)
			free -= other.Hands
		}
	}
}

// releaseItem removes item from the actor's hands; an off-hand item moves to the main hand.
func (a *Actor) releaseItem(item *Item) {
	others := withoutItem(a.InHand(), item)
	a.Tool, a.OffHand = nil, nil
	if len(others) > 0 {
		a.Tool, a.OffHand = others[0], others[1:]
	}
}

// mustDraw reports whether the action's tool must be drawn first.
func (f *Frame) mustDraw() bool {
	side := f.sides[0]
	if side.action == nil || side.action.Hold || side.action.Answers != "" { // answers use only items in hand
		return false
	}
	return side.tool.needsHands() && side.actor.Key != "" && !side.actor.IsReady(side.tool)
}
