/**
 * How fast past answers are taken in, in how much memory, and how fast they are brought up to date after a competitor was
 * added that a fourth of them names, and when all are read again: `node bench/import-and-reanalysis.ts [answers]`. On an embedded
 * PostgreSQL of its own, as safe as an installed one (fsync on), from a file, sums included; removed in the end.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createOwner } from '../src/accounts/organizations.ts'
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

const count = Number(process.argv[2] ?? 20_000)
const days = 90
const prompts = 100
const newcomer = { name: 'Quillbase', domain: 'quillbase.com' }
const withNewcomer = `Some also look at **${newcomer.name}**, which is new and cheaper.`

function answerAt(index: number) {
  const day = Math.floor((index * days) / count)
  return {
    prompt: `Which project management tool is best for team number ${index % prompts}?`,
    platform: platforms[index % platforms.length],
    answered_at: new Date(Date.UTC(2026, 0, 1 + day, 6, 0, 0, 0) + index).toISOString(),
    model: 'bench-1',
    answer_markdown: index % 4 === 0 ? `${markdownAt(index)}\n${withNewcomer}` : markdownAt(index),
    citations: sourcesAt(index).map((source, place) => ({ ...source, retrieved: place > 7 })),
    searches: ['best project management tool'],
  }
}

async function* lines() {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(answerAt(index))}\n`
}

const dataDir = await mkdtemp(join(tmpdir(), 'ansight-bench-'))
// The account that the server runs under when this is root must get through, or it keeps its files elsewhere.
await chmod(dataDir, 0o711)
const file = join(dataDir, 'answers.jsonl')
await pipeline(Readable.from(lines()), createWriteStream(file))
const { app: base, close } = await openApp(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }), {
  exclusive: true,
})
try {
  const { organizationId } = await createOwner(base, {
    name: 'Bench',
    email: 'bench@example.com',
    password: 'bench bench bench',
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
  const report = await importAnswers(ctx, brand, parseJsonLines(createReadStream(file)), {
    onProgress: () => {
      rssPeak = Math.max(rssPeak, process.memoryUsage.rss())
    },
  })
  const seconds = (performance.now() - began) / 1000
  const cpuMicros = microsSince(cpuBefore) / report.imported
  const again = performance.now()
  await importAnswers(ctx, brand, parseJsonLines(createReadStream(file)))
  const secondsAgain = (performance.now() - again) / 1000
  console.log(
    `${report.imported} answers of ${((await stat(file)).size / count / 1024).toFixed(1)} KB in ${seconds.toFixed(1)} s: ` +
      `${Math.round(report.imported / seconds)} a second; ` +
      `${Math.round(cpuMicros)} µs of this process's CPU each; ` +
      `memory ${megabytes(rssBefore)} before, ${megabytes(rssPeak)} at most; ` +
      `the same file again, all skipped: ${Math.round(count / secondsAgain)} a second`,
  )
  await addEntity(ctx, 'competitors', brand, newcomer)
  await bringUpToDate('with one more competitor', brand.id)
  await markAnalysisOutdated(ctx, brand.id)
  await bringUpToDate('all read again', brand.id)
} finally {
  await close()
  await rm(dataDir, { recursive: true, force: true })
}

/** The job that was asked for, worked on here. */
async function bringUpToDate(what: string, brandId: string): Promise<void> {
  const job = await findUnfinishedJob(base, brandId, reanalysisKind)
  if (!job) throw new Error('Nothing asks for a re-reading')
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  let done: JobData = {}
  const handler: JobHandler = async (ctx, running) => {
    done = await reanalyze(ctx, running)
    return done
  }
  await runJob(base, { brandId, jobId: job.id }, handler, new AbortController().signal)
  lag.disable()
  const answers = Number(done.answers)
  const seconds = (performance.now() - began) / 1000
  console.log(
    `${what}: ${answers} answers up to date, ${Number(done.read)} of them read again: ${Math.round(answers / seconds)} a second; ` +
      `${Math.round(microsSince(cpuBefore) / answers)} µs of this process's CPU each; ` +
      `the process was busy ${Math.round(lag.max / 1e6)} ms at most, ${Math.round(lag.percentile(99) / 1e6)} ms at the 99th percentile`,
  )
}

function microsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function megabytes(sizeBytes: number): string {
  return `${Math.round(sizeBytes / 1024 ** 2)} MB`
}
