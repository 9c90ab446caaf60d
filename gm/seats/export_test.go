package seats

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Browser is a browser for tests that play with a dashboard, which imports this package.
type Browser struct{ b *browser }

func NewBrowser(t *testing.T) Browser { return Browser{newBrowser(t)} }

// StartToBeKilled runs the program that gets killed, with kill to do that as kill -9 does.
func StartToBeKilled(t *testing.T, dir, addr, line string) (kill func()) {
	t.Helper()
	child, _ := startToBeKilled(t, dir, addr, line)
	kill = func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	}
	t.Cleanup(kill)
	return kill
}

func (b Browser) Another() Browser { return Browser{newBrowser(b.b.T)} }

func (b Browser) Open(url string, w, h int64) {
	b.b.Helper()
	b.b.do(chromedp.EmulateViewport(w, h), chromedp.Navigate(url))
}

func (b Browser) Do(actions ...chromedp.Action) { b.b.Helper(); b.b.do(actions...) }
func (b Browser) Sees(expression string)        { b.b.Helper(); b.b.sees(expression) }
func (b Browser) Run(script string)             { b.b.Helper(); b.b.run(script) }
func (b Browser) Looks(name string)             { b.b.Helper(); b.b.looks(name) }
func (b Browser) Fails() []string               { return b.b.fails() }
func (b Browser) Received() string              { b.b.Helper(); return b.b.received() }
