package chromium

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// spare is how long before the time of all tests is over a test gives up waiting for the browser, so that it can say for what.
const spare = 15 * time.Second

// running is the browser that the tests of a program share: it runs while one of them needs it.
var running struct {
	sync.Mutex
	ctx   context.Context // of the browser itself; nil while it does not run
	stop  func()
	users int
}

// Start gives a test a page of its own, with cookies of its own, which chromedp.Run acts on, until the test is over. It starts
// Chromium, unless it runs for another test; where there is none the test is skipped.
func Start(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} { // the shell takes half the time
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("skipped: no browser is installed; apt-get install chromium")
	}
	running.Lock()
	defer running.Unlock()
	if running.ctx == nil {
		if err := run(path); err != nil {
			t.Fatal(err)
		}
	}
	running.users++
	ctx, _ := chromedp.NewContext(running.ctx, chromedp.WithNewBrowserContext())
	late := func() {}
	if end, ok := t.Deadline(); ok {
		ctx, late = context.WithDeadline(ctx, end.Add(-spare))
	}
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		late()
		running.Lock()
		defer running.Unlock()
		if running.users--; running.users == 0 {
			running.stop()
			running.ctx = nil
		}
	})
	return ctx
}

// run has the browser of a path run.
func run(path string) error {
	dir, err := os.MkdirTemp("", "hybrid-browser-")
	if err != nil {
		return err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.NoFirstRun, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.ExecPath(path), chromedp.UserDataDir(dir)}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars", "disable-background-timer-throttling",
		"disable-renderer-backgrounding", "disable-backgrounding-occluded-windows", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(name, true))
	}
	alloc, end := chromedp.NewExecAllocator(context.Background(), options...)
	// What a newer browser tells and chromedp cannot read yet is no failure of a page.
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	running.ctx, running.stop = ctx, func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		end()
		os.RemoveAll(dir) // not a test's folder: the browser may write still
	}
	if err := chromedp.Run(ctx); err != nil {
		running.stop()
		running.ctx = nil
		return fmt.Errorf("the browser does not start: %w", err)
	}
	return nil
}
