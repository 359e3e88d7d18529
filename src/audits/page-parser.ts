/**
 * Parses pages in a worker thread, with limits on time and memory. A hostile page can take minutes to parse (a megabyte
 * of nested elements takes four), which would block the process.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Page } from './page.ts'

export type PageInput = { body: Uint8Array; charset: string | null }

export type PageParser = {
  /** Returns null for a page that exceeds the limits. Throws the reason of `signal` when it is aborted. */
  parse(body: Uint8Array, charset: string | null, signal: AbortSignal): Promise<Page | null>
  close(): Promise<void>
}

const defaultEntry = new URL('./page-parser-thread.ts', import.meta.url)

export function openPageParser({
  timeoutMs,
  entry = defaultEntry,
}: {
  timeoutMs: number
  /** The file that the thread runs. */
  entry?: URL
}): PageParser {
  let thread: Worker | null = null
  const close = async () => {
    const closing = thread
    thread = null
    await closing?.terminate()
  }
  return {
    async parse(body, charset, signal) {
      try {
        thread ??= await startThread(entry, signal)
        const reply = once(thread, 'message', {
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        thread.postMessage({ body, charset } satisfies PageInput)
        const [page] = await reply
        return asPage(page)
      } catch (error) {
        await close()
        signal.throwIfAborted()
        if (isLimitExceeded(error)) return null
        throw error
      }
    },
    close,
  }
}

/** Resolves when the parser is loaded, which takes half a second and must not count against a page's time limit. */
async function startThread(entry: URL, signal: AbortSignal): Promise<Worker> {
  const thread = new Worker(entry, { resourceLimits })
  try {
    await once(thread, 'message', { signal })
    return thread
  } catch (error) {
    await thread.terminate()
    throw error
  }
}

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

function isLimitExceeded(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}

/** Narrows a message of the thread, which posts only results of `parsePage`. */
function asPage(message: unknown): Page {
  return message as Page
}
