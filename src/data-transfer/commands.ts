/** The import and export commands. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { findBrandForCommand } from '../brands/brands.ts'
import {
  type Command,
  type CommandSource,
  createProgressLine,
  openInput,
  requireOption,
  singlePositional,
  type WithApp,
} from '../core/command.ts'
import { type AppContext, type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { exportAnswers } from './export-answers.ts'
import { importAnswers } from './import-answers.ts'
import { formatJsonLines, parseJsonLines } from './json-lines.ts'

const brand = { type: 'string', description: 'Id or slug of the brand.', isRequired: true } as const

/** Requests the jobs that follow new answers, in the transaction that records the import. */
export type AfterImport = (tx: Context, brandId: string) => Promise<void>

export const dataTransferCommands = (
  withApp: WithApp,
  afterImport: AfterImport,
): Record<string, Command> => ({
  import: {
    summary: 'Import past answers from JSON Lines; answers that are already stored are skipped.',
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
    summary: 'Print the stored answers of a brand as JSON Lines, the format of import.',
    options: {
      brand,
      raw: { type: 'boolean', description: 'Include the raw engine responses.' },
    },
    run: ({ values: { raw, ...values } }) =>
      withApp(async (app) => {
        const brandRow = await findBrandForCommand(app, requireOption(values, 'brand'))
        await inSnapshot(brandRow.ctx, (ctx) =>
          writeLines(exportAnswers(ctx, brandRow.brand, { raw: raw === 'true' })),
        )
      }),
  },
})

/** A command has its own connections, so it can hold one for as long as its output is read. */
function inSnapshot(ctx: Context, work: (snapshot: Context) => Promise<void>): Promise<void> {
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => work({ ...ctx, db }))
}

async function runImport(
  app: AppContext,
  idOrSlug: string,
  source: CommandSource,
  afterImport: AfterImport,
): Promise<void> {
  const { ctx, brand: brandRow } = await findBrandForCommand(app, idOrSlug)
  const progress = createProgressLine(process.stderr)
  const startedMs = performance.now()
  const stop = listenForStop()
  try {
    const report = await importAnswers(ctx, brandRow, parseJsonLines(source.chunks), {
      signal: stop.signal,
      onProgress: (counts) => progress.show(progressText(counts, source, performance.now() - startedMs)),
    })
    progress.end()
    if (report.imported > 0)
      await transaction(ctx, async (tx) => {
        await recordEvent(tx, 'answers.imported', {
          brandId: brandRow.id,
          data: { answers: report.imported },
        })
        await afterImport(tx, brandRow.id)
      })
    process.stdout.write(`${JSON.stringify(report)}\n`)
    if (stop.signal.aborted)
      throw new Error('Stopped before the end of the file. Run the command again to continue.')
  } finally {
    stop.dispose()
  }
}

/** A terminal and the launcher can both deliver the same Ctrl-C. */
const duplicateSignalMs = 1_000

/**
 * Listens for signals. The first one stops the import after the current batch; a later one exits immediately and loses
 * at most that batch.
 */
function listenForStop(): { signal: AbortSignal; dispose(): void } {
  const controller = new AbortController()
  let firstSignalMs: number | null = null
  const onSignal = () => {
    if (firstSignalMs !== null && performance.now() - firstSignalMs > duplicateSignalMs) process.exit(1)
    firstSignalMs ??= performance.now()
    controller.abort()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return {
    signal: controller.signal,
    dispose: () => process.off('SIGINT', onSignal).off('SIGTERM', onSignal),
  }
}

function progressText(
  { imported, skipped, rejected }: { imported: number; skipped: number; rejected: number },
  { sizeBytes, readBytes }: CommandSource,
  elapsedMs: number,
): string {
  const donePct = sizeBytes ? `${Math.floor((100 * readBytes()) / sizeBytes)} %, ` : ''
  const perSecond = Math.round((1000 * (imported + skipped)) / elapsedMs)
  return `${donePct}${imported} imported, ${skipped} skipped, ${rejected} rejected, ${perSecond} per second`
}

/** Writes values as lines. A closed pipe (`| head`) ends the export without an error. */
async function writeLines(values: AsyncIterable<unknown>): Promise<void> {
  try {
    await pipeline(Readable.from(formatJsonLines(values)), process.stdout, { end: false })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
  }
}
