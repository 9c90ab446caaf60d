package rules

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/source"
)

// The section `tables`: rows that are rolled, looked up by a number or read by name. def_tablefaces.go has tables rolled with faced dice,
// whose faces have names instead of numbers. A table can be a deck: its rows are cards, which are drawn without being put back
// (num_cards.go). The columns of a table are further values of its rows, which formulas read.

// Table is a table that is rolled on, looked up by a number, or read by name.
type Table struct {
	Head    `yaml:",inline"`
	Roll    source.Text             `yaml:"roll" pattern:"die"`        // The die, or dice with symbols, such as `3 war`. Without it, the table is looked up.
	By      string                  `yaml:"by"`                        // The name that formulas in the rows use for the number looked up.
	Columns []string                `yaml:"columns"`                   // Columns with numbers.
	Texts   []string                `yaml:"texts"`                     // Columns with words.
	Sides   source.Map[source.Text] `yaml:"sides" one:"odd even none"` // The two sides of paired rows, by odd or even roll: `{left: odd, right: even}`.
	Rows    source.Map[Row]         `yaml:"rows"`                      // The rows, by name. Rows looked up by a number have names such as `25+`.
	Deck    string                  `yaml:"deck" one:"all side actor"` // Its rows are cards, drawn without being put back: one deck for `all`, one for each `side`, or for each `actor`.
	Hands   string                  `yaml:"hands" one:"side actor"`    // The holder of the cards of a deck: side or actor. Default: side in rounds, otherwise actor.
	// The deck that its open cards cover, such as `covers: tiles`: a covered card gives nothing. With `slot`, only in the same slot.
	Covers  source.Text    `yaml:"covers" of:"tables"`
	Slot    string         `yaml:"slot"` // The column with the number of the slot that a card covers, such as `slot: place`.
	covers  *Table         // deck of Covers; nil for none
	rows    []*Row         // rows, by From in ascending order
	die     int            // number of faces of the plain die rolled on it; 0 for none
	faced   *FacedDie      // faced die rolled on it; nil for none
	dice    int            // number of those faced dice
	numeric bool           // whether it is looked up by a number
	columns map[string]int // index in Row.cells, by column name
}

// Row is a row of a table, or a card of a deck. From and To are the range of faces or numbers that it covers.
type Row struct {
	Head   `yaml:",inline"`
	Roll   source.Text              `yaml:"roll"`               // The rolls it covers: `7-30`, `20`, `none`, or symbols, such as `hit hit save`.
	For    []source.Text            `yaml:"for" of:"tags"`      // Tags of the rolls in which it counts, at least one of them: `for: [missile]`. Default: all rolls.
	Tags   []source.Text            `yaml:"tags" of:"tags"`     // Tags that it adds to the roll.
	Give   Gives                    `yaml:"give"`               // Changes of modifiers when it is drawn, such as `give: {df: -2}`.
	Do     []*Effect                `yaml:"do"`                 // Effects when the row is drawn.
	Paired bool                     `yaml:"paired"`             // True: it exists on both `sides`, such as an arm. Default: false.
	Copies *int                     `yaml:"copies"`             // In a deck: the number of cards of this row. Default: 1.
	When   source.Text              `yaml:"when" formula:"yes"` // In a deck: the card can be played only if this formula is true, such as `not is.out`.
	Refuse string                   `yaml:"refuse"`             // In a deck: the message if `when` isn't true.
	OnDraw []*Effect                `yaml:"drawn"`              // In a deck: effects as the card is drawn, such as `drawn: [{tell: a trap}]`.
	Say    source.Text              `yaml:"say"`                // Its name in sentences, plain text without braces. Default: the label.
	Rest   source.Map[*source.Node] `yaml:",rest"`
	From   float64                  // first face or number that it covers; in a deck, the index of the card plus 1
	To     float64                  // last face or number that it covers; 0 for a row that can only be found by name
	cells  []cell                   // values, by the indexes in Table.columns
	deck   *Table                   // deck to which the card belongs; nil in other tables
	when   *Formula                 // condition for playing the card, or nil
	faces  faceCounts               // faces that the row covers, if the table is rolled with faced dice
	tags   tagSet                   // compiled form of Tags, and the row's own tag
	giver                           // compiled form of For and Give
}

