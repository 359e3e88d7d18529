import {
  containsWords,
  detectLanguage,
  fill,
  type Language,
  phrasesOf,
  slug,
  splitWords,
} from './language.ts'
import marketData from './markets.json' with { type: 'json' }
import { random } from './seeded-random.ts'

/** Who there is to talk about for a prompt. The service looks up its tracked brand and competitors. */
export type TrackedMarket = {
  /** BCP 47, or null to go by the prompt's own words. */
  language: string | null
  /** ISO 3166-1 alpha-2, or null. */
  region: string | null
  entities: readonly MarketEntity[]
  /** What the market is called, most general first, e.g. `['running shoes']`. May be empty. */
  topicWords: readonly string[]
}

export type MarketEntity = {
  name: string
  aliases: readonly string[]
  /** Host without scheme, or null when the entity has no website. */
  domain: string | null
  /** 0 is hardly known, 1 is named by nearly every answer. */
  strength: number
}

export type MarketKind = 'software' | 'product' | 'service'

/** A world made whole: known or invented market, with competitors that nobody tracks. */
export type Market = {
  /** The same for every prompt of one market; what stays stable in a market hangs on it. */
  key: string
  kind: MarketKind
  language: Language
  topic: string
  entities: readonly MarketEntity[]
}

type KnownMarket = (typeof marketData.markets)[number]

/** How many competitors that nobody listed a tracked market has. */
const UNLISTED = 3
/** They were overlooked because they are smaller. */
const UNLISTED_STRENGTH = 0.4

/** The market that a prompt asks about: around the given world, or an invented one recognised by its words. */
export function marketOf(seed: number, prompt: string, world: TrackedMarket | null): Market {
  const language = detectLanguage(prompt, world?.language ?? null)
  const known = knownMarket(prompt, world)
  const given = world?.topicWords[0]
  const topic = known
    ? known.topic[language]
    : given
      ? inSentence(given, language)
      : topicOf(prompt, language)
  const key = known?.id ?? slug(given ?? namesOf(world) ?? topic)
  const kind = known ? kindOf(known) : guessedKind(seed, key, [prompt, ...(world?.topicWords ?? [])])
  const tracked = world?.entities ?? []
  const invented = inventedEntities(seed, key, known)
  const others = invented.filter((other) => tracked.every((entity) => !sameName(entity, other)))
  const unlisted = others.slice(0, UNLISTED)
  return {
    key,
    kind,
    language,
    topic,
    entities:
      tracked.length > 0
        ? [
            ...tracked,
            ...unlisted.map((other) => ({ ...other, strength: other.strength * UNLISTED_STRENGTH })),
          ]
        : others,
  }
}

/** What holds a market together that has neither a known name nor a topic: its entities. */
function namesOf(world: TrackedMarket | null): string | undefined {
  const names = world?.entities.map((entity) => entity.name) ?? []
  return names.length > 0 ? names.sort().join(' ') : undefined
}

function knownMarket(prompt: string, world: TrackedMarket | null): KnownMarket | undefined {
  const texts = [prompt, ...(world?.topicWords ?? [])]
  return marketData.markets.find((market) =>
    market.words.some((words) => texts.some((text) => containsWords(text, words))),
  )
}

/** Without a known market the longest run of words that are not everyday language is as good a topic as any. */
function topicOf(prompt: string, language: Language): string {
  const { commonWords, anyTopic } = phrasesOf(language)
  const isCommon = (word: string) => word.length < 3 || commonWords.includes(word.toLowerCase())
  const runs = splitWords(prompt)
    .map((word) => (isCommon(word) ? '|' : word))
    .join(' ')
    .split('|')
    .map((run) => run.trim().split(' ').slice(0, 3).join(' '))
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || anyTopic
}

function inventedEntities(seed: number, key: string, known: KnownMarket | undefined): MarketEntity[] {
  const chance = random(seed, 'market', key)
  const names = known ? chance.shuffle(known.brands) : coinedNames(seed, key)
  return names.map((name, place) => ({
    name,
    aliases: [],
    domain: `${slug(name)
      .normalize('NFD')
      .replace(/[^a-z0-9-]/g, '')}.example`,
    strength: Math.max(0.1, 0.85 - place * 0.12 + (chance.unit() - 0.5) * 0.1),
  }))
}

function coinedNames(seed: number, key: string): string[] {
  const { first, middle, last } = marketData.syllables
  const chance = random(seed, 'names', key)
  const beginnings = chance.shuffle(first).slice(0, 6)
  return beginnings.map((start) =>
    fill('{start}{middle}{end}', { start, middle: chance.pick(middle), end: chance.pick(last) }),
  )
}

function sameName(a: MarketEntity, b: MarketEntity): boolean {
  const names = (entity: MarketEntity) => [entity.name, ...entity.aliases].map((name) => name.toLowerCase())
  return names(a).some((name) => names(b).includes(name))
}

/** An industry comes as a label (`Software`); inside a sentence only German nouns and acronyms keep their capital. */
function inSentence(label: string, language: Language): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(label)
  return isWord && language !== 'de' ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

function guessedKind(seed: number, key: string, texts: readonly string[]): MarketKind {
  const kinds = ['software', 'product', 'service'] as const
  const said = kinds.find((kind) =>
    marketData.kindWords[kind].some((word) => texts.some((text) => containsWords(text, word))),
  )
  return said ?? random(seed, 'kind', key).pick(kinds)
}

/** JSON has no literal types; a test holds the file to the three kinds. */
function kindOf(market: KnownMarket): MarketKind {
  return market.kind as MarketKind
}
