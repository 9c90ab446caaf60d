/*
Package balance finds how many opponents, and how good ones, make an evening as hard as one wants it, by fights that
gm/simulate carries out. It reads no session and writes nothing.

# Parts

A [Wish] is how hard an evening should be: `70%`, `60..75%`, `<1`. An [Axis] is one thing that varies in an encounter:
how many of a character take part ([Numbers]), a value of a character file ([VaryValues]), a tactic ([Tactics]). A mix is one
value for each axis; [Search.Run] lets mixes fight and returns the nearest, as [Found].

# The search

All mixes race in one field, those with the fewest opponents first.

 1. Each fights a few times. A mix that is a harder form of one that is certainly too hard (more of the same opponents, and
    nothing else) is ruled out and does not fight. Some of them fight all the same: if one of these probes wins more often
    than the easier mix, nothing is ruled out any more.
 2. The nearer half fights as often again as it has fought, and so on, until as many are left as are wanted. A mix that is
    certainly farther than that many others is dropped at once.
 3. These fight with other dice, by which none of them was chosen, until their intervals are as narrow as asked for
    ([Search.Precision], [Search.Sure]). So a mix that was only lucky does not look better than it is.

All mixes of a round fight with the same dice, and rounds are counted in fights, never in seconds. The same seed gives the
same result on any number of cores, unless the search is cut short ([Search.Time]): after three quarters of its time the
nearest mixes so far go to step 3, and [Found.Stopped] says so.
*/
package balance
