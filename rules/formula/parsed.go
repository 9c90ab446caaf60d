package formula

import (
	"maps"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// parsedText is the result of parsing a text. It does not depend on the meaning of names and never changes. The same texts are compiled
// often: with each choice of a ruling, and when a file of a game changes.
type parsedText struct {
	tree ast.Node
	dice map[int]dice // rolls such as 2d6, by the position of their first character
}

// maxParsed is the number of texts that are cached; a large game has a few thousand.
const maxParsed = 20_000

// remembered caches the results of parsing, by text; texts with mistakes are not cached.
var remembered struct {
	sync.Mutex
	texts map[string]parsedText
}

// recallParsed sets the tree and the dice from the cache. It returns false if the text is not cached.
func (c *compiler[E]) recallParsed() bool {
	remembered.Lock()
	p, known := remembered.texts[c.text.Text]
	remembered.Unlock()
	if !known || len(p.dice) > 0 && c.scope.Dice == nil { // dice that are not allowed here must be reported
		return false
	}
	c.tree, c.dice = p.tree, maps.Clone(p.dice)
	return true
}

// rememberParsed caches the tree and the dice for compiler.recallParsed.
func (c *compiler[E]) rememberParsed() {
	p := parsedText{tree: c.tree, dice: maps.Clone(c.dice)}
	remembered.Lock()
	defer remembered.Unlock()
	if remembered.texts == nil || len(remembered.texts) >= maxParsed {
		remembered.texts = map[string]parsedText{}
	}
	remembered.texts[c.text.Text] = p
}