// cell is the value of a row in one column.
type cell struct {
	formula *Formula // formula for the value; nil in a column with words
	text    string   // words; "" in a column with numbers
	isGiven bool     // whether the row has a value in the column
}

// unreachedFrom is the From of a row that no roll reaches, so that it can only be found by name. Its To is 0. Such rows are sorted last.
const unreachedFrom = 1e9

// onlyColumn is the name of the single column of a table whose rows are bare values.
const onlyColumn = "value"

// DecodeNode reads a row. A bare value becomes its only column.
func (row *Row) DecodeNode(n *source.Node, r *source.Report) {
	if n.Kind == source.Scalar {
		row.Rest = source.Map[*source.Node]{{Name: onlyColumn, Pos: n.Pos, Value: n}}
		return
	}
	type plain Row
	source.Decode(n, (*plain)(row), r)
}

// Probability returns the probability of a row in a rolled table, from 0 to 1. It is 0 for a row that can only be found by name, and in a
// table that is not rolled.
func (t *Table) Probability(row *Row) float64 {
	if t.faced != nil && row.To > 0 {
		share, _ := t.faced.exactProbability(row.faces, t.dice, everyFace).Float64()
		return share
	}
	if t.die == 0 || row.To == 0 {
		return 0
	}
	return (row.To - row.From + 1) / float64(t.die)
}

// SortedRows returns the rows in ascending order of the faces or numbers that they cover.
func (t *Table) SortedRows() []*Row { return t.rows }

// rowNamed finds a row by name, or returns nil.
func (t *Table) rowNamed(name string) *Row {
	for _, row := range t.rows {
		if row.Name == name {
			return row
		}
	}
	return nil
}

// rowFor finds the row for a face or a number: the last row that starts at x or below. It returns nil if x is below the first row.
func (t *Table) rowFor(x float64) *Row {
	var reached *Row
	for i, j := 0, len(t.rows); i < j; {
		if row := t.rows[(i+j)/2]; row.From > x+slack {
			j = (i + j) / 2
		} else {
			reached, i = row, (i+j)/2+1
		}
	}
	return reached
}

// sideOfFace returns the side that a face of the die selects for a paired row, or "" if the table has none for it.
func (t *Table) sideOfFace(row *Row, face int) string {
	faces := sideEven
	if face%2 == 1 {
		faces = sideOdd
	}
	for i := range t.Sides {
		if row.Paired && t.Sides[i].Value.Text == faces {
			return t.Sides[i].Name
		}
	}
	return ""
}

// Words for the faces that choose a side of a paired row.
const (
	sideOdd  = "odd"
	sideEven = "even"
	sideNone = "none" // a side that can only be named
)

// compileSides checks the faces that choose the sides.
func (t *Table) compileSides(c *compiler) {
	first := map[string]string{}
	for _, side := range t.Sides {
		faces := side.Value
		switch other := first[faces.Text]; {
		case faces.Text != sideNone && other != "":
			c.addMistake(source.Repeated, faces.Pos, "%s faces already mean %s.", faces.Text, other)
		case faces.Text != sideNone && t.Roll.Text == "":
			c.addMistake(source.BadValue, faces.Pos, "Table %s isn't rolled, so no face means %s. Write none.", t.Name, side.Name)
		}
		first[faces.Text] = side.Name
	}
}

// cutSide splits text that names a row, such as "left hand", into the side and the rest. side is "" if the text names no side.
func (t *Table) cutSide(text string) (side, rest string) {
	word, rest, _ := strings.Cut(text, " ")
	for i := range t.Sides {
		if strings.EqualFold(t.Sides[i].Name, word) && rest != "" {
			return t.Sides[i].Name, rest
		}
	}
	return "", text
}

