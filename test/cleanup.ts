/**
 * Cleanup of one test file. The files of a worker share their modules, so an `afterAll` in a shared module would run after
 * the first file only; run-cleanup.ts runs these callbacks after every file.
 */
const callbacks: (() => unknown)[] = []

/** Runs `callback` after the current test file. Callbacks run in reverse order. */
export function onTestFileEnd(callback: () => unknown): void {
  callbacks.push(callback)
}

export async function runCleanup(): Promise<void> {
  for (const callback of callbacks.splice(0).reverse()) await callback()
}
