/** The shopping cards in answers, and whose products they show. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answersInScope, daysInScope, type Scope } from '../answers/scope.ts'
import { Timestamp } from '../core/fields.ts'
import { cursorId, pageQuery, toPage } from '../core/paging.ts'
import type { Db } from '../db/database.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { getComparedPeriods, getSpan } from './compared-periods.ts'
import {
  CompetitorId,
  Count,
  NextCursor,
  Pct,
  Platform,
  PromptId,
  RegionCode,
  ResultCount,
} from './fields.ts'
import { defineMetric } from './metrics.ts'
import { RowChange } from './period-state.ts'
import type { Window } from './rollups.ts'
import { type CountedAnswers, readSeriesChanges } from './series-changes.ts'
import { describeMetric, MetricHeader, metricHeader, ratioPct } from './values.ts'

const Role = z.enum(['own', 'competitor', 'other'])

const ShoppingCards = z
  .object({
    ...MetricHeader,
    result_count: ResultCount,
    cards: z.array(
      z.object({
        id: z.uuid().describe('Id of the card.'),
        product_title: untrustedText(z.string().describe('Title on the card.')),
        product_brand: untrustedText(
          z.string().nullable().describe('Brand on the card; null if it shows none.'),
        ),
        price_amount: z.number().nullable().describe('Price; null if the card shows none.'),
        price_currency: z.string().nullable().describe('Currency of the price (ISO 4217).'),
        merchant: untrustedText(z.string().nullable().describe('Name of the merchant.')),
        merchant_domain: untrustedText(z.string().nullable().describe("Domain of the merchant's page.")),
        url: untrustedText(z.string().nullable().describe('URL that the card links to.')),
        image_url: untrustedText(z.string().nullable().describe('URL of the product image.')),
        rating: z.number().nullable().describe('Average rating on the card.'),
        review_count: z.number().int().nullable().describe('Number of reviews on the card.'),
        position: z.number().int().describe('Position of the card in the answer; 1 is first.'),
        platform: Platform,
        prompt_id: PromptId,
        region: RegionCode,
        seen_at: Timestamp.describe('When the answer with the card arrived.'),
        role: Role.describe('Whether the product belongs to the brand, a competitor or neither.'),
        competitor_id: CompetitorId.nullable().describe('Id of the competitor that the product belongs to.'),
      }),
    ),
    totals: z.object({
      cards: Count.describe('Shopping cards in all answers.'),
      results_with_cards: Count.describe('Answers with at least one of these cards.'),
      own_cards: Count.describe('Cards that show a product of the brand.'),
      card_rate_pct: Pct.describe('Share of the answers with at least one of these cards, in percent.'),
      change: RowChange.describe('Change of `card_rate_pct`, in percentage points.'),
      results_with_own_cards: Count.describe('Answers with at least one card of the brand.'),
      own_card_rate_pct: Pct.describe(
        'Share of the answers with at least one card of the brand, in percent.',
      ),
      own_change: RowChange.describe('Change of `own_card_rate_pct`, in percentage points.'),
    }),
    next_cursor: NextCursor,
  })
  .meta({ id: 'ShoppingCards' })

const query = {
  ...pageQuery,
  role: Role.optional().describe('Only cards of the brand (`own`), of a competitor, or of others.'),
}
type Query = z.output<z.ZodObject<typeof query>>

export const shoppingCards = defineMetric({
  summary: 'List shopping cards',
  whenToUse:
    'Answers "which products do answers show on shopping cards, from which shops and at what price?" For mentions of products in the text use get_product_visibility.',
  description: describeMetric(
    [],
    'A card belongs to the brand or a competitor if its brand or title mentions it. The newest cards are first.',
    'With `role`, only cards of that role count.',
  ),
  query,
  previous: {},
  returns: ShoppingCards,
  read,
})

type Totals = { cards: number; results_with_cards: number; own_cards: number; results_with_own_cards: number }
/** The answers with cards, and those with cards of the brand, with their weights. */
type Weighted = { weighted: number; own_weighted: number }

type Row = Omit<z.input<typeof ShoppingCards>['cards'][number], 'seen_at'> & { seen_at: Date }

