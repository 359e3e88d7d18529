import { minHistoryDays, promptResiduals } from '../../metrics/statistics/change-detection/drift.ts'
import type { DayRange } from '../../metrics/statistics/change-detection/windows.ts'
import { sumBy } from '../../metrics/sum-by.ts'
import { baselineOf, type Experiment, minBaselineDays, recommendedControls } from './experiment.ts'

/** `conversation`: the first prompt of its conversation. */
export type PromptTraits = {
  prompt: string
  text: string
  topic: string | null
  intent: string
  language: string
  conversation: string
}

export type ControlReason =
  | { kind: 'same_topic' }
  | { kind: 'same_intent' }
  | { kind: 'same_language' }
  /** The levels before the action, in the unit of y / x. */
  | { kind: 'similar_level'; level: number; affected: number }
  /** The correlation of the daily values before the action. */
  | { kind: 'similar_days'; correlation: number }

/** `affected`: it has the text of an affected prompt, in another market, or is in the same conversation. */
export type ExclusionReason = 'affected' | 'other_action' | 'no_history' | 'other_platforms'

export type ControlProposal = {
  /** The best ones first. `similarity` is from 0 to 1. */
  proposed: readonly { prompt: string; similarity: number; reasons: readonly ControlReason[] }[]
  excluded: readonly { prompt: string; reason: ExclusionReason }[]
}

/** `prompts`: all active prompts of the brand. `actionDay`: today before the action. `count`: how many are proposed at most. */
type Request = Pick<Experiment, 'answers' | 'sums' | 'affected' | 'actionDay' | 'otherActions'> & {
  prompts: readonly PromptTraits[]
  count?: number
}

/** Twice as many controls as affected prompts: with more, the affected prompts determine the interval. */
const controlsPerPrompt = 2

/** Proposes the prompts that resemble the affected ones, by what they ask and how their number behaved before the action. */
export function proposeControls(request: Request): ControlProposal {
  const { affected, prompts } = request
  const count = request.count ?? Math.max(recommendedControls, controlsPerPrompt * affected.size)
  const histories = readHistories(request, baselineOf(request))
  const own = prompts.filter(({ prompt }) => affected.has(prompt))
  const others = prompts.filter(({ prompt }) => !affected.has(prompt))
  const excluded = others.flatMap((each) => {
    const reason = findExclusion(each, own, request, histories)
    return reason === null ? [] : [{ prompt: each.prompt, reason }]
  })
  const isExcluded = new Set(excluded.map(({ prompt }) => prompt))
  const proposed = others
    .filter(({ prompt }) => !isExcluded.has(prompt))
    .map((each) => ({ prompt: each.prompt, ...compareWith(each, own, histories) }))
    .sort((a, b) => b.similarity - a.similarity || (a.prompt < b.prompt ? -1 : 1))
    .slice(0, count)
  return { proposed, excluded }
}

function findExclusion(
  { prompt, text, conversation }: PromptTraits,
  own: readonly PromptTraits[],
  { otherActions = [], actionDay }: Request,
  { ofPrompt, segmentsOfAffected }: Histories,
): ExclusionReason | null {
  const isSibling = own.some(
    (each) => each.conversation === conversation || normalizeText(each.text) === normalizeText(text),
  )
  if (isSibling) return 'affected'
  const isBusy = otherActions.some(
    (other) => other.day >= actionDay - minHistoryDays && other.prompts.has(prompt),
  )
  if (isBusy) return 'other_action'
  const history = ofPrompt.get(prompt)
  if (history === undefined || history.activeDays < minBaselineDays) return 'no_history'
  return [...history.segments].every((segment) => !segmentsOfAffected.has(segment)) ? 'other_platforms' : null
}

const normalizeText = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** `days`: residuals by day, NaN without answers. */
type History = { level: number; activeDays: number; segments: ReadonlySet<string>; days: Float64Array }

type Histories = {
  ofPrompt: ReadonlyMap<string, History>
  affected: { level: number; days: Float64Array }
  segmentsOfAffected: Set<string>
  /** The standard deviation of the levels of all prompts. */
  spread: number
}

