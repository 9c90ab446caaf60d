package export

import (
	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/players"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// The contents of an export: everything for the game master, or only what players know (gm/players). An evening is a session of play, a
// scene is an encounter, and a passage is an entry as its readers see it. The players' version begins with the story retold in chapters
// (retelling.go); it contains everything that players.TableSeat, the seat of all players together, may read.

// exportForGameMaster passes everything to the formatter, entry by entry. The heading of a scene precedes the entry that begins the
// scene; an empty scene marks its end.
func exportForGameMaster(from Source, formatter formatter) error {
	g := from.Game()
	heads := newHeadingWriter(from.Evenings(), formatter)
	formatter.writeCampaign(g.Campaign.Label, g.Campaign.Notes, GameMaster)
	defer formatter.writeEnd()
	if summary := from.Summary(); summary.Evening > 0 {
		formatter.writeRecap(summary)
	}
	scenes := from.Scenes()
	entry := &passage{} // reused for all entries
	for e, err := range from.History() {
		if err != nil {
			return err
		}
		if begun, ok := e.BeginEvent(); ok && !e.Undone {
			sc := preparedScene(g, begun, e.After)
			sc.TurningPoints = from.TurningPointTexts(e.Seq)
			if len(scenes) > 0 && scenes[0].Name == begun.What {
				sc.Outcome, sc.Goals, scenes = from.Ending(scenes[0]), from.Goals(scenes[0]), scenes[1:]
			}
			heads.beginScene(sc)
		}
		entry.fillForGameMaster(g, e)
		heads.writeEntry(e.Evening, entry)
		if e.EndsScene() && !e.Undone {
			heads.beginScene(scene{})
		}
	}
	return nil
}

// preparedScene returns the scene that begins with the event begun, as the game master prepared it, with the actors in the state s as its
// cast.
func preparedScene(g *command.Game, begun rules.Event, s *rules.State) scene {
	sc := scene{Label: begun.Text}
	if e, ok := g.Campaign.Encounter(begun.What); ok {
		sc.Notes, sc.Read, sc.Secrets, sc.Threads = e.Notes, e.Read, e.Secrets.Texts(), e.Threads.Texts()
	}
	sc.Cast = append(sc.Cast, collect.Map(s.Actors, func(a *rules.Actor) castMember {
		return castMember{a.Name, a.Side, a.Sheet.Person.Player, a.Sheet.Person.Notes}
	})...)
	return sc
}

// fillForGameMaster sets the passage to everything about the entry e, for the game master. It reuses the memory of its steps.
func (p *passage) fillForGameMaster(g *command.Game, e *gm.HistoryEntry) {
	when := g.TimeOf(e.Before, e.After)
	*p = passage{Number: e.Seq, Time: e.At, Count: e.Count, HasCount: when == "", Text: e.Text, Line: e.Line, Undone: e.Undone, Entry: e, Steps: p.Steps[:0]}
	if when != command.NoTime {
		p.When = when
	}
	wording := e.Wording(g.Rules)
	for i := range e.Outcomes {
		o := &e.Outcomes[i]
		label := o.Label
		if o.Who != "" {
			label = wording.Name(o.Who) + ": " + label
		}
		p.Steps = append(p.Steps, step{Label: label, Text: wording.StepText(o), Dice: o.Dice, Terms: rules.WithEffectSigns(o.Terms)})
	}
}

// exportForPlayers passes only facts known to all players' characters to the formatter.
func exportForPlayers(from Source, formatter formatter) error {
	g := from.Game()
	formatter.writeCampaign(g.Campaign.Label, "", Players)
	log := players.NewLog(g, players.TableSeat)
	retold := &retelling{formatter: formatter, rs: g.Rules, teller: story.NewRetelling(g.Rules)}
	heads := newHeadingWriter(from.Evenings(), retold)
	for number, e := range heads.evenings {
		heads.evenings[number] = gm.Evening{Number: number, First: e.First} // omits the game master's note
	}
	defer retold.writeEnd()
	var last *gm.HistoryEntry // newest entry that wasn't undone
	sceneBegin := int64(0)    // number of the entry that began the current scene; 0 before the first one
	for e, err := range from.History() {
		if err != nil {
			return err
		}
		if e.Undone {
			continue
		}
		last = e
		begun, begins := e.BeginEvent()
		wasOn := log.IsSceneOn()
		if begins && wasOn { // a scene ends when the next one begins
			retold.noteSceneEnd(log, e.Before, e.Before, true)
		}
		if begins {
			retold.addTurningPoints(sceneBegin, log.TurningPoints(from.TurningPoints))
		}
		playersView, ok := log.Next(e)
		if begins {
			sceneBegin = e.Seq
			heads.beginScene(playersScene(g, begun, log.Party(e.After), e.Seq))
		}
		if ok { // players can read at least a part of the entry
			heads.writeEntry(e.Evening, convertPassage(&playersView))
			retold.addToChapter(log.Passage())
		}
		if log.Passage().BeginsFight {
			retold.noteFight()
		}
		endsScene := wasOn && !log.IsSceneOn()
		if endsScene || e.EndsEncounter() {
			retold.noteSceneEnd(log, e.Before, e.After, endsScene)
		}
		if endsScene {
			heads.beginScene(scene{})
		}
	}
	retold.addTurningPoints(sceneBegin, log.TurningPoints(from.TurningPoints))
	if last != nil {
		retold.summary = log.Summary(last.Evening, last.After, from.TurningPoints)
	}
	return nil
}

// playersScene returns the scene that begins with the event begun in the entry with the number seq, as players know it, with the party as
// its cast.
func playersScene(g *command.Game, begun rules.Event, party []players.Character, seq int64) scene {
	sc := scene{Label: "A scene", beginEntry: seq}
	sc.Cast = collect.Map(party, func(a players.Character) castMember { return castMember{Name: a.Name, Player: a.Player} })
	if prepared, ok := g.Campaign.Encounter(begun.What); ok {
		sc.Label, sc.Read = message.Capitalise(prepared.NameForPlayers()), prepared.Read
	}
	return sc
}

// convertPassage converts an entry as players read it to a passage of an export.
func convertPassage(from *players.Passage) *passage {
	p := &passage{Number: from.Number, Count: from.Count, HasCount: from.Timed, Text: from.Text}
	for _, s := range from.Steps {
		shownStep := step{Label: s.Label, Text: s.Text}
		for _, die := range s.Dice {
			shownStep.Dice = append(shownStep.Dice, rules.Die{Die: die.Die, Result: die.Result, Face: die.Face, Typed: die.Typed, For: die.For})
		}
		p.Steps = append(p.Steps, shownStep)
	}
	return p
}
