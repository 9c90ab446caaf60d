package chromium

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"text/template"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Checks whether a page fits with fonts of different widths. The fonts come with the tests, as parts of the Go fonts (fonts/LICENSE), so
// that the result does not depend on the fonts of the machine.

//go:embed fonts/go-regular.woff2
var regular []byte

//go:embed fonts/go-medium.woff2
var medium []byte

//go:embed fonts/go-bold.woff2
var bold []byte

// Font is a font that a page can be shown in, by its name.
type Font string

// Fonts returns the fonts that pages are tried with: one like Arial Narrow, one like Arial, and one that is wider than Noto Sans,
// DejaVu Sans and Verdana.
func Fonts() []Font { return []Font{"narrow", "usual", "wide"} }

// fontFiles returns the files of f by weight, and how large its letters are, in percent of their usual size.
func (f Font) fontFiles() (files map[string][]byte, percent int) {
	switch f {
	case "narrow":
		return map[string][]byte{"400": regular, "700": bold}, 82
	case "wide":
		return map[string][]byte{"400": medium, "700": bold}, 112
	}
	return map[string][]byte{"400": regular, "700": bold}, 100
}

// useFont is a script that displays all text of a page in a font, overriding its style sheets and content security policy. It returns the
// mean width of the letters a to z in hundredths of the font size.
var useFont = template.Must(template.New("font").Parse(`(async () => {
if (!window.fontSheet) document.adoptedStyleSheets.push(window.fontSheet = new CSSStyleSheet());
for (const [weight, file] of Object.entries({{.Files}})) {
  const face = new FontFace("tried-{{.Name}}", Uint8Array.from(atob(file), (c) => c.charCodeAt(0)), {weight, sizeAdjust: "{{.Percent}}%"});
  if (![...document.fonts].some((f) => f.family.includes("tried-{{.Name}}") && f.weight === weight)) document.fonts.add(await face.load());
}
fontSheet.replaceSync("*,*::before,*::after{font-family:tried-{{.Name}},sans-serif!important}");
const pen = document.createElement("canvas").getContext("2d");
pen.font = "100px tried-{{.Name}}";
await new Promise((done) => setTimeout(done));
return pen.measureText("abcdefghijklmnopqrstuvwxyz").width / 26;
})()`))

// Use shows the page that is open in the font f, until another page is opened. It sets width, unless it is nil, to the mean width of
// the letters a to z, in hundredths of the font's size.
func (f Font) Use(width *float64) chromedp.Action {
	files, percent := f.fontFiles()
	encoded, err := json.Marshal(files) // bytes as base64
	if err != nil {
		panic(err)
	}
	var script bytes.Buffer
	if err := useFont.Execute(&script, map[string]any{"Name": string(f), "Files": string(encoded), "Percent": percent}); err != nil {
		panic(err)
	}
	if width == nil {
		width = new(float64)
	}
	return chromedp.Evaluate(script.String(), width, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })
}
