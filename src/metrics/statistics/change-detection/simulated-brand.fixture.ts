import type { Grouping } from '../../group-keys.ts'
import { drawNormal } from '../seeded-random.ts'
import { cellIndex, type DailyAnswers, type DailySums, dayColumn } from './daily-sums.ts'
import { type HeadlineNumber, headlineNumbers } from './overview.ts'

/** A brand whose answers are random. Effects are in logits and apply to mentions, citations, positions and sentiment alike. */
export type World = {
  prompts: number
  platforms: number
  days: number
  /** Answers per prompt, platform and day. */
  samples: number
  /** Standard deviation of each prompt's drift, an AR(1) process with a daily correlation of 0.9. */
  drift: number
  /** Standard deviation of the effect of a day on all prompts of a platform. */
  shock: number
  /** Added to all prompts, or to each prompt, on all days. */
  level: number | ((prompt: number) => number)
  /** A lasting change from a day on, of all prompts or of those that it affects. */
  step: { day: number; logit: number; affects?: (prompt: number) => boolean }
  /** Standard deviation of the drift that all prompts of a platform share. */
  platformDrift?: number
  /** The first platform has another model from a day on: each prompt changes by `logit`, with a standard deviation of `spread`. */
  modelChange?: { day: number; logit: number; spread: number }
}

/** The same expected numbers on all days. */
export const steadyWorld: World = {
  prompts: 30,
  platforms: 3,
  days: 116,
  samples: 1,
  drift: 0,
  shock: 0,
  level: 0,
  step: { day: 0, logit: 0 },
}

export type SimulatedBrand = { answers: DailyAnswers; sums: Record<HeadlineNumber, DailySums> }

/** Draws the answers of a brand. */
export function simulateBrand(world: World, random: () => number): SimulatedBrand {
  const { prompts, platforms, days } = world
  const cells = Array.from({ length: prompts * platforms }, (_, index) => ({
    prompt: `${Math.floor(index / platforms)}`,
    platform: `${index % platforms}`,
    region: '',
  }))
  const n = new Float64Array(cells.length * days).fill(world.samples)
  const sums = noSums(n.length)
  const drifts = times(prompts, () => computeDrift(world, random))
  const shocks = times(platforms, () => times(days, () => world.shock * drawNormal(random)))
  const rates = times(prompts, () => promptRates(random))
  const { platformDrift = 0, modelChange } = world
  const ofPlatform =
    platformDrift > 0 ? times(platforms, () => computeDrift({ drift: platformDrift, days }, random)) : []
  const ofModel = modelChange
    ? times(prompts, () => modelChange.logit + modelChange.spread * drawNormal(random))
    : []
  for (const [cell, { prompt, platform }] of cells.entries()) {
    const base = rates[Number(prompt)] ?? promptRates(random)
    const platformEffect = 0.5 * drawNormal(random)
    for (let day = 0; day < days; day++) {
      const step = isInStep(world, Number(prompt), day) ? world.step.logit : 0
      const isOtherModel = modelChange && platform === '0' && day >= modelChange.day
      const effect =
        (typeof world.level === 'number' ? world.level : world.level(Number(prompt))) +
        (drifts[Number(prompt)]?.[day] ?? 0) +
        (shocks[Number(platform)]?.[day] ?? 0) +
        (ofPlatform[Number(platform)]?.[day] ?? 0) +
        (isOtherModel ? (ofModel[Number(prompt)] ?? 0) : 0) +
        step
      for (let sample = 0; sample < world.samples; sample++)
        addAnswer(sums, cell * days + day, base, platformEffect + effect, random)
    }
  }
  const columns = headlineNumbers.map((name) => {
    const { y, x } = sums[name]
    return [name, { y: dayColumn(y, days), x: dayColumn(x, days) }] as const
  })
  return {
    answers: {
      firstDay: 0,
      dayCount: days,
      ...cellIndex(cells),
      n: dayColumn(n, days),
      counted: dayColumn(n, days),
      active: dayColumn(new Float64Array(n.length).fill(1), days),
    },
    sums: Object.fromEntries(columns) as SimulatedBrand['sums'],
  }
}

