/** History from the command line: past answers in, and the same out. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Brand } from '../brands/brands.ts'
import { findBrandForCommand } from '../brands/brands.ts'
import { requestCompetitorSuggestions } from '../competitor-suggestions/competitor-suggestions.ts'
import {
  type Command,
  createProgressLine,
  openInput,
  requireOption,
  type Source,
  singlePositional,
  type WithApp,
} from '../core/command.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { requestOpportunities } from '../opportunities/generate.ts'
import { requestSentimentClassification } from '../reanalysis/llm-sentiment.ts'
import { exportAnswers } from './export-answers.ts'
import { importAnswers } from './import-answers.ts'
import { formatJsonLines, parseJsonLines } from './json-lines.ts'

const brand = { type: 'string', about: 'Id or slug of the brand.', isNeeded: true } as const

export const dataTransferCommands = (withBase: WithApp): Record<string, Command> => ({
  import: {
    summary: 'Take in past answers as JSON Lines; those that are stored already are skipped.',
    options: { brand },
    positionals: '<file|->',
    run: async ({ values, positionals }) => {
      const source = await openInput(singlePositional(positionals))
      try {
        await withBase((base) => runImport(base, requireOption(values, 'brand'), source))
      } finally {
        source.close()
      }
    },
  },
  export: {
    summary: 'Print the stored answers of a brand as JSON Lines, as import takes them.',
    options: {
      brand,
      raw: { type: 'boolean', about: 'With what the engines sent, as they sent it.' },
    },
    run: ({ values: { raw, ...values } }) =>
      withBase(async (base) => {
        const found = await findBrandForCommand(base, requireOption(values, 'brand'))
        await print(exportAnswers(found.ctx, found.brand, { raw: raw === 'true' }))
      }),
  },
})

async function runImport(base: AppContext, idOrSlug: string, source: Source): Promise<void> {
  const { ctx, brand: found } = await findBrandForCommand(base, idOrSlug)
  const progress = createProgressLine(process.stderr)
  const beganMs = performance.now()
  const stopping = stopSignal()
  try {
    const report = await importAnswers(ctx, found, parseJsonLines(source.chunks), {
      signal: stopping.asked,
      onProgress: (counts) => progress.show(progressText(counts, source, performance.now() - beganMs)),
    })
    progress.end()
    if (report.imported > 0) await afterImport(ctx, found, report.imported)
    process.stdout.write(`${JSON.stringify(report)}\n`)
    if (stopping.asked.aborted) throw new Error('Stopped before the end; run it again to go on.')
  } finally {
    stopping.forget()
  }
}

/** What a run starts at its end: the same answers, however they came. */
async function afterImport(ctx: Context, { id: brandId }: Brand, answers: number): Promise<void> {
  await transaction(ctx, async (tx) => {
    await recordEvent(tx, 'answers.imported', { brandId, data: { answers } })
    await requestCompetitorSuggestions(tx, brandId)
    await requestSentimentClassification(tx, brandId)
    await requestOpportunities(tx, brandId)
  })
}

/** A Ctrl-C may arrive twice: from the terminal and through the launcher. */
const sameSignalMs = 1_000

/** The first signal asks for an end after the batch at hand; a later one ends at once, which loses no more than that batch. */
function stopSignal(): { asked: AbortSignal; forget(): void } {
  const stopping = new AbortController()
  let since: number | null = null
  const stop = () => {
    if (since !== null && performance.now() - since > sameSignalMs) process.exit(1)
    since ??= performance.now()
    stopping.abort()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  return { asked: stopping.signal, forget: () => process.off('SIGINT', stop).off('SIGTERM', stop) }
}

function progressText(
  { imported, skipped, rejected }: { imported: number; skipped: number; rejected: number },
  { sizeBytes, readBytes }: Source,
  sinceMs: number,
): string {
  const donePct = sizeBytes ? `${Math.floor((100 * readBytes()) / sizeBytes)} %, ` : ''
  const perSecond = Math.round((1000 * (imported + skipped)) / sinceMs)
  return `${donePct}${imported} imported, ${skipped} skipped, ${rejected} rejected, ${perSecond} a second`
}

/** A reader that has seen enough (`| head`) ends it quietly. */
async function print(values: AsyncIterable<unknown>): Promise<void> {
  try {
    await pipeline(Readable.from(formatJsonLines(values)), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
