/** Collects, for each prompt where a tracked competitor outperforms the brand, the evidence from recent answers. */
import { sql } from 'kysely'
import { analysisPool } from '../answers/analysis-pool.ts'
import { entitiesOf } from '../answers/analyzer.ts'
import type { Brand } from '../brands/brands.ts'
import { type EntityRow, listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { type EntityResults, type GapScope, listPromptGaps, type PromptGap } from './gap-query.ts'

export type CompetitorResults = EntityResults & { competitor_id: string; name: string }

/** The competitors are those that are mentioned or cited, highest score first. */
export type PromptEvidence = Omit<PromptGap, 'competitors'> & { competitors: CompetitorResults[] }

export type Evidence = { from: string; to: string; prompts: PromptEvidence[] }

const windowDays = 30

/**
 * Covers the 30 days that end with the newest answer. Returns null without answers or competitors. Omits inactive
 * prompts and prompts where no competitor leads. Must run in a transaction.
 */
export async function findGapEvidence(ctx: Context, brand: Brand): Promise<Evidence | null> {
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  const { rows } = await sql<{ to: string | null; from: string | null }>`
    select max(day) as to, max(day) - ${windowDays - 1}::int as from from answers where brand_id = ${brand.id}`.execute(
    ctx.db,
  )
  const { from = null, to = null } = rows[0] ?? {}
  if (from === null || to === null || competitors.length === 0) return null
  const compared = await listComparedCompetitors(ctx, brand, competitors)
  const gaps = await listPromptGaps(ctx, { brandId: brand.id, from, to, ...compared })
  const prompts = gaps.map((gap) => ({
    ...gap,
    competitors: gap.competitors.flatMap(({ entity, ...results }) => {
      const competitor = competitors.find(({ number }) => number === entity)
      return competitor ? [{ competitor_id: competitor.id, name: competitor.name, ...results }] : []
    }),
  }))
  return { from, to, prompts }
}

/**
 * Returns the competitors compared at each active prompt. Competitors that the prompt names are excluded: an answer to
 * "alternatives to Acme" names Acme anyway.
 */
async function listComparedCompetitors(
  ctx: Context,
  brand: Brand,
  competitors: readonly EntityRow[],
): Promise<Pick<GapScope, 'promptIds' | 'competitors'>> {
  const prompts = await ctx.db
    .selectFrom('prompts')
    .select(['id', 'text', 'language'])
    .where('brand_id', '=', brand.id)
    .where('deleted_at', 'is', null)
    .where('is_active', '=', true)
    .execute()
  const mentioned = await ctx.use(analysisPool).find(
    entitiesOf(competitors),
    prompts.map(({ text, language }) => ({ markdown: text, language: language || null })),
  )
  const compared = mentioned.map((found) => {
    const others = competitors.filter(({ id }) => !found.some((entity) => entity.id === id))
    return `{${others.map(({ number }) => number).join(',')}}`
  })
  return { promptIds: prompts.map(({ id }) => id), competitors: compared }
}
