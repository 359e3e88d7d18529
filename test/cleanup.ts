/**
 * What a test file leaves behind. Files of one worker share their modules, so a hook that a shared module registers would
 * run after the first file only; this list is cleared behind every file (clear-leftovers.ts).
 */
const leftovers: (() => unknown)[] = []

/** Runs when the test file has ended, the last one first. */
export function onTestFileEnd(clear: () => unknown): void {
  leftovers.push(clear)
}

export async function clearLeftovers(): Promise<void> {
  for (const clear of leftovers.splice(0).reverse()) await clear()
}
