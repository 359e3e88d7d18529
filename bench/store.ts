/**
 * Measures the cost of storing one answer, including parsing: `node scripts/launch.mjs bench/store.ts [answers]`. Stores each
 * answer in its own transaction and alternates with a plain insert of the same text and sources into a simple table. Uses an
 * embedded PostgreSQL (fsync on).
 */
import { sql } from 'kysely'
import { createAnswerWriter } from '../src/answers/answers.ts'
import type { QueriedAnswer } from '../src/answers/prepare-answer.ts'
import { createBrand } from '../src/brands/brands.ts'
import { trackedEntities } from '../src/brands/entities.ts'
import type { Context } from '../src/core/context.ts'
import { newId } from '../src/core/ids.ts'
import { createPrompt } from '../src/prompts/prompts.ts'
import { platforms } from '../vocabulary/platforms.ts'
import { markdownAt, newBrand, sourcesAt } from './data/answers.ts'
import { quantile, report, timed, timedCpu } from './report.ts'
import { type BenchOrganization, withOrganization } from './service.ts'

const count = Number(process.argv[2] ?? 2_000)
const warmUp = 200

await withOrganization(bench)

async function bench({ app, ctx }: BenchOrganization): Promise<void> {
  const brand = await createBrand(ctx, newBrand)
  const prompt = await createPrompt(ctx, brand, { text: 'Which project management tool is best?' })
  const writer = createAnswerWriter(ctx, brand, await trackedEntities(ctx, brand))
  const store = async (index: number) => {
    const queriedAt = new Date(Date.UTC(2026, 0, 1) + index)
    const answer: QueriedAnswer = {
      jobId: null,
      prompt,
      platform: platforms[index % platforms.length] ?? 'chatgpt',
      backend: 'openai',
      surface: 'api',
      region: 'US',
      language: 'en',
      sample: 1,
      queriedAt,
      answeredAt: queriedAt,
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
        costEstimated: false,
        shoppingCards: [],
        raw: { id: `answer ${index}`, text: markdownAt(index) },
        unrecognized: [],
      },
    }
    const [prepared] = await writer.prepare([answer])
    if (prepared) await writer.store(ctx, [{ id: newId(queriedAt.getTime()), promptId: prompt.id, prepared }])
  }
  await sql`
    create table plain (id uuid primary key, answered_at timestamptz not null, markdown text not null, sources jsonb not null)`.execute(
    app.db,
  )
  const insert = (index: number) =>
    sql`
    insert into plain values (
      ${newId()}, ${new Date(Date.UTC(2026, 0, 1) + index)}, ${markdownAt(index)}, ${JSON.stringify(sourcesAt(index))}
    )`.execute(app.db)
  await warmUpAndAnalyze(ctx, store)
  const stored: number[] = []
  const inserted: number[] = []
  const { cpuMs } = await timedCpu(async () => {
    for (let index = warmUp; index < warmUp + count; index += 1) {
      inserted.push(await timed(() => insert(index)))
      stored.push(await timed(() => store(index)))
    }
  })
  const p99 = quantile(stored, 0.99)
  report({
    what: `Storing one answer of 7 KB with ten sources, parsing included (${count} answers)`,
    measured: `median ${quantile(stored, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; a plain insert ${quantile(inserted, 0.5).toFixed(1)} ms; ${(cpuMs / count).toFixed(2)} ms CPU for both`,
    budget: { text: 'median ≤ 5 ms', isMet: quantile(stored, 0.5) <= 5 },
  })
}

/** Stores the first answers and analyzes the tables: PostgreSQL would otherwise plan for empty tables. */
async function warmUpAndAnalyze(ctx: Context, store: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < warmUp; index += 1) await store(index)
  await sql`analyze`.execute(ctx.db)
}
