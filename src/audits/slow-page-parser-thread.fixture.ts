/** The thread of pages on a machine that has much else to do. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000)
await import('./page-parser-thread.ts')
