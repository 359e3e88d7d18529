/**
 * Parses pages in two worker threads that all organizations share, with limits on time and memory. A hostile page can take
 * minutes to parse (a megabyte of nested elements takes four), which would block the process.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Resource } from '../core/context.ts'
import { keyedSemaphore } from '../core/semaphore.ts'
import type { AuditedPage } from './page.ts'

export type PageInput = { body: Uint8Array; charset: string | null }

type ParseOptions = { timeoutMs: number; signal: AbortSignal }

/** Returns null for a page that exceeds the limits. Throws the reason of `signal` when it is aborted. */
export type ParsePage<P = AuditedPage> = (
  body: Uint8Array,
  charset: string | null,
  options: ParseOptions,
) => Promise<P | null>

export type PageParsers<P = AuditedPage> = {
  /** Returns the function that parses pages of an organization when it is its turn. */
  of(organizationId: string): ParsePage<P>
  close(): Promise<void>
}

export const pageParsers: Resource<PageParsers> = {
  name: 'page parsers',
  open: () => openPageParsers(),
  close: (parsers) => parsers.close(),
}

/** Each thread can take the memory of `resourceLimits`. An organization leaves one thread to the others. */
const maxThreads = 2
const idleMs = 30_000

/** Opens a pool of threads, which start on demand and stop when idle. `entry`: the file that they run. */
export function openPageParsers<P = AuditedPage>(entry?: URL): PageParsers<P> {
  const slots = keyedSemaphore(maxThreads, { perGroup: maxThreads - 1 })
  const parsers = Array.from({ length: maxThreads }, () => openPageParser<P>(entry))
  const idle = [...parsers]
  return {
    of: (organizationId) => async (body, charset, options) => {
      const release = await slots.acquire(organizationId, { signal: options.signal })
      const parser = idle.pop()
      if (parser === undefined) throw new Error('There are as many parsers as permits')
      try {
        return await parser.parse(body, charset, options)
      } finally {
        idle.push(parser)
        release()
      }
    },
    close: async () => {
      await Promise.all(parsers.map((parser) => parser.close()))
    },
  }
}

export type PageParser<P = AuditedPage> = { parse: ParsePage<P>; close(): Promise<void> }

const defaultEntry = new URL('./page-parser-thread.ts', import.meta.url)

/** Opens a parser of one page at a time. `entry`: the file that its thread runs. */
export function openPageParser<P = AuditedPage>(entry = defaultEntry): PageParser<P> {
  let thread: Worker | null = null
  let stopping: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(stopping)
    const closing = thread
    thread = null
    await closing?.terminate()
  }
  return {
    async parse(body, charset, { timeoutMs, signal }) {
      clearTimeout(stopping)
      try {
        thread ??= await startThread(entry, signal)
        const reply = once(thread, 'message', {
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        thread.postMessage({ body, charset } satisfies PageInput)
        const [page] = await reply
        stopping = setTimeout(close, idleMs).unref()
        return asPage<P>(page)
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

/** Narrows a message of the thread, which posts only results of its parser. */
function asPage<P>(message: unknown): P | null {
  return message as P | null
}
