import { verdicts } from '../../vocabulary/claims.ts'
import { sentiments } from '../../vocabulary/labels.ts'
import { getId, getIds, matching } from '../brands/filter.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'

/** URL parameters of the answers screen, in addition to period and filters: which answers are listed. */
export type AnswerSearch = {
  named?: 'yes' | 'no'
  cited?: 'yes' | 'no'
  sentiment?: (typeof sentiments)[number]
  status?: (typeof listedStatuses)[number]
  competitor?: string
  /** A competitor that the answers do not mention. */
  without?: string
  product?: string
  /** One or more IDs of prompts, separated by commas. */
  prompt?: string
  run?: string
  model?: string
  domain?: string
  url?: string
  /** A search that the engine ran. */
  search?: string
  /** A fact that the answers state. */
  fact?: string
  /** The verdict about the fact, or the worst one about all facts. */
  verdict?: (typeof verdicts)[number]
  /** Text in the prompt. */
  q?: string
}

export const listedStatuses = ['failed', 'refused', 'empty', 'any'] as const
const yesNo = ['yes', 'no'] as const

export const answerSearch = (search: Record<string, unknown>): AnswerSearch =>
  withoutUndefined({
    named: getChoice(yesNo, search.named),
    cited: getChoice(yesNo, search.cited),
    sentiment: getChoice(sentiments, search.sentiment),
    status: getChoice(listedStatuses, search.status),
    competitor: getId(search.competitor),
    without: getId(search.without),
    product: getId(search.product),
    prompt: getIds(search.prompt),
    run: getId(search.run),
    model: matching(search.model, /^.{1,200}$/),
    domain: matching(search.domain, /^[^\s/]{1,253}$/),
    url: matching(search.url, /^.{1,8192}$/s),
    fact: getId(search.fact),
    verdict: getChoice(verdicts, search.verdict),
    search: matching(search.search, /^.{1,2000}$/s),
    // The router parses a search for digits as a number.
    q: matching(typeof search.q === 'number' ? String(search.q) : search.q, /^.{1,200}$/),
  })

/** The same as query parameters of the API. */
export function toAnswerParams(search: AnswerSearch) {
  const { named, cited, competitor, without, product, prompt, run, fact, ...same } = search
  return withoutUndefined({
    ...same,
    mentioned: toFlag(named),
    cited: toFlag(cited),
    competitor_id: competitor,
    without_competitor_id: without,
    product_id: product,
    prompt_id: prompt,
    job_id: run,
    fact_id: fact,
  })
}

const toFlag = (answer: 'yes' | 'no' | undefined) =>
  answer && (answer === 'yes' ? ('true' as const) : ('false' as const))

/** URL parameters of the comparison: the two answers. */
export const compareSearch = (search: Record<string, unknown>): { a?: string; b?: string } =>
  withoutUndefined({ a: getId(search.a), b: getId(search.b) })
