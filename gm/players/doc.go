/*
Package players tells the players what their characters may know of what was played. It knows no rule of the game, keeps
nothing, and writes in no format: gm/export does that.

# What is told

An audience is told, by one [Log]: the player of a character, or all players together ([TableSeat]), who have the table's screen, the players'
export and what is retold. A line is told to all if it was told to each of them whose character is there; a person is called by the
name that all of these know, and else by its looks. Who is there alone tells everything to all.

Of a player's own character is told what happens to it and what it rolls; what a chance was made of is not, since it may hold what only
the game master knows. Of others it is told what is noticed, as the ledger of the rules has it ([rules.Actor.Notices], settled entry
by entry): who acts, under the name that is known, how well that goes, where they are hit and, in words, how badly they are hurt.
Numbers stay with their owner, experience always. An attacker who is not seen is not named to anyone. What is secret is not told; a
secret roll tells its own player what the character believes. A condition that nobody has seen being put is not seen ending
either; one that comes from somebody who is not noticed is not seen, unless it is felt. A turn, an action, a way or a condition that
only a secret takes away is shown as it was (shown.go). What the game master does by hand has the count of the last thing that was noticed: the clock
itself may have been moved by somebody in hiding.

All of it goes by settled facts, the events and steps of a [gm.HistoryEntry]. The line, the title and the reason are what
the game master typed, and never reach the players.

# One door

[Telling.SeenBy] returns all that the player of one character may know at a moment, as a [Seen]: strings and numbers, no key, no actor and
no session. Whatever reaches a player is made of it. Two sessions that differ only in secrets give the same Seen until a
rule reveals the difference; a test holds that.

# What is offered

[Log.ListOffers], [Log.Weigh], [Log.Proposal] and the choices of a [Question] are worked out in what the character knows: a
state in which the others are strangers ([rules.State.RedactedFor]), with the keys that the player reads. So no chance, no option
and no refusal can go by what is not known; what the engine says of the state as it is goes to the game master alone, with
the [gm.Proposal]. What the player sends, a [Want], is names of what was offered, and makes a line of no other words.

# Floors

A function, a method or a value refers to those of its own floor or of a lower one; TestFloors (rules/floors_test.go) holds
that. Types are one data model, and may stand anywhere. Lowest floor first:

	1  words.go character.go habit.go picture.go  words, who plays whom, pictures
	2  log.go noticing.go glimpse.go shown.go table.go came.go  entries as an audience is told them
	3  seen.go known.go answer.go abilities.go  what a seat is shown at a moment
	3  offer.go weigh.go move.go propose.go cards.go advice.go  what its character can do, in what she knows
	4  telling.go  all seats, rolling along with the session

# Parts

A [Log] is fed the entries that stand, one after the other, as [gm.Session.History] gives them, and remembers whom its audience has
met and which conditions were seen. [Log.Next] gives a [Passage], a line with the steps behind it. A view is one entry as
the players see it: look finds out what kind of entry it is. It is the veil through which package story makes facts and sentences of the entry,
with the names by which the viewers know others (noticing.go), so that no other name can slip in.

A [Telling] has a Log for each seat and rolls along with the session: it tells each entry once, keeps marks to go back to
when the past changes, and gives a Seen at any moment. [NewTelling] starts one from scratch. It keeps the facts of the evening that was
told last: what is read of it the next time is made of them alone. Who is at rest ([Log.AtRest]) goes by what is noticed, too.
*/
package players
