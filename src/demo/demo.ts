/**
 * An organization to look at: three invented brands with ninety days of answers, made by the simulator's own parts and
 * stored as an import stores them. The same seed and last day give the same history, in any database.
 */

import { type Answer, citedSources, sourceAt, textOf } from '../../simulator/answer.ts'
import { type Plan, planAnswer } from '../../simulator/answer-plan.ts'
import { type Market, marketOf } from '../../simulator/market.ts'
import { randomFor, type SimulatedQuery } from '../../simulator/query.ts'
import { modelRelease } from '../../simulator/release-calendar.ts'
import { anthropic } from '../../simulator/wire/anthropic.ts'
import { gemini } from '../../simulator/wire/gemini.ts'
import { openai } from '../../simulator/wire/openai.ts'
import { openrouter } from '../../simulator/wire/openrouter.ts'
import { perplexity } from '../../simulator/wire/perplexity.ts'
import type { Vendor } from '../../simulator/wire/wire.ts'
import { xai } from '../../simulator/wire/xai.ts'
import { writeAnswer } from '../../simulator/write-answer.ts'
import { type Platform, platforms } from '../../vocabulary/platforms.ts'
import { createOwner, setPassword } from '../accounts/accounts.ts'
import { changeOrganization } from '../accounts/organizations.ts'
import { type Brand, createBrand, deleteBrand, listBrands, NewBrand } from '../brands/brands.ts'
import { addEntity, NewEntity } from '../brands/entities.ts'
import { readSettings } from '../core/config.ts'
import { type AppContext, type Context, systemContext, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { normalizeName } from '../core/fields.ts'
import { newToken } from '../core/ids.ts'
import type { WrittenAnswer } from '../data-transfer/answer-line.ts'
import { importAnswers } from '../data-transfer/import-answers.ts'
import type { JsonLine } from '../data-transfer/json-lines.ts'
import { engineSettings } from '../engines/settings.ts'
import { generateOpportunities } from '../opportunities/generate.ts'
import { insertPrompts, listActivePrompts, type Prompt } from '../prompts/prompts.ts'
import { findOrCreateTopics } from '../prompts/topics.ts'
import { simulatedMarket } from '../tracking/simulated-market.ts'
import { fillCrawlers, fillVisits, fillVolumes } from './audience.ts'
import demo from './brands.json' with { type: 'json' }

export const demoEmail = 'demo@example.com'
/** An organization is renamed to this when it has everything: until then a demo that was cut off is gone on with. */
const finishedName = 'Demo'
const unfinishedName = 'Demo (unfinished)'

export type DemoOptions = {
  seed: number
  /** The last day of its history, YYYY-MM-DD. */
  until: string
  days: number
  /** Throws away the brands of a demo that is there, and makes them anew. */
  reset: boolean
  onProgress?: (stored: number, total: number) => void
}

/** The password of the demo's owner, which is kept nowhere; or null when there is a finished demo already. */
export async function seedDemo(base: AppContext, options: DemoOptions): Promise<string | null> {
  const found = await findDemo(base)
  if (found?.name === finishedName && !options.reset) return null
  const password = newToken(12)
  const ctx = await ownedDemo(base, found, password)
  if (options.reset) await deleteBrands(ctx)
  await changeOrganization(ctx, { name: unfinishedName })
  const total = demo.brands.length * promptsPerBrand * platforms.length * options.days
  let stored = 0
  for (const entry of demo.brands) {
    const brand = (await findBrand(ctx, entry)) ?? (await makeBrand(ctx, entry))
    const { imported, skipped, rejected } = await importAnswers(
      ctx,
      brand,
      answersOf(ctx, brand, entry, options),
      {
        onProgress: (counts) => options.onProgress?.(stored + counts.imported + counts.skipped, total),
      },
    )
    if (rejected[0]) throw new Error(`An answer of the demo was refused: ${rejected[0].reason}`)
    await fillVolumes(ctx, brand, options.seed)
    const days = daysUntil(options.until, options.days)
    await fillVisits(ctx, brand, { seed: options.seed, days })
    await fillCrawlers(ctx, brand, { seed: options.seed, days })
    stored += imported + skipped
    await generateOpportunities(ctx, brand)
  }
  await changeOrganization(ctx, { name: finishedName })
  return password
}

type DemoBrand = (typeof demo.brands)[number]
type Found = { organizationId: string; userId: string; name: string }

const promptsPerBrand = Math.max(...demo.brands.map(({ topics }) => promptsOf(topics).length))

function promptsOf(topics: DemoBrand['topics']): { topic: string; text: string }[] {
  return Object.entries(topics).flatMap(([topic, texts]) => texts.map((text) => ({ topic, text })))
}

function findDemo(base: AppContext): Promise<Found | undefined> {
  return base.db
    .selectFrom('users')
    .innerJoin('members', 'members.user_id', 'users.id')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id as organizationId', 'users.id as userId', 'organizations.name'])
    .where('users.email', '=', demoEmail)
    .executeTakeFirst()
}

async function ownedDemo(base: AppContext, found: Found | undefined, password: string): Promise<Context> {
  const owned = (organizationId: string) => systemContext(base, organizationId)
  if (!found) {
    const { organizationId } = await createOwner(base, { name: 'Demo', email: demoEmail, password })
    return owned(organizationId)
  }
  const ctx = owned(found.organizationId)
  await setPassword(ctx, found.userId, password)
  return ctx
}

const findBrand = async (ctx: Context, { domain }: { domain: string }): Promise<Brand | undefined> =>
  (await listBrands(ctx)).find((brand) => brand.domain === domain)

/** Only its own: somebody may have made a brand beside them. */
async function deleteBrands(ctx: Context): Promise<void> {
  for (const entry of demo.brands) {
    const brand = await findBrand(ctx, entry)
    if (brand) await deleteBrand(ctx, brand)
  }
}

/** With all that is asked about it, or not at all. */
function makeBrand(ctx: Context, { products, topics, ...entry }: DemoBrand): Promise<Brand> {
  const { name, domain, aliases, industry, region, language, description, competitors } = entry
  return transaction(ctx, async (tx) => {
    const brand = await createBrand(
      tx,
      NewBrand.parse({ name, domain, aliases, industry, region, language, description, competitors }),
    )
    for (const product of products) await addEntity(tx, 'products', brand, NewEntity.parse({ name: product }))
    const topicIds = await findOrCreateTopics(tx, brand.id, Object.keys(topics))
    await insertPrompts(
      tx,
      brand,
      promptsOf(topics).map(({ topic, text }) => ({
        text,
        topic_id: topicIds.get(normalizeName(topic)) ?? null,
      })),
    )
    return brand
  })
}

async function* answersOf(
  ctx: Context,
  brand: Brand,
  entry: DemoBrand,
  { seed, until, days }: DemoOptions,
): AsyncGenerator<JsonLine> {
  const worldOf = simulatedMarket(ctx)
  const prompts = await listActivePrompts(ctx, brand.id)
  const asked = await Promise.all(
    prompts.map(async (prompt) => ({
      prompt,
      market: marketOf(seed, prompt.text, await worldOf(prompt.text)),
    })),
  )
  let line = 0
  for (const day of daysUntil(until, days)) {
    for (const { prompt, market } of asked) {
      for (const platform of platforms) {
        line += 1
        yield { line, value: answerOf(prompt, market, { seed, day, platform }, entry) }
      }
    }
  }
}

function daysUntil(until: string, count: number): string[] {
  const last = Date.parse(until)
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(last - (count - 1 - index) * 86_400_000)),
  )
}

