/** History from the command line: past answers in, and the same out. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findBrandForCommand } from '../brands/brands.ts'
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
import { exportAnswers } from './export-answers.ts'
import { importAnswers } from './import-answers.ts'
import { formatJsonLines, parseJsonLines } from './json-lines.ts'

const brand = { type: 'string', about: 'Id or slug of the brand.', isNeeded: true } as const

/** Requests the jobs that follow new answers, within the transaction that records the import. */
export type AfterImport = (tx: Context, brandId: string) => Promise<void>

export const dataTransferCommands = (
  withApp: WithApp,
  afterImport: AfterImport,
): Record<string, Command> => ({
  import: {
    summary: 'Take in past answers as JSON Lines; those that are stored already are skipped.',
    options: { brand },
    positionals: '<file|->',
    run: async ({ values, positionals }) => {
      const source = await openInput(singlePositional(positionals))
      try {
        await withApp((app) => runImport(app, requireOption(values, 'brand'), source, afterImport))
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
      withApp(async (app) => {
        const found = await findBrandForCommand(app, requireOption(values, 'brand'))
        await print(exportAnswers(found.ctx, found.brand, { raw: raw === 'true' }))
      }),
  },
})

async function runImport(
  app: AppContext,
  idOrSlug: string,
  source: Source,
  afterImport: AfterImport,
): Promise<void> {
  const { ctx, brand: found } = await findBrandForCommand(app, idOrSlug)
  const progress = createProgressLine(process.stderr)
  const beganMs = performance.now()
  const stopping = stopSignal()
  try {
    const report = await importAnswers(ctx, found, parseJsonLines(source.chunks), {
      signal: stopping.asked,
      onProgress: (counts) => progress.show(progressText(counts, source, performance.now() - beganMs)),
    })
    progress.end()
    if (report.imported > 0)
      await transaction(ctx, async (tx) => {
        await recordEvent(tx, 'answers.imported', { brandId: found.id, data: { answers: report.imported } })
        await afterImport(tx, found.id)
      })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    if (stopping.asked.aborted) throw new Error('Stopped before the end; run it again to go on.')
  } finally {
    stopping.forget()
  }
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