// lookUp returns the value of the only column in the row that x reaches, for formulas that call the table as a function; 0 for none.
func (t *Table) lookUp(f *Frame, x float64) float64 {
	row := t.rowFor(x)
	if row == nil {
		return 0
	}
	return row.columnValue(f, 0, x)
}

// columnValue returns the value of a column, whose formula can read x by the name that Table.By gives. It is 0 if row is nil or has no such
// column.
func (row *Row) columnValue(f *Frame, column int, x float64) float64 {
	if row == nil || column >= len(row.cells) {
		return 0
	}
	saved := f.givenValue
	f.givenValue = x
	value := row.cells[column].formula.Num(f)
	f.givenValue = saved
	return value
}

// readRange sets the range of faces or numbers that a row covers, written as "7-30" for a die or "25+" for a number.
func (t *Table) readRange(c *compiler, row *Row) (ok bool) {
	text, pos := row.Name, row.Pos
	if t.die > 0 {
		if row.Roll.Text == "" {
			row.From, row.To = unreachedFrom, 0
			return true
		}
		text, pos = row.Roll.Text, row.Roll.Pos
	}
	from, to, found := strings.Cut(strings.TrimSuffix(text, "+"), "-")
	if !found {
		to = from
	}
	low, ok1 := source.ReadNumber(strings.TrimSpace(from))
	high, ok2 := source.ReadNumber(strings.TrimSpace(to))
	if !ok1 || !ok2 || high < low {
		c.addMistake(source.BadValue, pos, "Expected faces such as 7-30, or a number such as 25+, not %s.", text)
		return false
	}
	row.From, row.To = low, high
	return true
}

// coverPos returns the position of the text that gives the faces or numbers that the row covers.
func (row *Row) coverPos() source.Pos {
	if row.Roll.Text != "" {
		return row.Roll.Pos
	}
	return row.Pos
}

// checkCoverage sorts the rows and reports gaps and overlaps of a rolled table, and rows of a looked-up table that start at the same
// number.
func (t *Table) checkCoverage(c *compiler) {
	sort.SliceStable(t.rows, func(i, j int) bool { return t.rows[i].From < t.rows[j].From })
	next := 1.0 // lowest face that no earlier row covers
	if t.die > 0 && len(t.rows) > 0 && !slices.ContainsFunc(t.rows, func(row *Row) bool { return row.To != 0 || row.Roll.Text != "" }) {
		c.addMistake(source.Hole, t.Pos, "No row of table %s has faces of its d%d. Write rows such as `NAME: {roll: 1-%d}`.", t.Name, t.die, t.die)
		return
	}
	for i, row := range t.rows {
		if t.die == 0 {
			if i > 0 && row.From == t.rows[i-1].From {
				c.addMistake(source.Repeated, row.coverPos(), "Row %s starts where row %s does. Start it higher.", row.Name, t.rows[i-1].Name)
			}
			continue
		}
		if row.To == 0 {
			continue
		}
		if t.die > 0 && (row.From < 1 || row.To > float64(t.die)) {
			outside := row.To
			if row.From < 1 {
				outside = row.From
			}
			c.addMistake(source.OutOfRange, row.coverPos(), "Row %s is for %s, but a d%d has no such face.", row.Name, facesText(outside, outside), t.die)
			next = max(next, row.To+1)
			continue
		}
		if row.From > next {
			c.addMistake(source.Hole, row.coverPos(), "Table %s has a gap at %s before row %s. Its rows must cover 1-%d.", t.Name, facesText(next, row.From-1), row.Name, t.die)
		}
		if row.From < next {
			c.addMistake(source.Overlap, row.coverPos(), "Row %s overlaps the row before it at %s. Start it at %g.", row.Name, facesText(row.From, min(row.To, next-1)), next)
		}
		next = max(next, row.To+1)
	}
	if t.die > 0 && next <= float64(t.die) {
		c.addMistake(source.Hole, t.Pos, "Table %s has a gap at %s. Its rows must cover 1-%d.", t.Name, facesText(next, float64(t.die)), t.die)
	}
}

