/*
Package players tells the players what their characters may know of what was played. It knows no rule of the game, keeps
nothing, and writes in no format: gm/export does that.

# What is told

The party is the characters with a player, and the actors on the side on which most of those are. Of the party everything is
told that happens to it, with dice and terms where they say nothing about others. Of others it is told who acts, how well
that goes, where they are hit and, in words, how badly they are hurt: no number of theirs, and nothing that they do
where no one of the party is. What is secret is not told; a secret roll of the party tells what the character believes.
A condition that nobody has seen being put is not seen ending either.

All of it goes by settled facts, the events and steps of a [gm.HistoryEntry]. The line, the title and the reason are what
the game master typed, and never reach the players.

# Parts

A [Log] is fed the entries that stand, one after the other, as [gm.Session.History] gives them, and remembers whom the party has
met and which conditions were seen. [Log.Tell] gives a [Passage], a line with the steps behind it. A view is one entry as
the players see it: look finds out what kind of entry it is, tell collects what there is to say.
*/
package players
