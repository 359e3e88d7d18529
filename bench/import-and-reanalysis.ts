/**
 * Measures throughput and memory of importing past answers from a file, and of their reanalysis after a change of names:
 * `node scripts/launch.mjs bench/import-and-reanalysis.ts [answers]`. Uses an embedded PostgreSQL (fsync on) and includes the
 * rollups.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createOwner } from '../src/accounts/accounts.ts'
import { createBrand } from '../src/brands/brands.ts'
import { addEntity } from '../src/brands/entities.ts'
import { markAnalysisOutdated, reanalysisKind } from '../src/brands/reanalysis-request.ts'
import { readConfig } from '../src/config.ts'
import { importAnswers } from '../src/data-transfer/import-answers.ts'
import { parseJsonLines } from '../src/data-transfer/json-lines.ts'
import { findUnfinishedJob, type JobData, type JobHandler } from '../src/jobs/job.ts'
import { runJob } from '../src/jobs/worker.ts'
import { openApp } from '../src/main.ts'
import { reanalyze } from '../src/reanalysis/reanalysis.ts'
import { platforms } from '../vocabulary/platforms.ts'
import { markdownAt, names, sourcesAt } from './data/answers.ts'
import { report, timed } from './report.ts'
import { createDataDir } from './service.ts'

const count = Number(process.argv[2] ?? 20_000)
const days = 90
const prompts = 100
const newCompetitor = { name: 'Quillbase', domain: 'quillbase.com' }
const newCompetitorMention = `Some also look at **${newCompetitor.name}**, which is new and cheaper.`

function answerAt(index: number) {
  const day = Math.floor((index * days) / count)
  return {
    prompt: `Which project management tool is best for team number ${index % prompts}?`,
    platform: platforms[index % platforms.length],
    answered_at: new Date(Date.UTC(2026, 0, 1 + day, 6, 0, 0, 0) + index).toISOString(),
    model: 'bench-1',
    answer_markdown: index % 4 === 0 ? `${markdownAt(index)}\n${newCompetitorMention}` : markdownAt(index),
    citations: sourcesAt(index).map((source, position) => ({ ...source, retrieved: position > 7 })),
    searches: ['best project management tool'],
  }
}

async function* lines() {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(answerAt(index))}\n`
}

const dataDir = await createDataDir()
const file = join(dataDir, 'answers.jsonl')
await pipeline(Readable.from(lines()), createWriteStream(file))
const { app: base, close } = await openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), {
  exclusive: true,
})
try {
  const { organizationId } = await createOwner(base, {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'only for measuring',
  })
  const ctx = { ...base, organizationId, actor: { kind: 'system' as const } }
  const brand = await createBrand(ctx, {
    name: names[0] ?? '',
    domain: 'example1.com',
    competitors: names.slice(1).map((name, index) => ({ name, domain: `example${index + 2}.com` })),
  })
  const rssBefore = process.memoryUsage.rss()
  let rssPeak = rssBefore
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  const imported = await importAnswers(ctx, brand, parseJsonLines(createReadStream(file)), {
    onProgress: () => {
      rssPeak = Math.max(rssPeak, process.memoryUsage.rss())
    },
  })
  const seconds = (performance.now() - began) / 1000
  const cpuMicros = microsSince(cpuBefore) / imported.imported
  const again = performance.now()
  await importAnswers(ctx, brand, parseJsonLines(createReadStream(file)))
  const secondsAgain = (performance.now() - again) / 1000
  const perSecond = Math.round(imported.imported / seconds)
  report({
    what: `Import of ${imported.imported} answers of ${((await stat(file)).size / count / 1024).toFixed(1)} KB`,
    measured: `${perSecond} a second; ${Math.round(cpuMicros)} µs CPU each; memory ${megabytes(rssBefore)} before, ${megabytes(rssPeak)} at most; skipped again at ${Math.round(count / secondsAgain)} a second`,
    budget: { text: '≥ 1,500 a second', isMet: perSecond >= 1_500 },
  })
  await addEntity(ctx, 'competitors', brand, newCompetitor)
  await measureReanalysis(
    'Reanalysis after adding a competitor that a quarter of the answers mention',
    brand.id,
  )
  await markAnalysisOutdated(ctx, brand.id)
  await measureReanalysis('Reanalysis of every answer', brand.id)
} finally {
  await close()
  await rm(dataDir, { recursive: true, force: true })
}

/** Runs the waiting reanalysis job in this process. */
async function measureReanalysis(what: string, brandId: string): Promise<void> {
  const job = await findUnfinishedJob(base, brandId, reanalysisKind)
  if (!job) throw new Error('No reanalysis was requested')
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const cpuBefore = process.cpuUsage()
  let done: JobData = {}
  const handler: JobHandler = async (ctx, running) => {
    done = await reanalyze(ctx, running)
    return done
  }
  const ms = await timed(() =>
    runJob(base, { brandId, jobId: job.id }, handler, new AbortController().signal),
  )
  lag.disable()
  const answers = Number(done.answers)
  const perSecond = Math.round((1_000 * answers) / ms)
  report({
    what,
    measured: `${perSecond} a second, ${Number(done.parsed)} of ${answers} parsed; ${Math.round(microsSince(cpuBefore) / answers)} µs CPU each; event loop delayed ${Math.round(lag.max / 1e6)} ms at most, p99 ${Math.round(lag.percentile(99) / 1e6)} ms`,
    budget: { text: '≥ 2,000 a second', isMet: perSecond >= 2_000 },
  })
}

function microsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function megabytes(sizeBytes: number): string {
  return `${Math.round(sizeBytes / 1024 ** 2)} MB`
}
