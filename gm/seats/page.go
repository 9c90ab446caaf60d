package seats

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"hybrid/gm/players"
	"hybrid/rules/collect"
)

// Pages as HTML: their templates, styles and scripts, and the security policy they are sent with.

// pageText has the templates of the page of a seat and of the page on which a device asks to be let in.
//
//go:embed page.html
var pageText string

// actText has the templates with which a player acts: lists of what can be proposed, dialogs, and proposals.
//
//go:embed act.html
var actText string

// styleText is the style of the seats' pages.
//
//go:embed style.css
var styleText string

// joinStyleText is the style of the page on which a device asks to be let in.
//
//go:embed join.css
var joinStyleText string

// scriptText is the script of the seats' pages.
//
//go:embed script.js
var scriptText string

// streamText is the script with which each page follows its stream.
//
//go:embed stream.js
var streamText string

// assets holds the scripts, styles and other parts that all pages share. They are built when the first page is drawn, since
// most runs of the program draw none.
var assets = sync.OnceValue(func() *pageAssets {
	a := &pageAssets{
		style:       template.CSS(styleText),
		joinStyle:   template.CSS(joinStyleText),
		script:      newScript(streamText + scriptText),
		pages:       template.Must(template.New("").Funcs(pageFuncs).Parse(pageText + actText)),
		tableStyle:  template.CSS(tableStyleText),
		tableScript: newScript(streamText + tableScriptText),
	}
	a.tablePages = template.Must(template.Must(a.pages.Clone()).Parse(tableText))
	a.version = hashForPolicy(styleText + joinStyleText + a.script.text + pageText + actText + tableStyleText + a.tableScript.text + tableText)[:8]
	return a
})

// pageAssets holds the styles, scripts and templates of the seats' pages and of the table screen.
type pageAssets struct {
	style, tableStyle   template.CSS       // CSS of the seats' pages and of the table screen
	joinStyle           template.CSS       // CSS of the page on which a device asks to be let in
	script, tableScript scriptFile         // scripts of the seats' pages and of the table screen
	pages, tablePages   *template.Template // templates of the seats' pages, and of the table screen
	version             string             // hash of everything that affects pages; it differs between programs whose pages look or work differently
}

// securityPolicy returns the Content-Security-Policy by which the pages under an address can load only their own styles, scripts and
// pictures. It names scripts by their full paths.
func securityPolicy(address string) string {
	a := assets()
	return "default-src 'none'; style-src 'sha256-" + hashForPolicy(string(a.style)) + "' 'sha256-" + hashForPolicy(string(a.joinStyle)) +
		"' 'sha256-" + hashForPolicy(string(a.tableStyle)) + "'; script-src " + address + a.script.path + " " + address + a.tableScript.path +
		"; connect-src 'self'; img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
}

// scriptFile is a script that browsers may cache forever, since a different text has a different path.
type scriptFile struct {
	path string // path in the server, with a hash of text
	text string // JavaScript
}

// newScript returns the script with text, under a path that contains its hash.
func newScript(text string) scriptFile {
	return scriptFile{"/script/" + strings.NewReplacer("+", "-", "/", "_").Replace(hashForPolicy(text))[:12] + ".js", text}
}

// ServeHTTP answers with the script.
func (f *scriptFile) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = io.WriteString(w, f.text)
}

// hashForPolicy returns the SHA-256 of text in base64, as a Content-Security-Policy names it.
func hashForPolicy(text string) string {
	hash := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(hash[:])
}

// formatNumber writes a number with at most two decimals and a true minus sign.
func formatNumber(value any) string {
	f, ok := value.(float64)
	if p, isPointer := value.(*float64); isPointer && p != nil {
		f, ok = *p, true
	}
	if !ok {
		return fmt.Sprint(value)
	}
	return strings.Replace(strconv.FormatFloat(math.Round(f*100)/100, 'f', -1, 64), "-", "−", 1)
}

// poolPercent returns the share left of a pool, from 0 to 100.
func poolPercent(p players.Pool) int { return int(max(0, min(100, p.Now/p.Max*100))) }

// numberRangeText returns the range that a number must be in; empty if it has no limits.
func numberRangeText(minimum, maximum *float64) string {
	switch {
	case minimum != nil && maximum != nil:
		return formatNumber(minimum) + " to " + formatNumber(maximum)
	case minimum != nil:
		return "from " + formatNumber(minimum)
	case maximum != nil:
		return "up to " + formatNumber(maximum)
	}
	return ""
}

// untickedOptions returns options with none of them ticked.
func untickedOptions(options []players.Option) []optionView {
	list := make([]optionView, len(options))
	for i, o := range options {
		list[i].Option = o
	}
	return list
}

// pagePart returns a part of a page in the element that identifies it to the script.
func pagePart(name string, parts map[string]template.HTML) template.HTML {
	return `<section data-part="` + template.HTML(name) + `">` + parts[name] + `</section>`
}

