/*
Package analysis computes each side's chance to win a fight after every entry, if both sides follow their tactics, and splits each swing
into dice, choice, and changes by the game master. It reads a session and writes nothing.

# Terms

The chance of a side is the share of the fights simulated from a state that this side wins. A fight without a winner counts in equal parts.
The swing of an entry is the chance after it minus the chance before it. The chance of the state before, with the line and the answers
chosen but the dice not yet rolled, splits the swing: the part up to it is choice, or hand if the game master made the change, and the rest
is dice. The parts add up exactly.

# Parts

A [Fight] holds the entries of an encounter from its beginning to its end. moment.go finds, for each of them, the choice of the chooser's
tactic; probe.go simulates states, with the same run numbers everywhere, so that neighbouring states are compared fight by fight; line.go
composes a [Line], with its marks and turning points. Entries that follow the tactics and roll no dice are not simulated, since they can't
move the line. calibrate.go compares predicted chances with outcomes; suppose.go tries alternatives to an entry.
*/
package analysis
