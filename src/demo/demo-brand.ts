/**
 * A demo brand is a fictional brand with 90 days of answers that the simulator generates, stored like an import, and with
 * an audit, a report, a brief and alerts. It is a brand of the organization that opened it, without any connection to
 * the other brands: it is never queried, costs nothing, and is in no digest.
 */
import { z } from 'zod'
import { simulatedPlatforms } from '../../vocabulary/platforms.ts'
import { BrandRecord, NewBrand } from '../brands/brand-fields.ts'
import { type Brand, createBrand, getBrand, listBrands, showBrand } from '../brands/brands.ts'
import { addEntity, NewEntity } from '../brands/entities.ts'
import { compareAnswers } from '../claims/compare-answers.ts'
import { compareCitedPages } from '../claims/page-claims.ts'
import { type Context, transaction } from '../core/context.ts'
import { utcDay } from '../core/days.ts'
import { normalizeName } from '../core/fields.ts'
import { importAnswers } from '../data-transfer/import-answers.ts'
import { simulatesConversations } from '../engines/registry.ts'
import { enqueueOrJoinJob, type JobHandler } from '../jobs/job.ts'
import { writeFirstBrief } from '../opportunities/first-brief.ts'
import { generateOpportunities } from '../opportunities/generate.ts'
import { lockOrganization } from '../plans/plans.ts'
import { createPersona, findByName, NewPersona, type Persona } from '../prompts/personas.ts'
import { insertPrompts, isAskedOn } from '../prompts/prompts.ts'
import { findOrCreateTopics } from '../prompts/topics.ts'
import { runKind } from '../tracking/tracking.ts'
import { type DemoAction, fillActions } from './actions.ts'
import { fillCrawlers, fillVisits, fillVolumes } from './audience.ts'
import demo from './brands.json' with { type: 'json' }
import { fillCitedPages } from './cited-pages.ts'
import { fillFacts, fillPageTexts } from './facts.ts'
import { fillFirstParty } from './first-party.ts'
import { fillRuns } from './runs.ts'
import { listSitePaths } from './site.ts'
import { addAudit, addReport, workOnOpportunities } from './work-results.ts'

export type DemoEntry = (typeof demo.brands)[number]

export const demoEntries: readonly DemoEntry[] = demo.brands

/** Fixed, because screenshots show its days. */
export const defaultSeed = 1
export const defaultDays = 90

export type DemoOptions = {
  seed: number
  /** The last day of the data, YYYY-MM-DD. */
  until: string
  days: number
}

const kind = 'demo' as const

export const OpenedDemo = z
  .object({
    brand: BrandRecord,
    job_id: z.uuid().nullable().describe('The job that generates the answers; null when they exist.'),
  })
  .meta({ id: 'OpenedDemo' })

/** Returns the organization's demo brand of the industry. Creates it, and the job that fills it, if there is none. */
export function openDemoBrand(ctx: Context, industry: string): Promise<z.input<typeof OpenedDemo>> {
  return transaction(ctx, async (tx) => {
    // Two concurrent requests would otherwise both create the brand.
    await lockOrganization(tx)
    const entry = demoEntries.find(({ id }) => id === industry)
    if (!entry) throw new Error(`No demo brand of the industry ${industry}`)
    const existing = await findDemoBrand(tx, entry)
    if (existing && (await isFilled(tx, existing))) return { brand: showBrand(existing), job_id: null }
    const brand = existing ?? (await createDemoBrand(tx, entry))
    return { brand: showBrand(brand), job_id: await enqueueOrJoinJob(tx, brand.id, kind) }
  })
}

export const demoJob: JobHandler = async (ctx, { job, signal, report }) => {
  const brand = await getBrand(ctx, job.brand_id)
  const entry = demoEntries.find(({ domain }) => domain === brand.domain)
  if (!entry) throw new Error(`No demo data for ${brand.domain}`)
  const options = { seed: defaultSeed, until: utcDay(ctx.now()), days: defaultDays }
  const total = countAnswers(entry, options)
  await fillDemoBrand(ctx, brand, entry, options, {
    signal,
    onStored: (completed) => report({ phase: 'generating', completed, total }),
  })
  return { answers: total }
}

/** The runs are added last, so a brand with one is complete. */
export async function isFilled({ db }: Context, { id }: Pick<Brand, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('brand_id', '=', id)
    .where('kind', '=', runKind)
    .executeTakeFirst()
  return row !== undefined
}

export const findDemoBrand = async (ctx: Context, { domain }: DemoEntry): Promise<Brand | undefined> =>
  (await listBrands(ctx)).find((brand) => brand.is_demo && brand.domain === domain)

