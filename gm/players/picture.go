package players

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"

	"hybrid/gm/command"
	"hybrid/rules"
)

// pictures are the pictures that all of some are shown now, by the SHA-256 of the file in hexadecimal, the oldest first.
func pictures(viewers []*rules.Actor) (list []string) {
	for hash := range shownTo(viewers) {
		list = append(list, hash)
	}
	return list
}

// shownTo goes through the pictures that all of some are shown now, with the name of the file.
func shownTo(viewers []*rules.Actor) func(func(hash, file string) bool) {
	return func(yield func(hash, file string) bool) {
		if len(viewers) == 0 {
			return
		}
		for _, k := range viewers[0].Knows {
			if k.What == rules.TellPicture && !slices.ContainsFunc(viewers, func(o *rules.Actor) bool { return o.Learnt(k.Other, k.What) == nil }) {
				if !yield(k.Other, k.Text) {
					return
				}
			}
		}
	}
}

// Picture is how a picture is read that the player of a character, by its key, or TableSeat, is shown now, or the portrait of one
// of those who are here; nil where that is none. Whose portraits a player may see is what Seen says. What it returns may be called from any goroutine: the picture without anything beside it, and its media type.
func Picture(g *command.Game, seat, hash string) func() (data []byte, kind string, err error) {
	viewers := played(g.State)
	if a := g.State.Find(seat); seat != TableSeat && a != nil {
		viewers = []*rules.Actor{a}
	} else if seat != TableSeat {
		return nil
	}
	for shown, file := range shownTo(viewers) {
		if shown != hash {
			continue
		}
		files := g.Campaign
		return func() ([]byte, string, error) {
			data, _, err := files.Handout(file)
			if err != nil || hashOf(data) != hash { // what was shown before could be elsewhere in the folder
				data, err = files.File(file)
			}
			if err != nil {
				return nil, "", err
			}
			if hashOf(data) != hash {
				return nil, "", errors.New("the file is another one by now")
			}
			return bare(data)
		}
	}
	for _, a := range g.State.Actors {
		if len(hash) == portraitLength && portraitOf(g, a) == hash {
			files, name := g.Campaign, a.Portrait
			return func() ([]byte, string, error) {
				data, _, err := files.Portrait(name)
				if err != nil {
					return nil, "", err
				}
				return bare(data)
			}
		}
	}
	return nil
}

// portraitLength is how many digits of its hash a portrait goes by: rows with it are many.
const portraitLength = 16

// portraitOf is by what the portrait of an actor goes; empty where it has none, or none that can be shown.
func portraitOf(g *command.Game, a *rules.Actor) string {
	if a.Portrait == "" {
		return ""
	}
	_, hash, err := g.Campaign.Portrait(a.Portrait)
	if err != nil {
		return ""
	}
	return hash[:portraitLength]
}

// hashOf returns the SHA-256 of a file in hexadecimal.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

var errPicture = errors.New("this is no picture that can be shown")

// bare is a picture without anything that does not show: comments, where and by whom it was taken, what lies behind its
// end. How it is to be turned stays.
func bare(data []byte) (clean []byte, kind string, err error) {
	switch kind = http.DetectContentType(data); kind {
	case "image/png":
		clean = barePNG(data)
	case "image/jpeg":
		clean = bareJPEG(data)
	case "image/gif":
		clean = bareGIF(data)
	case "image/webp":
		clean = bareWebP(data)
	}
	if clean == nil {
		return nil, "", errPicture
	}
	return clean, kind, nil
}

// barePNG keeps the chunks without which a picture would look otherwise.
func barePNG(data []byte) []byte {
	clean, rest := slices.Clone(data[:8]), data[8:]
	for len(rest) >= 12 {
		n := int64(binary.BigEndian.Uint32(rest)) + 12
		if n > int64(len(rest)) {
			return nil
		}
		name := string(rest[4:8])
		if name[0]&0x20 == 0 || slices.Contains([]string{"tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"}, name) {
			clean = append(clean, rest[:n]...)
		}
		if rest = rest[n:]; name == "IEND" {
			return clean
		}
	}
	return nil
}

