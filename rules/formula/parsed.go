package formula

import (
	"maps"
	"sync"

	"github.com/expr-lang/expr/ast"
)

// parsedText is the result of parsing a text. It does not depend on the meaning of names and never changes. The same texts are compiled
// often: with each choice of a ruling, and when a file of a game changes.
type parsedText struct {
	tree ast.Node     // expr's tree of the text
	dice map[int]dice // rolls such as 2d6, by the position of their first character
}

// maxParsed is the maximum number of cached texts; a large game has a few thousand.
const maxParsed = 20_000

// parsedTexts caches the results of parsing, by text; texts with mistakes are not cached.
var parsedTexts struct {
	sync.Mutex
	texts map[string]parsedText
}

// recallParsed sets the tree and the dice from the cache. It returns false if the text is not cached.
func (c *compiler[E]) recallParsed() bool {
	parsedTexts.Lock()
	p, known := parsedTexts.texts[c.text.Text]
	parsedTexts.Unlock()
	if !known || len(p.dice) > 0 && c.scope.Dice == nil { // dice that are not allowed here must be reported
		return false
	}
	c.tree, c.dice = p.tree, maps.Clone(p.dice)
	return true
}

// rememberParsed caches the tree and the dice for compiler.recallParsed.
func (c *compiler[E]) rememberParsed() {
	p := parsedText{tree: c.tree, dice: maps.Clone(c.dice)}
	parsedTexts.Lock()
	defer parsedTexts.Unlock()
	if parsedTexts.texts == nil || len(parsedTexts.texts) >= maxParsed {
		parsedTexts.texts = map[string]parsedText{}
	}
	parsedTexts.texts[c.text.Text] = p
}
