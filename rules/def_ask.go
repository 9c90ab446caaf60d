package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Questions in the YAML (`ask:`): for a number, a row, faces of a die, cards or words, with bounds and a default answer. An answer is kept
// as a number: faces as faceCounts, which counts the dice by face in one number, and cards as the code that chosenCards explains.
// ask_reply.go reads the answers.

// Ask is a question: for a number, a row of a table, faces of a die, or words.
type Ask struct {
	What  string   `yaml:"what"`  // The question in a few words, such as `metres`.
	Least *float64 `yaml:"least"` // The lowest number allowed. Default: no limit.
	// The highest number allowed. In actions and steps it can be a formula, such as `min(3, HP.now)`.
	Upto  source.Text   `yaml:"most" formula:"yes"`
	Row   source.Text   `yaml:"row" of:"tables"`                                                // The table whose rows can be chosen.
	With  string        `yaml:"with"`                                                           // Only rows that fill this column of the table can be chosen.
	Words bool          `yaml:"words"`                                                          // True: any text can be the answer. Default: false.
	Faces source.Text   `yaml:"faces" of:"dice"`                                                // The die whose faces can be chosen.
	Card  source.Text   `yaml:"card" of:"tables"`                                               // The deck whose cards can be chosen, by name.
	Pile  string        `yaml:"pile" one:"hand aside open ground top bottom discard gone deck"` // The pile of those cards: `pile: open`. Default: hand.
	Of    string        `yaml:"of" one:"other"`                                                 // `other`: the cards of the target. Default: the actor's own.
	Many  int           `yaml:"many" min:"0"`                                                   // The highest number of cards. Default: 1.
	Usual []source.Text `yaml:"usual"`                                                          // The answer if none is given: a number or faces. Default: `least`.
	// True: the answer can be points or dice, such as `2d6 + 1`. They are rolled where `asked` is read.
	Dice      bool       `yaml:"dice"`
	Secret    bool       `yaml:"secret"` // True: only the game master is asked, such as for a truth that a player must not know. Default: false.
	Flag      string     `yaml:"flag"`   // The name of its option on the command line.
	Pos       source.Pos `yaml:",pos"`
	Most      *float64   // highest number allowed; nil if there is no limit, or a formula sets it
	maximum   *Formula   // formula of Upto; nil if that is a number
	table     *Table     // table that Row names; nil if the question is not for a row
	faced     *FacedDie  // die that Faces names; nil if the question is not for faces
	deck      *Table     // deck that Card names; nil if the question is not for cards
	available []int      // number of each card that can be chosen, by row index; nil if unknown
	usual     float64    // number of Usual, or its faces as faceCounts; 0 for none
}

// RowLabel returns the label of a row that can be chosen, as it is written within a sentence.
func (a *Ask) RowLabel(name string) string { return MidSentence(a.table.rowNamed(name).Label) }

// RowText returns the label of a row that can be chosen, and the text of its cell in the column `with`.
func (a *Ask) RowText(name string) (label, value string) {
	row := a.table.rowNamed(name)
	if column, ok := a.table.columns[a.With]; ok {
		value = row.cells[column].sourceText()
	}
	return row.Label, value
}

// compile compiles the bounds, the usual answer and the table of a question. p is the scope of a formula for the highest number; nil allows
// no formula.
func (a *Ask) compile(c *compiler, p *nameScope) {
	if a == nil {
		return
	}
	a.compileMost(c, p)
	if a.Least != nil && a.Most != nil && *a.Least > *a.Most {
		c.addMistake(source.OutOfRange, a.Pos, "No number is at least %g and at most %g.", *a.Least, *a.Most)
	}
	a.compileUsual(c)
	a.compileCards(c)
	if a.Row.Text != "" {
		a.table = findEntry(c, &c.rs.Tables, a.Row, "table")
	}
}

// checkNumber returns an error if x is out of bounds.
func (a *Ask) checkNumber(label string, x float64) error {
	if a.deck != nil {
		return a.checkCards(label, x)
	}
	tooLow, tooHigh := a.Least != nil && x < *a.Least, a.Most != nil && x > *a.Most
	if !tooLow && !tooHigh {
		return nil
	}
	return refuse("%s: enter %s, not %s.", label, a.WantedText(), formatNumber(x))
}

// WantedText returns the subject of the question with its bounds.
func (a *Ask) WantedText() string {
	if names := a.ChoosableCards(); len(names) > 0 {
		return a.What + ": " + strings.Join(names, ", ")
	}
	if bounds := a.BoundsText(); bounds != "" {
		return a.What + ", " + bounds
	}
	return a.What
}

