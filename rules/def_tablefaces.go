package rules

import (
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Tables rolled with faced dice, which have names or symbols instead of numbers: three dice named war in `roll: 3 war`, or a single die in
// `roll: location`. Their rows list the faces that they cover, in any order, or have the name of a face. A row that no face leads to, whose
// From is unreachedFrom, can only be found by name.

// readRoll reads the faced die of a table, and the number of dice rolled. die is nil for a die with numbers.
func (t *Table) readRoll(c *compiler) (die *FacedDie, dice int) {
	count, name, several := strings.Cut(t.Roll.Text, " ")
	if !several {
		die, _ = c.rs.FacedDice.Get(t.Roll.Text)
		return die, 1
	}
	dice, err := strconv.Atoi(count)
	if err != nil || dice < 1 || dice > maxThrown {
		c.addMistake(source.OutOfRange, t.Roll.Pos, "A table is rolled with 1 to %d faced dice, such as 3 war, not %s.", maxThrown, t.Roll.Text)
		return nil, 0
	}
	return findEntry(c, &c.rs.FacedDice, source.Text{Text: name, Pos: t.Roll.Pos}, "die"), dice
}

// compileFaces finds the faces that each row covers, and reports duplicates and the first gap. A row without faces of its own covers the
// face of its name. From and To become the row's position in the table, from 1, since faces have no order.
func (t *Table) compileFaces(c *compiler) {
	byFaces := map[faceCounts]*Row{}
	for i, row := range t.rows {
		row.From, row.To = unreachedFrom, 0 // until its faces are known
		text, pos := row.Roll.Text, row.Roll.Pos
		if text == "" && t.faced.findFace(row.Name) != noFace {
			text, pos = row.Name, row.Pos
		}
		if text == "" {
			continue // can only be found by name
		}
		faces, ok := t.readFaces(c, text, pos)
		if !ok {
			continue
		}
		if other := byFaces[faces]; other != nil {
			c.addMistake(source.Repeated, pos, "Row %s is for %s, like row %s.", row.Name, t.faced.typedThrow(faces), other.Name)
			continue
		}
		byFaces[faces] = row
		row.faces, row.From, row.To = faces, float64(i+1), float64(i+1)
	}
	for faces := range t.faced.allThrows(t.dice, everyFace) {
		if byFaces[faces] == nil {
			c.addMistake(source.Hole, t.Pos, "Table %s has no row for %s.", t.Name, t.faced.typedThrow(faces))
			return
		}
	}
}

// readFaces reads the faces that a row covers.
func (t *Table) readFaces(c *compiler, text string, pos source.Pos) (faces faceCounts, ok bool) {
	words := strings.Fields(text)
	for _, word := range words {
		face := t.faced.findFace(word)
		if face == noFace {
			c.addMistake(source.UnknownName, pos, "%s", message.Lacking(t.faced.Name, "face", word, t.faced.names))
			return 0, false
		}
		faces = faces.withDice(face, 1)
	}
	if len(words) != t.dice {
		c.addMistake(source.BadValue, pos, "Table %s is rolled with %d dice. Name %d faces, not %d.", t.Name, t.dice, t.dice, len(words))
		return 0, false
	}
	return faces, true
}

// rowWithFaces returns the row that covers faces, or nil.
func (t *Table) rowWithFaces(faces faceCounts) *Row {
	i := slices.IndexFunc(t.rows, func(row *Row) bool { return row.To > 0 && row.faces == faces })
	if i < 0 {
		return nil
	}
	return t.rows[i]
}

// NeededRoll returns the faces or numbers that a row covers, as text.
func (t *Table) NeededRoll(row *Row) string {
	if t.faced != nil && row.To > 0 {
		return t.faced.typedThrow(row.faces)
	}
	return row.Roll.Text
}
