package browsertest

import (
	"sync/atomic"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// watchErrors fails the test at its end if a script of the page failed, or the page's policy
// kept something out.
func watchErrors(w *window) {
	w.t.Helper()
	if _, err := chromedp.Call(w.ctx, log.Enable, cdp.Empty{}); err != nil {
		w.t.Fatal(err)
	}
	var failed atomic.Pointer[string]
	err := chromedp.Listen(w.ctx, func(event any) {
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			text := event.ExceptionDetails.Text
			if e := event.ExceptionDetails.Exception; e != nil {
				text += " " + e.Description
			}
			failed.Store(&text)
		case *log.EventEntryAdded:
			if event.Entry.Level == log.EntryLevelError && event.Entry.Source == log.EntrySourceSecurity {
				failed.Store(&event.Entry.Text)
			}
		}
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		if text := failed.Load(); text != nil {
			w.t.Errorf("the page failed: %s", *text)
		}
	})
}
