/** Asking DataForSEO about the prompts of a brand: a job, for each request costs money and may take a while. */

import { type Brand, getBrand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { enqueueJob, type JobHandler } from '../../jobs/job.ts'
import { findExhaustedBudget, recordCost, requireBudget } from '../../plans/spend-ledger.ts'
import { fetchKeywordVolumes, type KeywordVolume, type Market, mostKeywords } from './dataforseo.ts'
import { intentOf, keywordsOf } from './keywords.ts'
import { type AskedPrompt, listPrompts, type PromptVolume, saveVolumes } from './volume-store.ts'

export const volumesKind = 'volumes'

/** The job's id. Throws `not_configured` without a login, `conflict` while such a job is under way, and when no money is left. */
export function requestVolumes(ctx: Context, brand: Brand): Promise<string> {
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password } = ctx.config
  if (login === null || password === null)
    throw new AppError(
      'not_configured',
      'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD to fetch volumes, or import a CSV of your own.',
    )
  return transaction(ctx, async (tx) => {
    await requireBudget(tx)
    const jobId = await enqueueJob(tx, brand.id, volumesKind, {})
    await recordEvent(tx, 'volumes.requested', { brandId: brand.id, data: { job_id: jobId } })
    return jobId
  })
}

type Asked = { prompt: AskedPrompt; keywords: string[] }

/** What one market has answered is kept, whatever comes of the next. */
export const fetchVolumes: JobHandler = async (ctx, { job, signal, report }) => {
  const brand = await getBrand(ctx, job.brand_id)
  const prompts = (await listPrompts(ctx, brand)).filter(({ isActive }) => isActive)
  const asked = prompts.flatMap((prompt) => {
    const keywords = keywordsOf(prompt.text, prompt.language)
    return keywords.length === 0 ? [] : [{ prompt, keywords }]
  })
  const known = { prompts: 0, costMicros: 0, completed: 0 }
  let stopped: string | null = null
  const onPaid = async (costMicros: number) => {
    known.costMicros += costMicros
    await recordCost(ctx, { kind: 'volumes', engine: 'dataforseo', brandId: brand.id, costMicros })
  }
  for (const { market, batch } of batchesOf(asked)) {
    report({ phase: 'fetching', completed: known.completed, total: asked.length })
    stopped = await findExhaustedBudget(ctx)
    if (stopped !== null) break
    const keywords = [...new Set(batch.flatMap((each) => each.keywords))]
    const volumes = await fetchKeywordVolumes({ config: ctx.config, signal, onPaid }, keywords, market)
    const found = batch.flatMap((each) => volumeOf(each, market, volumes) ?? [])
    await transaction(ctx, (tx) => saveVolumes(tx, brand.id, found))
    known.prompts += found.length
    known.completed += batch.length
  }
  return {
    prompts: prompts.length,
    with_volume: known.prompts,
    too_long: prompts.length - asked.length,
    cost_micros: known.costMicros,
    stopped,
  }
}

/** No prompt has more than two keywords. */
const promptsAtOnce = mostKeywords / 2

/** Prompts of one country and language, as many as one request takes. */
function batchesOf(asked: Asked[]): { market: Market; batch: Asked[] }[] {
  const markets = Map.groupBy(asked, ({ prompt }) => `${prompt.region ?? ''} ${prompt.language ?? 'en'}`)
  return [...markets].flatMap(([key, all]) => {
    const [region = '', language = 'en'] = key.split(' ')
    const market = { region: region === '' ? null : region, language }
    const starts = Array.from({ length: Math.ceil(all.length / promptsAtOnce) }, (_, n) => n * promptsAtOnce)
    return starts.map((start) => ({ market, batch: all.slice(start, start + promptsAtOnce) }))
  })
}

/** Null when the source knows none of the keywords. */
function volumeOf(
  { prompt, keywords }: Asked,
  { region }: Market,
  volumes: Map<string, KeywordVolume>,
): PromptVolume | null {
  const known = keywords.map((keyword) => ({
    keyword,
    ...(volumes.get(keyword) ?? { searches: null, ai: null }),
  }))
  if (known.every(({ searches, ai }) => searches === null && ai === null)) return null
  const ranges = known.flatMap(({ ai }) => ai ?? [])
  const sum = (side: 'low' | 'high') => ranges.reduce((total, range) => total + range[side], 0)
  return {
    promptId: prompt.id,
    intent: intentOf(prompt),
    keywords: known.map(({ keyword, searches }) => ({ keyword, volume: searches })),
    ai: ranges.length === 0 ? null : { low: sum('low'), high: sum('high') },
    source: 'DataForSEO',
    method: methodOf(region, ranges.length > 0),
  }
}

const methodOf = (region: string | null, hasRange: boolean) =>
  [
    `Searches a month for the keywords made from the prompt: Google Ads, ${region ?? 'worldwide'}, by DataForSEO.`,
    hasRange
      ? "Range: the sums of the lowest and of the highest of the last twelve months in DataForSEO's estimate of what AI engines are asked; a model, not a count."
      : 'No range: DataForSEO gives no estimate for AI engines here.',
  ].join(' ')