function answerOf(
  prompt: Prompt,
  market: Market,
  { seed, day, platform }: { seed: number; day: string; platform: Platform },
  entry: DemoBrand,
): WrittenAnswer {
  const asking: SimulatedQuery = {
    seed,
    voice: platform,
    prompt: prompt.text,
    place: prompt.region,
    day,
    nth: 1,
  }
  const plan = planAnswer(asking, market, { search: true })
  const answer = writeAnswer(asking, plan)
  return {
    prompt: prompt.text,
    region: prompt.region,
    language: prompt.language,
    platform,
    model: servedModel(platform, modelRelease(seed, platform, day)),
    surface: 'simulated',
    backend: 'simulator',
    answered_at: momentOf(asking),
    status: answer.outcome,
    answer_markdown: textOf(answer),
    citations: citationsOf(answer),
    searches: [...answer.searches],
    shopping_cards: cardsOf(asking, plan, entry),
  }
}

const defaults = readSettings(engineSettings, {})

/** As a run names it that asks the simulator. */
const models: Record<Platform, [Vendor, string]> = {
  chatgpt: [openai, defaults.OPENAI_MODEL],
  gemini: [gemini, defaults.GEMINI_MODEL],
  perplexity: [perplexity, defaults.PERPLEXITY_MODEL],
  claude: [anthropic, defaults.ANTHROPIC_MODEL],
  grok: [xai, defaults.XAI_MODEL],
  copilot: [openrouter, 'simulated/copilot'],
  google_ai_overview: [openrouter, 'simulated/google_ai_overview'],
  google_ai_mode: [openrouter, 'simulated/google_ai_mode'],
}

function servedModel(platform: Platform, release: Date): string {
  const [vendor, requested] = models[platform]
  return vendor.servedModel(requested, release)
}

/** Runs begin at midnight and take ten minutes: also today's lie in the past. */
function momentOf(asking: SimulatedQuery): string {
  return new Date(Date.parse(asking.day) + randomFor(asking, 'moment').between(0, 600_000)).toISOString()
}

function citationsOf(answer: Answer): NonNullable<WrittenAnswer['citations']> {
  const cited = citedSources(answer)
  const retrieved = answer.sources.map((_, index) => index).filter((index) => !cited.includes(index))
  const shown = (index: number) => ({
    url: sourceAt(answer, index).url,
    title: sourceAt(answer, index).title,
  })
  return [...cited.map(shown), ...retrieved.map((index) => ({ ...shown(index), retrieved: true }))]
}

/** Where people see products beside the words; the simulator's own formats have no such cards. */
const platformsWithCards: readonly Platform[] = ['chatgpt', 'copilot', 'google_ai_mode']

function cardsOf(asking: SimulatedQuery, plan: Plan, { shop }: DemoBrand): WrittenAnswer['shopping_cards'] {
  const chance = randomFor(asking, 'cards')
  const shown = platformsWithCards.some((platform) => platform === asking.voice) && chance.chance(0.4)
  if (!shop || !shown || plan.outcome !== 'answered') return []
  return plan.points.slice(0, chance.between(2, 4)).map(({ entity }, index) => ({
    product_title: `${entity.name} ${chance.pick(shop.lines)}`,
    product_brand: entity.name,
    price_amount: chance.between(shop.from, shop.to) - 0.01,
    price_currency: shop.currency,
    merchant: entity.name,
    url: entity.domain === null ? null : `https://${entity.domain}/shop`,
    rating: chance.between(36, 49) / 10,
    review_count: chance.between(12, 2_400),
    position: index + 1,
  }))
}
