package seats

import (
	"cmp"
	_ "embed"
	"html/template"
	"slices"
	"strings"
	"unicode/utf8"

	"hybrid/gm/players"
)

// The page of the table screen, which everyone at the table looks at: the current turn, the next events on a strip, the people, and the
// latest passages of the log. It shows only facts that all players know. Methods with short names, such as Long, are called by templates.

// tableText has the templates of the table screen.
//
//go:embed table.html
var tableText string

// tableStyleText is the style of the table screen.
//
//go:embed table.css
var tableStyleText string

// tableScriptText is the script of the table screen.
//
//go:embed table.js
var tableScriptText string

// tableLabel is the name of the table screen in the list of seats.
const tableLabel = "Table screen"

// tableParts lists the names of the parts of the table screen's page.
var tableParts = []string{"head", "time", "party", "story", "others", "piles"}

// tableView is the data of the table screen's page.
type tableView struct {
	view
	Acts        []*players.OtherActor // people who act now
	Left, Right string                // headings of the two columns
}

// splitIntoSides puts one side in each column if the players' characters have no side in common: on the left the side that was noticed
// first.
func (v *tableView) splitIntoSides() {
	v.Left, v.Right = "The party", "Others here"
	if len(v.Friends) > 0 || len(v.Foes) == 0 || v.Foes[0].Side == "" {
		return
	}
	oneSide, foes := v.Foes[0].Side, v.Foes // the side for the left column
	v.Friends, v.Foes = nil, nil
	var otherSides []string
	for _, o := range foes {
		if o.Side == oneSide {
			v.Friends = append(v.Friends, o)
			continue
		}
		if v.Foes = append(v.Foes, o); !slices.Contains(otherSides, o.Side) {
			otherSides = append(otherSides, o.Side)
		}
	}
	if v.Left = capitalise(oneSide); len(otherSides) == 1 && otherSides[0] != "" {
		v.Right = capitalise(otherSides[0])
	}
}

// tableDeck is a line with the piles of a deck that one holder has, or that are common.
type tableDeck struct {
	Title string          // label of the deck, with the holder if it isn't common
	Piles []players.Cards // piles of that deck
}

// Decks returns a line for each deck and holder.
func (v *tableView) Decks() (list []tableDeck) {
	for _, pile := range v.Piles {
		title := pile.Deck
		if pile.Whose != "" {
			title = pile.Whose + ", " + players.MidSentence(pile.Deck)
		}
		at := slices.IndexFunc(list, func(d tableDeck) bool { return d.Title == title })
		if at < 0 {
			at, list = len(list), append(list, tableDeck{Title: title})
		}
		list[at].Piles = append(list[at].Piles, pile)
	}
	return list
}

// Positions on the strip and widths, in per cent of the strip's width, and limits of the screen's contents.
const (
	tableFrom, tableTo = 4.5, 93.5 // positions of now and of the last event
	tableNow           = 5         // width of “now”
	tableRoom          = 8.5       // minimum width of a token
	tableLetter        = 1.05      // width of a letter below a token
	tableEnd           = 99.5      // rightmost position
	maxLarge           = 5         // largest number of other people at which their letters are large
	maxDetailed        = 7         // largest number of other people at which their faces and facts are shown
	maxOnTable         = 12        // number of other people who are shown
	longPassage        = 110       // length, in letters, above which a passage is set in smaller type
	earlierPassages    = 2         // passages shown below the latest one
)

// drawTable draws the page of the table screen.
func drawTable(l seatSnapshot) *page {
	p := &page{parts: map[string]template.HTML{}, title: "Hybrid"}
	v := tableView{view: *newView(l.seen)}
	v.As = l.key
	if l.err != nil {
		v.Trouble = "This screen can't show the game just now. The game continues without it."
	}
	if l.seen != nil {
		p.title, p.pictures = l.seen.Campaign, loadablePictures(l.seen)
		for i := range l.seen.Others {
			o := &l.seen.Others[i]
			if p.levels = o.Levels; o.Acts {
				v.Acts = append(v.Acts, o)
			}
		}
	}
	v.splitIntoSides()
	for _, name := range tableParts {
		p.parts[name] = executeTemplate(assets().tablePages, "table-"+name, &v)
	}
	return p
}

// WhoseTurn returns a text about the actor who acts now, or next, or the side whose victory has ended the fight.
func (v *tableView) WhoseTurn() string {
	switch n := len(v.Acts); {
	case v.Won != "":
		return v.Won + " won"
	case n == 1:
		return v.Acts[0].Short + "’s turn"
	case n > 1 && n == len(v.Friends):
		return "The party’s turn"
	case n > 1:
		return v.Acts[0].Short + " and others act"
	case v.PartyTurn && len(v.Friends) > 1:
		return "The party’s turn"
	case v.Turn != "":
		return "Turn: " + v.Turn
	case !v.AtRest && v.Counted() && len(v.Timeline) > 0:
		return v.Timeline[0].Short + " acts next"
	}
	return ""
}

