/** A random history of answers, written directly into the tables, together with the plain list of answers. */
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Client, Json, SharedService } from '../../test/support.ts'
import { markDirty } from '../answers/dirty-days.ts'
import { type Scope, unfiltered } from '../answers/scope.ts'
import { type PromptFilter, promptFilterNames } from '../answers/scope-parameters.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { getSearchKeys } from '../search-queries/search-key.ts'
import { refreshedClient } from './refreshed-client.fixture.ts'
import { refresh } from './rollups.ts'
import { seededRandom } from './statistics/seeded-random.ts'

/** What an answer says about one entity. */
export type EntityFacts = { mentions: number; rank: number; own: number; milli: number; sentiment: number }

export type WrittenAnswer = {
  id: string
  day: string
  prompt: Json
  platform: string
  model: string
  region: string
  entities: Map<number, EntityFacts>
  cites: { url: string; domain: string; category: string }[]
  searches?: string[]
}

export type History = {
  owner: Client
  ctx: Context
  brand: Json
  topics: Json[]
  personas: Json[]
  prompts: Json[]
  /** Number, id and name. */
  competitors: { number: number; id: string; name: string }[]
  product: { number: number; id: string }
  answers: WrittenAnswer[]
}

export const historyStart = '2024-11-14'
export const historyDays = 104
export const historyPlatforms = ['chatgpt', 'gemini', 'perplexity']
export const historyCategories = ['owned', 'editorial', 'review', 'forum']

const historyTags = ['new', 'sale', 'winter']
const historyLanguages = ['de', 'en', null]

/**
 * A hundred days across the end of a year: three platforms, two models, two regions, three topics, two personas, three tags and two
 * languages, eleven prompts.
 */
