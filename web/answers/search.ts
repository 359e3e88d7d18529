import { verdicts } from '../../vocabulary/claims.ts'
import { sentiments } from '../../vocabulary/labels.ts'
import { getId, getIds, matching } from '../brands/filter.ts'

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

export function answerSearch(search: Record<string, unknown>): AnswerSearch {
  const named = parseChoice(yesNo, search.named)
  const cited = parseChoice(yesNo, search.cited)
  const sentiment = parseChoice(sentiments, search.sentiment)
  const status = parseChoice(listedStatuses, search.status)
  const competitor = getId(search.competitor)
  const without = getId(search.without)
  const product = getId(search.product)
  const prompt = getIds(search.prompt)
  const run = getId(search.run)
  const model = matching(search.model, /^.{1,200}$/)
  const domain = matching(search.domain, /^[^\s/]{1,253}$/)
  const url = matching(search.url, /^.{1,8192}$/s)
  const fact = getId(search.fact)
  const verdict = parseChoice(verdicts, search.verdict)
  const ran = matching(search.search, /^.{1,2000}$/s)
  // The router parses a search for digits as a number.
  const q = matching(typeof search.q === 'number' ? String(search.q) : search.q, /^.{1,200}$/)
  return {
    ...(named && { named }),
    ...(cited && { cited }),
    ...(sentiment && { sentiment }),
    ...(status && { status }),
    ...(competitor && { competitor }),
    ...(without && { without }),
    ...(product && { product }),
    ...(prompt && { prompt }),
    ...(run && { run }),
    ...(model && { model }),
    ...(domain && { domain }),
    ...(url && { url }),
    ...(fact && { fact }),
    ...(verdict && { verdict }),
    ...(ran && { search: ran }),
    ...(q && { q }),
  }
}

/** The same as query parameters of the API. */
export function toAnswerParams(search: AnswerSearch) {
  const {
    named,
    cited,
    sentiment,
    status,
    competitor,
    without,
    product,
    prompt,
    run,
    model,
    domain,
    url,
    fact,
    verdict,
    search: ran,
    q,
  } = search
  return {
    ...(named && { mentioned: flag(named) }),
    ...(cited && { cited: flag(cited) }),
    ...(sentiment && { sentiment }),
    ...(status && { status }),
    ...(competitor && { competitor_id: competitor }),
    ...(without && { without_competitor_id: without }),
    ...(product && { product_id: product }),
    ...(prompt && { prompt_id: prompt }),
    ...(run && { job_id: run }),
    ...(model && { model }),
    ...(domain && { domain }),
    ...(url && { url }),
    ...(fact && { fact_id: fact }),
    ...(verdict && { verdict }),
    ...(ran && { search: ran }),
    ...(q && { q }),
  }
}

const flag = (answer: 'yes' | 'no') => (answer === 'yes' ? ('true' as const) : ('false' as const))

const parseChoice = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value)

/** URL parameters of the comparison: the two answers. */
export function compareSearch(search: Record<string, unknown>): { a?: string; b?: string } {
  const a = getId(search.a)
  const b = getId(search.b)
  return { ...(a && { a }), ...(b && { b }) }
}
