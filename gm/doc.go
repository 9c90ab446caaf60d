/*
Package gm runs the live session: commands in, entries out, state as the sum of its entries. It draws nothing and
knows no rule of the game.

# Dice that can be checked

Where nobody brings other dice, every die that the program rolls comes from a seed: 32 bytes from the system's entropy,
a new one for each evening, kept in the session's file. Before the first die falls the seed is fixed, and its SHA-256
can be read out or sent to everybody ([Session.DiceHash]). The hash says nothing about the dice, and no other seed has
it. At the end the seed is revealed ([Session.Reveal]); what is rolled after that comes from another one. Then anybody
can hash the seed, compare it with the hash noted down at the beginning, and work out every die that fell.

What a die shows depends on four things only: the seed, the number of its entry in the session, its place among the
dice of this entry (1, 2, 3 …, typed ones counted too), and how many faces it has. [Face] is all of it, and says how it
is worked out. So it makes no difference whether the program was closed in between, how often a command was asked
again because it needed an answer, or whether some of its dice were typed. A command that was begun and left takes no
die away: the next command has the same entry number, and its dice lie there already. After an undo, or any other entry,
the number is another, and so are the dice; the undone entry stays in the file, with its dice.

[Session.CheckDice] works all dice out again and names the first that shows something else. Dice that were typed, that
came from --seed or that fell before there were seeds come from no seed: typed ones are marked as typed for ever and
not looked at, those of entries before the first seed neither, and others are found.

What this proves is that dice were not changed and not chosen afterwards. It does not keep secrets from whoever holds
the file: the seed is in it, and in its backups.

# Evenings

A session in the players' sense, an [Evening] here, begins when a campaign is opened on another day than that of its
last entry; a day ends at six in the morning. Its number is kept with each entry. Before its first entry the file is
copied beside itself, as saltmarket.db.backup-2024-05-08; the last five copies stay.
*/
package gm
