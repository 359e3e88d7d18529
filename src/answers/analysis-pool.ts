/**
 * Parses texts in worker threads. The time that a text takes depends on the text and on the names, which customers
 * choose: a hostile combination takes seconds, in which the event loop would answer no request. Short texts with few
 * names are parsed inline, because starting a thread takes longer.
 */
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Resource } from '../core/context.ts'
import { keyedSemaphore } from '../core/semaphore.ts'
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts'
import type { AnalysisTask } from './analysis-thread.ts'
import { type Analyzer, createAnalyzer, type SearchedText } from './analyzer.ts'
import type { QueriedAnswer } from './prepare-answer.ts'

/** The methods of the analyzer, which resolve without blocking the event loop. Organizations take turns. */
export type AnalysisPool = {
  [K in keyof Analyzer]: (
    organizationId: string,
    ...args: Parameters<Analyzer[K]>
  ) => Promise<ReturnType<Analyzer[K]>>
} & { close(): Promise<void> }

export const analysisPool: Resource<AnalysisPool> = {
  name: 'analysis pool',
  open: () => openAnalysisPool(),
  close: (pool) => pool.close(),
}

/** Together they bound the time of one text to 5 ms, whatever the names and the text are. */
const maxInlineNames = 2_000
const maxInlineLength = 1_000

export function openAnalysisPool(): AnalysisPool {
  const inline = createAnalyzer()
  let threads: Tinypool | null = null
  const turns = keyedSemaphore(maxThreads)
  const inThread = <K extends keyof Analyzer>(
    organizationId: string,
    name: K,
    task: AnalysisTask<K>,
  ): Promise<ReturnType<Analyzer[K]>> =>
    turns.run(organizationId, () => {
      threads ??= createThreads()
      return threads.run(task, { name })
    })
  const isInline = (names: string, lengths: readonly number[]) =>
    names.length <= maxInlineNames && lengths.every((length) => length <= maxInlineLength)
  return {
    prepare: (organizationId, names, texts) =>
      isInline(names, texts.map(lengthOfAnswer))
        ? inTurns(texts, async (text) => inline.prepare(names, [text]))
        : inTurns(getChunks(texts, lengthOfAnswer), (chunk) =>
            inThread(organizationId, 'prepare', { names, texts: chunk }),
          ),
    // The length of a compressed text is unknown.
    reanalyze: (organizationId, names, texts) => inThread(organizationId, 'reanalyze', { names, texts }),
    find: (organizationId, names, texts) =>
      isInline(names, texts.map(lengthOfText))
        ? inTurns(texts, async (text) => inline.find(names, [text]))
        : inTurns(getChunks(texts, lengthOfText), (chunk) =>
            inThread(organizationId, 'find', { names, texts: chunk }),
          ),
    close: async () => threads?.destroy(),
  }
}

/**
 * Bounds the memory of a task and the time for which it delays the tasks of other organizations. About 20 usual answers: with
 * more of them, their objects outlive the thread's young generation, and are more expensive to collect.
 */
const maxChunkLength = 200_000

/** Splits texts into chunks of at most this length together; a longer text is a separate chunk. */
function getChunks<T>(texts: readonly T[], getLength: (text: T) => number): T[][] {
  const chunks: T[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const text of texts) {
    length += getLength(text)
    if (length > maxChunkLength) {
      length = getLength(text)
      chunks.push([])
    }
    chunks.at(-1)?.push(text)
  }
  return chunks
}

/** One processor remains for the event loop. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1))

/** Threads start with the first task and stop when idle, because each takes about 20 MB. */
const createThreads = () =>
  new Tinypool({
    filename: new URL('./analysis-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads,
    idleTimeout: 30_000,
    // V8 would otherwise let the young generation of each thread grow to several times this size.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
  })

/** Parses sequentially and lets other work of the event loop run in between. */
async function inTurns<T, R>(parts: readonly T[], parse: (part: T) => Promise<R[]>): Promise<R[]> {
  const results: R[] = []
  for (const part of parts) {
    results.push(...(await parse(part)))
    await yieldToEventLoop()
  }
  return results
}

const lengthOfText = ({ markdown, prompt = '' }: SearchedText): number => markdown.length + prompt.length

function lengthOfAnswer({ result, prompt }: QueriedAnswer): number {
  if (result.outcome !== 'answered') return 0
  const sources = [...result.citations, ...result.retrieved]
  const urls = sources.reduce((sum, { url }) => sum + url.length, 0)
  return result.markdown.length + prompt.text.length + urls
}
