/*
Package players computes the parts of play that the players may know. It knows no rule of the game, stores nothing, and has no output
format: gm/export writes files.

# What is told

A [Log] has one audience: the player of a character, or all players together ([TableSeat]), who read the table's screen, the players'
export and the recaps. A line is told to all players if it was told to the player of each character present. People have the names that
all of these players know, or else are described by their looks. If only one character is present, everything told to it is told to all.

The player of a character is told all events that happen to it and its rolls, but not the parts of a chance, since they may include
facts that only the game master knows. The player is told about other actors only as far as the character notices them, according to
the ledger of the rules ([rules.Actor.NoticedAspects], computed entry by entry): the acting person under a known name, the degree of success,
the location of a hit and, in words, the wounds. Numbers, and experience in particular, are told only to their owner. An unseen attacker
is not named to anyone. Secrets are not told; a secret roll tells its own player the character's belief. The end of a condition is not
told if no one saw it begin, and a condition caused by an unnoticed actor is told only if it is felt. A turn, an action, a movement or
a condition that only a secret ends is shown unchanged (shown.go). Manual changes by the game master have the count of the last noticed
event, since an actor in hiding may have advanced the clock.

Everything is computed from facts, the events and steps of a [gm.HistoryEntry]. The line, the title and the reason are typed by the
game master and never shown to players.

# One door

[Telling.SeatViewOf] returns everything that the player of a character may know at a moment, as a [SeatView]: strings and numbers, no keys,
actors or session. All output for players is made from it. Two sessions that differ only in secrets give the same SeatView until a rule
reveals the difference; a test checks this.

# What is offered

[Log.ListOffers], [Log.Weigh], [Log.Proposal] and the choices of a [Question] are computed in the character's known state, in which
others are placeholders ([rules.State.RedactedFor]) and have the keys that the player reads. So no chance, option or refusal can depend
on unknown facts. Results computed from the complete state are shown only to the game master, with the [gm.Proposal]. A player's
request, a [Want], consists of offered names only, and so does the line made from it.

# Floors

A function, a method or a value refers only to others on its own floor or a lower one; TestFloors (cmd/hybrid/floors_test.go) checks
this. Types form one data model and can be in any file. The lowest floor is first:

	1  words.go character.go habit.go picture.go  words, who plays whom, pictures
	2  log.go noticing.go glimpse.go shown.go table.go came.go  entries as told to an audience
	3  seen.go known.go answer.go abilities.go  the contents of a seat at a moment
	3  offer.go weigh.go move.go propose.go cards.go advice.go  the deeds possible for its character, by its knowledge
	4  telling.go  all seats, kept up to date with the session

# Parts

A [Log] processes the entries in force one after the other, as [gm.Session.History] returns them. It records the people that its
audience has met and the conditions that it has seen. [Log.Next] returns a [Passage], a line with its steps. A view is one entry as the
players see it; its method classifyEntry determines the kind of the entry. It is the veil through which package story computes facts and
sentences, with the names that the viewers know (noticing.go), so that no other name can appear.

A [Telling] has a Log for each seat and follows the session: it tells each entry once, keeps marks to return to when the past changes,
and returns a SeatView at any moment. [NewTelling] creates an empty one. It keeps the facts of the evening told last, from which the next
recap is written. [Log.AtRest] also depends only on noticed facts.
*/
package players