export async function createHistory(service: SharedService): Promise<History> {
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
  const personas = []
  for (const name of ['Baker', 'Student'])
    personas.push(
      await owner.ok(`POST /api/brands/${brand.id}/personas`, { name, instruction: `I am a ${name}.` }),
    )
  const prompts: Json[] = []
  for (let n = 0; n < 11; n += 1)
    prompts.push(
      await owner.ok('POST /api/prompts', {
        brand_id: brand.id,
        text: n % 4 === 0 ? `Is Zorvex good for ${n}?` : `What is best for ${n}?`,
        topic_id: topics[n % 4]?.id ?? null,
        tags: historyTags.filter((_, bit) => (n >> bit) % 2 === 1),
        ...(n % 5 === 4
          ? { follows: prompts.at(-1)?.id }
          : { persona_id: personas[n % 3]?.id ?? null, language: historyLanguages[n % 3] ?? null }),
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
      .select(['entity_no as number', 'id', 'name'])
      .where('brand_id', '=', brand.id)
      .orderBy('entity_no')
      .execute()
  const [product] = await numbered('products')
  if (!product) throw new Error('The product was not created')
  return {
    owner: refreshedClient(owner, ctx, brand.id),
    ctx,
    brand,
    topics,
    personas,
    prompts,
    competitors: await numbered('competitors'),
    product,
    answers: [],
  }
}

/** Returns a refreshed history of random answers, a tenth of them on three days. */
export async function createWrittenHistory(
  service: SharedService,
  count: number,
  seed: number,
): Promise<History> {
  const history = await createHistory(service)
  await writeAnswers(history, count, seed, false)
  await writeAnswers(history, count / 10, seed + 1, true)
  await refresh(history.ctx, history.brand.id)
  return history
}

type Filters = Partial<Pick<Scope, 'platforms' | 'regions' | 'prompts'>>

/** Returns the scope of `length` days, of which the first one is `offset` days after the start of the history. */
export function getScope(
  { brand }: History,
  { offset, length, ...filters }: { offset: number; length: number } & Filters,
) {
  const from = daysAfter(historyStart, offset)
  return { ...unfiltered, brand: brand as Scope['brand'], from, to: daysAfter(from, length - 1), ...filters }
}

/** Up to two random filters on prompts, of any of their properties. `none`: as a parameter or in a scope. */
export function promptFilters(
  { topics, personas }: History,
  none: 'none' | '' = '',
): fc.Arbitrary<Scope['prompts']> {
  const some = (values: string[]) => fc.subarray(values, { minLength: 1 })
  const filters = {
    topic_id: some(topics.map(({ id }) => String(id))),
    branded: some(['true', 'false']),
    tag: some([...historyTags, 'unused']),
    persona_id: some([none, ...personas.map(({ id }) => String(id))]),
    language: some([none, 'de', 'en', 'fr']),
    follow_up: some(['true', 'false']),
  } satisfies Record<PromptFilter, unknown>
  return fc
    .tuple(fc.record(filters), fc.subarray(promptFilterNames, { maxLength: 2 }))
    .map(([values, names]) => Object.fromEntries(names.map((name) => [name, values[name]])))
}

/** Whether the filters select a prompt, as the API shows it. */
export const isSelected = (filters: Scope['prompts'], prompt: Json, none: 'none' | '' = ''): boolean =>
  isOneOf(filters.topic_id, prompt.topic_id) &&
  isOneOf(filters.branded, String(prompt.branded)) &&
  (filters.tag === undefined || prompt.tags.some((tag: string) => filters.tag?.includes(tag))) &&
  isOneOf(filters.persona_id, prompt.persona_id ?? none) &&
  isOneOf(filters.language, prompt.language ?? none) &&
  isOneOf(filters.follow_up, String(prompt.follows !== null))

const isOneOf = (values: string[] | undefined, value: unknown): boolean =>
  values === undefined || values.some((each) => each === value)

/** Writes `count` more random answers, on three days or on all, and marks the days as dirty. */
export async function writeAnswers(
  history: History,
  count: number,
  seed: number,
  fewDays: boolean,
): Promise<void> {
  const random = seededRandom(seed)
  const randomOfSearches = seededRandom(seed + 1_000)
  const below = (limit: number) => Math.floor(random() * limit)
  const one = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error('The list is empty')
    return item
  }
  const dayCount = fewDays ? 3 : historyDays
  const from = fewDays ? below(historyDays - dayCount) : 0
  const added: WrittenAnswer[] = []
  while (added.length < count) {
    const offset = from + below(dayCount)
    const answer: WrittenAnswer = {
      id: newId(),
      day: new Date(Date.parse(historyStart) + offset * 86_400_000).toISOString().slice(0, 10),
      prompt: one(history.prompts),
      platform: one(historyPlatforms),
      model: offset < 60 ? 'm-1' : 'm-2',
      region: one(['US', 'DE']),
      entities: randomFacts(
        [0, ...history.competitors.map(({ number }) => number), history.product.number],
        random,
      ),
      cites: Array.from({ length: below(5) }, () => {
        const page = below(40)
        return {
          url: `https://www.site-${page % 9}.com/${page}`,
          domain: `site-${page % 9}.com`,
          category: historyCategories[(page * 7) % 4] ?? 'other',
        }
      }),
    }
    // Half of the answers are in the same cell and on the same day as the answer before.
    const { day, prompt, platform, model, region } = (below(2) === 0 && added.at(-1)) || answer
    const searches =
      platform === withoutSearches ? [] : randomSearches((limit) => Math.floor(randomOfSearches() * limit))
    added.push({ ...answer, day, prompt, platform, model, region, searches })
  }
  await addAnswers(history, added)
}

/** Writes these answers and marks their days as dirty. */
export async function addAnswers(history: History, added: WrittenAnswer[]): Promise<void> {
  await write(history, added)
  history.answers.push(...added)
}

/** The platform whose engine reports no searches. */
export const withoutSearches = 'gemini'

/** Up to three of twelve searches, some in other words. A search can be in an answer twice. */
const randomSearches = (below: (limit: number) => number): string[] =>
  Array.from({ length: below(4) }, () => {
    const words = ['trail', 'wide', 'marathon', 'cheap', 'kids', 'winter'][below(6)]
    return [`best ${words} shoes`, `Best ${words} Shoes 2025`, `${words} socks`][below(3)] ?? ''
  })

/** The brand always has facts; other entities have facts when they are named or cited. */
function randomFacts(numbers: number[], random: () => number): Map<number, EntityFacts> {
  const facts = new Map<number, EntityFacts>()
  let rank = 0
  for (const number of numbers.toSorted(() => random() - 0.5)) {
    const mentions = Math.floor(random() * 4) * Math.round(random())
    const own = Math.floor(random() * 1.5)
    if (mentions > 0) rank += 1
    const ownRank = mentions > 0 ? rank : null
    const milli = visibilityScoreMilli({ named: mentions > 0, cited: own > 0, rank: ownRank })
    const sentiment = ownRank === null ? 0 : (mentions + own + ownRank) % 4
    if (number === 0 || mentions > 0 || own > 0)
      facts.set(number, { mentions, own, rank: ownRank ?? 0, milli, sentiment })
  }
  return new Map([...facts].sort(([a], [b]) => a - b))
}

/** A source that each answer retrieves without citing it. */
const retrieved = { url: 'https://www.site-0.com/0', domain: 'site-0.com', category: 'owned' }

async function write({ ctx, brand }: History, added: WrittenAnswer[]): Promise<void> {
  const sources = [...added.flatMap(({ cites }) => cites), retrieved]
  const domains = new Map(sources.map(({ domain }) => [domain, getId(domain)]))
  const urls = new Map(sources.map(({ url, domain }) => [url, domain]))
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
    [...urls].map(([url, domain]) => ({ brand_id: brand.id, id: getId(url), domain_id: getId(domain), url })),
  )
  await insert(
    ctx,
    'answers',
    added.map((answer, index) => ({
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
      entities: [...answer.entities.keys()],
      mention_counts: [...answer.entities.values()].map(({ mentions }) => mentions),
      ranks: [...answer.entities.values()].map(({ rank }) => rank),
      own_citations: [...answer.entities.values()].map(({ own }) => own),
      score_millipoints: [...answer.entities.values()].map(({ milli }) => milli),
      sentiments: [...answer.entities.values()].map(({ sentiment }) => sentiment),
      searches: answer.searches ?? [],
      search_keys: getSearchKeys(answer.searches ?? []),
      citation_count: answer.cites.length,
      job_id: newId(),
    })),
  )
  await insert(
    ctx,
    'answer_citations',
    added.flatMap(({ id, day, cites }) =>
      [...cites, retrieved].map((cite, index) => ({
        brand_id: brand.id,
        answer_id: id,
        position: index + 1,
        url_id: getId(cite.url),
        domain_id: getId(cite.domain),
        day,
        cited: index < cites.length,
        category: cite.category,
      })),
    ),
  )
  for (const day of new Set(added.map((answer) => answer.day))) await markDirty(ctx, brand.id, day)
}

const getId = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 40, 7)

async function insert(ctx: Context, table: string, rows: Record<string, unknown>[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))})
    select ${sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(ctx.db)
}