// bareJPEG leaves out the segments of applications, but for the two that say how colours are kept, and comments.
func bareJPEG(data []byte) []byte {
	clean, rest := slices.Clone(data[:2]), data[2:]
	for len(rest) >= 4 && rest[0] == 0xff {
		marker, n := rest[1], 2+int(binary.BigEndian.Uint16(rest[2:]))
		if marker == 0xff { // filled up
			rest = rest[1:]
			continue
		}
		if n > len(rest) || n < 4 {
			return nil
		}
		jfif, adobe := marker == 0xe0 && bytes.HasPrefix(rest[4:], []byte("JFIF\x00")) && n == 18, marker == 0xee && bytes.HasPrefix(rest[4:], []byte("Adobe"))
		if jfif || adobe || marker != 0xfe && (marker < 0xe0 || marker > 0xef) {
			clean = append(clean, rest[:n]...)
		} else if turned := turn(rest[4:n]); marker == 0xe1 && turned > 1 {
			clean = append(clean, "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"...)
			clean = append(clean, turned, 0, 0, 0, 0, 0, 0)
		}
		rest = rest[n:]
		if marker != 0xda {
			continue
		}
		end := scanEnd(rest)
		clean, rest = append(clean, rest[:end]...), rest[end:]
		if len(rest) < 2 || rest[1] == 0xd9 {
			return append(clean, 0xff, 0xd9)
		}
	}
	return nil
}

// turn is how a picture is to be turned, as the Exif data of a camera have it, from 1 to 8; 0 where they do not say so.
func turn(data []byte) byte {
	if len(data) < 14 || string(data[:6]) != "Exif\x00\x00" {
		return 0
	}
	data = data[6:]
	var order binary.ByteOrder = binary.BigEndian
	if data[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(data[4:]))
	if at+2 > int64(len(data)) {
		return 0
	}
	entries := data[at+2:]
	for range order.Uint16(data[at:]) {
		if len(entries) < 12 {
			return 0
		}
		if order.Uint16(entries) == 0x112 {
			if turned := order.Uint16(entries[8:]); turned <= 8 {
				return byte(turned)
			}
			return 0
		}
		entries = entries[12:]
	}
	return 0
}

// scanEnd is where the entropy-coded data of a scan end: at the next marker that is none of a restart.
func scanEnd(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if data[i] == 0xff && data[i+1] != 0 && data[i+1] != 0xff && (data[i+1] < 0xd0 || data[i+1] > 0xd7) {
			return i
		}
	}
	return len(data)
}

// bareGIF leaves out comments, plain texts, and what applications say but for how often it is played.
func bareGIF(data []byte) []byte {
	colours := func(flags byte) int { // the bytes of a colour table
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (flags&7 + 1)
	}
	if len(data) < 13 {
		return nil
	}
	at := 13 + colours(data[10])
	if at > len(data) {
		return nil
	}
	clean := slices.Clone(data[:at])
	for at < len(data) {
		from, keep := at, true
		switch data[at] {
		case 0x3b:
			return append(clean, 0x3b)
		case 0x2c:
			if at+10 > len(data) {
				return nil
			}
			at += 11 + colours(data[at+9])
		case 0x21:
			if at+14 < len(data) {
				keep = data[at+1] == 0xf9 || data[at+1] == 0xff && string(data[at+3:at+14]) == "NETSCAPE2.0"
			}
			at += 2
		default:
			return nil
		}
		for at < len(data) && data[at] != 0 {
			at += 1 + int(data[at])
		}
		if at++; at > len(data) {
			return nil
		}
		if keep {
			clean = append(clean, data[from:at]...)
		}
	}
	return nil
}

// bareWebP leaves out what says when, where and how a picture was taken.
func bareWebP(data []byte) []byte {
	if len(data) < 20 {
		return nil
	}
	clean, rest := slices.Clone(data[:12]), data[12:]
	if size := int64(binary.LittleEndian.Uint32(data[4:])) - 4; size >= 0 && size < int64(len(rest)) {
		rest = rest[:size]
	}
	for len(rest) >= 8 {
		n := 8 + int64(binary.LittleEndian.Uint32(rest[4:]))
		n += n & 1
		if n > int64(len(rest)) {
			return nil
		}
		if slices.Contains([]string{"VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"}, string(rest[:4])) {
			chunk := slices.Clone(rest[:n])
			if string(chunk[:4]) == "VP8X" && n > 8 {
				chunk[8] &^= 0x2c // neither Exif nor XMP nor a profile of colours comes
			}
			clean = append(clean, chunk...)
		}
		rest = rest[n:]
	}
	binary.LittleEndian.PutUint32(clean[4:], uint32(len(clean)-8))
	return clean
}
