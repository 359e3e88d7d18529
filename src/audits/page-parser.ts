/**
 * Reads pages in a thread of its own, with bounds on time and memory. A page can be made so that parsing it takes minutes
 * (a megabyte of nested elements takes the parser four), and the process has other things to do.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Page } from './page.ts'

export type PageInput = { body: Uint8Array; charset: string | null }

export type PageParser = {
  /** Null for a page that takes too much time or memory. Throws the reason of `signal` when that is aborted. */
  read(body: Uint8Array, charset: string | null, signal: AbortSignal): Promise<Page | null>
  close(): Promise<void>
}

const usualEntry = new URL('./page-parser-thread.ts', import.meta.url)

export function openPageParser({
  timeoutMs,
  entry = usualEntry,
}: {
  timeoutMs: number
  /** The thread's file. */
  entry?: URL
}): PageParser {
  let thread: Worker | null = null
  const close = async () => {
    const ending = thread
    thread = null
    await ending?.terminate()
  }
  return {
    async read(body, charset, signal) {
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
        if (isBeyondBounds(error)) return null
        throw error
      }
    },
    close,
  }
}

/** Loading the parser is not the page's time: it takes half a second, and longer on a busy machine. */
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

function isBeyondBounds(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
}

/** The thread posts what `readPage` returns, and nothing else. */
function asPage(message: unknown): Page {
  return message as Page
}