// joinView is the data of the page on which a device asks to be let in.
type joinView struct {
	Style      template.CSS        // CSS of the page
	Script     string              // path of the script
	Code       string              // code of the evening, if known already
	Characters []players.Character // characters to choose from
	Table      string              // key of the table screen's seat
	Screen     bool                // whether the table screen is requested
}

// seatView is the data of a seat's page when it is opened.
type seatView struct {
	Style   template.CSS             // CSS of the page
	Script  string                   // path of the script
	At      string                   // token of this state of the page, from room.pageToken
	As      string                   // key of the seat
	Of      string                   // version of the pages, by which the page learns that it must be reloaded
	Seats   []players.Character      // seats of this device
	Title   string                   // title for the browser's tab
	Parts   map[string]template.HTML // parts by name (see partNames)
	Log     template.HTML            // latest lines
	Most    int                      // number of log lines that a device keeps
	Steps   []stepsView              // bars for all levels of health
	Overlay string                   // size at which the table screen overlays another picture; empty if it doesn't
}

// partNames are the parts of a seat's page that are redrawn when they change. The log is not among them: lines are only added to it.
var partNames = []string{"top", "ask", "shown", "now", "act", "shelf"}

// drawPage draws a seat's page.
func drawPage(l seatSnapshot) *page {
	if l.key == players.TableSeat {
		return drawTable(l)
	}
	p := &page{parts: map[string]template.HTML{}}
	if l.seen != nil {
		p.pictures, p.levels = loadablePictures(l.seen), l.seen.Own.Levels
	}
	v := newView(l.seen)
	v.Number, v.Plans, v.As, v.Name, v.Away, v.Mine.As = l.number, l.plans, l.key, l.name, l.away, l.key
	v.reuseUnchanged(l.before)
	if l.err != nil {
		v.Trouble = "This page can't show what your character knows just now. The game master can continue without it."
	}
	p.data = v
	for _, name := range partNames {
		p.parts[name] = renderPart(name, v)
	}
	p.parts["sheet"] = v.Mine.stamp // a device asks for the sheet when it is opened
	p.title, p.mark = v.pageTitle(), v.pendingMark()
	p.log = append(p.log, collect.Map(v.Log, func(passage *players.Passage) line { return line{passage.Number, v.Fragment("passage", passage)} })...)
	v.earlier = nil // otherwise each page would keep all earlier ones
	return p
}

// renderPart returns a part as HTML.
func renderPart(name string, value any) template.HTML {
	return executeTemplate(assets().pages, name, value)
}

// executeTemplate returns the output of the named template for value.
func executeTemplate(pages *template.Template, name string, value any) template.HTML {
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, name, value); err != nil {
		panic(err) // the templates are embedded
	}
	return template.HTML(b.String())
}

// view is a SeatView with the other data that the templates of a page need.
type view struct {
	players.SeatView
	As       string                // key of the seat
	Name     string                // display name of its character
	Here     bool                  // whether the character is present
	Away     bool                  // whether the player is away
	Trouble  string                // message that the page can't show everything; empty if it can
	Mine     ownData               // data of the character's own part of the page
	Friends  []*players.OtherActor // people on the character's side
	Foes     []*players.OtherActor // all other people
	Timeline []moment              // coming events
	Plans    []planView            // the player's proposals
	Number   int64                 // question number; 0 if there is no question
	Kinds    []answerGroup         // answers of the question, grouped by kind

	fragments, earlier map[fragment]template.HTML // HTML fragments of this page, and of the previous one
}

// fragment is a piece of a page: a template and its data. Equal fragments have the same HTML.
type fragment struct {
	template string // name of the template
	data     any    // data, which must be comparable
}

// Fragment returns a fragment as HTML, redrawn only if the previous page has none like it.
func (v *view) Fragment(name string, from any) template.HTML {
	key := fragment{name, from}
	html, isKnown := v.earlier[key]
	if !isKnown {
		html = renderPart(name, from)
	}
	v.fragments[key] = html
	return html
}

// reuseUnchanged copies the unchanged parts of the previous page, which may be nil.
func (v *view) reuseUnchanged(before *page) {
	if before != nil {
		v.earlier = before.data.fragments
		if own := before.data.Mine.Own; own != nil && reflect.DeepEqual(own, v.Mine.Own) {
			v.Mine.Own, v.Mine.stamp = own, before.data.Mine.stamp
		}
	}
	v.fragments = make(map[fragment]template.HTML, len(v.earlier))
	if v.Here && v.Mine.stamp == "" {
		v.Mine.stamp = v.sheetStamp()
	}
}

// sheetStamp returns a value, not to be shown, that changes with the sheet.
func (v *view) sheetStamp() template.HTML {
	from, err := json.Marshal([]any{v.Own.Pools, v.Own.Sheet})
	if err != nil { // JSON can't represent a number in it
		from = []byte(renderPart("sheet", v.Mine))
	}
	return template.HTML(hashForPolicy(string(from))[:8])
}

// answerGroup is a group of answers that differ only in their tools.
type answerGroup struct {
	Label  string           // kind of the answers
	Usual  players.Answer   // answer that is offered first, with the usual tool
	Others []players.Answer // answers with other tools; nil for none
}

