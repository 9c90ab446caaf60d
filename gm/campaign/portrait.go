package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	"hybrid/characters"
	"hybrid/rules/source"
)

// maxPortrait is how many bytes a portrait may have.
const maxPortrait = 200 << 10

// portrait is a portrait as it was read.
type portrait struct {
	data []byte
	hash string
	err  error
}

// Portrait reads the picture of a character by the name of its file: in the campaign's folder, in its pictures, or among those that
// come along. It is read once. The hash is its SHA-256 in hexadecimal.
func (c *Campaign) Portrait(name string) (data []byte, hash string, err error) {
	if cached, ok := c.portraits.Load(name); ok {
		p := cached.(*portrait)
		return p.data, p.hash, p.err
	}
	p := &portrait{}
	if p.data, p.err = c.readPortrait(name); p.err == nil {
		sum := sha256.Sum256(p.data)
		p.hash = hex.EncodeToString(sum[:])
	}
	c.portraits.Store(name, p)
	return p.data, p.hash, p.err
}

// readPortrait reads the picture from its file.
func (c *Campaign) readPortrait(name string) (data []byte, err error) {
	if path.IsAbs(name) || path.Clean(name) != name || isPath(name) && name[0] == '.' {
		return nil, fmt.Errorf("%s isn't a file in the campaign's folder. Name one in %s", name, path.Join(c.prefix, Pictures))
	}
	for _, at := range []string{name, path.Join(Pictures, name)} {
		if isLinked(c.folder, at) {
			return nil, fmt.Errorf("%s is a link. Put the file itself into %s", name, path.Join(c.prefix, Pictures))
		}
		if data, err = readSome(c.folder, at, maxPortrait); !missing(err) {
			break
		}
	}
	if missing(err) {
		data, err = readSome(characters.Files, path.Join("portraits", name), maxPortrait)
	}
	switch {
	case missing(err):
		return nil, fmt.Errorf("no picture named %s. Put it into %s", name, path.Join(c.prefix, Pictures))
	case err != nil:
		return nil, fmt.Errorf("%s cannot be read: %w", name, reason(err))
	case !isPortrait(data):
		return nil, fmt.Errorf("%s isn't a PNG, JPEG or WebP picture. Use one of these", name)
	}
	return data, nil
}

// checkPortrait warns of a portrait whose file cannot be shown.
func (c *Campaign) checkPortrait(name source.Text, report *source.Report) {
	if name.Text == "" {
		return
	}
	if _, _, err := c.Portrait(name.Text); err != nil {
		report.Warn(source.BadValue, name.Pos, "%s.", err)
	}
}

// isPortrait reports whether data are a PNG, JPEG or WebP picture, by how these begin.
func isPortrait(data []byte) bool {
	head := string(data[:min(len(data), 12)])
	return strings.HasPrefix(head, "\x89PNG\r\n\x1a\n") || strings.HasPrefix(head, "\xff\xd8\xff") || strings.HasPrefix(head, "RIFF") && strings.HasSuffix(head, "WEBP")
}
