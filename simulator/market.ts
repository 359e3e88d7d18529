import {
  containsWords,
  detectLanguage,
  fill,
  getPhrases,
  type Language,
  slug,
  splitWords,
} from './language.ts'
import marketData from './markets.json' with { type: 'json' }
import { random } from './seeded-random.ts'

/** The brand and competitors that the service tracks with a prompt. */
export type TrackedMarket = {
  /** BCP 47. Null: detected from the prompt. */
  language: string | null
  /** ISO 3166-1 alpha-2, or null. */
  region: string | null
  entities: readonly MarketEntity[]
  /** Names of the market, most general first, such as `['running shoes']`. May be empty. */
  topicWords: readonly string[]
}

export type MarketEntity = {
  name: string
  aliases: readonly string[]
  /** The host of the entity's website, or null if it has none. */
  domain: string | null
  /** From 0 (almost unknown) to 1 (named by almost every answer). */
  strength: number
}

export type MarketKind = 'software' | 'product' | 'service'

/** The market that an answer is about: its topic and all of its brands, tracked and untracked. */
export type Market = {
  /** Identifies the market. Seeds everything that is the same for all of its prompts. */
  key: string
  kind: MarketKind
  language: Language
  topic: string
  entities: readonly MarketEntity[]
}

type KnownMarket = (typeof marketData.markets)[number]

/** The number of untracked competitors in a tracked market. */
const UNTRACKED_COUNT = 3
/** Scales the strength of untracked competitors, which are smaller. */
const UNTRACKED_STRENGTH = 0.4

/** Returns the market of a prompt: the tracked one with added competitors, or an invented one that matches the prompt's words. */
export function getMarket(seed: number, prompt: string, tracked: TrackedMarket | null): Market {
  const language = detectLanguage(prompt, tracked?.language ?? null)
  const known = findKnownMarket(prompt, tracked)
  const label = tracked?.topicWords[0]
  const topic = known
    ? known.topic[language]
    : label
      ? toSentenceCase(label, language)
      : topicFor(prompt, language)
  const key = known?.id ?? slug(label ?? joinNames(tracked) ?? topic)
  const kind = known ? getKind(known) : guessKind(seed, key, [prompt, ...(tracked?.topicWords ?? [])])
  const entities = tracked?.entities ?? []
  const others = inventEntities(seed, key, known).filter((other) =>
    entities.every((entity) => !shareName(entity, other)),
  )
  const untracked = others
    .slice(0, UNTRACKED_COUNT)
    .map((other) => ({ ...other, strength: other.strength * UNTRACKED_STRENGTH }))
  return {
    key,
    kind,
    language,
    topic,
    entities: entities.length > 0 ? [...entities, ...untracked] : others,
  }
}

/** Identifies a tracked market without a topic by the names of its entities. */
function joinNames(tracked: TrackedMarket | null): string | undefined {
  const names = tracked?.entities.map((entity) => entity.name) ?? []
  return names.length > 0 ? names.sort().join(' ') : undefined
}

function findKnownMarket(prompt: string, tracked: TrackedMarket | null): KnownMarket | undefined {
  const texts = [prompt, ...(tracked?.topicWords ?? [])]
  return marketData.markets.find((market) =>
    market.words.some((words) => texts.some((text) => containsWords(text, words))),
  )
}

/** Guesses the topic of an unknown market: the longest run of uncommon words in the prompt. */
function topicFor(prompt: string, language: Language): string {
  const { commonWords, anyTopic } = getPhrases(language)
  const isCommon = (word: string) => word.length < 3 || commonWords.includes(word.toLowerCase())
  const runs = splitWords(prompt)
    .map((word) => (isCommon(word) ? '|' : word))
    .join(' ')
    .split('|')
    .map((run) => run.trim().split(' ').slice(0, 3).join(' '))
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || anyTopic
}

function inventEntities(seed: number, key: string, known: KnownMarket | undefined): MarketEntity[] {
  const chance = random(seed, 'market', key)
  const names = known ? chance.shuffle(known.brands) : inventNames(seed, key)
  return names.map((name, rank) => ({
    name,
    aliases: [],
    domain: `${slug(name)
      .normalize('NFD')
      .replace(/[^a-z0-9-]/g, '')}.example`,
    strength: Math.max(0.1, 0.85 - rank * 0.12 + (chance.unit() - 0.5) * 0.1),
  }))
}

function inventNames(seed: number, key: string): string[] {
  const { first, middle, last } = marketData.syllables
  const chance = random(seed, 'names', key)
  const beginnings = chance.shuffle(first).slice(0, 6)
  return beginnings.map((start) =>
    fill('{start}{middle}{end}', { start, middle: chance.pick(middle), end: chance.pick(last) }),
  )
}

function shareName(a: MarketEntity, b: MarketEntity): boolean {
  const names = (entity: MarketEntity) => [entity.name, ...entity.aliases].map((name) => name.toLowerCase())
  return names(a).some((name) => names(b).includes(name))
}

/** Converts a label (`Software`) for use within a sentence. German nouns and acronyms stay capitalized. */
function toSentenceCase(label: string, language: Language): string {
  const isWord = /^\p{Lu}\p{Ll}/u.test(label)
  return isWord && language !== 'de' ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

function guessKind(seed: number, key: string, texts: readonly string[]): MarketKind {
  const kinds = ['software', 'product', 'service'] as const
  const found = kinds.find((kind) =>
    marketData.kindWords[kind].some((word) => texts.some((text) => containsWords(text, word))),
  )
  return found ?? random(seed, 'kind', key).pick(kinds)
}

/** JSON imports have no literal types; a test checks the kinds in the file. */
function getKind(market: KnownMarket): MarketKind {
  return market.kind as MarketKind
}
