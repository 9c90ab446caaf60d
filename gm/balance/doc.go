/*
Package balance finds how many opponents, and how good ones, make an evening as hard as one wants it, by fights that
gm/simulate carries out. It reads no session and writes nothing.

# Parts

A [Wish] is what an evening should come to: `70%`, `60..75%`, `<1`. An [Axis] is one thing that may be otherwise in an
encounter: how many of a character take part ([Numbers]), what a character file says ([Varied]), how somebody fights
([Tactics]). A mix is one value for each axis; [Search.Run] fights mixes and returns those that come nearest, as [Found].

# The search

Mixes are dealt into brackets of a few, in an order that spreads them evenly. In a bracket all fight a few times, the
better half twice as often, and so on (successive halving); the last ones go to the final and fight there as often as was
asked for. Fights of the final have dice of their own, which nobody was chosen by, so that its figures are those that a
plain simulation gives: whoever is best of many by few fights was lucky, too.

A bracket depends on nothing but its mixes and the seed. So shards of a search, which take every n-th bracket, put
together are the same as the whole ([Merge]).
*/
package balance