// facesText formats a range of faces such as “3-7”, or “3” for a single face.
func facesText(from, to float64) string {
	if from == to {
		return strconv.FormatFloat(from, 'f', -1, 64)
	}
	return strconv.FormatFloat(from, 'f', -1, 64) + "-" + strconv.FormatFloat(to, 'f', -1, 64)
}

// isTextColumn reports whether a column holds text instead of formulas.
func (t *Table) isTextColumn(column string) bool {
	for _, name := range t.Texts {
		if name == column {
			return true
		}
	}
	return false
}

// sideNames returns the names of the table's sides.
func (t *Table) sideNames() (names []string) {
	return collect.Map(t.Sides, func(side source.MapItem[source.Text]) string { return side.Name })
}

// rowNames returns the names of the table's rows, in their order.
func (t *Table) rowNames() []string {
	names := make([]string, len(t.rows))
	for i, row := range t.rows {
		names[i] = row.Name
	}
	return names
}

// sourceText returns a cell's text as written, with a true minus sign.
func (c cell) sourceText() string {
	if c.formula != nil {
		return strings.Replace(c.formula.Text, "-", "−", 1)
	}
	return c.text
}

// WornPlaces returns the wear locations of the pack, and splits text such as "left arm" into a side, "" for none, and the name of a
// location.
func (rs *Ruleset) WornPlaces(text string) (places []*Row, side, name string) {
	if rs.worn == nil {
		return nil, "", text
	}
	side, name = rs.worn.cutSide(text)
	return rs.worn.rows, side, name
}

// Owners of a deck, and holders of its cards.
const (
	deckOfAll   = "all"
	deckOfSide  = "side"
	deckOfActor = "actor"
)

// maxCopies is the highest number of cards of one row in a deck.
const maxCopies = 99

// compileDeck compiles the keys of a deck, with their defaults, and adds it to the ruleset's decks; in other tables it reports them as
// mistakes. A deck belongs to everyone, to a side or to an actor; its drawn cards are held by a side or by an actor.
func (t *Table) compileDeck(c *compiler) {
	if t.Deck == "" {
		isCard := func(row *Row) bool { return row.Copies != nil || len(row.OnDraw) > 0 || row.When.Text != "" }
		if t.Hands != "" || t.Covers.Text != "" || slices.ContainsFunc(t.rows, isCard) {
			c.addMistake(source.Missing, t.Pos, "Table %s isn't a deck, so it can't have hands, covers, copies, drawn or when. Add `deck: all`, or remove them.", t.Name)
		}
		return
	}
	if t.Roll.Text != "" || len(t.Sides) > 0 || t.By != "" {
		c.addMistake(source.BadValue, t.Pos, "Deck %s is drawn from, so it can't have roll, sides or by. Remove them.", t.Name)
	}
	if len(t.rows) == 0 {
		c.addMistake(source.Missing, t.Pos, "Deck %s has no cards. Add rows.", t.Name)
	}
	if t.Hands == "" {
		if t.Hands = deckOfActor; c.rs.Order.InRounds() {
			t.Hands = deckOfSide
		}
	}
	if t.Deck == deckOfActor && t.Hands == deckOfSide {
		c.addMistake(source.BadValue, t.Pos, "Each actor has a deck %s of its own, so a side can't hold its cards. Write `hands: actor`.", t.Name)
	}
	t.compileCards(c)
	if t.Slot != "" && (t.Covers.Text == "" || !slices.Contains(t.Columns, t.Slot)) {
		c.addMistake(source.BadValue, t.Pos, "slot of deck %s must be one of its columns, with covers. Write `covers: DECK, slot: COLUMN`.", t.Name)
	}
	for _, row := range t.rows {
		c.rs.cardsHaveTags = c.rs.cardsHaveTags || len(row.Tags) > 0
	}
	if t.Covers.Text != "" {
		c.afterNames = append(c.afterNames, func() { t.covers = c.findDeck(t.Covers) })
	}
	c.rs.decks = append(c.rs.decks, t)
}

