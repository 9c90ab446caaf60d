package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// How functions are commented and things are named, in all Go files but tests. A function's comment begins with a verb (returns,
// reports whether, applies), as in the standard library, where 4 to 6 % begin "X is" and 22 to 33 % "X returns". The figures
// only move toward those; lower a ceiling when a change lets you.
var (
	maxIsShare      = 0.2  // per cent of the functions' comments that begin "X is" or "X are"
	minReturnsShare = 40.0 // per cent that begin "X returns"
	maxUncommented  = 0    // functions without a comment
	maxMostNames    = 0    // names that begin with most or least, where Go says max and min
	maxRiddles      = 0    // comments of fields, methods of interfaces, constants, variables and types that begin with a word of riddleStart
	maxBareShare    = 0.8  // per cent of the functions' names that are a bare participle, preposition or adverb
	minMedianName   = 9    // letters of the median function's name
	maxLooseNames   = 12   // names that are a participle, a preposition or a verb of speech, as listed in looseNames
)

// looseNames are words that say nothing of a thing when they are all of its name. Participles and prepositions may name a truth
// value, as Go's found and seen do (isTruth); each of them may be the name of a key of YAML or JSON (isKey), or of a value of the
// type of that name (a Known is known).
var (
	looseNames = strings.Fields(`told said kept known shown left asked given fallen drawn lent gone lost meant heard rolled named
	beside within ahead apart alone despite toward meanwhile again anew together otherwise likewise`)
	speechNames = strings.Fields(`say tell hear heeds befalls befell`)
	bareNames   = strings.Fields(`of by in on at with without to from for over under after before above below between through
	against since until till upon off out up down away back along across near past whose held sent taken made done seen gone found
	bound built bought brought caught dealt dug fed felt fought hung laid led met paid sat sold spent stood stuck
	struck swung taught thrown torn won worn written broken chosen driven forgotten frozen hidden ridden risen shaken sworn woken
	owing wanting lying standing waiting going coming being having terse hushed`)
)

var (
	describesThing = regexp.MustCompile(`^\S+ (is|are)\b`)
	riddleStart    = regexp.MustCompile(`^(?i)(of|what|who|whom|whose|it|likewise|which|how|by)\b`)
	participle     = regexp.MustCompile(`^[A-Za-z][a-z]*[^e]ed$`)
	mostName       = regexp.MustCompile(`^(most|least)([A-Z]|$)`)
)

// nameFigures are the counts that TestComments holds.
type nameFigures struct {
	comments, is, returns, uncommented, most, loose, riddles, bare, misnamed int

	lengths []int // of the functions' names, in letters
}

// isBare reports whether the name of a function is a bare participle, preposition or adverb, which says neither what it does nor what it
// returns. That of a truth value may be a participle.
func isBare(name string, truth bool) bool {
	lower := strings.ToLower(name)
	return slices.Contains(bareNames, lower) || !truth && (slices.Contains(looseNames, lower) || participle.MatchString(name))
}

// riddle looks at the comments of what is declared under names.
func (n *nameFigures) riddle(names []*ast.Ident, found func(kind string, at token.Pos, text string), comments ...*ast.CommentGroup) {
	for _, comment := range comments {
		text := strings.TrimSpace(comment.Text())
		for _, ident := range names {
			text = strings.TrimPrefix(text, ident.Name+" ")
		}
		text = strings.TrimPrefix(strings.TrimPrefix(text, "is "), "are ")
		if riddleStart.MatchString(text) {
			n.riddles++
			found("riddle", comment.Pos(), text)
		}
	}
}

// isLoose reports whether name is one of looseNames or speechNames, but for a truth value, where it may be one of looseNames.
func isLoose(name string, truth bool) bool {
	name = strings.ToLower(name)
	return !truth && slices.Contains(looseNames, name) || slices.Contains(speechNames, name)
}

// isTruth reports whether typ is bool or the type of a function that returns one.
func isTruth(typ ast.Expr) bool {
	switch typ := typ.(type) {
	case *ast.Ident:
		return typ.Name == "bool"
	case *ast.FuncType:
		return typ.Results != nil && isTruth(typ.Results.List[len(typ.Results.List)-1].Type)
	}
	return false
}

// isTruthValue reports whether x is seen to be true or false: a comparison, what is negated, or a function literal that returns one.
func isTruthValue(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "true" || x.Name == "false"
	case *ast.UnaryExpr:
		return x.Op == token.NOT
	case *ast.BinaryExpr:
		return slices.Contains([]token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR}, x.Op)
	case *ast.FuncLit:
		return isTruth(x.Type)
	case *ast.CallExpr:
		called, ok := x.Fun.(*ast.SelectorExpr)
		return ok && regexp.MustCompile(`^(Contains|Has|Is|Equal)`).MatchString(called.Sel.Name)
	}
	return false
}

