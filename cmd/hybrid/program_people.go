package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Characters found by name or file, for commands that need no session. A sheet is a character as its file describes it; an actor is a
// character in a state of the game.

// sceneOf returns a state whose actors are the given characters, in this order, outside any encounter. A character can occur several times;
// its second actor gets the key KEY_2.
func (p *program) sceneOf(names ...string) (*rules.State, error) {
	s := &rules.State{}
	for _, name := range names {
		sheet, ownName, err := p.findCharacter(name)
		if err != nil {
			return nil, err
		}
		key := sheet.Key
		for n := 2; s.Find(key) != nil; n++ {
			key = fmt.Sprintf("%s_%d", sheet.Key, n)
		}
		actor := p.campaign.Rules.NewActor(key, sheet)
		actor.Name = cmp.Or(ownName, actor.Name)
		s.Actors = append(s.Actors, actor)
	}
	return p.assignSides(s, names)
}

// assignSides gives the actors of a scene sides, if the game has sides, and returns the resulting state. names holds the actors' names as
// typed. An actor gets the side of the combatant with its name, or with its character file, in an encounter of the campaign. The actors
// after the first one get a different side if they have one in any encounter.
func (p *program) assignSides(s *rules.State, names []string) (*rules.State, error) {
	if !p.campaign.Rules.UsesSides() {
		return s, nil
	}
	var list []rules.Event // events that add the sides to the state
	for i, a := range s.Actors {
		var side *campaign.Side
		for _, encounter := range p.campaign.Encounters() {
			for k := range encounter.Sides {
				isNeeded := side == nil || i > 0 && side.Key == s.Actors[0].Side // none yet, or the first actor's side
				if candidate := &encounter.Sides[k]; isNeeded && isNamedOnSide(encounter, candidate.Key, names[i]) {
					side = candidate
				}
			}
		}
		if side == nil {
			continue
		}
		a.Side = side.Key
		if join := side.JoinEvent(side.Key, true); !slices.ContainsFunc(list, func(e rules.Event) bool { return e.Who == join.Who }) {
			list = append(list, join)
		}
	}
	return p.campaign.Rules.Apply(s, list)
}

// isNamedOnSide reports whether a combatant of a side in encounter e has name as its key. If no combatant of the encounter has that key,
// name can also be a combatant's display name or character file.
func isNamedOnSide(e *campaign.Encounter, side, name string) bool {
	isKey := slices.ContainsFunc(e.Combatants, func(m campaign.Combatant) bool { return m.Key == name })
	return slices.ContainsFunc(e.Combatants, func(m campaign.Combatant) bool {
		return m.Side == side && (m.Key == name || !isKey && (m.From == name || message.SameName(m.Name, name)))
	})
}

// findCharacter finds a sheet by the path of a file, the name of a character of the campaign, or the name of a combatant of an encounter.
// ownName is the combatant's name in that encounter, or "" if it has none of its own.
func (p *program) findCharacter(name string) (sheet *rules.Sheet, ownName string, err error) {
	if err := unreadableReason(name); err != nil {
		return nil, "", err
	}
	sheet, _, err = p.campaign.Character(name)
	if err == nil {
		return sheet, "", nil
	}
	for _, encounter := range p.campaign.Encounters() {
		list := encounter.Combatants
		i, ambiguous := message.FindNamed(name, len(list), func(i int) (string, string) { return list[i].Key, list[i].Name })
		if ambiguous != nil {
			return nil, "", ambiguous
		}
		if i >= 0 {
			combatant := list[i]
			sheet, _, err := p.campaign.Character(combatant.From)
			return sheet, combatant.Name, err
		}
	}
	return nil, "", err
}

// itemNamed finds an item of the game by its name.
func (p *program) itemNamed(text string) (*rules.Item, error) {
	items := &p.campaign.Rules.Items
	item, ok := items.Get(campaign.FileName(text))
	if !ok {
		return nil, message.Unknown("item", text, items.Names())
	}
	return item, nil
}

// unreadableReason returns an error if name is the path of a character file that can't be read. It returns nil for a readable file, and for
// a name that isn't a path.
func unreadableReason(name string) error {
	if !isPath(name) {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return message.Unreadable(name, err)
	}
	if info.IsDir() {
		return fmt.Errorf("%s is a folder. Name a character file in it.", name)
	}
	return nil
}

// isPath reports whether a name is the path of a file: it has a folder or the extension .yaml.
func isPath(name string) bool {
	return strings.HasSuffix(name, ".yaml") || strings.ContainsAny(name, `/\`)
}
