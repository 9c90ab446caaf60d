package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"

	"hybrid/characters"
	"hybrid/rules/message"
	"hybrid/rules/source"
)

// maxPortrait is the maximum size of a portrait, in bytes.
const maxPortrait = 200 << 10

// Portrait is the picture of a character.
type Portrait struct {
	Data []byte // picture without invisible data, as StripPicture returns it
	Kind string // media type, such as image/png
	Hash string // SHA-256 of Data in hexadecimal
}

// portraitFile is the cached result of reading a portrait.
type portraitFile struct {
	Portrait
	err error // reason why the portrait can't be shown; nil if it can
}

// Portrait returns the picture of a character. name is the name of its file. The file is searched for in the campaign's folder, then in its
// subfolder Pictures, and then among the built-in portraits. Portrait fails if the picture is missing or can't be shown. Each file is read
// only once.
func (c *Campaign) Portrait(name string) (Portrait, error) {
	if cached, ok := c.portraits.Load(name); ok {
		p := cached.(*portraitFile)
		return p.Portrait, p.err
	}
	p := &portraitFile{}
	if p.Data, p.Kind, p.err = c.readPortrait(name); p.err == nil {
		sum := sha256.Sum256(p.Data)
		p.Hash = hex.EncodeToString(sum[:])
	}
	c.portraits.Store(name, p)
	return p.Portrait, p.err
}

// readPortrait reads a portrait from its file (see Campaign.Portrait), and returns it without invisible data, with its media type.
func (c *Campaign) readPortrait(name string) (data []byte, kind string, err error) {
	if path.IsAbs(name) || path.Clean(name) != name || isPath(name) && name[0] == '.' {
		return nil, "", fmt.Errorf("%s isn't a file in the campaign's folder. Name one in %s.", name, path.Join(c.prefix, Pictures))
	}
	for _, file := range []string{name, path.Join(Pictures, name)} {
		file = storedName(c.folder, file)
		if hasSymlink(c.folder, file) {
			return nil, "", fmt.Errorf("%s is a link. Put the file itself into %s.", name, path.Join(c.prefix, Pictures))
		}
		if data, err = readLimited(c.folder, file, maxPortrait); !isMissingFile(err) {
			break
		}
	}
	if isMissingFile(err) {
		data, err = readLimited(characters.Files, path.Join("portraits", name), maxPortrait)
	}
	switch {
	case isMissingFile(err):
		return nil, "", fmt.Errorf("No picture named %s. Put it into %s.", name, path.Join(c.prefix, Pictures))
	case err != nil:
		return nil, "", message.Unreadable(name, err)
	}
	if data, kind, err = StripPicture(data); err != nil || kind == "image/gif" {
		return nil, "", fmt.Errorf("%s isn't a PNG, JPEG or WebP picture. Use one of these.", name)
	}
	return data, kind, nil
}

// checkPortrait warns of a portrait whose file can't be shown.
func (c *Campaign) checkPortrait(name source.Text, report *source.Report) {
	if name.Text == "" {
		return
	}
	if _, err := c.Portrait(name.Text); err != nil {
		report.Warn(source.BadValue, name.Pos, "%v", err)
	}
}