async function read(window: Window, query: Query): Promise<z.input<typeof ShoppingCards>> {
  const { scope, db } = window
  const cards = cardsInScope(scope, query.role)
  const { weighted, own_weighted, ...totals } = await readTotals(db, cards)
  // Many brands have no cards, and planning the query of the page is slow.
  const listed = totals.cards === 0 ? [] : await listCards(db, cards, cursorId(query), query.limit + 1)
  const { items, next_cursor } = toPage(listed, query)
  const answers = window.total('answers')
  return {
    ...metricHeader(scope),
    result_count: window.count('answers'),
    cards: items.map((card) => ({
      ...card,
      region: card.region || null,
      seen_at: card.seen_at.toISOString(),
    })),
    totals: {
      ...totals,
      card_rate_pct: ratioPct(weighted, answers),
      own_card_rate_pct: ratioPct(own_weighted, answers),
      ...(await readCardChanges(window, query.role)),
    },
    next_cursor,
  }
}

/** Compares the shares of answers with cards with the previous window. */
async function readCardChanges(window: Window, role: Query['role']) {
  const periods = getComparedPeriods(window)
  const series = await readSeriesChanges(window)
  const counted =
    periods === null ? [] : await listCardDays(window.db, { ...window.scope, ...getSpan(periods) }, role)
  return {
    change: series.compareShare(counted),
    own_change: series.compareShare(counted.map((each) => ({ ...each, weighted: each.own_weighted }))),
  }
}

const sumsOfWeights = sql`
  coalesce(sum(weight), 0)::int as weighted, coalesce(sum(weight) filter (where own_cards > 0), 0)::int as own_weighted`

async function readTotals(db: Db, cards: RawBuilder<unknown>): Promise<Totals & Weighted> {
  const { rows } = await sql<Totals & Weighted>`
    with answers_of as (${answersWith(cards)})
    select
      coalesce(sum(cards), 0)::int as cards, count(*) as results_with_cards,
      coalesce(sum(own_cards), 0)::int as own_cards, count(*) filter (where own_cards > 0) as results_with_own_cards,
      ${sumsOfWeights}
    from answers_of`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('An aggregate without groups always returns a row')
  return totals
}

/** Lists the answers with cards by cell and day. */
async function listCardDays(
  db: Db,
  scope: Scope,
  role: Query['role'],
): Promise<(CountedAnswers & Weighted)[]> {
  const { rows } = await sql<CountedAnswers & Weighted>`
    with answers_of as (${answersWith(cardsInScope(scope, role))})
    select prompt_id as prompt, platform, region, day::text as day, ${sumsOfWeights}
    from answers_of group by prompt_id, platform, region, day`.execute(db)
  return rows
}

/** Selects a row per answer with cards. */
const answersWith = (cards: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select
    answer_id, prompt_id, platform, region, day, weight, count(*) as cards,
    count(*) filter (where role = 'own') as own_cards
  from (${cards}) cards group by answer_id, prompt_id, platform, region, day, weight`

async function listCards(
  db: Db,
  cards: RawBuilder<unknown>,
  after: string | null,
  limit: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with cards as (${cards})
    select * from cards where ${after}::uuid is null or id < ${after}::uuid
    order by id desc limit ${limit}`.execute(db)
  return rows
}

function cardsInScope(scope: Scope, role: Query['role']): RawBuilder<unknown> {
  return sql`
    select * from (
      select
        card.*, answers.weight, answers.platform, answers.prompt_id, answers.region, answers.answered_at as seen_at,
        competitors.id as competitor_id,
        case
          when competitors.id is not null then 'competitor'
          when card.entity = 0 or products.id is not null then 'own'
          else 'other'
        end as role
      from shopping_cards card
      join answers on answers.brand_id = card.brand_id and answers.id = card.answer_id
      left join competitors on competitors.brand_id = card.brand_id and competitors.entity_no = card.entity
      left join products on products.brand_id = card.brand_id and products.entity_no = card.entity
      where card.brand_id = ${scope.brand.id} and card.is_owner_resolved and ${daysInScope(scope, 'card.day')} and ${answersInScope(scope)}
    ) cards
    where ${role ? sql`role = ${role}` : sql`true`}`
}