// isKey reports whether the tag of a field names it as a key of YAML or JSON.
func isKey(field *ast.Field, name string) bool {
	return field.Tag != nil && regexp.MustCompile(`(yaml|json):"`+strings.ToLower(name)+`[",]`).MatchString(field.Tag.Value)
}

// isTypeName reports whether typ is the type name, or a pointer to it, with or without its package.
func isTypeName(typ ast.Expr, name string) bool {
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if of, ok := typ.(*ast.SelectorExpr); ok {
		typ = of.Sel
	}
	ident, ok := typ.(*ast.Ident)
	return ok && strings.EqualFold(ident.Name, name)
}

// isSide reports whether name is left, beside a right in the same list.
func isSide(list *ast.FieldList, name string) bool {
	return strings.EqualFold(name, "left") && slices.ContainsFunc(list.List, func(field *ast.Field) bool {
		return slices.ContainsFunc(field.Names, func(ident *ast.Ident) bool { return strings.EqualFold(ident.Name, "right") })
	})
}

// interfaceMethods are methods whose meaning is that of an interface of the standard library.
var interfaceMethods = strings.Fields(`Len Less Swap String Error Unwrap Is Push Pop Read Write Close ServeHTTP
	MarshalJSON UnmarshalJSON MarshalText UnmarshalText`)

// maxBareLength is how many bytes of source a function of one statement may have without a comment.
const maxBareLength = 250

// isCobra reports whether typ is *cobra.Command.
func isCobra(typ ast.Expr) bool {
	star, _ := typ.(*ast.StarExpr)
	if star == nil {
		return false
	}
	of, _ := star.X.(*ast.SelectorExpr)
	return of != nil && of.Sel.Name == "Command"
}

// saysAll reports whether a function needs no comment: it is a method of interfaceMethods, one of a single statement that ignores
// its receiver (the constant answer to an interface's question), the constructor of a subcommand, another constructor (new…) of
// at most three statements, or unexported and one short statement, which says itself what it does.
func saysAll(decl *ast.FuncDecl) bool {
	name := decl.Name.Name
	switch {
	case decl.Body == nil || decl.Recv != nil && slices.Contains(interfaceMethods, name):
		return true
	case decl.Recv != nil && len(decl.Recv.List[0].Names) == 0 && len(decl.Body.List) <= 1:
		return true
	case decl.Type.Results != nil && isCobra(decl.Type.Results.List[0].Type): // its Short says what the subcommand does
		return true
	case strings.HasPrefix(name, "new"):
		return len(decl.Body.List) <= 3
	}
	return !decl.Name.IsExported() && len(decl.Body.List) <= 1 && decl.End()-decl.Pos() <= maxBareLength
}

// count adds the figures of a file. Each finding is passed to found with its kind.
func (n *nameFigures) count(file *ast.File, found func(kind string, at token.Pos, text string)) {
	name := func(ident *ast.Ident, truth bool) {
		switch {
		case mostName.MatchString(ident.Name):
			n.most++
			found("most", ident.Pos(), ident.Name)
		case isLoose(ident.Name, truth):
			n.loose++
			found("loose", ident.Pos(), ident.Name)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			name(node.Name, isTruth(node.Type))
			n.comment(node, found)
			n.lengths = append(n.lengths, len(node.Name.Name))
			if isBare(node.Name.Name, isTruth(node.Type)) {
				n.bare++
				found("bare", node.Name.Pos(), node.Name.Name)
			}
		case *ast.Field:
			n.riddle(node.Names, found, node.Doc, node.Comment)
		case *ast.GenDecl:
			if len(node.Specs) > 0 {
				switch first := node.Specs[0].(type) {
				case *ast.ValueSpec:
					n.riddle(first.Names, found, node.Doc)
				case *ast.TypeSpec:
					n.riddle([]*ast.Ident{first.Name}, found, node.Doc)
				}
			}
		case *ast.FieldList:
			for _, field := range node.List {
				for _, ident := range field.Names {
					if !isKey(field, ident.Name) && !isTypeName(field.Type, ident.Name) && !isSide(node, ident.Name) {
						name(ident, isTruth(field.Type))
					}
				}
			}
		case *ast.ValueSpec:
			n.riddle(node.Names, found, node.Doc, node.Comment)
			for _, ident := range node.Names {
				if !isTypeName(node.Type, ident.Name) {
					name(ident, isTruth(node.Type))
				}
			}
		case *ast.TypeSpec:
			name(node.Name, false)
		case *ast.AssignStmt:
			if node.Tok != token.DEFINE {
				break
			}
			for i, left := range node.Lhs {
				if ident, ok := left.(*ast.Ident); ok && ident.Obj != nil && ident.Obj.Pos() == ident.Pos() {
					second := i > 0 && i == len(node.Lhs)-1 && len(node.Rhs) == 1 // whether a map or a function had it
					name(ident, second || len(node.Rhs) == len(node.Lhs) && isTruthValue(node.Rhs[i]))
				}
			}
		}
		return true
	})
}

