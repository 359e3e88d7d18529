/** Collects, for each prompt where a tracked competitor outperforms the brand, the evidence from recent answers. */
import { analysisPool } from '../answers/analysis-pool.ts'
import { getEntities } from '../answers/analyzer.ts'
import { unfiltered } from '../answers/scope.ts'
import type { Brand } from '../brands/brands.ts'
import { type EntityRow, listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { type Drift, type Drifts, driftOfPrompts, readDrifts } from '../metrics/drifts.ts'
import { type EvidenceWindow, findEvidenceWindow } from './evidence-window.ts'
import { type EntityResults, type GapScope, listPromptGaps, type PromptGap } from './gap-query.ts'

export type CompetitorResults = EntityResults & { competitor_id: string; name: string }

/** The competitors are those that are mentioned or cited, highest score first. `drift`: of the gap to the first of them. */
export type PromptEvidence = Omit<PromptGap, 'competitors' | 'prompts_with_answers'> & {
  competitors: CompetitorResults[]
  drift: Drift | null
}

export type GapEvidence = EvidenceWindow & { prompts: PromptEvidence[] }

/**
 * Covers the 30 days that end with the newest answer. Returns null without answers or competitors. Omits inactive
 * prompts and prompts where no competitor leads. Must run in a transaction.
 */
export async function findGapEvidence(ctx: Context, brand: Brand): Promise<GapEvidence | null> {
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  const window = await findEvidenceWindow(ctx, brand.id)
  if (window === null || competitors.length === 0) return null
  const { from, to } = window
  const compared = await listComparedCompetitors(ctx, brand, competitors)
  const gaps = await listPromptGaps(ctx, { brandId: brand.id, from, to, ...compared })
  const getDrift = await readDrifts({ ...ctx, scope: { ...unfiltered, brand, from, to } })
  const prompts = gaps.map(({ prompts_with_answers, ...gap }) => ({
    ...gap,
    drift: driftOfGap(getDrift, gap.competitors[0]?.entity, prompts_with_answers),
    competitors: gap.competitors.flatMap(({ entity, ...results }) => {
      const competitor = competitors.find(({ entity_no }) => entity_no === entity)
      return competitor ? [{ competitor_id: competitor.id, name: competitor.name, ...results }] : []
    }),
  }))
  return { from, to, prompts }
}

/** The gap is the competitor's score minus the brand's. `prompts`: those from which the drift was estimated. */
function driftOfGap(getDrift: Drifts, competitor: number | undefined, prompts: number): Drift | null {
  if (competitor === undefined) return null
  const drift = driftOfPrompts(getDrift('score_gap', { entity: competitor }), { some: 1, all: prompts })
  return drift && { ...drift, ratio: -drift.ratio }
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
    ctx.organizationId,
    getEntities(competitors),
    prompts.map(({ text, language }) => ({ markdown: text, language: language || null })),
  )
  const compared = mentioned.map((found) => {
    const others = competitors.filter(({ id }) => !found.some((entity) => entity.id === id))
    return `{${others.map(({ entity_no }) => entity_no).join(',')}}`
  })
  return { promptIds: prompts.map(({ id }) => id), competitors: compared }
}
