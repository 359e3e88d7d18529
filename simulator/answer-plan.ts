import { containsWords, detectIntent, fill, getPhrases, type Intent, splitWords } from './language.ts'
import type { Market, MarketEntity } from './market.ts'
import { type PlatformProfile, PROFILES, type Style } from './platform-profiles.ts'
import { randomFor, type SimulatedQuery } from './query.ts'
import { dayNumber, modelCycle } from './release-calendar.ts'
import { type Random, random } from './seeded-random.ts'
import { listSourcePages, type SimulatedSourcePage } from './source-pages.ts'

/** The content of an answer before it is written as text. */
export type AnswerPlan = {
  outcome: 'answered' | 'empty' | 'refused'
  market: Market
  intent: Intent
  style: PlannedStyle
  /** In the order of the answer; the first one is the recommendation. */
  points: readonly PlannedMention[]
  /** The pages that the engine read, in the order of its search results; empty without a search. */
  pages: readonly SimulatedSourcePage[]
  searches: readonly string[]
  emoji: boolean
  followUp: boolean
  year: number
}

export type PlannedStyle = Style | 'steps' | 'review'
export type Sentiment = 'praise' | 'mixed' | 'warning' | 'neutral'

/** An entity, how the answer presents it, and the pages it cites for that (indices into `pages`). */
export type PlannedMention = { entity: MarketEntity; sentiment: Sentiment; cites: readonly number[] }

export type PlanOptions = {
  /** False when the request has no search tool, or a fault disables it. */
  search: boolean
  /** Set by a fault; otherwise drawn with the profile's probabilities. */
  outcome?: AnswerPlan['outcome'] | undefined
}

/** Bounds that keep every rate away from 0 and 1, which would hide the effect of sampling. */
const PRESENCE_FLOOR = 0.03
const PRESENCE_CEILING = 0.96
/** The probability for entities that the prompt names. */
const SUBJECT_PROBABILITY = 0.97

export function planAnswer(query: SimulatedQuery, market: Market, options: PlanOptions): AnswerPlan {
  const profile = PROFILES[query.profile]
  const chance = randomFor(query, 'plan')
  const year = Number(query.day.slice(0, 4))
  const intent = detectIntent(query.prompt, market.language)
  const searched = !chance.chance(profile.unsearched) && options.search
  const drawnOutcome = drawOutcome(chance.unit(), profile)
  const subjects = market.entities.filter((entity) => names(query.prompt, entity))
  const entities = drawEntities(query, market, subjects, profile, chance)
  const pages = searched ? drawPages(query, market, entities, profile, year, chance) : []
  return {
    outcome: options.outcome ?? drawnOutcome,
    market,
    intent,
    style: drawStyle(intent, profile, chance),
    points: entities.map((entity) => ({
      entity,
      sentiment: drawSentiment(query, entity, chance),
      cites: drawCites(entity, pages, profile, chance),
    })),
    pages,
    searches: searched ? drawSearches(query, { intent, market, entities, year }, chance) : [],
    emoji: chance.chance(profile.emoji),
    followUp: chance.chance(profile.followUp),
    year,
  }
}

/**
 * Returns the probability that an answer names an entity: its strength, modified per engine and prompt, by a slow wave over the
 * days, and by a step whenever the engine's model changes.
 */
export function presence(query: SimulatedQuery, entity: MarketEntity): number {
  const bias = (...key: readonly (string | number)[]) =>
    random(query.seed, 'lean', entity.name, ...key).unit() * 2 - 1
  const cycle = modelCycle(query.seed, query.profile, query.day)
  const logOdds =
    logit(0.12 + 0.72 * Math.min(1, Math.max(0, entity.strength))) +
    0.8 * bias(query.profile) +
    0.7 * bias('prompt', query.prompt) +
    0.5 * bias('model', query.profile, cycle) +
    0.6 * wave(query, entity)
  return Math.min(PRESENCE_CEILING, Math.max(PRESENCE_FLOOR, 1 / (1 + Math.exp(-logOdds))))
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability))
}

/** Returns a value from -1 to 1 with two periods that differ between brands, so that their trends cross. */
function wave(query: SimulatedQuery, entity: MarketEntity): number {
  const chance = random(query.seed, 'wave', query.profile, entity.name)
  const swing = (periodDays: number) =>
    Math.sin(2 * Math.PI * (dayNumber(query.day) / periodDays + chance.unit()))
  return 0.65 * swing(chance.between(50, 90)) + 0.35 * swing(chance.between(11, 23))
}

function drawOutcome(unit: number, profile: PlatformProfile): AnswerPlan['outcome'] {
  if (unit < profile.empty) return 'empty'
  return unit < profile.empty + profile.refused ? 'refused' : 'answered'
}

function names(prompt: string, entity: MarketEntity): boolean {
  return [entity.name, ...entity.aliases].some((name) => containsWords(prompt, name))
}