// compileCards links the rows of a deck, its cards, to the deck, numbers them from 1, and checks their names and their numbers of copies.
func (t *Table) compileCards(c *compiler) {
	byPrefix := map[string]string{} // names of cards, by their first maxLetters letters
	for i, row := range t.rows {
		row.deck, row.From = t, float64(i+1)
		if strings.Trim(row.Name, faceLetters) != "" {
			c.addMistake(source.BadValue, row.Pos, "A card is named with small letters and _, not “%s”.", row.Name)
		}
		if row.Copies != nil && (*row.Copies < 1 || *row.Copies > maxCopies) {
			c.addMistake(source.OutOfRange, row.Pos, "A deck has 1 to %d copies of a card, not %d.", maxCopies, *row.Copies)
		}
		prefix := row.Name[:min(len(row.Name), maxLetters)]
		if other := byPrefix[prefix]; other != "" {
			c.addMistake(source.Repeated, row.Pos, "Cards %s and %s begin with the same %d letters. Rename one.", other, row.Name, maxLetters)
		}
		byPrefix[prefix] = row.Name
	}
}

// copyCount returns the number of cards of the row in its deck.
func (row *Row) copyCount() int {
	if row.Copies == nil {
		return 1
	}
	return *row.Copies
}

// holderOf returns the holder of an actor's cards from the deck: the actor or its side, or nil if there is none.
func (t *Table) holderOf(a *Actor) *Actor {
	if t.Hands == deckOfSide {
		return ownerOf(a, true) // its side
	}
	if a.isSide {
		return nil
	}
	return a
}

// sharesDeck reports whether two holders draw from the same deck.
func (t *Table) sharesDeck(a, b *Actor) bool {
	return t.Deck == deckOfAll || t.Deck == deckOfSide && a.Side == b.Side || a.Key == b.Key
}

// cardDie returns a die with the cards as its faces. counts holds the number of faces for each card, by row index.
func (t *Table) cardDie(counts []int) *FacedDie {
	die := &FacedDie{Head: t.Head}
	sides := 0
	for i, n := range counts {
		if n > 0 {
			sides += n
			die.Faces = append(die.Faces, source.MapItem[int]{Name: t.rows[i].Name, Value: n})
			die.names, die.lastSides = append(die.names, t.rows[i].Name), append(die.lastSides, sides)
		}
	}
	return die
}

// eachOpenCard calls give for each uncovered open card of an actor and of its side.
func (a *Actor) eachOpenCard(rs *Ruleset, give func(*Row)) {
	for _, holder := range []*Actor{a, ownerOf(a, true)} { // the actor, then its side
		if holder == nil || holder == a && a.isSide {
			continue
		}
		for i := range holder.Cards {
			if card := &holder.Cards[i]; card.Pile == PileOpen && !holder.isCovered(rs, card) {
				if row := rs.cardRow(card); row != nil {
					give(row)
				}
			}
		}
	}
}

// cardRow returns the row of a card, or nil if the game lacks it.
func (rs *Ruleset) cardRow(card *Card) *Row {
	if deck, ok := rs.Tables.Get(card.Deck); ok {
		return deck.rowNamed(card.Name)
	}
	return nil
}

// isCovered reports whether another open card covers this card of the holder.
func (a *Actor) isCovered(rs *Ruleset, card *Card) bool {
	for i := range a.Cards {
		over := &a.Cards[i]
		if over.Pile != PileOpen || over.Deck == card.Deck {
			continue
		}
		deck, _ := rs.Tables.Get(over.Deck)
		if deck == nil || deck.covers == nil || deck.covers.Name != card.Deck {
			continue
		}
		// Without slots, an open card of that deck covers every card below; with slots, only the card in its slot.
		if row := deck.rowNamed(over.Name); deck.Slot == "" || row != nil && row.columnValue(rs.newFrame(a), deck.columns[deck.Slot], 0) == card.At {
			return true
		}
	}
	return false
}
