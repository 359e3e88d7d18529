/** The job that fetches search volumes from DataForSEO. It is a job because requests cost money and take time. */
import type { JobKind } from '../../../vocabulary/job-kinds.ts'
import { type Brand, getBrand } from '../../brands/brands.ts'
import { type Context, transaction } from '../../core/context.ts'
import { AppError } from '../../core/errors.ts'
import { recordEvent } from '../../core/events.ts'
import { enqueueJob, type JobHandler } from '../../jobs/job.ts'
import { joinSentences, type Message, type MessageOrText, message } from '../../languages/message.ts'
import { findExhaustedBudget, recordCost, requireBudget } from '../../plans/spend-ledger.ts'
import { getIntent, getKeywords } from '../keywords.ts'
import { listVolumePrompts, type PromptVolume, saveVolumes, type VolumePrompt } from '../volume-store.ts'
import { fetchKeywordVolumes, type KeywordVolume, maxKeywords, type VolumeMarket } from './dataforseo.ts'

export const volumesKind = 'volumes' satisfies JobKind

/** Returns the job's id. Throws `not_configured` without a login, `conflict` while such a job runs, and when the budget is exhausted. */
export function requestVolumes(ctx: Context, brand: Brand): Promise<string> {
  const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password } = ctx.config
  if (login === null || password === null)
    throw new AppError(
      'not_configured',
      ctx.config.DEPLOYMENT === 'cloud'
        ? message('prompts.fetchVolumes.notConfigured')
        : message('prompts.fetchVolumes.notConfiguredSetSettings'),
    )
  return transaction(ctx, async (tx) => {
    await requireBudget(tx, { brandId: brand.id })
    const jobId = await enqueueJob(tx, brand.id, volumesKind, {})
    await recordEvent(tx, 'volumes.requested', { brandId: brand.id, data: { job_id: jobId } })
    return jobId
  })
}

type SearchablePrompt = { prompt: VolumePrompt; keywords: string[] }

/** Stores the volumes of each batch before requesting the next, so that a failure keeps what was paid for. */
export const fetchVolumes: JobHandler = async (ctx, { job, signal, report }) => {
  const brand = await getBrand(ctx, job.brand_id)
  const prompts = (await listVolumePrompts(ctx, brand)).filter(({ isActive }) => isActive)
  const searchable = prompts.flatMap((prompt) => {
    const keywords = getKeywords(prompt.text, prompt.language)
    return keywords.length === 0 ? [] : [{ prompt, keywords }]
  })
  const done = { prompts: 0, costMicros: 0, completed: 0 }
  let stopped: Message | null = null
  const onPaid = async (costMicros: number) => {
    done.costMicros += costMicros
    await recordCost(ctx, { kind: 'volumes', engine: 'dataforseo', brandId: brand.id, costMicros })
  }
  for (const { market, batch } of getBatches(searchable)) {
    report({ phase: 'fetching', completed: done.completed, total: searchable.length })
    stopped = await findExhaustedBudget(ctx, brand.id)
    if (stopped !== null) break
    const keywords = [...new Set(batch.flatMap((each) => each.keywords))]
    const volumes = await fetchKeywordVolumes({ config: ctx.config, signal, onPaid }, keywords, market)
    const found = batch.flatMap((each) => getVolume(each, market, volumes) ?? [])
    await transaction(ctx, (tx) => saveVolumes(tx, brand.id, found))
    done.prompts += found.length
    done.completed += batch.length
  }
  return {
    prompts: prompts.length,
    with_volume: done.prompts,
    too_long: prompts.length - searchable.length,
    cost_micros: done.costMicros,
    stopped,
  }
}

/** A prompt has at most two keywords. */
const promptsPerRequest = maxKeywords / 2

/** Groups prompts by country and language, in batches that fit one request. */
function getBatches(searchable: SearchablePrompt[]): { market: VolumeMarket; batch: SearchablePrompt[] }[] {
  const markets = Map.groupBy(searchable, ({ prompt }) => `${prompt.region ?? ''} ${prompt.language ?? 'en'}`)
  return [...markets].flatMap(([key, all]) => {
    const [region = '', language = 'en'] = key.split(' ')
    const market = { region: region === '' ? null : region, language }
    const starts = Array.from(
      { length: Math.ceil(all.length / promptsPerRequest) },
      (_, n) => n * promptsPerRequest,
    )
    return starts.map((start) => ({ market, batch: all.slice(start, start + promptsPerRequest) }))
  })
}

/** Returns null when the source knows none of the keywords. */
function getVolume(
  { prompt, keywords }: SearchablePrompt,
  { region }: VolumeMarket,
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
    intent: getIntent(prompt),
    keywords: known.map(({ keyword, searches }) => ({ keyword, volume: searches })),
    ai: ranges.length === 0 ? null : { low: sum('low'), high: sum('high') },
    source: 'DataForSEO',
    method: getMethod(region, ranges.length > 0),
  }
}

const getMethod = (region: string | null, hasRange: boolean): MessageOrText =>
  joinSentences([
    region === null
      ? message('prompts.fetchVolumes.searchesWorldwide')
      : message('prompts.fetchVolumes.searchesInRegion', { region }),
    hasRange
      ? message('prompts.fetchVolumes.rangeSumsOfTheLowestAnd')
      : message('prompts.fetchVolumes.noRangeDataForSEOHasNoEstimate'),
  ])
