/** Prepares an answer for storage: analyzes it and derives its columns. Pure, and needs no database. */
import type { Selectable } from 'kysely'
import { utcDay } from '../core/days.ts'
import type { DB } from '../db/schema.generated.ts'
import type { EngineAnswer, EngineFailure, ShoppingCard, Surface } from '../engines/engine.ts'
import type { Message } from '../languages/message.ts'
import { getSearchKeys } from '../search-queries/search-key.ts'
import {
  analyzeAnswer,
  type BrandParser,
  getSources,
  type KnownSentiments,
  noFacts,
  skipsSentiment,
} from './analysis.ts'
import { PARSER_VERSION } from './parser.ts'
import { packPayload } from './raw-payload.ts'
import { toStorable } from './storable-text.ts'
import { encodeAnalysis } from './stored-analysis.ts'

/** A query and its result. The region and the language are '' if there is none. */
export type QueriedAnswer = {
  jobId: string | null
  prompt: { text: string }
  platform: string
  backend: string
  surface: Surface
  region: string
  language: string
  sample: number
  /** How many runs of the schedule the answer represents; by default 1. */
  weight?: number
  queriedAt: Date
  answeredAt: Date
  sentiments?: KnownSentiments
  result:
    | (Omit<EngineAnswer, 'costMicros'> & { costMicros: number | null })
    | Pick<EngineFailure, 'outcome' | 'message' | 'cost' | 'raw' | 'unrecognized'>
}

/** All columns: one that JSON omits would be null instead of its default. */
type AnswerRow = Omit<
  Selectable<DB['answers']>,
  'brand_id' | 'id' | 'prompt_id' | 'failure' | 'search_keys'
> & {
  failure: Message | null
  search_keys: (number | null)[]
}

/** An answer as it is stored, apart from the ids of its prompt and its URLs. */
export type PreparedAnswer = ReturnType<typeof prepareAnswer>

export function prepareAnswer(queried: QueriedAnswer, parser: BrandParser) {
  const { raw = null, ...received } = queried.result
  const result = toStorable(received)
  const analysis =
    result.outcome === 'answered'
      ? encodeAnalysis(analyzeAnswer(parserInput(queried, result, parser), parser))
      : null
  const row: AnswerRow = {
    job_id: queried.jobId,
    platform: queried.platform,
    backend: queried.backend,
    surface: queried.surface,
    region: queried.region,
    language: queried.language,
    sample: queried.sample,
    weight: queried.weight ?? 1,
    queried_at: queried.queriedAt,
    answered_at: queried.answeredAt,
    day: utcDay(queried.answeredAt),
    ...outcomeColumns(result, queried.surface),
    ...(analysis
      ? {
          analysis_version: PARSER_VERSION,
          names_version: parser.namesVersion,
          ...analysis.facts,
          citation_count: analysis.citedCount,
        }
      : withoutAnalysis),
  }
  return {
    row,
    texts: textColumns(result, raw),
    cards: result.outcome === 'answered' ? result.shoppingCards : [],
    analysis,
  }
}

function parserInput(
  { prompt, language, surface, sentiments }: QueriedAnswer,
  { markdown, citations, retrieved }: Pick<EngineAnswer, 'markdown' | 'citations' | 'retrieved'>,
  parser: BrandParser,
) {
  return {
    markdown,
    prompt: prompt.text,
    language: language || null,
    citations: getSources({ citations, retrieved }),
    skipsSentiment: skipsSentiment(parser, surface),
    ...(sentiments && { sentiments }),
  }
}

type WithoutRaw<T> = T extends unknown ? Omit<T, 'raw'> : never
type Result = WithoutRaw<QueriedAnswer['result']>

function outcomeColumns(result: Result, surface: Surface) {
  // The simulator's prices are not charged.
  const isFree = surface === 'simulated'
  if (result.outcome === 'failed') {
    const { message: failure, cost = null, unrecognized = [] } = result
    return {
      status: 'failed',
      failure,
      ...unanswered,
      unrecognized,
      cost_micros: isFree ? 0 : (cost?.costMicros ?? null),
      cost_estimated: !isFree && cost?.costEstimated === true,
    }
  }
  return {
    status: result.outcome,
    failure: null,
    model: result.model ?? '',
    searched: result.searched,
    searches: result.searches,
    search_keys: getSearchKeys(result.searches),
    input_tokens: result.inputTokens,
    output_tokens: result.outputTokens,
    unrecognized: result.unrecognized,
    cost_micros: isFree ? 0 : result.costMicros,
    cost_estimated: !isFree && result.costEstimated,
  }
}

const unanswered = {
  model: '',
  searched: null,
  searches: [],
  search_keys: [],
  input_tokens: null,
  output_tokens: null,
}

const withoutAnalysis = { analysis_version: 0, names_version: 0, ...noFacts(), citation_count: 0 }

/** Columns of `answer_texts`. */
type Texts = {
  markdown: string
  sources: Pick<EngineAnswer, 'citations' | 'retrieved'> & { shopping_cards: ShoppingCard[] }
  raw: Uint8Array | null
}

/** A payload that could not be used is stored too, so that a later version can be checked against it. */
function textColumns(result: Result, payload: unknown): Texts | null {
  const raw = payload === null ? null : packPayload(payload)
  if (result.outcome === 'failed')
    return raw && { markdown: '', sources: { citations: [], retrieved: [], shopping_cards: [] }, raw }
  const { markdown, citations, retrieved, shoppingCards } = result
  return { markdown, sources: { citations, retrieved, shopping_cards: shoppingCards }, raw }
}
