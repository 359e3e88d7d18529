/** For the tests of this folder: a random history written straight into the tables, and the plain list it is made of. */
import { sql } from 'kysely'
import type { Client, Json, TestService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { newId } from '../core/ids.ts'
import { seededRandom } from './statistics/seeded-random.ts'

/** What an answer says of an entity, by its number. */
export type Said = { mentions: number; rank: number; own: number; milli: number; sentiment: number }

export type WrittenAnswer = {
  id: string
  day: string
  prompt: Json
  platform: string
  model: string
  region: string
  said: Map<number, Said>
  cites: { url: string; domain: string; category: string }[]
}

export type History = {
  owner: Client
  ctx: Context
  brand: Json
  topics: Json[]
  prompts: Json[]
  /** Number, id and name. */
  competitors: { number: number; id: string; name: string }[]
  product: { number: number; id: string }
  answers: WrittenAnswer[]
}

export const firstOfHistory = '2024-11-14'
export const daysOfHistory = 104
export const platformsOfHistory = ['chatgpt', 'gemini', 'perplexity']
export const categoriesOfHistory = ['owned', 'editorial', 'review', 'forum']

/** A hundred days over a turn of the year: three platforms, two models, two regions, three topics, eleven prompts. */
export async function openHistory(service: TestService): Promise<History> {
  const owner = await service.signUp()
  const names = ['Quilmar', 'Brentiva', 'Dravost']
  const brand = await owner.ok('POST /api/brands', {
    name: 'Zorvex',
    domain: 'zorvex.com',
    competitors: names.map((name) => ({ name })),
  })
  await owner.ok(`POST /api/brands/${brand.id}/products`, { name: 'Zorvex Glide' })
  const topics = []
  for (const name of ['Shoes', 'Bags', 'Hats'])
    topics.push(await owner.ok(`POST /api/brands/${brand.id}/topics`, { name }))
  const prompts = []
  for (let n = 0; n < 11; n += 1)
    prompts.push(
      await owner.ok('POST /api/prompts', {
        brand_id: brand.id,
        text: n % 4 === 0 ? `Is Zorvex good for ${n}?` : `What is best for ${n}?`,
        topic_id: topics[n % 4]?.id ?? null,
      }),
    )
  const ctx: Context = {
    ...service.base,
    organizationId: (await owner.ok('GET /api/organization')).id,
    actor: { kind: 'system' },
  }
  const numbered = async (table: 'competitors' | 'products') =>
    ctx.db
      .selectFrom(table)
      .select(['number', 'id', 'name'])
      .where('brand_id', '=', brand.id)
      .orderBy('number')
      .execute()
  const [product] = await numbered('products')
  if (!product) throw new Error('The product was not made')
  return {
    owner,
    ctx,
    brand,
    topics,
    prompts,
    competitors: await numbered('competitors'),
    product,
    answers: [],
  }
}

/** Writes `count` random answers more, on a few days or on many, and marks their days. */
export async function writeAnswers(
  history: History,
  count: number,
  seed: number,
  fewDays: boolean,
): Promise<void> {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const one = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }
  const span = fewDays ? 3 : daysOfHistory
  const from = fewDays ? below(daysOfHistory - span) : 0
  const told = Array.from({ length: count }, (): WrittenAnswer => {
    const offset = from + below(span)
    return {
      id: newId(),
      day: new Date(Date.parse(firstOfHistory) + offset * 86_400_000).toISOString().slice(0, 10),
      prompt: one(history.prompts),
      platform: one(platformsOfHistory),
      model: offset < 60 ? 'm-1' : 'm-2',
      region: one(['US', 'DE']),
      said: sayings([0, ...history.competitors.map(({ number }) => number), history.product.number], random),
      cites: Array.from({ length: below(5) }, () => {
        const page = below(40)
        return {
          url: `https://www.site-${page % 9}.com/${page}`,
          domain: `site-${page % 9}.com`,
          category: categoriesOfHistory[(page * 7) % 4] ?? 'other',
        }
      }),
    }
  })
  await write(history, told)
  history.answers.push(...told)
}

/** The brand always stands there; others when they are named or cited. */
function sayings(numbers: number[], random: () => number): Map<number, Said> {
  const said = new Map<number, Said>()
  let rank = 0
  for (const number of numbers.toSorted(() => random() - 0.5)) {
    const mentions = Math.floor(random() * 4) * Math.round(random())
    const own = Math.floor(random() * 1.5)
    if (mentions > 0) rank += 1
    const place = mentions > 0 ? rank : null
    const milli = visibilityScoreMilli({ named: mentions > 0, cited: own > 0, rank: place })
    const sentiment = place === null ? 0 : (mentions + own + place) % 4
    if (number === 0 || mentions > 0 || own > 0)
      said.set(number, { mentions, own, rank: place ?? 0, milli, sentiment })
  }
  return new Map([...said].sort(([a], [b]) => a - b))
}

async function write({ ctx, brand }: History, told: WrittenAnswer[]): Promise<void> {
  const domains = new Map(told.flatMap(({ cites }) => cites).map(({ domain }) => [domain, idOf(domain)]))
  const urls = new Map(told.flatMap(({ cites }) => cites).map((cite) => [cite.url, cite.domain]))
  await insert(
    ctx,
    'domains',
    [...domains].map(([registrable, id]) => ({
      brand_id: brand.id,
      id,
      host: `www.${registrable}`,
      registrable,
    })),
  )
  await insert(
    ctx,
    'urls',
    [...urls].map(([url, domain]) => ({ brand_id: brand.id, id: idOf(url), domain_id: idOf(domain), url })),
  )
  await insert(
    ctx,
    'answers',
    told.map((answer, index) => ({
      brand_id: brand.id,
      id: answer.id,
      prompt_id: answer.prompt.id,
      platform: answer.platform,
      backend: 'simulator',
      surface: 'simulated',
      model: answer.model,
      region: answer.region,
      sample: index % 20_000,
      queried_at: answer.day,
      answered_at: answer.day,
      day: answer.day,
      status: 'answered',
      entities: [...answer.said.keys()],
      mention_counts: [...answer.said.values()].map(({ mentions }) => mentions),
      ranks: [...answer.said.values()].map(({ rank }) => rank),
      own_citations: [...answer.said.values()].map(({ own }) => own),
      scores_milli: [...answer.said.values()].map(({ milli }) => milli),
      sentiments: [...answer.said.values()].map(({ sentiment }) => sentiment),
      citation_count: answer.cites.length,
      job_id: newId(),
    })),
  )
  await insert(
    ctx,
    'answer_citations',
    told.flatMap(({ id, day, cites }) =>
      [...cites, { url: 'https://www.site-0.com/0', domain: 'site-0.com', category: 'owned' }].map(
        (cite, index) => ({
          brand_id: brand.id,
          answer_id: id,
          position: index + 1,
          url_id: idOf(cite.url),
          domain_id: idOf(cite.domain),
          day,
          // The last is one that was read without being cited.
          cited: index < cites.length,
          category: cite.category,
        }),
      ),
    ),
  )
  for (const day of new Set(told.map((answer) => answer.day))) await markDirty(ctx, brand.id, day)
}

const idOf = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 40, 7)

async function insert(ctx: Context, table: string, rows: Record<string, unknown>[]): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))})
    select ${sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(ctx.db)
}