// BoundsText returns the range of allowed numbers in words, or "" if there is none.
func (a *Ask) BoundsText() string {
	switch {
	case a.Least != nil && a.Most != nil:
		return fmt.Sprintf("from %s to %s", formatNumber(*a.Least), formatNumber(*a.Most))
	case a.Least != nil:
		return "at least " + formatNumber(*a.Least)
	case a.Most != nil:
		return "at most " + formatNumber(*a.Most)
	}
	return ""
}

// Rows returns the names of the rows that can be chosen, or nil if the question is not for a row.
func (a *Ask) Rows() []string {
	var names []string
	if a == nil || a.table == nil {
		return nil
	}
	column, limited := a.table.columns[a.With]
	names = append(names, collect.MapIf(a.table.rows, func(row *Row) bool { return !limited || row.cells[column].isGiven }, func(row *Row) string { return row.Name })...)
	return names
}

// LargestRow returns the row in names that the table's die selects most often, the first one if several are equal. It returns "" if the
// rows differ in the question's column `with`.
func (a *Ask) LargestRow(names []string) (largest string) {
	if a == nil || a.table == nil || len(names) == 0 {
		return ""
	}
	column, limited := a.table.columns[a.With]
	share, first := -1.0, a.table.rowNamed(names[0])
	for _, name := range names {
		row := a.table.rowNamed(name)
		if limited && row.cells[column].sourceText() != first.cells[column].sourceText() {
			return ""
		}
		if s := a.table.Probability(row); s > share {
			largest, share = name, s
		}
	}
	return largest
}

// CutSide splits text that names a row, such as "left hand", into the side and the rest.
func (a *Ask) CutSide(text string) (side, rest string) { return a.table.cutSide(text) }

// HasSides reports whether the named row exists on each side of the body, such as a hand.
func (a *Ask) HasSides(name string) bool {
	row := a.table.rowNamed(name)
	return row != nil && row.Paired
}

// InitialNumber returns the initial number of an input field: the usual number or the lowest if it is positive, else 1; 0 for cards.
func (a *Ask) InitialNumber() float64 {
	if a == nil || a.deck != nil {
		return 0
	}
	if x := a.UsualNumber(); x > 0 {
		return x
	}
	return 1
}

// askedName is the name of the answer in formulas.
const askedName = "asked"

// IsOptional reports whether the question can be left unanswered because it has a usual answer.
func (a *Ask) IsOptional() bool { return a != nil && len(a.Usual) > 0 }

// UsualNumber returns the number that applies if none is entered: the usual number, else the lowest, else 0. Faces are encoded as
// faceCounts.
func (a *Ask) UsualNumber() float64 {
	switch {
	case a == nil || a.Faces.Text != "" && len(a.Usual) == 0:
		return 0
	case a.IsOptional():
		return a.usual
	case a.Least != nil:
		return *a.Least
	}
	return 0
}

// UsualAnswer returns the answer that applies if none is entered, as it is typed; "" if the question can't be left unanswered.
func (a *Ask) UsualAnswer() string {
	if !a.IsOptional() {
		return ""
	}
	return a.formatAnswer(a.UsualNumber())
}

// highestNumber returns the highest number allowed, or the usual number if there is no limit.
func (a *Ask) highestNumber() float64 {
	if a == nil || a.Most == nil {
		return a.UsualNumber()
	}
	return *a.Most
}

// compileUsual reads the usual answer, a number or faces, and the die whose faces can be chosen.
func (a *Ask) compileUsual(c *compiler) {
	a.faced = findEntry(c, &c.rs.FacedDice, a.Faces, "die")
	if len(a.Usual) == 0 {
		return
	}
	if a.Faces.Text != "" {
		var counts faceCounts
		for _, word := range a.Usual {
			face := noFace
			if a.faced != nil {
				face = a.faced.findFace(word.Text)
			}
			if face == noFace && a.faced != nil {
				c.addMistake(source.UnknownName, word.Pos, "%s", message.Lacking(a.faced.Name, "face", word.Text, a.faced.names))
			} else if a.faced != nil {
				counts |= maskOfOneFace(face)
			}
		}
		a.usual = float64(counts) // all dice that show one of the faces
		return
	}
	word := a.Usual[0]
	x, ok := source.ReadNumber(word.Text)
	switch {
	case len(a.Usual) > 1:
		c.addMistake(source.BadValue, word.Pos, "usual must be one number, not a list.")
	case !ok:
		c.addMistake(source.BadValue, word.Pos, "%s", message.NotA(word.Text, "a number", "Write one, such as 3"))
	case a.Most != nil && x > *a.Most:
		c.addMistake(source.OutOfRange, word.Pos, "usual (%s) is above most (%s).", word.Text, formatNumber(*a.Most))
	case a.Least != nil && x < *a.Least:
		c.addMistake(source.OutOfRange, word.Pos, "usual (%s) is below least (%s).", word.Text, formatNumber(*a.Least))
	}
	a.usual = x
}

