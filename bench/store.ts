/**
 * What storing one answer costs, reading it included: `node bench/store.ts [answers]`. Each answer in a transaction of its
 * own, as a run stores them, and in turn with it a plain insert of the same text and sources into a table of one's own. On an
 * embedded PostgreSQL with fsync on, removed in the end.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { createOwner } from '../src/accounts/organizations.ts'
import { createAnswerWriter } from '../src/answers/answers.ts'
import { createBrand } from '../src/brands/brands.ts'
import { trackedEntities } from '../src/brands/entities.ts'
import { readConfig } from '../src/core/config.ts'
import { type Context, systemContext } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { openApp } from '../src/main.ts'
import { createPrompt } from '../src/prompts/prompts.ts'
import { platforms } from '../vocabulary/platforms.ts'
import { markdownAt, names, sourcesAt } from './data/answers.ts'

const count = Number(process.argv[2] ?? 2_000)
const warmUp = 200

const dataDir = await mkdtemp(join(tmpdir(), 'ansight-bench-'))
// The account that the server runs under when this is root must get through, or it keeps its files elsewhere.
await chmod(dataDir, 0o711)
const { app: base, close } = await openApp(readConfig({ DATA_DIR: dataDir }), {
  exclusive: true,
  log: pino({ level: 'silent' }),
})
try {
  await bench()
} finally {
  await close()
  await rm(dataDir, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  const owner = { name: 'Bench', email: 'bench@example.com', password: 'bench bench bench' }
  const { organizationId } = await createOwner(base, owner)
  const ctx = systemContext(base, organizationId)
  const brand = await createBrand(ctx, {
    name: names[0] ?? '',
    domain: 'example1.com',
    competitors: names.slice(1).map((name, index) => ({ name, domain: `example${index + 2}.com` })),
  })
  const prompt = await createPrompt(ctx, brand, { text: 'Which project management tool is best?' })
  const writer = createAnswerWriter(brand, await trackedEntities(ctx, brand))
  const store = (index: number) => {
    const askedAt = new Date(Date.UTC(2026, 0, 1) + index)
    const prepared = writer.prepare({
      jobId: null,
      prompt,
      platform: platforms[index % platforms.length] ?? 'chatgpt',
      backend: 'openai',
      surface: 'api',
      region: 'US',
      language: 'en',
      sample: 1,
      askedAt,
      answeredAt: askedAt,
      result: {
        outcome: 'answered',
        markdown: markdownAt(index),
        model: 'bench-1',
        citations: sourcesAt(index).map((source) => ({ ...source, start: null, end: null })),
        retrieved: [],
        searches: ['best project management tool'],
        searched: true,
        inputTokens: 20,
        outputTokens: 2_000,
        costMicros: 12_000,
        shoppingCards: [],
        raw: { id: `answer ${index}`, text: markdownAt(index) },
      },
    })
    return writer.store(ctx, [{ id: newId(askedAt.getTime()), promptId: prompt.id, prepared }])
  }
  await sql`
    create table plain (id uuid primary key, answered_at timestamptz not null, markdown text not null, sources jsonb not null)`.execute(
    base.db,
  )
  const insert = (index: number) =>
    sql`
    insert into plain values (
      ${newId()}, ${new Date(Date.UTC(2026, 0, 1) + index)}, ${markdownAt(index)}, ${JSON.stringify(sourcesAt(index))}
    )`.execute(base.db)
  await analyzed(ctx, store)
  const stored: number[] = []
  const inserted: number[] = []
  const cpu = process.cpuUsage()
  for (let index = warmUp; index < warmUp + count; index += 1) {
    inserted.push(await timed(() => insert(index)))
    stored.push(await timed(() => store(index)))
  }
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${count} answers one by one: ${shown(stored)}; a plain insert of text and sources: ${shown(inserted)}; ` +
      `ratio ${(at(stored, 0.5) / at(inserted, 0.5)).toFixed(1)}; ` +
      `${((user + system) / 1000 / count).toFixed(2)} ms of this process's CPU for both; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

/** PostgreSQL believes new tables to be empty until it has looked at them. */
async function analyzed(ctx: Context, store: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < warmUp; index += 1) await store(index)
  await sql`analyze`.execute(ctx.db)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function at(times: number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0
}

function shown(times: number[]): string {
  return `median ${at(times, 0.5).toFixed(2)} ms, at least ${at(times, 0).toFixed(2)} ms, 99th percentile ${at(times, 0.99).toFixed(1)} ms`
}
