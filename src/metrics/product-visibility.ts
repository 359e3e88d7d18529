/** How often answers name the brand's products, and how often a shopping card shows them. */
import { sql } from 'kysely'
import { z } from 'zod'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { kept } from './kept.ts'
import { mounted } from './metric.ts'
import { Count, describe, MentionRate, Mentions, Platform, ratioPct, Subject, subjectOf } from './numbers.ts'
import { readSettled, type Settled } from './settle.ts'
import { total } from './statistics/basket.ts'
import { readEntityCells } from './sums/running.ts'
import { entityTotalsOf, readTotals } from './totals.ts'
import { daysInScope, inScope, type Scope } from './window.ts'

const Seen = {
  result_count: Count.describe('Answers in the denominator.'),
  mention_rate_pct: MentionRate,
  total_mentions: Mentions,
  card_appearances: Count.describe('Shopping cards that show the product.'),
}

const ProductVisibility = z
  .object({
    ...Subject,
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

export const productVisibility = mounted({
  summary: 'Show how visible the products of a brand are',
  description: describe(
    [],
    'Mention rate: answers whose text names the product / answers. Being named in the text and being shown on a card are counted apart.',
  ),
  query: {},
  returns: ProductVisibility,
  read,
})

type Counted = { entity: number; platform: string }

function read(ctx: Context, scope: Scope): Promise<z.input<typeof ProductVisibility>> {
  return readSettled(ctx, scope.brand.id, async (at) => {
    const { byModel } = await readTotals(at, scope)
    const answers = [...Map.groupBy(byModel, ({ platform }) => platform)].map(([platform, rows]) => ({
      platform: Platform.parse(platform),
      answers: total(rows, (row) => row.answers),
    }))
    const products = await listEntities(at, 'products', scope.brand.id)
    const mentions = await readMentions(at, scope)
    const cards = await countCards(at, scope)
    return {
      ...subjectOf(scope),
      products: products.map(({ id, name, number }) => {
        const by_platform = answers.map(({ platform, answers }) => {
          const here = (row: Counted) => row.entity === number && row.platform === platform
          const sums = mentions.find(here)
          return {
            platform,
            ...seen(answers, sums?.named ?? 0, sums?.mentions ?? 0, cards.find(here)?.cards ?? 0),
          }
        })
        const of = (row: Counted) => row.entity === number
        const own = mentions.filter(of)
        return {
          product_id: id,
          name,
          ...seen(
            total(answers, (row) => row.answers),
            total(own, (row) => row.named),
            total(own, (row) => row.mentions),
            total(cards.filter(of), (row) => row.cards),
          ),
          by_platform,
        }
      }),
    }
  })
}

const seen = (answers: number, named: number, mentions: number, cards: number) => ({
  result_count: answers,
  mention_rate_pct: ratioPct(named, answers),
  total_mentions: mentions,
  card_appearances: cards,
})

function readMentions(at: Settled, scope: Scope) {
  return kept(at, scope, ['mentions'], async () => {
    const cells = await readEntityCells(at, scope)
    return [...Map.groupBy(cells, ({ platform }) => platform)].flatMap(([platform, of]) =>
      entityTotalsOf(of).map(({ entity, named, mentions }) => ({ platform, entity, named, mentions })),
    )
  })
}

async function countCards(ctx: Context, scope: Scope) {
  const { rows } = await sql<Counted & { cards: number }>`
    select card.entity, answers.platform, count(*) as cards
    from shopping_cards card
    join answers on answers.brand_id = card.brand_id and answers.id = card.answer_id
    where card.brand_id = ${scope.brand.id} and card.is_settled and card.entity is not null and ${daysInScope(scope, 'card.day')} and ${inScope(scope)}
    group by card.entity, answers.platform`.execute(ctx.db)
  return rows
}
