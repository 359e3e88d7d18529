/** The thread of pages on a machine that has much else to do. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
await import('./page-parser-thread.ts')
