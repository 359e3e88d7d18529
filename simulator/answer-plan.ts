import { containsWords, fill, type Intent, intentOf, phrasesOf } from './language.ts'
import type { Market, MarketEntity } from './market.ts'
import { type PlatformProfile, PROFILES, type Style } from './platform-profiles.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import { dayNumber, modelCycle } from './release-calendar.ts'
import { type Random, random } from './seeded-random.ts'
import { listSourcePages, type Page } from './source-pages.ts'

/** What an answer will say, before a word of it is written. */
export type Plan = {
  outcome: 'answered' | 'empty' | 'refused'
  market: Market
  intent: Intent
  style: PlannedStyle
  /** In the order of the answer; the first is the one that it recommends. */
  points: readonly PlannedMention[]
  /** Everything that the engine read, in the order of its search results; empty when it did not search. */
  pages: readonly Page[]
  searches: readonly string[]
  emoji: boolean
  followUp: boolean
  year: number
}

export type PlannedStyle = Style | 'steps' | 'review'
export type Sentiment = 'praise' | 'mixed' | 'warning' | 'neutral'

/** An entity, how the answer speaks of it and the pages it points at for that (indices into `pages`). */
export type PlannedMention = { entity: MarketEntity; sentiment: Sentiment; cites: readonly number[] }

export type PlanOptions = {
  /** False when the request brings no search, or a fault forbids it. */
  search: boolean
  /** Set by a fault; otherwise now and then, as the voice has it. */
  outcome?: Plan['outcome'] | undefined
}

/** Named however weak, and never certain: a rate of 0 or 1 would hide what sampling does. */
const PRESENCE_FLOOR = 0.03
const PRESENCE_CEILING = 0.96
/** Entities in the prompt itself are nearly always answered about. */
const ASKED_FOR = 0.97

export function planAnswer(asking: SimulatedQuery, market: Market, wishes: PlanOptions): Plan {
  const voice = PROFILES[asking.voice]
  const chance = randomFor(asking, 'plan')
  const year = Number(asking.day.slice(0, 4))
  const intent = intentOf(asking.prompt, market.language)
  const searched = !chance.chance(voice.unsearched) && wishes.search
  const drawnOutcome = outcomeOf(chance.unit(), voice)
  const subjects = market.entities.filter((entity) => namedIn(asking.prompt, entity))
  const entities = entitiesOf(asking, market, subjects, voice, chance)
  const pages = searched ? pagesRead(asking, market, entities, voice, year, chance) : []
  return {
    outcome: wishes.outcome ?? drawnOutcome,
    market,
    intent,
    style: styleOf(intent, voice, chance),
    points: entities.map((entity) => ({
      entity,
      sentiment: sentimentOf(asking, entity, chance),
      cites: citesOf(entity, pages, voice, chance),
    })),
    pages,
    searches: searched ? searchesOf(intent, market, entities, year, chance) : [],
    emoji: chance.chance(voice.emoji),
    followUp: chance.chance(voice.followUp),
    year,
  }
}

/**
 * The probability that an answer names an entity: its strength, moved by the engine's and the prompt's
 * leanings, by a slow wave over the days and by a step whenever the engine's model changes.
 */