const isInStep = ({ step }: World, prompt: number, day: number) =>
  day >= step.day && (step.affects?.(prompt) ?? true)

/** How many values of each grouping a brand has. */
export type GroupCounts = Record<Grouping, number>

/**
 * Returns the keys of the groups of a prompt by its number: a topic of consecutive prompts, with the same number of prompts as
 * others or one more, two tags (or one, where both are the same), a persona and a market.
 */
export function simulatedGroups(prompt: number, prompts: number, counts: Partial<GroupCounts>): string[] {
  const { topic = 0, tag = 0, persona = 0, market = 0 } = counts
  const tags = new Set([(7 * prompt) % tag, (3 * prompt + 1 + Math.floor(prompt / tag)) % tag])
  return [
    ...(topic > 0 ? [`topic:${Math.floor((topic * prompt) / prompts)}`] : []),
    ...(tag > 0 ? [...tags].map((each) => `tag:${each}`) : []),
    ...(persona > 0 ? [`persona:${Math.floor(prompt / 2) % persona}`] : []),
    ...(market > 0 ? [`market:${Math.floor((13 * prompt) / 2) % market}`] : []),
  ]
}

type Values = { y: Float64Array; x: Float64Array }

/** Logits of a prompt without effects. */
type PromptRates = { mention: number; citation: number; first: number; positive: number; competitor: number }

function promptRates(random: () => number): PromptRates {
  return {
    mention: -0.3 + drawNormal(random),
    citation: -1.5 + drawNormal(random),
    first: drawNormal(random),
    positive: 1 + drawNormal(random),
    competitor: -0.5 + 0.7 * drawNormal(random),
  }
}

const competitors = 5

function addAnswer(
  sums: Record<HeadlineNumber, Values>,
  at: number,
  rates: PromptRates,
  effect: number,
  random: () => number,
): void {
  const draw = (logit: number) => (random() < 1 / (1 + Math.exp(-logit)) ? 1 : 0)
  const isMentioned = draw(rates.mention + effect)
  const isCited = draw(rates.citation + effect)
  let others = 0
  for (let competitor = 0; competitor < competitors; competitor++) others += draw(rates.competitor)
  let behind = 0
  for (let other = 0; other < others; other++) behind += 1 - draw(rates.first + effect)
  const isClear = isMentioned && draw(1)
  const rankPoints = Math.round(15_000 / (1 + behind))
  add(sums.score, at, isMentioned * (60_000 + rankPoints) + isCited * 25_000, 1)
  add(sums.mention_rate, at, isMentioned, 1)
  add(sums.citation_rate, at, isCited, 1)
  add(sums.avg_position, at, isMentioned * behind, isMentioned)
  add(sums.positive_sentiment, at, isClear && draw(rates.positive + effect), isClear)
  add(sums.share_of_voice, at, isMentioned, isMentioned + others)
}

function add({ y, x }: Values, at: number, numerator: number, denominator: number): void {
  y[at] = (y[at] ?? 0) + numerator
  x[at] = (x[at] ?? 0) + denominator
}

function noSums(size: number): Record<HeadlineNumber, Values> {
  const entries = headlineNumbers.map((name) => [
    name,
    { y: new Float64Array(size), x: new Float64Array(size) },
  ])
  return Object.fromEntries(entries) as Record<HeadlineNumber, Values>
}

/** Draws a prompt's drift on each day, in logits. */
export function computeDrift({ drift, days }: Pick<World, 'drift' | 'days'>, random: () => number): number[] {
  const correlation = 0.9
  let value = drift * drawNormal(random)
  return times(days, () => {
    const today = value
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * drift * drawNormal(random)
    return today
  })
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
