package chromium

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// One headless Chromium for all tests of a program, driven by chromedp. Each test gets a page (a tab with cookies of its own); pages are
// reused, since opening one is slow.

// deadlineMargin is the time before the deadline of all tests at which a test stops waiting for the browser, so that it can report the
// reason for waiting.
const deadlineMargin = 15 * time.Second

// browser is the browser that the tests of a program share. It runs as long as one of them needs it.
var browser struct {
	sync.Mutex                   // guards the other fields
	ctx        context.Context   // context of the browser; nil while it doesn't run
	stop       func()            // ends the browser and removes its files; nil before its first start
	users      int               // number of tests that use the browser now
	free       []context.Context // contexts of pages that finished tests no longer use; a new page takes a second of CPU
}

// Start returns a context for chromedp.Run with a page and cookies of the test's own. The context is valid until the test ends.
// Start launches Chromium unless it is running, and skips the test if no browser is installed.
func Start(t *testing.T) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} { // the first takes half the time
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("skipped: no browser is installed; apt-get install chromium")
	}
	browser.Lock()
	defer browser.Unlock()
	if browser.ctx == nil {
		if err := runBrowser(path); err != nil {
			t.Fatal(err)
		}
	}
	var page context.Context
	if last := len(browser.free) - 1; last >= 0 {
		page, browser.free = browser.free[last], browser.free[:last]
	} else {
		page, _ = chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
		if err := chromedp.Run(page); err != nil { // without the test's deadline, since later tests reuse the page
			t.Fatalf("the browser does not open a page: %v", err)
		}
	}
	browser.users++
	ctx, cancel := context.WithCancel(page)
	cancelDeadline := func() {}
	if deadline, ok := t.Deadline(); ok {
		ctx, cancelDeadline = context.WithDeadline(ctx, deadline.Add(-deadlineMargin))
	}
	t.Cleanup(func() {
		cancelDeadline()
		cancel()
		isReusable := !t.Failed() && resetPage(page)
		if !isReusable {
			_ = chromedp.Cancel(page)
		}
		browser.Lock()
		defer browser.Unlock()
		if isReusable {
			browser.free = append(browser.free, page)
		}
		if browser.users--; browser.users == 0 {
			browser.stop()
			browser.ctx, browser.free = nil, nil
		}
	})
	return ctx
}

// resetPage makes a page like a new one: empty, without cookies, storage or emulated settings. It reports whether that succeeded.
func resetPage(page context.Context) bool {
	ctx, cancel := context.WithTimeout(page, deadlineMargin)
	defer cancel()
	return chromedp.Run(ctx,
		chromedp.Evaluate(`try { localStorage.clear(); sessionStorage.clear() } catch {}`, nil),
		log.Disable(),
		chromedp.Navigate(emptyPageServer().URL),
		network.ClearBrowserCookies(),
		emulation.ClearDeviceMetricsOverride(),
		emulation.SetTouchEmulationEnabled(false),
		emulation.SetEmulatedMedia(),
		emulation.SetDefaultBackgroundColorOverride(),
	) == nil
}

// emptyPageServer returns a server of an empty page. It has the same host as the servers of tests, so that the browser needs no further
// process to open their pages.
var emptyPageServer = sync.OnceValue(func() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
})

// runBrowser starts the browser whose program is at path, and sets browser.ctx and browser.stop. browser must be locked.
func runBrowser(path string) error {
	dir, err := os.MkdirTemp("", "hybrid-browser-")
	if err != nil {
		return err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.NoFirstRun, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.ExecPath(path), chromedp.UserDataDir(dir)}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "hide-scrollbars", "disable-background-timer-throttling",
		"disable-renderer-backgrounding", "disable-backgrounding-occluded-windows", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(name, true))
	}
	options = append(options, chromedp.Flag("font-render-hinting", "none")) // otherwise letters are moved to whole pixels, and text gets wider than in print
	alloc, end := chromedp.NewExecAllocator(context.Background(), options...)
	// Errors that chromedp logs are ignored, since newer browsers send events that it can't read.
	ctx, cancel := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	browser.ctx, browser.stop = ctx, func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		end()
		os.RemoveAll(dir) // not a test's TempDir: removing that fails while the browser is still writing
	}
	if err := chromedp.Run(ctx); err != nil {
		browser.stop()
		browser.ctx = nil
		return fmt.Errorf("the browser does not start: %w", err)
	}
	return nil
}
