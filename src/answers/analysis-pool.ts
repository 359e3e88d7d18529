/**
 * Parses texts in worker threads. The time that a text takes depends on the text and on the names, which customers
 * choose: a hostile combination takes seconds, in which the event loop would answer no request. Short texts with few
 * names are parsed inline, because starting a thread takes longer.
 */
import { availableParallelism } from 'node:os'
import { Tinypool } from 'tinypool'
import type { Resource } from '../core/context.ts'
import { yieldToEventLoop } from '../core/yield-to-event-loop.ts'
import type { AnalysisTask } from './analysis-thread.ts'
import { type Analyzer, createAnalyzer, type SearchedText } from './analyzer.ts'
import type { QueriedAnswer } from './prepare-answer.ts'

/** The methods of the analyzer, which resolve without blocking the event loop. */
export type AnalysisPool = {
  [K in keyof Analyzer]: (...args: Parameters<Analyzer[K]>) => Promise<ReturnType<Analyzer[K]>>
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
  const inThread = <K extends keyof Analyzer>(name: K, task: AnalysisTask<K>): Promise<ReturnType<Analyzer[K]>> => {
    threads ??= createThreads()
    return threads.run(task, { name })
  }
  const isInline = (names: string, lengths: readonly number[]) =>
    names.length <= maxInlineNames && lengths.every((length) => length <= maxInlineLength)
  return {
    prepare: (names, texts) =>
      isInline(names, texts.map(lengthOfAnswer))
        ? oneByOne(texts, (text) => inline.prepare(names, [text]))
        : inThread('prepare', { names, texts }),
    // The length of a compressed text is unknown.
    reanalyze: (names, texts) => inThread('reanalyze', { names, texts }),
    find: (names, texts) =>
      isInline(names, texts.map(lengthOfText))
        ? oneByOne(texts, (text) => inline.find(names, [text]))
        : inThread('find', { names, texts }),
    close: async () => threads?.destroy(),
  }
}

/** Threads start with the first task and stop when idle, because each takes about 20 MB. */
const createThreads = () =>
  new Tinypool({
    filename: new URL('./analysis-thread.ts', import.meta.url).href,
    minThreads: 0,
    // One processor remains for the event loop.
    maxThreads: Math.max(1, Math.min(4, availableParallelism() - 1)),
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })

/** Lets other work of the event loop run between two texts. */
async function oneByOne<T, R>(texts: readonly T[], parse: (text: T) => R[]): Promise<R[]> {
  const results: R[] = []
  for (const text of texts) {
    results.push(...parse(text))
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
