package seats

import (
	"context"
	"fmt"

	"hybrid/gm/guard"
)

// Loop runs posted functions, one after another, in the goroutine that the session belongs to, since a session isn't safe for concurrent
// use. Post may block until the function has run.
type Loop interface{ Post(func()) }

// runInLoop runs do within a loop and returns its result. It fails if the context is done before do has run, although do may still run
// later, or if do panics without having changed the session.
func runInLoop[T any](ctx context.Context, loop Loop, do func() T) (T, error) {
	type outcome struct {
		value T     // result of do
		err   error // panic of do; nil if there was none
	}
	result := make(chan outcome, 1)
	go loop.Post(func() {
		var o outcome
		o.err = guard.Try("Page", func() { o.value = do() })
		result <- o
	})
	select {
	case o := <-result:
		return o.value, o.err
	case <-ctx.Done():
		var zero T
		return zero, fmt.Errorf("The table didn't answer: %w", ctx.Err())
	}
}

// Queue is a loop for a session without a dashboard; a dashboard runs posted functions in its event loop.
type Queue struct {
	jobs chan func()   // channel that passes posted functions to Run
	over chan struct{} // channel that is closed when Run ends
}

// NewQueue returns an empty queue.
func NewQueue() *Queue { return &Queue{jobs: make(chan func()), over: make(chan struct{})} }

// Post passes on a function, and returns when the queue has accepted it or has ended.
func (q *Queue) Post(do func()) {
	select {
	case q.jobs <- do:
	case <-q.over:
	}
}

// Run runs posted functions until the context is done. It may be called once.
func (q *Queue) Run(ctx context.Context) {
	defer close(q.over)
	for {
		select {
		case do := <-q.jobs:
			do()
		case <-ctx.Done():
			return
		}
	}
}
