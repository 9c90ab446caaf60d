package formula

import (
	"maps"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// parsed is the result of parsing a text, which does not depend on the meaning of its names. It is never changed. The same texts are
// compiled often: with each choice of a ruling, and when a file of a game changes.
type parsed struct {
	tree ast.Node
	dice map[int]dice
}

// maxParsed is the number of texts kept; a large game has some thousands.
const maxParsed = 20_000

// remembered holds the results of parsing, by text, without texts with mistakes.
var remembered struct {
	sync.Mutex
	texts map[string]parsed
}

// recallParsed sets the tree and dice of an earlier parsing of the text. It returns false if there is none.
func (c *compiler[E]) recallParsed() bool {
	remembered.Lock()
	p, known := remembered.texts[c.text.Text]
	remembered.Unlock()
	if !known || len(p.dice) > 0 && c.scope.Dice == nil {
		return false
	}
	c.tree, c.dice = p.tree, maps.Clone(p.dice)
	return true
}

// rememberParsed keeps the tree and dice for compiler.recallParsed.
func (c *compiler[E]) rememberParsed() {
	p := parsed{tree: c.tree, dice: maps.Clone(c.dice)}
	remembered.Lock()
	defer remembered.Unlock()
	if remembered.texts == nil || len(remembered.texts) >= maxParsed {
		remembered.texts = map[string]parsed{}
	}
	remembered.texts[c.text.Text] = p
}
