package formula

import (
	"maps"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// parsed is what the text of a formula is whatever its names mean: it is never written to. The same texts are compiled again
// and again: with each choice of a ruling, and when a file of a game changes.
type parsed struct {
	tree ast.Node
	dice map[int]dice
}

// maxParsed is how many texts are remembered; a large game has some thousands.
const maxParsed = 20_000

// remembered is what texts without a mistake in them were parsed to.
var remembered struct {
	sync.Mutex
	texts map[string]parsed
}

// recall sets what the formula was parsed to before; it reports whether there is anything to recall.
func (c *compiler[E]) recall() bool {
	remembered.Lock()
	p, known := remembered.texts[c.text.Text]
	remembered.Unlock()
	if !known || len(p.dice) > 0 && c.scope.Dice == nil {
		return false
	}
	c.tree, c.dice = p.tree, maps.Clone(p.dice)
	return true
}

// remember keeps what the formula was parsed to.
func (c *compiler[E]) remember() {
	p := parsed{tree: c.tree, dice: maps.Clone(c.dice)}
	remembered.Lock()
	defer remembered.Unlock()
	if remembered.texts == nil || len(remembered.texts) >= maxParsed {
		remembered.texts = map[string]parsed{}
	}
	remembered.texts[c.text.Text] = p
}
