package campaign

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"hybrid/characters"
	"hybrid/rules"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// Listing the characters of a campaign, and finding one by file or name. A sheet (rules.Sheet) is a character as its file describes it,
// under the rules of a game.

// Cast lists the characters that belong to the campaign, by file name.
func (c *Campaign) Cast() []string { return c.cast }

// Characters lists every character file that can be named: the campaign's own, and the built-in ones of its game.
func (c *Campaign) Characters() []string {
	names := fileNames(c.folder, "characters")
	for _, name := range builtInCharacters(c) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// builtInCharacters lists the built-in characters that fit the campaign's game, or all of them if it has no game.
func builtInCharacters(c *Campaign) []string {
	if c.listBuiltIn == nil {
		return fileNames(characters.Files, ".")
	}
	return c.listBuiltIn()
}

// setPlayedGame sets the rules of the campaign, nil for none, and with them the list of built-in characters, which is made on demand
// because that requires reading all of their files.
func setPlayedGame(c *Campaign, rs *rules.Ruleset) {
	c.Rules, c.listBuiltIn = rs, nil
	if rs == nil {
		return
	}
	c.listBuiltIn = sync.OnceValue(func() []string {
		return slices.DeleteFunc(fileNames(characters.Files, "."), func(name string) bool {
			data, err := Read(characters.Files, name+".yaml")
			if err == nil {
				_, err = rs.ReadSheet(name, data)
			}
			return err != nil
		})
	})
}

// characterFile reads the file of a character: the one at a path, or the one with this name, in the campaign or built in. display is its
// path for messages.
func (c *Campaign) characterFile(name string) (data []byte, display string, err error) {
	if isPath(name) {
		data, err = ReadFile(name)
		return data, name, err
	}
	if data, err = Read(c.folder, "characters/"+name+".yaml"); !isMissingFile(err) {
		return data, path.Join(filepath.ToSlash(c.prefix), "characters", name+".yaml"), err
	}
	data, err = Read(characters.Files, name+".yaml")
	return data, "characters/" + name + ".yaml", err
}

// isBuiltIn reports whether a campaign on disk takes the character of this name or path from the program.
func (c *Campaign) isBuiltIn(name string) bool {
	if isPath(name) || c.home == "" {
		return false
	}
	_, err := Read(c.folder, "characters/"+name+".yaml")
	return isMissingFile(err)
}

// Character reads a character, given the name of its file, its path, its own name, or an unambiguous beginning of a name. text is the
// content of its file. If the file has mistakes, the error is a source.Mistakes.
func (c *Campaign) Character(name string) (sheet *rules.Sheet, text string, err error) {
	key := name
	data, display, err := c.characterFile(name)
	if isMissingFile(err) {
		if key, err = c.findByName(name); err != nil {
			return nil, "", err
		}
		data, display, err = c.characterFile(key)
	}
	if err != nil {
		return nil, "", message.Unreadable(display, err)
	}
	sheet, err = c.Rules.ReadSheet(display, data)
	if err != nil {
		return nil, "", err
	}
	sheet.Key = source.ComposeAccents(strings.TrimSuffix(path.Base(filepath.ToSlash(key)), ".yaml"))
	return sheet, string(data), nil
}

// findByName returns the file name of the only character whose file name or own name equals name or, if there is none, begins with name.
func (c *Campaign) findByName(name string) (string, error) {
	var same, beginning []string // names of the files of characters with exactly this name, and of those whose name begins with it
	wanted := message.FoldName(name)
	for _, key := range c.Characters() {
		data, display, err := c.characterFile(key)
		if err != nil {
			continue
		}
		ownName := ""
		if sheet, err := c.Rules.ReadSheet(display, data); err == nil {
			ownName = message.FoldName(sheet.Person.Name)
		}
		switch fileName := message.FoldName(key); {
		case wanted == "": // it would begin every name
		case ownName == wanted, fileName == wanted:
			same = append(same, key)
		case strings.HasPrefix(fileName, wanted) || strings.HasPrefix(ownName, wanted):
			beginning = append(beginning, key)
		}
	}
	if len(same) > 1 {
		return "", message.AmbiguousName(name, same)
	} else if len(same) == 1 {
		return same[0], nil
	}
	switch len(beginning) {
	case 0:
		return "", message.UnknownOr("character", name, c.Characters(), "Name a character of the campaign, or give the path of a file.")
	case 1:
		return beginning[0], nil
	}
	return "", message.Ambiguous(name, beginning)
}

// CharacterFile returns the path and the content of a character's file on disk, given its name or path. It fails for a built-in character.
func (c *Campaign) CharacterFile(name string) (file string, text []byte, err error) {
	file = name
	if !isPath(name) {
		file = filepath.Join(c.home, filepath.FromSlash(storedName(c.folder, "characters/"+name+".yaml")))
		if c.home == "" || !fileExists(file) {
			return "", nil, fmt.Errorf("%s is built in, so its file can't be changed.", name)
		}
	}
	if text, err = ReadFile(file); err != nil {
		return "", nil, message.Unreadable(file, err)
	}
	return file, text, nil
}

// fileExists reports whether a file or folder of that name exists.
func fileExists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