export function presence(asking: SimulatedQuery, entity: MarketEntity): number {
  const lean = (...key: readonly (string | number)[]) =>
    random(asking.seed, 'lean', entity.name, ...key).unit() * 2 - 1
  const cycle = modelCycle(asking.seed, asking.voice, asking.day)
  const logOdds =
    logit(0.12 + 0.72 * Math.min(1, Math.max(0, entity.strength))) +
    0.8 * lean(asking.voice) +
    0.7 * lean('prompt', asking.prompt) +
    0.5 * lean('model', asking.voice, cycle) +
    0.6 * wave(asking, entity)
  return Math.min(PRESENCE_CEILING, Math.max(PRESENCE_FLOOR, 1 / (1 + Math.exp(-logOdds))))
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** Between -1 and 1, with two periods that no two brands share, so that trends cross each other. */
function wave(asking: SimulatedQuery, entity: MarketEntity): number {
  const chance = random(asking.seed, 'wave', asking.voice, entity.name)
  const swing = (periodDays: number) =>
    Math.sin(2 * Math.PI * (dayNumber(asking.day) / periodDays + chance.unit()))
  return 0.65 * swing(chance.between(50, 90)) + 0.35 * swing(chance.between(11, 23))
}

function outcomeOf(unit: number, voice: PlatformProfile): Plan['outcome'] {
  if (unit < voice.empty) return 'empty'
  return unit < voice.empty + voice.refused ? 'refused' : 'answered'
}

function namedIn(prompt: string, entity: MarketEntity): boolean {
  return [entity.name, ...entity.aliases].some((name) => containsWords(prompt, name))
}

function entitiesOf(
  asking: SimulatedQuery,
  market: Market,
  subjects: readonly MarketEntity[],
  voice: PlatformProfile,
  chance: Random,
): MarketEntity[] {
  const drawn = market.entities.map((entity) => {
    const asked = subjects.includes(entity)
    const probability = asked ? ASKED_FOR : presence(asking, entity)
    return {
      entity,
      named: chance.chance(probability),
      place: (asked ? 1 : 0) + probability + chance.unit() * 0.7,
    }
  })
  const ranked = drawn.sort((a, b) => b.place - a.place)
  const named = ranked.filter((one) => one.named).slice(0, voice.brands)
  return (named.length > 0 ? named : ranked.slice(0, 1)).map((one) => one.entity)
}

/** An entity has a reputation with an engine, which single answers vary: mostly praise, now and then a warning. */
function sentimentOf(asking: SimulatedQuery, entity: MarketEntity, chance: Random): Sentiment {
  const reputation = random(asking.seed, 'reputation', asking.voice, entity.name).unit()
  const mood = 0.45 * reputation + 0.15 * entity.strength + 0.4 * chance.unit()
  if (mood > 0.5) return 'praise'
  if (mood > 0.36) return 'neutral'
  return mood > 0.22 ? 'mixed' : 'warning'
}

function styleOf(intent: Intent, voice: PlatformProfile, chance: Random): PlannedStyle {
  const usual = chance.weighted(voice.styles)
  const special = chance.chance(0.6)
  if (intent === 'how_to') return special ? 'steps' : usual
  if (intent === 'review') return special ? 'review' : usual
  if (intent === 'comparison') return special ? 'table' : usual
  return usual
}

/** The pages of the named entities first, then whatever the voice likes to read, shuffled as results come. */
function pagesRead(
  asking: SimulatedQuery,
  market: Market,
  entities: readonly MarketEntity[],
  voice: PlatformProfile,
  year: number,
  chance: Random,
): Page[] {
  const wanted = chance.between(...voice.sourcesRead)
  const ranked = listSourcePages(asking.seed, market, year)
    .map((page) => {
      const relevant = page.about && !entities.includes(page.about) ? 0.25 : 1
      return { page, place: chance.unit() ** (1 / (voice.sources[page.kind] * relevant)) }
    })
    .sort((a, b) => b.place - a.place)
  return chance.shuffle(ranked.slice(0, wanted).map((one) => one.page))
}

/** Pages of the entity itself or of nobody; a competitor's own page supports nothing about others. */
function citesOf(
  entity: MarketEntity,
  pages: readonly Page[],
  voice: PlatformProfile,
  chance: Random,
): number[] {
  if (chance.chance(0.15)) return []
  const fitting = pages.flatMap((page, index) => {
    const place = chance.unit() * (page.about === entity ? 1.15 : 1)
    return page.about === null || page.about === entity ? [{ index, place }] : []
  })
  return fitting
    .sort((a, b) => b.place - a.place)
    .slice(0, chance.between(1, voice.citesPerClaim))
    .map((one) => one.index)
}

function searchesOf(
  intent: Intent,
  market: Market,
  entities: readonly MarketEntity[],
  year: number,
  chance: Random,
): string[] {
  const brand = entities[0]?.name ?? market.topic
  const values = { topic: market.topic, brand, other: entities[1]?.name ?? market.topic, year: String(year) }
  const queries = phrasesOf(market.language).searches[intent].map((query) => fill(query, values))
  return chance.shuffle(queries).slice(0, chance.between(1, 3))
}
