/** The stored tests of single prompts on the evaluated day. */
import { sql } from 'kysely'
import { isByPrompt, promptsInScope, type Scope } from '../../answers/scope.ts'
import type { Context } from '../../core/context.ts'
import type { BrandDays } from '../rollups.ts'
import { getSeries } from '../statistics/change-detection/daily-sums.ts'
import { listedWindows, type PromptTest, testPrompts } from '../statistics/change-detection/prompt-changes.ts'

export type PromptTestRow = {
  platform: string
  prompt_id: string
  mean_before: number
  mean_after: number
  p: number
}

/** Tests all prompts over all platforms and on each one, and pauses between the platforms. `days` contains the 56 days until `day`. */
export async function testListedPrompts(
  { answers, sums }: BrandDays,
  day: number,
  pause: () => Promise<void>,
): Promise<PromptTestRow[]> {
  const rows: PromptTestRow[] = []
  for (const platform of [null, ...new Set(answers.cells.map((cell) => cell.platform))]) {
    for (const { prompt, test } of testPrompts(getSeries(answers, sums.score, platform), listedWindows(day)))
      rows.push({
        platform: platform ?? '',
        prompt_id: prompt,
        mean_before: test.before,
        mean_after: test.after,
        p: test.p,
      })
    await pause()
  }
  return rows
}

export async function replacePromptTests(
  { db }: Context,
  brandId: string,
  rows: readonly PromptTestRow[],
): Promise<void> {
  await db.deleteFrom('prompt_tests').where('brand_id', '=', brandId).execute()
  const columns = {
    platforms: rows.map(({ platform }) => platform),
    prompts: rows.map(({ prompt_id }) => prompt_id),
    before: rows.map(({ mean_before }) => mean_before),
    after: rows.map(({ mean_after }) => mean_after),
    p: rows.map(({ p }) => p),
  }
  await sql`
    insert into prompt_tests (brand_id, platform, prompt_id, mean_before, mean_after, p)
    select ${brandId}, * from unnest(
      ${columns.platforms}::text[], ${columns.prompts}::uuid[], ${columns.before}::float8[], ${columns.after}::float8[],
      ${columns.p}::float8[]
    )`.execute(db)
}

export async function readPromptTestRows({ db }: Context, brandId: string): Promise<PromptTestRow[]> {
  const { rows } = await sql<PromptTestRow>`
    select platform, prompt_id, mean_before, mean_after, p from prompt_tests where brand_id = ${brandId}`.execute(
    db,
  )
  return rows
}

/**
 * Returns the tests of the prompts in scope whose recent days end with `to`. Null if they are not stored: `to` is not the
 * evaluated day, or the scope is neither all platforms nor one of them.
 */
export async function findPromptTests(
  { db }: Context,
  scope: Scope,
  to: string,
): Promise<PromptTest[] | null> {
  const { brand, platforms, models, regions } = scope
  if (models !== null || regions !== null || (platforms?.length ?? 1) > 1) return null
  const { rows } = await sql<PromptTestRow | { prompt_id: null }>`
    select prompt_id, mean_before, mean_after, p
    from change_evaluations evaluation
    left join prompt_tests test
      on test.brand_id = evaluation.brand_id and platform = ${platforms?.[0] ?? ''}
      and ${isByPrompt(scope) ? sql`prompt_id in (${promptsInScope(scope)})` : sql`true`}
    where evaluation.brand_id = ${brand.id} and evaluated_through = ${to}::date`.execute(db)
  if (rows.length === 0) return null
  return rows.flatMap((row) =>
    row.prompt_id === null
      ? []
      : [{ prompt: row.prompt_id, test: { before: row.mean_before, after: row.mean_after, p: row.p } }],
  )
}