// Die returns the die whose faces are asked for, or nil if the question is not for faces.
func (a *Ask) Die() *FacedDie { return a.faced }

// ParseStored parses text as an answer to a and returns its stored form: a number, or faces.
func (a *Ask) ParseStored(text string) (stored string, err error) {
	if _, isNumber := source.ReadNumber(text); a.faced == nil && a.deck == nil && !isNumber {
		return "", refuse("“%s” can't be the answer. Choose: %s.", text, a.WantedText())
	}
	if a.faced != nil && strings.TrimSpace(text) == "" {
		return "", nil // usual faces count on all dice that show them, so there is no list of dice to store
	}
	x, err := a.parseAnswer("the answer", text)
	if err != nil {
		return "", err
	}
	return a.formatAnswer(x), nil
}

// Parse returns the number that text gives as an answer to a; label names the question in messages.
func (a *Ask) Parse(label, text string) (float64, error) { return a.parseAnswer(label, text) }

// Accepts reports whether text names cards or a number that the question accepts.
func (a *Ask) Accepts(label, text string) bool {
	if a == nil || a.Words {
		return false
	}
	_, err := a.parseAnswer(label, text)
	return err == nil
}

// Format returns an answer as a user types it.
func (a *Ask) Format(x float64) string { return a.formatAnswer(x) }

