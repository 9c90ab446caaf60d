package chromium

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"text/template"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Fonts of different widths, with which tests check whether a page fits. They come with the tests, as parts of the Go fonts
// (fonts/LICENSE), so that the result doesn't depend on the fonts of the machine.

// regularFont is the Go font in the weight 400.
//
//go:embed fonts/go-regular.woff2
var regularFont []byte

// mediumFont is the Go font in the weight 500.
//
//go:embed fonts/go-medium.woff2
var mediumFont []byte

// boldFont is the Go font in the weight 700.
//
//go:embed fonts/go-bold.woff2
var boldFont []byte

// Font is the name of a font in which a page can be shown, one of those that Fonts returns.
type Font string

// Fonts returns the fonts with which pages are tried: one as narrow as Arial Narrow, one like Arial, and one wider than Noto Sans, DejaVu
// Sans and Verdana.
func Fonts() []Font { return []Font{"narrow", "usual", "wide"} }

// fontFiles returns the font files of f by weight, and the size of its letters in per cent of their usual size.
func (f Font) fontFiles() (files map[string][]byte, percent int) {
	switch f {
	case "narrow":
		return map[string][]byte{"400": regularFont, "700": boldFont}, 82
	case "wide":
		return map[string][]byte{"400": mediumFont, "700": boldFont}, 112
	}
	return map[string][]byte{"400": regularFont, "700": boldFont}, 100
}

// useFont is the template of a script that shows all text of a page in a font, regardless of its style sheets and content security
// policy. The script returns the mean width of the letters a to z, in hundredths of the font size.
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

// Use returns an action that shows the open page in the font f until another page is opened. Unless width is nil, the action sets it to the
// mean width of the letters a to z, in hundredths of the font size.
func (f Font) Use(width *float64) chromedp.Action {
	files, percent := f.fontFiles()
	encoded, err := json.Marshal(files) // json.Marshal encodes []byte as base64
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