// comment adds the comment of a function, or that it has none.
func (n *nameFigures) comment(decl *ast.FuncDecl, found func(kind string, at token.Pos, text string)) {
	text := strings.TrimSpace(decl.Doc.Text())
	switch {
	case text == "" && saysAll(decl):
		return
	case text == "":
		n.uncommented++
		found("uncommented", decl.Pos(), decl.Name.Name)
		return
	case describesThing.MatchString(text):
		n.is++
		found("is", decl.Pos(), text)
	case strings.HasPrefix(text, decl.Name.Name+" returns"):
		n.returns++
	}
	if first, _, _ := strings.Cut(text, " "); strings.Trim(first, ",:.") != decl.Name.Name {
		n.misnamed++
		found("misnamed", decl.Pos(), text)
	}
	n.comments++
}

func TestComments(t *testing.T) {
	var n nameFigures
	set := token.NewFileSet()
	for _, path := range repoFiles(t) {
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		n.count(file, func(kind string, at token.Pos, text string) {
			if testing.Verbose() {
				first, _, _ := strings.Cut(text, "\n")
				fmt.Printf("%s\t%s\t%s\n", kind, set.Position(at), first)
			}
		})
	}
	if n.comments < 1000 {
		t.Fatalf("%d functions with a comment found; is the program elsewhere?", n.comments)
	}
	isShare, returnsShare := 100*float64(n.is)/float64(n.comments), 100*float64(n.returns)/float64(n.comments)
	slices.Sort(n.lengths)
	bareShare, median := 100*float64(n.bare)/float64(len(n.lengths)), n.lengths[len(n.lengths)/2]
	t.Logf("%d comments of functions, %.1f%% begin “X is”, %.1f%% “X returns”; %d functions without; %d names most… or least…; %d loose names; %d riddles; %.1f%% of the functions' names are bare, the median has %d letters",
		n.comments, isShare, returnsShare, n.uncommented, n.most, n.loose, n.riddles, bareShare, median)
	if bareShare > maxBareShare {
		t.Errorf("%.1f%% of the functions' names are a bare participle or preposition; at most %.1f%% may: say what it does, or what it returns", bareShare, maxBareShare)
	}
	if median < minMedianName {
		t.Errorf("the median name of a function has %d letters; it should have %d: a verb with its object, or a noun", median, minMedianName)
	}
	if isShare > maxIsShare {
		t.Errorf("%.1f%% of the functions' comments begin “X is”; at most %.1f%% may: begin with a verb", isShare, maxIsShare)
	}
	if returnsShare < minReturnsShare {
		t.Errorf("%.1f%% of the functions' comments begin “X returns”; at least %.1f%% should", returnsShare, minReturnsShare)
	}
	for _, c := range []struct {
		what     string
		got, max int
	}{
		{"functions have no comment", n.uncommented, maxUncommented},
		{"comments of functions begin with another name", n.misnamed, 0},
		{"names begin with most or least; Go says max and min", n.most, maxMostNames},
		{"comments of fields and the like begin with of, what, who, it, which, how or by; begin with a noun", n.riddles, maxRiddles},
		{"names are a participle, a preposition or a verb of speech (looseNames); name the thing", n.loose, maxLooseNames},
	} {
		if c.got > c.max {
			t.Errorf("%d %s; at most %d may (go test ./rules -run TestComments -v lists them)", c.got, c.what, c.max)
		}
	}
}

// TestCommentsCount holds that TestComments looks: each figure is planted once.
func TestCommentsCount(t *testing.T) {
	source := `package planted

// maxActors is a limit; a value may be described as what it is.
const mostActors = 64

// size is how large it is.
func size() int { return mostActors }

// next returns what follows.
func (b box) next() (told int) { return }

// first returns what begins.
func (b box) begin() int { return 0 }

func bare() { kept := 1; kept = 2; _ = kept; keptAll := 0; _ = keptAll }

type box struct{ beside, mostly int }

func (b box) loaded() int { return 0 }

func (b box) held() bool { return true }

type riddles struct {
	// What it holds.
	a int
	b int // how many there are
	c int // number of them
}

// limit is by whom it is set.
const limit = 3

func (b box) Len() int { return 0 }

func (box) All() bool { return true }

func short() (lost bool) { return }

func Exported() (heard, right int) { return }

// free reports whether what is exempt is no finding.
func free(known *Known, left, right string) bool {
	entry, given := all[0]
	gone := given && !entry
	return gone
}

type keys struct {
	Said string ` + "`yaml:\"said\"`" + `
	Kept Kept
}
`
	file, err := parser.ParseFile(token.NewFileSet(), "planted.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var n nameFigures
	n.count(file, func(string, token.Pos, string) {})
	n.lengths = nil
	if want := (nameFigures{comments: 4, is: 1, returns: 1, uncommented: 2, most: 1, loose: 4, riddles: 3, bare: 3, misnamed: 1}); !reflect.DeepEqual(n, want) {
		t.Errorf("counted %+v, want %+v", n, want)
	}
}
