/*
Package workbook converts a spreadsheet with a player's character to a character file. A [Layout] describes the cells; the usual
one is layout.yaml. A cell is located by its defined name, else by the label left of it, else by its position in the layout;
skills are located by the headings of their list. The value shown in a cell counts, never the parts of its formula, because
players type over formulas.

[Read] reads a workbook into a [Contents], which is independent of any game. [Contents.CompareWith] compares it with a campaign and
writes the skills that the campaign lacks. In the campaign with these skills, [ConvertedCharacter.Character] returns the character file: values that
differ from the rules become adjustments, and a skill composed differently from the campaign's becomes the character's own. A
[Note] of each kind names the rows that differ, and the reason.

xlsx.go reads the file format, find.go locates cells, read.go reads them, character.go writes the character, note.go the notes.
*/
package workbook
