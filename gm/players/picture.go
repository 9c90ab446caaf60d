package players

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Pictures and portraits that players may see now. A picture is shown by the game master to players; it is recorded in Actor.Knows of their
// characters, as knowledge of kind TellPicture, and named by the hash of its file. A portrait belongs to an actor. Viewers are the actors
// to whose players something is shown.

// picturesShownTo returns the pictures shown now to all viewers, as the SHA-256 of the files in hexadecimal, oldest first.
func picturesShownTo(viewers []*rules.Actor) (list []string) {
	for hash := range eachPictureFor(viewers) {
		list = append(list, hash)
	}
	return list
}

// eachPictureFor iterates over the pictures shown now to all viewers, with their file names.
func eachPictureFor(viewers []*rules.Actor) func(func(hash, file string) bool) {
	return func(yield func(hash, file string) bool) {
		if len(viewers) == 0 {
			return
		}
		for _, k := range viewers[0].Knows {
			isHiddenFrom := func(o *rules.Actor) bool { return o.BeliefAbout(k.Other, k.What) == nil }
			if k.What == rules.TellPicture && !slices.ContainsFunc(viewers, isHiddenFrom) && !yield(k.Other, k.Text) {
				return
			}
		}
	}
}

// Picture returns a function that reads the picture with the given name, or nil if there is none: a picture, named by its hash, that is
// shown now to the player of the character with the key seat, or to TableSeat; or the portrait of an actor who is present (see IsPortrait).
// The caller must first check with SeatView that the player may see the portrait. The returned function is safe for use from any goroutine.
// It returns the picture, stripped by campaign.StripPicture, and its media type.
func Picture(g *command.Game, seat, name string) func() (data []byte, kind string, err error) {
	viewers := g.State.Protagonists()
	if a := g.State.Find(seat); seat != TableSeat && a != nil {
		viewers = []*rules.Actor{a}
	} else if seat != TableSeat {
		return nil
	}
	for shown, file := range eachPictureFor(viewers) {
		if shown != name {
			continue
		}
		c := g.Campaign
		return func() ([]byte, string, error) {
			data, _, err := c.Handout(file)
			if err != nil || hashFile(data) != name { // the file may have changed or moved since it was shown
				data, err = c.File(file)
			}
			if err != nil {
				return nil, "", err
			}
			if hashFile(data) != name {
				return nil, "", errors.New("The picture's file has changed.")
			}
			return campaign.StripPicture(data)
		}
	}
	for _, a := range g.State.Actors {
		if IsPortrait(name) && portraitName(g, a) == name {
			c, portrait := g.Campaign, a.Portrait
			return func() ([]byte, string, error) {
				p, err := c.Portrait(portrait)
				return p.Data, p.Kind, err
			}
		}
	}
	return nil
}

// portraitLength is the number of hash digits in a portrait's name. It is short because many rows have one.
const portraitLength = 16

// IsPortrait reports whether a picture's name is that of a portrait, rather than of a picture shown by the game master.
func IsPortrait(hash string) bool { return len(hash) == portraitLength }

// portraitName returns the name of an actor's portrait: the first digits of its SHA-256 in hexadecimal. It is empty without a
// portrait that can be shown.
func portraitName(g *command.Game, a *rules.Actor) string {
	if a.Portrait == "" {
		return ""
	}
	p, err := g.Campaign.Portrait(a.Portrait)
	if err != nil {
		return ""
	}
	return p.Hash[:portraitLength]
}

// hashFile returns the SHA-256 of a file in hexadecimal.
func hashFile(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
