/*
Package analysis computes each side's chance to win a fight after every entry, if both sides follow their tactics, and splits each swing
into dice, choice, and changes by the game master. It reads a session and writes nothing.

# Terms

The chance of a side is the share of the fights simulated from a state that this side wins. A fight without a winner counts for all sides in
equal parts. The line of a fight is its course: the chance of its first side after each entry. The swing of an entry is the chance after it
minus the chance before it. It is split at a chance in between, that of the state before the entry with the line and the answers already
chosen, but no dice rolled yet. The part up to that chance is choice, or hand if the game master made the change, and the rest is dice. The
parts add up exactly.

# Parts

A [Fight] holds the entries of an encounter from its beginning to its end. moment.go finds what the tactic of the chooser would have chosen at
each of them. probe.go simulates states, with the same run numbers everywhere, so that neighbouring states are compared fight by fight.
line.go composes a [Line], with its marks and turning points. Entries that follow the tactics and roll no dice are not simulated, since they
can't move the line. calibrate.go compares predicted chances with outcomes; suppose.go tries alternatives to an entry.
*/
package analysis
