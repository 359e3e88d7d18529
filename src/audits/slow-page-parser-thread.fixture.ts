/** Simulates the page parser thread on a busy machine. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
await import('./page-parser-thread.ts')
