/*
Package workbook makes a character file of a spreadsheet in which a player kept a character. Which cells hold what is data:
a [Layout], layout.yaml beside the code. A cell is found by the name that the workbook defines for it, else by the label left
of it, else where the layout has it; skills by the headings of their list. What a cell shows counts, the value that was kept
with it, never a formula's parts: people type over formulas.

[Read] takes a workbook apart, into a [Contents] that knows nothing of a game. [Contents.CompareWith] holds it against a campaign and
writes the skills that this lacks. In the campaign with these, [Made.Character] is the character's file: what the rules work
out otherwise becomes an adjustment, a skill with other parts than the campaign's one of its own. A [Note] of each kind names
the rows that differ, and why.

xlsx.go reads the file format, find.go finds cells, read.go reads them, character.go writes the character, note.go the notes.
*/
package workbook
