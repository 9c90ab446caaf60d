package gm

import "testing"

// BenchmarkReload takes rules up in a session of ten thousand entries: every one that stands is added up again.
func BenchmarkReload(b *testing.B) {
	c, dir := sample(b), b.TempDir()
	fill(b, c, dir, 10_000)
	s := opened(b, c, dir, 2)
	for b.Loop() {
		if _, err := s.Reload(sample(b)); err != nil {
			b.Fatal(err)
		}
	}
}