// Strip returns the coming turns that all players know; actors who act now come first.
func (v *tableView) Strip() (list []token) {
	if v.AtRest || !v.Counted() {
		return nil
	}
	for _, m := range v.Timeline {
		t := token{At: max(v.Count, m.At), Initials: m.Initials, Name: shortName(m.Short)}
		when := formatNumber(t.At)
		if m.Acts {
			t.At, t.Kind, when = v.Count, "next", "now"
		}
		t.Room = max(tableRoom, tableLetter*float64(utf8.RuneCountInString(t.Name+when)+2))
		list = append(list, t)
	}
	slices.SortStableFunc(list, func(a, b token) int { return cmp.Compare(a.At, b.At) })
	list = list[:min(len(list), maxTokens)]
	if len(list) == 0 {
		return nil
	}
	span := max(2*stripShortest, list[len(list)-1].At-v.Count) // in counts; the screen is wider than a phone
	for i := range list {
		list[i].X = tableFrom + (tableTo-tableFrom)*(list[i].At-v.Count)/span
	}
	spreadTokens(list, tableFrom, tableNow, tableEnd)
	return list
}

// shortName returns the first word of a name, shortened to longestToken letters.
func shortName(name string) string {
	name, _, _ = strings.Cut(name, " ")
	if runes := []rune(name); len(runes) > longestToken {
		name = string(runes[:longestToken-1]) + "…"
	}
	return name
}

// longestToken is the number of letters of a name that fit below its token on the strip.
const longestToken = 10

// Faces returns the others that are shown, in their order.
func (v *tableView) Faces() (list []face) {
	for _, o := range v.Foes {
		f := faceWithoutFacts(o, v.As)
		if v.NamesOnly() {
			f.Name = o.Short
		}
		list = append(list, f)
	}
	return list[:min(len(list), maxOnTable)]
}

// Unshown returns the number of others who don't fit on the screen.
func (v *tableView) Unshown() int { return max(0, len(v.Foes)-maxOnTable) }

// NamesOnly reports whether each of the others gets only a line with its short name, since there are more than maxDetailed.
func (v *tableView) NamesOnly() bool { return len(v.Foes) > maxDetailed }

// SmallLetters reports whether the others need smaller letters, since there are more than maxLarge.
func (v *tableView) SmallLetters() bool { return len(v.Foes) > maxLarge }

// Happened reports whether something has happened in the scene.
func (v *tableView) Happened() bool {
	for i := len(v.Log) - 1; i >= 0 && !v.Log[i].Begins; i-- {
		if !v.Log[i].Plan {
			return true
		}
	}
	return false
}

// shownPassages returns the passages on the screen, the latest first.
func (v *tableView) shownPassages() (list []*players.Passage) {
	for i := len(v.Log) - 1; i >= 0 && len(list) <= earlierPassages; i-- {
		if v.Log[i].Text != "" && v.Log[i].Whisper == "" {
			list = append(list, v.Log[i])
		}
	}
	return list
}

// lastView is the latest passage, which the screen shows enlarged.
type lastView struct{ *players.Passage }

// Last returns the latest passage, or nil if there is none.
func (v *tableView) Last() *lastView {
	if list := v.shownPassages(); len(list) > 0 {
		return &lastView{list[0]}
	}
	return nil
}

// Long reports whether the passage has more than longPassage letters.
func (v *lastView) Long() bool {
	return utf8.RuneCountInString(cmp.Or(v.Passage.Bare, v.Text)) > longPassage
}

// pill is a consequence of a passage for an actor, as the table screen shows it.
type pill struct {
	Text  string // consequence in words
	Class string // CSS class for its level of health
	Sign  string // sign for the level, so that it can be read without colour; "" for none
}

// Pills returns the consequences of the passage.
func (v *lastView) Pills() (list []pill) {
	for _, c := range v.Came {
		f := face{Appearance: players.Appearance{Level: c.Level, Levels: c.Levels}}
		if c.Levels == 0 {
			list = append(list, pill{c.Text, "badly", ""})
		} else {
			list = append(list, pill{c.Text, f.Class(), f.Sign()})
		}
	}
	return list
}

// Earlier returns the passages before the latest one.
func (v *tableView) Earlier() []*players.Passage {
	list := v.shownPassages()
	return list[min(1, len(list)):]
}

// picturePath is the path under which pictures are served.
const picturePath = "/picture/"
