package campaign

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"hybrid/gm/disk"
	"hybrid/rules/collect"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Writing of an encounter back to its file. rewrite.go changes an existing file so that its comments and layout are kept.

// EncounterFile returns the path and the content of the file for the encounter with the given name. text is nil if there is no file yet.
// EncounterFile fails for a built-in campaign, which has no folder.
func (c *Campaign) EncounterFile(name string) (file string, text []byte, err error) {
	if c.home == "" {
		return "", nil, errors.New("No folder for encounters. Create one with `hybrid new campaign NAME`.")
	}
	file = filepath.Join(c.home, filepath.FromSlash(storedName(c.folder, "encounters/"+name+".yaml")))
	text, err = os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil, nil
	}
	if err != nil {
		return "", nil, message.Unreadable(file, err)
	}
	return file, text, nil
}

// EncounterText returns the content of a file for encounter e. If old, the current content, isn't empty, only its changed parts are
// rewritten, and its comments and order are kept. EncounterText fails if the layout of old doesn't allow that.
func (c *Campaign) EncounterText(e *Encounter, old []byte) (string, error) {
	text := newEncounterText(e)
	if len(old) > 0 {
		before, err := c.ReadEncounter(e.Name+".yaml", old)
		if err != nil {
			return "", err
		}
		w := fileRewrite{lines: strings.SplitAfter(string(old), "\n"), node: source.Parse(e.Name+".yaml", old, &source.Report{})}
		if n := len(w.lines); w.lines[n-1] != "" {
			w.lines[n-1] += "\n"
		}
		w.rewriteEncounter(before, e)
		text = strings.Join(w.lines, "")
	}
	reread, err := c.ReadEncounter(e.Name+".yaml", []byte(text)) // to be sure that the text has the changes
	if err != nil {
		return "", err
	}
	if !reread.isEquivalent(e) {
		return "", fmt.Errorf("%s.yaml can't be changed here because of its layout. Change it in an editor.", e.Name)
	}
	return text, nil
}

// WriteEncounter writes text to the file of the encounter with the given name, and returns its path. It fails if the file's content is no
// longer equal to old.
func (c *Campaign) WriteEncounter(name, text string, old []byte) (file string, err error) {
	file, current, err := c.EncounterFile(name)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(current, old) {
		return "", fmt.Errorf("%s was saved by another program. Check the changes again.", file)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", message.Unwritable(filepath.Dir(file), err)
	}
	if err := disk.WriteWhole(file, func(to io.Writer) error { _, err := io.WriteString(to, text); return err }); err != nil {
		return "", message.Unwritable(file, err)
	}
	return file, nil
}

// isEquivalent reports whether two encounters are equal in everything that newEncounterText writes, regardless of the order of their
// combatants.
func (e *Encounter) isEquivalent(other *Encounter) bool {
	hasSameTexts := e.Label == other.Label && e.PlayersLabel == other.PlayersLabel && e.Read == other.Read && e.Notes == other.Notes
	if !hasSameTexts || len(e.Combatants) != len(other.Combatants) || strings.Join(e.Situations, ",") != strings.Join(other.Situations, ",") {
		return false
	}
	for i := range e.Combatants {
		if m := other.Combatant(e.Combatants[i].Key); m == nil || !reflect.DeepEqual(*m, e.Combatants[i]) {
			return false
		}
	}
	return true
}

// Combatant returns the combatant with this key, or nil. e can be nil.
func (e *Encounter) Combatant(key string) *Combatant {
	if e == nil {
		return nil
	}
	return collect.FindPointer(e.Combatants, func(m *Combatant) bool { return m.Key == key })
}

// newEncounterText returns the content of a new file for e: the keys of its head that have a value, and its combatants.
func newEncounterText(e *Encounter) string {
	var b strings.Builder
	b.WriteString("encounter:\n")
	for _, key := range headKeys {
		b.WriteString(headLines(key, e))
	}
	if len(e.Combatants) == 0 {
		return b.String() + "combatants: {}\n"
	}
	b.WriteString("combatants:\n")
	for i := range e.Combatants {
		b.WriteString(combatantText(&e.Combatants[i]))
	}
	return b.String()
}

// headKeys are the keys of an encounter's head, in order.
var headKeys = []string{"label", "called", "read", "notes", "situations"}

// headLines returns a key of the head with its value as YAML lines, or "" if the value is empty.
func headLines(key string, e *Encounter) string {
	switch key {
	case "label":
		return "  label: " + QuoteScalar(e.Label) + "\n"
	case "called":
		return collect.Choose(e.PlayersLabel == "", "", "  called: "+QuoteScalar(e.PlayersLabel)+"\n")
	case "read":
		return foldLines(key, e.Read)
	case "notes":
		return foldLines(key, e.Notes)
	}
	// the key is situations, which is written even if it is empty
	return "  situations: [" + strings.Join(e.Situations, ", ") + "]\n"
}

// maxFoldedBytes is the maximum length of a line of folded text, in bytes.
const maxFoldedBytes = 116

// foldLines returns a key of the head with a text of any length as YAML lines, in folded style (>-), or "" for an empty text.
func foldLines(key, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("  " + key + ": >-\n")
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
			continue
		}
		line := "   "
		for _, word := range strings.Fields(paragraph) {
			if len(line)+1+len(word) > maxFoldedBytes && line != "   " {
				b.WriteString(line + "\n")
				line = "   "
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// combatantText returns a combatant as a YAML line: KEY: {side: …, from: …}, without keys that have their default values.
func combatantText(m *Combatant) string {
	var parts []string
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, key+": "+value)
		}
	}
	quoted := func(text string) string {
		if text == "" {
			return ""
		}
		if strings.Contains(text, ",") {
			return strconv.Quote(text)
		}
		return QuoteScalar(text)
	}
	add("side", quoted(m.Side))
	if from := strings.TrimSuffix(m.From, ".yaml"); from != m.Key {
		add("from", quoted(m.From))
	}
	add("name", quoted(m.Name))
	add("looks", quoted(m.Looks))
	add("portrait", quoted(m.Portrait))
	add("short", quoted(m.Short))
	add("tactic", quoted(m.Tactic))
	add("leader", collect.Choose(m.Leader, "true", ""))
	if m.Place != nil {
		add("place", strconv.FormatFloat(*m.Place, 'f', -1, 64))
	}
	add("at", m.StartPlace.Key)
	add("with", m.Override)
	return "  " + m.Key + ": {" + strings.Join(parts, ", ") + "}\n"
}
