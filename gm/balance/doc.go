/*
Package balance finds the number and quality of opponents that make an encounter as hard as wished, using fights simulated by
gm/simulate. It reads no session and writes nothing.

# Parts

A [Wish] is the wished range of a result: `70%`, `60..75%`, `<1`. An [Axis] is one property of an encounter that varies: the number of
combatants of a character ([VaryNumbers]), a value of a character file ([VaryValues]), or a tactic ([VaryTactics]). A mix is one value for each axis,
so one variant of the encounter. [Search.Run] simulates fights of mixes and returns the mixes nearest to the wish in a [SearchResult].

# The search

All mixes compete, those with the fewest opponents first. “A mix fights” means that a fight of it is simulated.

 1. Each fights a few times. If a mix is certainly too hard, mixes that differ from it only by more of the same opponents are excluded and
    don't fight. A few excluded mixes fight as probes: if the side wins one more often than the easier mix, no more mixes are excluded.
 2. The half that is nearer to the wish doubles its fights, and so on, until as many mixes are left as reach the final. A mix that is
    certainly farther from the wish than that many others is dropped at once.
 3. The finalists fight with new dice until their confidence intervals are as narrow as required ([Search.Precision], [Search.Confidence]). The
    new dice keep a mix that was only lucky from looking better than it is.

All mixes of a round fight with the same dice, and rounds are counted in fights, never in seconds. The same seed gives the
same result on any number of cores, unless the search is cut short ([Search.Time]): after three quarters of its time the
nearest mixes so far go to step 3, and [SearchResult.Stopped] is set.
*/
package balance
