package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"hybrid/gm/disk"
	"hybrid/rules"
	"hybrid/rules/source"
)

// The whole manual: its contents by group of readers, `hybrid manual`, and its pages as HTML, `hybrid help --html FOLDER`. Each page shows
// a topic of `hybrid help`.

// contentsPart is a part of the table of contents: the pages for one group of readers.
type contentsPart struct {
	For   string       // heading that names the readers
	Pages []manualPage // pages, in the order of reading
}

// manualPage is a page of help: a chapter of the manual, the keys of a kind of file, or both.
type manualPage struct {
	Name, About string         // topic as it is typed, and its description
	File        string         // file name of the HTML page
	chapter     *rules.Chapter // chapter; nil for a page that only has a list, such as keys
}

// manualContents returns all pages of help, by group of readers.
func manualContents() (list []contentsPart) {
	add := func(reader string, page manualPage) {
		if len(list) == 0 || list[len(list)-1].For != reader {
			list = append(list, contentsPart{For: reader})
		}
		last := &list[len(list)-1]
		last.Pages = append(last.Pages, page)
	}
	chapters := rules.Manual()[1:]
	for i := range chapters {
		_, about, _ := strings.Cut(chapters[i].Title, ": ")
		add(chapters[i].Readers, manualPage{Name: chapters[i].Name(), About: about, File: strings.TrimSuffix(chapters[i].File, ".md") + ".html", chapter: &chapters[i]})
	}
	for _, kind := range nonChapterTopics() {
		add("Lists", manualPage{Name: kind, About: describeTopic(kind), File: kind + ".html"})
	}
	return list
}

// writeContents writes the manual's introduction and the list of its pages, by group of readers.
func writeContents(w *textWriter) {
	writeChapter(w, rules.Manual()[0])
	for _, part := range manualContents() {
		w.writeLine("%s", w.paintText(bold, part.For))
		var rows [][]cell
		for _, page := range part.Pages {
			rows = append(rows, []cell{{text: "hybrid help " + page.Name, style: bold}, {text: page.About}})
		}
		w.writeWrappedTable(rows)
		w.writeLine("")
	}
}

// newHere tells where each reader begins.
const newHere = "New here? Game masters begin with `hybrid tour` and `hybrid help dashboard`, players with `hybrid help game` and\n" +
	"`hybrid help player`, and designers with `hybrid help step 1`."

// manualHTML is the source of manualTemplate.
//
//go:embed manual.html
var manualHTML string

// manualTemplate lays out a page of the manual.
var manualTemplate = template.Must(template.New("manual").Parse(manualHTML))

// writeManualHTML writes the manual into a folder as HTML: index.html and a file for each page. The files refer to nothing on the network.
func writeManualHTML(p *program, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	list := manualContents()
	files := map[string]string{} // file of each page, by the page's name
	for _, part := range list {
		for _, page := range part.Pages {
			files[page.Name] = page.File
		}
	}
	write := func(page manualPage, body template.HTML) error {
		return disk.WriteWhole(filepath.Join(folder, page.File), func(out io.Writer) error {
			return manualTemplate.Execute(out, struct {
				manualPage
				Body     template.HTML
				Contents []contentsPart
			}{page, body, list})
		})
	}
	var index strings.Builder
	for _, part := range list {
		fmt.Fprintf(&index, "\n## %s\n\n", part.For)
		for _, page := range part.Pages {
			fmt.Fprintf(&index, "- [%s](%s): %s\n", page.Name, page.File, page.About)
		}
	}
	if err := write(manualPage{Name: "The manual", File: "index.html"}, manualBody("# The manual\n"+newHere+"\n"+index.String(), files)); err != nil {
		return err
	}
	for _, part := range list {
		for _, page := range part.Pages {
			if err := write(page, manualBody(pageMarkdown(p, page), files)); err != nil {
				return err
			}
		}
	}
	return p.write(report{facts: object{{"file", filepath.Join(folder, "index.html")}}, text: func(w *textWriter) {
		w.writeLine("%s", filepath.Join(folder, "index.html"))
	}})
}

// pageMarkdown returns a page of help as Markdown: its chapter or a title, its keys, and for the lists of names and mistakes the output of
// `hybrid help`.
func pageMarkdown(p *program, page manualPage) string {
	var text strings.Builder
	if page.chapter != nil {
		text.Write(page.chapter.Markdown())
	} else {
		fmt.Fprintf(&text, "# %s: %s\n", page.Name, page.About)
	}
	docs, err := fieldDocs()
	if keys := topicKeys(page.Name); err == nil && len(keys) > 0 {
		text.WriteString("\n## Keys\n\n")
		eachKey(keys, 0, func(key source.Key, depth int) {
			fmt.Fprintf(&text, "%s- `%s` *%s* %s\n", strings.Repeat("  ", depth), key.Key, key.Kind(), docs.sentenceFor(key.Struct, key.Field))
		})
	}
	if page.Name == topicNames || page.Name == topicMistakes {
		var printed bytes.Buffer
		w := newTextWriter(&printed)
		writeTopic(p, w, page.Name)
		fmt.Fprintf(&text, "\n```\n%s```\n", &printed)
	}
	return text.String()
}

// Parts of a page's HTML from which links are made.
var (
	pageLink = regexp.MustCompile(`href="([a-z0-9_]+)\.md"`)                      // link to another page's Markdown
	helpLine = regexp.MustCompile(`<code>hybrid help ([a-z_]+( [0-9]+)?)</code>`) // command that shows a page
)

// manualBody converts Markdown to HTML. Commands that show a page become links to its file; files holds the file of each page by its name.
func manualBody(text string, files map[string]string) template.HTML {
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert([]byte(text), &b); err != nil {
		panic(err) // a buffer accepts everything
	}
	body := pageLink.ReplaceAllString(b.String(), `href="$1.html"`)
	body = helpLine.ReplaceAllStringFunc(body, func(line string) string {
		if file := files[helpLine.FindStringSubmatch(line)[1]]; file != "" {
			return `<a href="` + file + `">` + line + `</a>`
		}
		return line
	})
	return template.HTML(body)
}

// topicKeys returns the YAML keys that a topic lists: those of the entries of a section, or of a kind of file. It returns nil for other
// topics.
func topicKeys(topic string) []source.Key {
	if fields := topicFiles()[topic]; fields != nil {
		return source.Keys(fields)
	}
	for _, section := range source.Keys(rules.PackFields()) {
		if section.Key == topic {
			return source.KeysOf(section.Value)
		}
	}
	return nil
}

// maxKeyDepth is the maximum depth of the listed keys, 0 for the keys of an entry or file itself.
const maxKeyDepth = 2

// eachKey calls do for each of keys with its depth, and after it for the keys below it. It omits the keys of steps and effects, which have
// topics of their own, and labels and sources below the top.
func eachKey(keys []source.Key, depth int, do func(key source.Key, depth int)) {
	for _, key := range keys {
		if depth > 0 && slices.Contains([]string{"label", "src"}, key.Key) {
			continue
		}
		do(key, depth)
		if depth < maxKeyDepth && key.Value != reflect.TypeFor[rules.Step]() && key.Value != reflect.TypeFor[rules.Effect]() {
			eachKey(source.KeysOf(key.Value), depth+1, do)
		}
	}
}