function drawEntities(
  query: SimulatedQuery,
  market: Market,
  subjects: readonly MarketEntity[],
  profile: PlatformProfile,
  chance: Random,
): MarketEntity[] {
  const drawn = market.entities.map((entity) => {
    const isSubject = subjects.includes(entity)
    const probability = isSubject ? SUBJECT_PROBABILITY : presence(query, entity)
    return {
      entity,
      named: chance.chance(probability),
      rank: (isSubject ? 1 : 0) + probability + chance.unit() * 0.7,
    }
  })
  const ranked = drawn.sort((a, b) => b.rank - a.rank)
  const named = ranked.filter((item) => item.named).slice(0, profile.brands)
  return (named.length > 0 ? named : ranked.slice(0, 1)).map((item) => item.entity)
}

/**
 * Draws around the entity's reputation, from which the reputation with an engine differs slightly: mostly praise, sometimes a
 * warning.
 */
function drawSentiment(query: SimulatedQuery, entity: MarketEntity, chance: Random): Sentiment {
  const reputation = random(query.seed, 'reputation', entity.name).unit()
  const withEngine = random(query.seed, 'reputation', query.profile, entity.name).unit()
  const praised = 0.5 + 0.2 * reputation + 0.1 * withEngine + 0.05 * entity.strength
  const drawn = chance.unit()
  if (drawn < praised) return 'praise'
  const rest = (drawn - praised) / (1 - praised)
  if (rest < 0.45) return 'neutral'
  return rest < 0.75 ? 'mixed' : 'warning'
}

function drawStyle(intent: Intent, profile: PlatformProfile, chance: Random): PlannedStyle {
  const default_ = chance.weighted(profile.styles)
  const special = chance.chance(0.6)
  if (intent === 'how_to') return special ? 'steps' : default_
  if (intent === 'review') return special ? 'review' : default_
  if (intent === 'comparison') return special ? 'table' : default_
  return default_
}

/** Draws pages, preferring pages of named entities and of the profile's source types, and shuffles them. */
function drawPages(
  query: SimulatedQuery,
  market: Market,
  entities: readonly MarketEntity[],
  profile: PlatformProfile,
  year: number,
  chance: Random,
): SimulatedSourcePage[] {
  const count = chance.between(...profile.sourcesRead)
  const ranked = listSourcePages(query.seed, market, year)
    .map((page) => {
      const relevant = page.about && !entities.includes(page.about) ? 0.25 : 1
      return { page, rank: chance.unit() ** (1 / (profile.sources[page.kind] * relevant)) }
    })
    .sort((a, b) => b.rank - a.rank)
  return chance.shuffle(ranked.slice(0, count).map((item) => item.page))
}

/** Draws among the entity's own and independent pages, because a competitor's page supports no claim about it. */
function drawCites(
  entity: MarketEntity,
  pages: readonly SimulatedSourcePage[],
  profile: PlatformProfile,
  chance: Random,
): number[] {
  if (chance.chance(0.15)) return []
  const fitting = pages.flatMap((page, index) => {
    const score = chance.unit() * (page.about === entity ? 1.15 : 1)
    return page.about === null || page.about === entity ? [{ index, rank: score }] : []
  })
  return fitting
    .sort((a, b) => b.rank - a.rank)
    .slice(0, chance.between(1, profile.citesPerClaim))
    .map((item) => item.index)
}

type Searched = { intent: Intent; market: Market; entities: readonly MarketEntity[]; year: number }

/** Most engines search for what the prompt is about, in varying words, and for the market in general. */
function drawSearches(
  query: SimulatedQuery,
  { intent, market, entities, year }: Searched,
  chance: Random,
): string[] {
  const brand = entities[0]?.name ?? market.topic
  const values = { topic: market.topic, brand, other: entities[1]?.name ?? market.topic, year: String(year) }
  const queries = getPhrases(market.language).searches[intent].map((phrase) => fill(phrase, values))
  const general = chance.shuffle(queries).slice(0, chance.between(1, 3))
  const focus = getFocus(query.prompt, market)
  const focused = randomFor(query, 'searches')
  if (focus === '' || !focused.chance(0.8)) return general
  const about = `${market.topic} ${focus}`
  return [focused.pick([about, about, `${about} ${year}`, `${about} reddit`]), ...general.slice(1)]
}

/**
 * Returns two adjacent words of the prompt, or one, that say more than its topic, its brands and common words: the last of the longest
 * sequence of such words.
 */
function getFocus(prompt: string, { language, topic, entities }: Market): string {
  const { commonWords, intents } = getPhrases(language)
  const known = splitWords(
    [topic, ...entities.flatMap(({ name, aliases }) => [name, ...aliases]), ...Object.values(intents).flat()]
      .join(' ')
      .toLowerCase(),
  )
  const isKnown = (word: string) =>
    word.length < 3 || /^\d+$/.test(word) || commonWords.includes(word) || known.includes(word)
  let [longest, sequence]: [string[], string[]] = [[], []]
  for (const word of splitWords(prompt.toLowerCase())) {
    sequence = isKnown(word) ? [] : [...sequence, word]
    if (sequence.length >= longest.length) longest = sequence
  }
  return longest.slice(-2).join(' ')
}
