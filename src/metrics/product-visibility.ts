/** How often answers name the brand's products, and how often shopping cards show them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope } from '../answers/scope.ts'
import { listEntities } from '../brands/entities.ts'
import { Count, MentionRate, Mentions, Platform, ResultCount } from './fields.ts'
import { defineMetric } from './metrics.ts'
import type { EntityRows } from './rollup-rows.ts'
import type { Window } from './rollups.ts'
import { groupRows } from './row-groups.ts'
import { computeStrata, type Strata } from './statistics/strata.ts'
import { sumBy } from './sum-by.ts'
import {
  describeMetric,
  MentionRateInterval,
  MetricHeader,
  metricHeader,
  rateIntervalPct,
  ratioPct,
} from './values.ts'

const Visibility = {
  result_count: ResultCount,
  mention_rate_pct: MentionRate,
  interval: MentionRateInterval,
  total_mentions: Mentions,
  card_appearances: Count.describe('Shopping cards that show the product.'),
}

const ProductVisibility = z
  .object({
    ...MetricHeader,
    products: z.array(
      z.object({
        product_id: z.uuid().describe('Id of the product.'),
        name: z.string().describe('Name of the product.'),
        ...Visibility,
        by_platform: z.array(z.object({ platform: Platform, ...Visibility })),
      }),
    ),
  })
  .meta({ id: 'ProductVisibility' })

export const productVisibility = defineMetric({
  summary: 'Get the visibility of products',
  whenToUse:
    'Answers "how often are our products mentioned in answers or shown on cards?" Covers the products stored for the brand.',
  description: describeMetric([], 'Mentions in the text and shopping cards are counted separately.'),
  query: {},
  entities: 'rows',
  entityNumbers: ['mention_rate'],
  returns: ProductVisibility,
  read,
})

async function read(window: Window): Promise<z.input<typeof ProductVisibility>> {
  const products = await listEntities(window, 'products', window.scope.brand.id)
  const cards = await countCards(window)
  return {
    ...metricHeader(window.scope),
    products: products.map(({ id, name, entity_no: number }) => {
      const product = sumProduct(window, number)
      const by_platform = product.byPlatform.map((row) => {
        const shown = cards.find((card) => card.entity === number && card.platform === row.platform)
        return { platform: Platform.parse(row.platform), ...show(row, shown?.cards ?? 0) }
      })
      const allCards = sumBy(by_platform, (row) => row.card_appearances)
      return { product_id: id, name, ...show(product.all, allCards), by_platform }
    }),
  }
}

/** The strata have all answers as `n`, and the answers that name the product as `y`, both with weights. */
type ProductMentions = { named_strata: Strata; mentions: number }

const show = ({ named_strata, mentions }: ProductMentions, cards: number) => ({
  result_count: named_strata.answers,
  mention_rate_pct: ratioPct(named_strata.y, named_strata.n),
  interval: rateIntervalPct(named_strata),
  total_mentions: mentions,
  card_appearances: cards,
})

function sumProduct(window: Window, entity: number) {
  const rows = window.of(entity)
  return {
    all: sumMentions(rows),
    byPlatform: [...groupRows(rows, ({ platform }) => platform)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([platform, ofPlatform]) => ({ platform, ...sumMentions(ofPlatform) })),
  }
}

const sumMentions = (rows: EntityRows): ProductMentions => ({
  named_strata: computeStrata(rows.number('mention_rate'), 1),
  mentions: rows.count('mentions'),
})

async function countCards({ db, scope }: Window) {
  const { rows } = await sql<{ entity: number; platform: string; cards: number }>`
    select card.entity, answers.platform, count(*) as cards
    from shopping_cards card
    join answers on answers.brand_id = card.brand_id and answers.id = card.answer_id
    where card.brand_id = ${scope.brand.id} and card.is_owner_resolved and card.entity is not null
      and ${daysInScope(scope, 'card.day')} and ${answersInScope(scope)}
    group by card.entity, answers.platform`.execute(db)
  return rows
}
