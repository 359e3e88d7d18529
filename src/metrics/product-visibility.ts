/** How often answers name the brand's products, and how often a shopping card shows them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, type Scope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { timeSlicedSteps } from '../core/yield-to-event-loop.ts'
import { defineMetric } from './metric.ts'
import { memoize } from './rollups/cache.ts'
import { type RollupRow, readEntityCells, readRollupRows } from './rollups/running-totals.ts'
import { readWindow, type Snapshot } from './rollups/snapshot.ts'
import { sumBy } from './statistics/basket.ts'
import { type Strata, strataOf } from './statistics/strata.ts'
import { entityCells, moments } from './totals.ts'
import {
  Count,
  describeMetric,
  IntervalRecord,
  MentionRate,
  Mentions,
  MetricHeader,
  metricHeader,
  Platform,
  rateIntervalPct,
  ratioPct,
} from './values.ts'

const Seen = {
  result_count: Count.describe('Answers in the denominator.'),
  mention_rate_pct: MentionRate,
  interval: IntervalRecord.describe('Of mention_rate_pct.'),
  total_mentions: Mentions,
  card_appearances: Count.describe('Shopping cards that show the product.'),
}

const ProductVisibility = z
  .object({
    ...MetricHeader,
    products: z.array(
      z.object({
        product_id: z.uuid(),
        name: z.string(),
        ...Seen,
        by_platform: z.array(z.object({ platform: Platform, ...Seen })),
      }),
    ),
  })
  .meta({ id: 'ProductVisibility' })

export const productVisibility = defineMetric({
  summary: 'Show how visible the products of a brand are',
  description: describeMetric(
    [],
    'Mention rate: answers whose text names the product / answers. Being named in the text and being shown on a card are counted apart.',
  ),
  query: {},
  returns: ProductVisibility,
  read,
})

type Counted = { entity: number; platform: string }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof ProductVisibility>> {
  return readWindow(ctx, scope.brand.id, async (at) => {
    const products = await listEntities(at, 'products', scope.brand.id)
    const numbers = products.map(({ number }) => number)
    const sums = await memoize(at, scope, ['products', numbers], () => readSums(at, scope, numbers))
    const cards = await countCards(at, scope)
    return {
      ...metricHeader(scope),
      products: products.map(({ id, name, number }) => {
        const own = sums.find(({ entity }) => entity === number)
        const by_platform = (own?.byPlatform ?? []).map((row) => ({
          platform: Platform.parse(row.platform),
          ...seen(
            row,
            cards.find((card) => card.entity === number && card.platform === row.platform)?.cards ?? 0,
          ),
        }))
        return {
          product_id: id,
          name,
          ...seen(
            own?.all ?? sumsOf([]),
            sumBy(by_platform, (row) => row.card_appearances),
          ),
          by_platform,
        }
      }),
    }
  })
}

type Sums = { named_strata: Strata; mentions: number }

/** The answers of the strata are those of the denominator, and their sum those that name the product. */
const seen = ({ named_strata, mentions }: Sums, cards: number) => ({
  result_count: named_strata.n,
  mention_rate_pct: ratioPct(named_strata.sum, named_strata.n),
  interval: rateIntervalPct(named_strata),
  total_mentions: mentions,
  card_appearances: cards,
})

async function readSums(at: Snapshot, scope: Scope, products: number[]) {
  const cells = await readRollupRows(at, scope)
  const theirs = await readEntityCells(at, scope, { entities: products })
  const step = timeSlicedSteps()
  const sums = []
  for (const entity of products) {
    const own = await step(() => entityCells(entity, cells, theirs))
    const byPlatform = [...Map.groupBy(own, ({ platform }) => platform)].sort(([a], [b]) => (a < b ? -1 : 1))
    sums.push({
      entity,
      all: await step(() => sumsOf(own)),
      byPlatform: await step(() => byPlatform.map(([platform, of]) => ({ platform, ...sumsOf(of) }))),
    })
  }
  return sums
}

const sumsOf = (cells: readonly RollupRow[]): Sums => ({
  named_strata: strataOf(cells.map(moments.named), 1),
  mentions: sumBy(cells, ({ mentions }) => mentions),
})

async function countCards(ctx: Context, scope: Scope) {
  const { rows } = await sql<Counted & { cards: number }>`
    select card.entity, answers.platform, count(*) as cards
    from shopping_cards card
    join answers on answers.brand_id = card.brand_id and answers.id = card.answer_id
    where card.brand_id = ${scope.brand.id} and card.is_owner_resolved and card.entity is not null and ${daysInScope(scope, 'card.day')} and ${answersInScope(scope)}
    group by card.entity, answers.platform`.execute(ctx.db)
  return rows
}