// Picture returns the last picture shown, or "" if there is none.
func (v *view) Picture() string {
	if len(v.Pictures) == 0 {
		return ""
	}
	return v.Pictures[len(v.Pictures)-1]
}

// Whispered returns the last recent whisper, or nil if there is none.
func (v *view) Whispered() *players.Passage {
	return v.findRecent(func(p *players.Passage) bool { return p.Whisper != "" })
}

// Handed returns the last text shown recently, or nil if there is none.
func (v *view) Handed() *players.Passage {
	return v.findRecent(func(p *players.Passage) bool { return p.Handout != "" })
}

// recentPassages is the number of the newest passages of the log that count as recent.
const recentPassages = 12

// findRecent returns the last of the recent passages for which matches returns true, or nil if there is none.
func (v *view) findRecent(matches func(*players.Passage) bool) *players.Passage {
	for _, p := range slices.Backward(v.Log[max(0, len(v.Log)-recentPassages):]) {
		if matches(p) {
			return p
		}
	}
	return nil
}

// moment is a coming event on the strip, the row of coming events in the order of their counts.
type moment struct {
	At       float64 // count of the event
	Text     string  // event in words
	Own      bool    // whether it concerns the viewing character
	Short    string  // name or description of the actor whose turn it is
	Acts     bool    // whether that actor acts now
	Initials string  // initials of that actor
	Kind     string  // own for the character's turn, bad for harm; empty for another actor's turn
}

// newView returns the view of a page that shows seen; it is empty if seen is nil.
func newView(seen *players.SeatView) *view {
	v := &view{Here: seen != nil}
	if seen == nil {
		return v
	}
	v.Mine = ownData{Own: &seen.Own, Here: true, AtRest: seen.AtRest}
	v.SeatView = *seen
	if seen.Question != nil {
		v.Kinds = groupByKind(seen.Question.Choices)
	}
	own := &seen.Own
	v.Timeline = make([]moment, 0, len(seen.Others)+2)
	if own.Doing != "" { // Lands is the count at which the action in progress takes effect
		v.Timeline = append(v.Timeline, moment{At: own.Lands, Text: own.Doing, Own: true, Initials: "✦", Kind: "own"})
	}
	if own.Turn != nil && !own.Declares {
		v.Timeline = append(v.Timeline, moment{At: *own.Turn, Text: "your turn", Own: true, Initials: "You", Kind: "own"})
	}
	for _, c := range own.Conditions {
		if c.Next != nil && c.Bad {
			v.Timeline = append(v.Timeline, moment{At: *c.Next, Text: players.MidSentence(c.Label), Own: true, Initials: "!", Kind: "bad"})
		}
	}
	for i := range seen.Others {
		o := &seen.Others[i]
		if o.Turn != nil {
			v.Timeline = append(v.Timeline, moment{At: *o.Turn, Text: o.Name, Short: o.Short, Acts: o.Acts, Initials: o.Initials})
		}
		if o.Own {
			v.Friends = append(v.Friends, o)
		} else {
			v.Foes = append(v.Foes, o)
		}
	}
	slices.SortStableFunc(v.Timeline, func(a, b moment) int { return cmp.Compare(a.At, b.At) })
	return v
}

// groupByKind groups answers by kind, each in the order offered: tools in hand come first.
func groupByKind(list []players.Answer) (kinds []answerGroup) {
	for _, c := range list {
		i := slices.IndexFunc(kinds, func(k answerGroup) bool { return k.Label == c.Kind })
		if c.With == "" { // an answer without a tool is a group of its own
			i = -1
		}
		if i < 0 {
			kinds = append(kinds, answerGroup{Label: c.Kind, Usual: c})
			continue
		}
		kinds[i].Others = append(kinds[i].Others, c)
	}
	return kinds
}

// pageTitle returns the title for the browser's tab, with a mark if it is the character's turn.
func (v *view) pageTitle() string {
	switch {
	case !v.Here:
		return "Hybrid"
	case v.Question != nil:
		return "● " + v.Own.Name + ": you are asked"
	case v.Own.Declares, v.Chooses():
		return "● " + v.Own.Name + ": your turn"
	}
	return v.Own.Name
}

// pendingMark returns the mark for the player's next task, or "" if there is none.
func (v *view) pendingMark() string {
	switch {
	case !v.Here:
	case v.Question != nil:
		return "asked " + strconv.FormatInt(v.Number, 10)
	case v.Chooses():
		return "turn " + v.Stage.Steps[0]
	case v.Own.Declares:
		at := v.Own.Turn
		if at == nil && v.Unit != "count" {
			at = &v.Count
		}
		if at == nil {
			return "turn"
		}
		return "turn " + formatNumber(at)
	}
	return ""
}

// writePage answers with a page.
func writePage(w http.ResponseWriter, status int, pages *template.Template, name string, value any) {
	html := executeTemplate(pages, name, value)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, string(html))
}
