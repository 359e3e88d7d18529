import type { Platform } from '../vocabulary/platforms.ts'
import type { SourceKind } from './answer.ts'

/** The characteristics of a platform's answers, independent of its wire format: layouts, source types, failure rates. */
export type PlatformProfile = {
  styles: Readonly<Record<Style, number>>
  sources: Readonly<Record<SourceKind, number>>
  /** The maximum of brands per answer. */
  brands: number
  /** The number of sources read for an answer, cited or not. */
  sourcesRead: readonly [number, number]
  citesPerClaim: number
  emoji: number
  followUp: number
  /** The probability of product cards next to an answer that recommends products. */
  cards: number
  /** The probabilities of an answer without a search, of an empty one, and of a refusal. */
  unsearched: number
  empty: number
  refused: number
}

export type Style = 'list' | 'headed' | 'table' | 'prose' | 'short'

/** A platform of the product, or `model` for any model behind a router. */
export type ProfileName = Platform | 'model'

const SOURCES: PlatformProfile['sources'] = {
  // Every brand has its own pages, so there are more of this kind than of any other.
  owned: 0.35,
  editorial: 1,
  review: 1,
  forum: 1,
  social: 0.3,
  video: 0.5,
  ecommerce: 0.5,
  reference: 0.4,
  institutional: 0.2,
}

const DEFAULTS: Omit<PlatformProfile, 'styles'> = {
  sources: SOURCES,
  brands: 6,
  sourcesRead: [6, 12],
  citesPerClaim: 2,
  emoji: 0.05,
  followUp: 0.2,
  cards: 0,
  unsearched: 0.02,
  empty: 0.01,
  refused: 0.01,
}

export const PROFILES: Readonly<Record<ProfileName, PlatformProfile>> = {
  chatgpt: {
    ...DEFAULTS,
    styles: { list: 7, headed: 5, table: 3, prose: 3, short: 2 },
    sources: { ...SOURCES, editorial: 1.6, reference: 0.8 },
    citesPerClaim: 1,
    emoji: 0.25,
    followUp: 0.6,
    cards: 0.8,
  },
  gemini: {
    ...DEFAULTS,
    styles: { list: 6, headed: 7, table: 5, prose: 2, short: 1 },
    sources: { ...SOURCES, video: 1.5, owned: 0.5 },
    brands: 7,
  },
  perplexity: {
    ...DEFAULTS,
    styles: { list: 6, headed: 1, table: 2, prose: 7, short: 4 },
    sources: { ...SOURCES, forum: 2, review: 1.4 },
    brands: 5,
    sourcesRead: [8, 14],
    citesPerClaim: 3,
    cards: 0.6,
  },
  claude: {
    ...DEFAULTS,
    styles: { list: 4, headed: 4, table: 2, prose: 8, short: 2 },
    sources: { ...SOURCES, editorial: 1.8, institutional: 0.6 },
    brands: 5,
    citesPerClaim: 1,
  },
  grok: {
    ...DEFAULTS,
    styles: { list: 5, headed: 2, table: 4, prose: 6, short: 3 },
    sources: { ...SOURCES, social: 2, forum: 1.5 },
  },
  copilot: {
    ...DEFAULTS,
    styles: { list: 8, headed: 5, table: 2, prose: 2, short: 3 },
    sources: { ...SOURCES, ecommerce: 1.2, editorial: 1.4 },
    emoji: 0.35,
    followUp: 0.8,
    cards: 0.7,
  },
  google_ai_overview: {
    ...DEFAULTS,
    styles: { list: 7, headed: 1, table: 1, prose: 2, short: 6 },
    sources: { ...SOURCES, video: 1.4, forum: 1.6 },
    brands: 4,
    followUp: 0,
  },
  google_ai_mode: {
    ...DEFAULTS,
    styles: { list: 5, headed: 6, table: 5, prose: 2, short: 1 },
    sources: { ...SOURCES, ecommerce: 1.3, video: 1.2 },
    brands: 7,
    cards: 0.8,
  },
  le_chat: {
    ...DEFAULTS,
    styles: { list: 6, headed: 4, table: 3, prose: 4, short: 2 },
    sources: { ...SOURCES, editorial: 1.5 },
    brands: 5,
  },
  own_model: {
    ...DEFAULTS,
    styles: { list: 6, headed: 4, table: 2, prose: 5, short: 3 },
    unsearched: 1,
  },
  model: { ...DEFAULTS, styles: { list: 5, headed: 4, table: 3, prose: 4, short: 2 } },
}

export function toProfileName(name: string): ProfileName {
  return isProfileName(name) ? name : 'model'
}

function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name)
}
