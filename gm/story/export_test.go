package story

// WithKeys returns a passage whose people have keys, as those have that were collected; the first stands for nobody.
func WithKeys(p Passage, keys ...string) Passage {
	p.keys = keys
	return p
}