/** Creates the brand with its products and prompts atomically. */
export function createDemoBrand(ctx: Context, entry: DemoEntry): Promise<Brand> {
  const { name, domain, aliases, industry, region, language, description, competitors } = entry
  return transaction(ctx, async (tx) => {
    const brand = await createBrand(
      tx,
      NewBrand.parse({ name, domain, aliases, industry, region, language, description, competitors }),
      { isDemo: true },
    )
    for (const product of entry.products)
      await addEntity(tx, 'products', brand, NewEntity.parse({ name: product }))
    const topicIds = await findOrCreateTopics(tx, brand.id, Object.keys(entry.topics))
    const personas: Persona[] = []
    for (const persona of entry.personas ?? [])
      personas.push(await createPersona(tx, brand, NewPersona.parse(persona)))
    const prompts = await insertPrompts(
      tx,
      brand,
      listDemoPrompts(entry).map(({ topic, text, tags, persona, region = brand.region }) => ({
        text,
        tags,
        region,
        persona_id: persona === undefined ? null : (findByName(personas, persona)?.id ?? null),
        topic_id: topicIds.get(normalizeName(topic)) ?? null,
      })),
    )
    const [first, ...followUps] = entry.conversation
    let previous = prompts.find(({ text }) => text === first)
    for (const text of followUps) [previous] = await insertPrompts(tx, brand, [{ text, previous }])
    return brand
  })
}

export function countAnswers(entry: DemoEntry, { days }: DemoOptions): number {
  const followUps = entry.conversation.length - 1
  const perDay = listDemoPrompts(entry).reduce(
    (count, { persona = null }) =>
      count +
      simulatedPlatforms.filter((each) => isAskedOn({ platforms: null, persona_id: persona }, each)).length,
    followUps * simulatedPlatforms.filter(simulatesConversations).length,
  )
  return perDay * days
}

type DemoPrompt = { topic: string; text: string; tags: string[]; persona?: string; region?: string }

/** Variants ask a text of a topic in another country or as a persona. */
function listDemoPrompts({ topics, variants = [], tags }: DemoEntry): DemoPrompt[] {
  const tagged: [string, string[]][] = Object.entries(tags ?? {})
  return Object.entries(topics).flatMap(([topic, texts]) =>
    texts.flatMap((text) => {
      const prompt = { topic, text, tags: tagged.flatMap(([tag, of]) => (of.includes(text) ? [tag] : [])) }
      return [
        prompt,
        ...variants.filter((variant) => variant.text === text).map((each) => ({ ...prompt, ...each })),
      ]
    }),
  )
}

/** Generates everything that a brand has after some months of use. Continues after an interruption. */
export async function fillDemoBrand(
  ctx: Context,
  brand: Brand,
  entry: DemoEntry,
  options: DemoOptions,
  { signal, onStored }: { signal?: AbortSignal; onStored?(count: number): void },
): Promise<void> {
  if (await isFilled(ctx, brand)) return
  const { seed } = options
  await fillFacts(ctx, brand, entry.id)
  const days = daysUntil(options.until, options.days)
  const actions: readonly DemoAction[] = entry.actions ?? []
  // Loaded on demand, with the simulator and its texts.
  const { generateAnswers } = await import('./generate-answers.ts')
  const answers = generateAnswers(ctx, brand, entry, { seed, days })
  const { rejected } = await importAnswers(ctx, brand, answers, {
    ...(signal && { signal }),
    onProgress: ({ imported, skipped }) => onStored?.(imported + skipped),
  })
  signal?.throwIfAborted()
  if (rejected[0]) throw new Error(`A demo answer was rejected: ${rejected[0].reason}`)
  await fillVolumes(ctx, brand, seed)
  await fillVisits(ctx, brand, { seed, days, actions })
  await fillCrawlers(ctx, brand, { seed, days, actions, sitePaths: listSitePaths(entry.id) })
  await fillFirstParty(ctx, brand, { seed, days })
  await fillCitedPages(ctx, brand, { ...options, actions, days })
  await fillPageTexts(ctx, brand, entry.id)
  // Not left to a job, so that the demo is complete when it opens and can be removed at once.
  await compareAnswers(ctx, brand.id, { signal })
  await compareCitedPages(ctx, brand.id, { signal })
  await generateOpportunities(ctx, brand)
  await addAudit(ctx, brand, entry.id)
  await writeFirstBrief(ctx, brand)
  await fillActions(ctx, brand, actions, days)
  await workOnOpportunities(ctx, brand)
  await addReport(ctx, brand, days)
  // Last: answers of a run would be imported again.
  await transaction(ctx, (tx) => fillRuns(tx, brand))
}

function daysUntil(until: string, count: number): string[] {
  const last = Date.parse(until)
  return Array.from({ length: count }, (_, index) =>
    utcDay(new Date(last - (count - 1 - index) * 86_400_000)),
  )
}