function readHistories({ answers, sums, affected }: Request, range: DayRange): Histories {
  const members = [...answers.cells.keys()]
  const { prompts, residuals } = promptResiduals({ answers, sums, members }, range)
  const cellsOf = Map.groupBy(members, (cell) => answers.promptOfCell[cell] ?? 0)
  const [from, to] = [range.from - answers.firstDay, range.to - answers.firstDay]
  const sumIn = (column: { cumulative: Float64Array }, cell: number) => {
    const start = cell * (answers.dayCount + 1)
    return (column.cumulative[start + to + 1] ?? 0) - (column.cumulative[start + from] ?? 0)
  }
  const ofPrompt = new Map<string, History>()
  for (const [index, prompt] of prompts.entries()) {
    const days = residuals[index] ?? new Float64Array()
    const cells = (cellsOf.get(prompt) ?? []).filter((cell) => sumIn(answers.n, cell) > 0)
    const name = answers.cells[cells[0] ?? 0]?.prompt ?? ''
    ofPrompt.set(name, {
      level: sumBy(cells, (cell) => sumIn(sums.y, cell)) / sumBy(cells, (cell) => sumIn(sums.x, cell)),
      activeDays: days.filter((value) => !Number.isNaN(value)).length,
      segments: new Set(cells.map((cell) => getSegment(answers.cells[cell]))),
      days,
    })
  }
  const own = [...ofPrompt].filter(([prompt]) => affected.has(prompt)).map(([, history]) => history)
  const levels = [...ofPrompt.values()].map(({ level }) => level)
  const mean = averageOf(levels)
  return {
    ofPrompt,
    affected: {
      level: averageOf(own.map(({ level }) => level)),
      days: Float64Array.from({ length: to - from + 1 }, (_, day) =>
        averageOf(own.map(({ days }) => days[day] ?? Number.NaN).filter((value) => !Number.isNaN(value))),
      ),
    },
    segmentsOfAffected: new Set(own.flatMap(({ segments }) => [...segments])),
    spread: Math.sqrt(averageOf(levels.map((level) => (level - mean) ** 2))),
  }
}

const getSegment = (cell: { platform: string; region: string } | undefined) =>
  JSON.stringify([cell?.platform, cell?.region])

/** NaN of no values. */
const averageOf = (values: readonly number[]) => sumBy(values, (value) => value) / values.length

/** How much each property counts; the sum is 1. */
const weights = { topic: 0.25, intent: 0.1, language: 0.25, level: 0.2, days: 0.2 }

const minSimilarLevel = 0.6
const minSimilarDays = 0.2

function compareWith(
  traits: PromptTraits,
  own: readonly PromptTraits[],
  { ofPrompt, affected, spread }: Histories,
): { similarity: number; reasons: ControlReason[] } {
  const history = ofPrompt.get(traits.prompt)
  const level = history?.level ?? affected.level
  const shareWith = (name: 'topic' | 'intent' | 'language') =>
    own.filter((each) => traits[name] !== null && each[name] === traits[name]).length /
    Math.max(1, own.length)
  const distance = spread > 0 ? (level - affected.level) / spread : 0
  const closeness = Math.exp(-(distance ** 2) / 2)
  const correlation = history ? correlate(history.days, affected.days) : 0
  const shares = { topic: shareWith('topic'), intent: shareWith('intent'), language: shareWith('language') }
  const similarity =
    weights.topic * shares.topic +
    weights.intent * shares.intent +
    weights.language * shares.language +
    weights.level * (Number.isFinite(closeness) ? closeness : 0) +
    weights.days * Math.max(0, correlation)
  const reasons: ControlReason[] = []
  if (shares.topic > 0) reasons.push({ kind: 'same_topic' })
  if (shares.intent > 0) reasons.push({ kind: 'same_intent' })
  if (shares.language > 0) reasons.push({ kind: 'same_language' })
  if (closeness >= minSimilarLevel) reasons.push({ kind: 'similar_level', level, affected: affected.level })
  if (correlation >= minSimilarDays) reasons.push({ kind: 'similar_days', correlation })
  return { similarity, reasons }
}

/** Returns Pearson's correlation over the days with both values; 0 without variation or with few days. */
export function correlate(a: Float64Array, b: Float64Array): number {
  const days = [...a.keys()].filter(
    (day) => !Number.isNaN(a[day] ?? Number.NaN) && !Number.isNaN(b[day] ?? Number.NaN),
  )
  if (days.length < minBaselineDays) return 0
  const center = (values: Float64Array) => {
    const mean = averageOf(days.map((day) => values[day] ?? 0))
    return days.map((day) => (values[day] ?? 0) - mean)
  }
  const [x, y] = [center(a), center(b)]
  const product = sumBy([...x.entries()], ([index, value]) => value * (y[index] ?? 0))
  const squares = sumBy(x, (value) => value ** 2) * sumBy(y, (value) => value ** 2)
  return squares > 0 ? product / Math.sqrt(squares) : 0
}