// formatAnswer returns an answer as text, in the form in which it is stored and typed.
func (a *Ask) formatAnswer(x float64) string {
	if a.deck != nil {
		return a.cardNames(x)
	}
	if a.faced != nil {
		return a.faced.typedThrow(faceCounts(x))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// parseAnswer returns the number that text gives for the action named by label, or the usual number if text is empty.
func (a *Ask) parseAnswer(label, text string) (float64, error) {
	switch {
	case a == nil:
		return 0, nil
	case text == "":
		return a.UsualNumber(), nil
	case a.faced != nil:
		faces, err := a.faced.parseFaces(text)
		return float64(faces), err
	case a.deck != nil:
		code, err := a.parseCards(label, text)
		if err == nil {
			err = a.checkCards(label, code)
		}
		return code, err
	}
	x, ok := source.ReadNumber(text)
	if !ok {
		return 0, refuse("%s: enter %s, not %s.", label, a.WantedText(), text)
	}
	return x, a.checkNumber(label, x)
}

// answerText formats an answer for display.
func (a *Ask) answerText(x float64) string {
	if a.deck != nil {
		return a.cardLabels(x)
	}
	if a.faced != nil {
		return a.faced.throwText(faceCounts(x))
	}
	return formatNumber(x)
}

// describeEarlierRolls describes the rolls of the action before a question to responder; if ownOnly is set, only responder's own. Secret
// rolls are omitted.
func (r *Run) describeEarlierRolls(responder *Actor, ownOnly bool) string {
	var parts []string
	for i := range r.records {
		o := &r.records[i].out
		if o.Degree == "" || o.Throw != "" || o.Secret || o.Belief || ownOnly && o.Who != responder.Key {
			continue // not a check, or the asked actor may not see it
		}
		text := MidSentence(o.Label) + " " + strconv.Itoa(o.Roll) + ", " + strings.ToLower(o.Degree)
		if who := r.state.Find(o.Who); who != nil && o.Who != responder.Key {
			text = who.Name + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// questionLine returns the question in one line.
func (a *Ask) questionLine() string {
	if a.faced != nil {
		return a.What + ": " + a.faced.FaceList()
	}
	return a.WantedText()
}

// wantedWithoutChoices returns the subject of the question, without listing the faces of a die or cards, which are offered as choices.
func (a *Ask) wantedWithoutChoices() string {
	if a.faced != nil || a.deck != nil {
		return a.What
	}
	return a.WantedText()
}

// recordAnswer records an answer, formatted for display, or only the number of cards if no one but their holder may know them.
func (p stepper) recordAnswer(total float64) {
	if ask := p.step.Ask; p.record && ask.AsksCards() && isHiddenPile(ask.Pile) {
		chosen := float64(len(ask.chosenCards(total)))
		p.out.Total = &chosen
	} else if p.record && (ask.faced != nil || ask.AsksCards()) {
		p.out.Throw = p.step.Ask.answerText(total)
	} else if p.record {
		p.out.Total = &total
	}
}

// maxListed is the highest number of possible answers that are listed as choices.
const maxListed = 21

// ListAnswers returns the possible answers, or nil if there are more than maxListed. It never lists faces.
func (a *Ask) ListAnswers() (list []Answer) {
	if a.deck != nil && a.Many == 1 {
		for _, name := range a.ChoosableCards() {
			list = append(list, Answer{Name: name, Label: a.deck.rowNamed(name).Label})
		}
		return list
	}
	if a.faced != nil || a.Least == nil || a.Most == nil || *a.Most-*a.Least >= maxListed {
		return nil
	}
	for x := *a.Least; x <= *a.Most; x++ {
		list = append(list, Answer{Name: a.formatAnswer(x), Label: formatNumber(x)})
	}
	return list
}

// compileMost reads the highest number allowed: a number or, if p isn't nil, a formula in scope p.
func (a *Ask) compileMost(c *compiler, p *nameScope) {
	if a.Upto.Text == "" {
		return
	}
	x, ok := source.ReadNumber(a.Upto.Text)
	switch {
	case ok:
		a.Most = &x
	case p == nil:
		c.addMistake(source.BadValue, a.Upto.Pos, "most must be a number here, not %s.", a.Upto.Text)
	default:
		a.maximum = c.compileNumber(a.Upto, *p)
	}
}

// limitIn returns the question with its limits in a frame: the highest number is calculated by its formula and rounded down, but not
// below the lowest.
func (a *Ask) limitIn(f *Frame) *Ask {
	if a.AsksCards() {
		return a.withChoosable(f)
	}
	if a == nil || a.maximum == nil {
		return a
	}
	maximum := math.Floor(a.maximum.Num(f) + slack)
	if a.Least != nil {
		maximum = math.Max(maximum, *a.Least)
	}
	limited := *a
	limited.Most, limited.usual = &maximum, math.Min(a.usual, maximum)
	return &limited
}

// NoAnswer is the answer of an actor who declines to answer.
const NoAnswer = "none"

// findDeck finds a deck by name, or returns nil and reports a mistake.
func (c *compiler) findDeck(name source.Text) *Table {
	deck := findEntry(c, &c.rs.Tables, name, "table")
	if deck != nil && deck.Deck == "" {
		c.addMistake(source.UnknownName, name.Pos, "Table %s isn't a deck. Add `deck: all` to it.", deck.Name)
		return nil
	}
	return deck
}

// compileCards compiles a question for cards.
func (a *Ask) compileCards(c *compiler) {
	if a.Card.Text == "" {
		if a.Pile != "" || a.Of != "" || a.Many != 0 {
			c.addMistake(source.UnknownKey, a.Pos, "pile, of and many belong to a question for cards. Add `card: DECK`.")
		}
		return
	}
	if a.deck = c.findDeck(a.Card); a.deck == nil {
		return
	}
	if a.Pile == "" {
		a.Pile = PileHand
	}
	a.Many = max(1, a.Many)
	codeBits := float64(a.Many) * math.Log2(float64(len(a.deck.rows)+1)) // bits of the number that encodes the cards, see chosenCards
	if codeBits > maxCodeBits {
		c.addMistake(source.OutOfRange, a.Pos, "A question for cards of %s can't take %d of them. Write a lower many.", a.deck.Name, a.Many)
	}
}

// maxCodeBits is the number of bits up to which a float64 holds every whole number exactly.
const maxCodeBits = 52

// AsksCards reports whether the question is for cards. a may be nil.
func (a *Ask) AsksCards() bool { return a != nil && a.deck != nil }

// chosenCards returns the rows of the deck that code encodes, in the order in which the answer named them. Each digit of code, in base
// len(rows)+1, is the index of a row plus 1.
func (a *Ask) chosenCards(code float64) (list []*Row) {
	for base := int64(len(a.deck.rows) + 1); code >= 1; code = float64(int64(code) / base) {
		list = append(list, a.deck.rows[max(1, int64(code)%base)-1]) // max: no digit of a code is 0
	}
	slices.Reverse(list)
	return list
}

// parseCards parses names of cards and returns the number that encodes them; label names the question in messages.
func (a *Ask) parseCards(label, text string) (code float64, err error) {
	words := strings.Fields(strings.ReplaceAll(text, ",", " "))
	if len(words) == 0 || len(words) > a.Many {
		return 0, refuse("%s: name %s, such as %s.", label, a.LimitText(), a.deck.rows[0].Name)
	}
	for _, word := range words {
		at := slices.IndexFunc(a.deck.rows, func(row *Row) bool { return row.Name == word })
		if at < 0 {
			var matches []string
			for i, row := range a.deck.rows {
				if strings.HasPrefix(row.Name, word) {
					at, matches = i, append(matches, row.Name)
				}
			}
			if len(matches) > 1 {
				return 0, refuse("%s", message.Ambiguous(word, matches))
			}
		}
		if at < 0 {
			return 0, refuse("%s", message.Lacking("deck "+a.deck.Name, "card", word, a.deck.rowNames()))
		}
		code = code*float64(len(a.deck.rows)+1) + float64(at+1)
	}
	return code, nil
}

// maxCountText formats a highest number with its noun, such as "up to 3 cards".
func maxCountText(n int, one, several string) string {
	if n == 1 {
		return "one " + one
	}
	return "up to " + formatNumber(float64(n)) + " " + several
}

// cardNames returns the names of the cards that code encodes, as a user types them.
func (a *Ask) cardNames(code float64) string {
	var names []string
	for _, row := range a.chosenCards(code) {
		names = append(names, row.Name)
	}
	return strings.Join(names, " ")
}

// cardLabels returns the labels of the cards that code encodes.
func (a *Ask) cardLabels(code float64) string {
	var labels []string
	for _, row := range a.chosenCards(code) {
		labels = append(labels, MidSentence(row.Label))
	}
	return strings.Join(labels, ", ")
}

// compileQuestion compiles the text of a step's question. In braces it can name a value, with its noun in singular and plural if it is a
// number, or one of the two actors.
func (s *Step) compileQuestion(c *compiler, p nameScope) {
	if s.Question.Text == "" {
		return
	}
	if s.kind != stepOffer && s.kind != stepAsk {
		c.addMistake(source.BadValue, s.Question.Pos, "Step %s asks nothing. Remove question.", s.Name)
		return
	}
	s.question = c.splitBraces("question", s.Question, func(piece *labelPiece) {
		if piece.name == whoActor || piece.name == whoOther {
			return
		}
		text := piece.name
		if one, several, counted := strings.Cut(text, "|"); counted { // a number and its noun, such as {points point|points}
			one = strings.TrimSpace(one)
			space := max(0, strings.LastIndex(one, " "))
			text, piece.singular, piece.plural = one[:space], strings.TrimSpace(one[space:]), strings.TrimSpace(several)
			if text == "" || piece.plural == "" {
				c.addMistake(source.BadValue, s.Question.Pos, "{%s} needs a name, the word for one and the word for several: `{points point|points}`.", piece.name)
				return
			}
		}
		isWord := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz_") == "" // a single name, not a formula
		if _, known := c.resolveName(p, text); !known && isWord && c.hintElsewhere(p, text) == "" {
			fix := cmp.Or(message.Suggest(text, append(c.listNames(p), whoActor, whoOther)), ". Write {who}, {other} or a value.")
			c.addMistake(source.UnknownName, s.Question.Pos, "Unknown name “%s”%s", text, fix)
			return
		}
		if piece.value = c.compileAny(source.Text{Text: text, Pos: s.Question.Pos}, p.withoutDice()); piece.value.flag != nil {
			c.addMistake(source.BadValue, s.Question.Pos, "{%s} is true or false. Name a number or a text.", text)
		}
	})
}

// questionText returns the text of the step's question, without its question mark and with the values of f, a frame in which the step's
// actor acts; "" if it has none. In a state that one player knows, it returns "" if the player doesn't know all of the values.
func (s *Step) questionText(f *Frame) string {
	if s.question == nil {
		return strings.TrimSuffix(s.Question.Text, "?")
	}
	text, complete := "", true
	// unknownReadIn returns a fact that the player doesn't know if the function reads one.
	if f.unknownRecord().unknownReadIn(func() {
		for i := range s.question {
			piece := &s.question[i]
			switch {
			case piece.name == "":
				text += piece.text
			case piece.value == anyFormula{} && piece.name == whoActor:
				text += f.sides[0].actor.Short
			case piece.value == anyFormula{}:
				text += f.sides[1].actor.Short
			case piece.value.text != nil:
				text += MidSentence(piece.value.text.String(f))
			default:
				x := piece.value.numericValue(f)
				complete = complete && x == x // NaN stands for an unknown number
				text += FormatMinus(math.Round(x*10) / 10)
				if piece.singular != "" {
					text += " " + collect.Choose(x == 1, piece.singular, piece.plural)
				}
			}
		}
	}) != "" || !complete {
		return ""
	}
	return strings.TrimSuffix(text, "?")
}
