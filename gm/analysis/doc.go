/*
Package analysis works out how likely each side of a fight wins after every entry, if both sides go on by their tactics, and what of each
swing was dice, choice, or the game master's hand. It reads a session and writes nothing.

# Terms

The chance of a side is the share of the fights simulated from a state that this side wins. A fight without a winner counts in equal parts.
The swing of an entry is the chance after it minus the chance before it. The chance of the state before, with the line and the answers
chosen but the dice not yet rolled, splits the swing: the part up to it is choice, or hand if the game master made the change, and the rest
is dice. The parts add up exactly.

# Parts

A [Fight] is the entries from where an encounter begins to where it ends. moment.go finds for each of them what the chooser's tactic would
have done; probe.go simulates states, with the same run numbers everywhere, so that neighbours are compared fight by fight; line.go puts a
[Line] together, with its marks and turning points. Entries that do as the tactics do and roll no dice are not simulated: they cannot move
the line. calibrate.go compares what was said with what happened; suppose.go asks what would have been.
*/
package analysis
