/**
 * Measures throughput and memory of importing past answers from a file, and of their reanalysis after a change of names:
 * `node scripts/launch.mjs bench/import-and-reanalysis.ts [answers]`. Uses an embedded PostgreSQL (fsync on) and includes the
 * rollups.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrand } from '../src/brands/brands.ts'
import { addEntity } from '../src/brands/entities.ts'
import { markAnalysisOutdated, reanalysisKind } from '../src/brands/reanalysis-request.ts'
import type { AppContext } from '../src/core/context.ts'
import { importAnswers } from '../src/data-transfer/import-answers.ts'
import { parseJsonLines } from '../src/data-transfer/json-lines.ts'
import { findUnfinishedJob, type JobData, type JobHandler } from '../src/jobs/job.ts'
import { runJob } from '../src/jobs/worker.ts'
import { reanalyze } from '../src/reanalysis/reanalysis.ts'
import { importedFields, markdownAt, newBrand, sourcesAt } from './data/answers.ts'
import { report, timed, timedCpu } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const count = Number(process.argv[2] ?? 20_000)
const newCompetitor = { name: 'Quillbase', domain: 'quillbase.com' }
const newCompetitorMention = `Some also look at **${newCompetitor.name}**, which is new and cheaper.`

function answerAt(index: number) {
  return {
    ...importedFields(index, count),
    answer_markdown: index % 4 === 0 ? `${markdownAt(index)}\n${newCompetitorMention}` : markdownAt(index),
    citations: sourcesAt(index).map((source, position) => ({ ...source, retrieved: position > 7 })),
    searches: ['best project management tool'],
  }
}

async function* lines() {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(answerAt(index))}\n`
}

await withOrganization(bench)

async function bench({ app, ctx }: BenchOrganization): Promise<void> {
  const file = join(app.config.DATA_DIR, 'answers.jsonl')
  await pipeline(Readable.from(lines()), createWriteStream(file))
  const brand = await createBrand(ctx, newBrand)
  const rssBefore = process.memoryUsage.rss()
  let rssPeak = rssBefore
  let imported = 0
  const { ms, cpuMs } = await timedCpu(async () => {
    const done = await importAnswers(ctx, brand, parseJsonLines(createReadStream(file)), {
      onProgress: () => {
        rssPeak = Math.max(rssPeak, process.memoryUsage.rss())
      },
    })
    imported = done.imported
  })
  const msAgain = await timed(() => importAnswers(ctx, brand, parseJsonLines(createReadStream(file))))
  const perSecond = Math.round((1000 * imported) / ms)
  report({
    what: `Import of ${imported} answers of ${((await stat(file)).size / count / 1024).toFixed(1)} KB`,
    measured: `${perSecond} a second; ${Math.round((1000 * cpuMs) / imported)} µs CPU each; memory ${megabytes(rssBefore)} before, ${megabytes(rssPeak)} at most; skipped again at ${Math.round((1000 * count) / msAgain)} a second`,
    budget: { text: '≥ 1,500 a second', isMet: perSecond >= 1_500 },
  })
  await addEntity(ctx, 'competitors', brand, newCompetitor)
  await measureReanalysis(
    app,
    'Reanalysis after adding a competitor that a quarter of the answers mention',
    brand.id,
  )
  await markAnalysisOutdated(ctx, brand.id)
  await measureReanalysis(app, 'Reanalysis of every answer', brand.id)
}

/** Runs the waiting reanalysis job in this process. */
async function measureReanalysis(app: AppContext, what: string, brandId: string): Promise<void> {
  const job = await findUnfinishedJob(app, brandId, reanalysisKind)
  if (!job) throw new Error('No reanalysis was requested')
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  let done: JobData = {}
  const handler: JobHandler = async (ctx, running) => {
    done = await reanalyze(ctx, running)
    return done
  }
  const { ms, cpuMs } = await timedCpu(() =>
    runJob(app, { brandId, jobId: job.id }, handler, new AbortController().signal),
  )
  lag.disable()
  const answers = Number(done.answers)
  const perSecond = Math.round((1_000 * answers) / ms)
  report({
    what,
    measured: `${perSecond} a second, ${Number(done.parsed)} of ${answers} parsed; ${Math.round((1000 * cpuMs) / answers)} µs CPU each; event loop delayed ${Math.round(lag.max / 1e6)} ms at most, p99 ${Math.round(lag.percentile(99) / 1e6)} ms`,
    budget: { text: '≥ 2,000 a second', isMet: perSecond >= 2_000 },
  })
}

function megabytes(sizeBytes: number): string {
  return `${Math.round(sizeBytes / 1024 ** 2)} MB`
}
