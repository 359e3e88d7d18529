import type { Platform } from '../vocabulary/platforms.ts'
import type { SourceKind } from './answer.ts'

/** How a platform writes, beyond its wire format: layouts it likes, sources it trusts, how often it fails to answer. */
export type PlatformProfile = {
  styles: Readonly<Record<Style, number>>
  sources: Readonly<Record<SourceKind, number>>
  /** The most brands one answer names. */
  brands: number
  /** Sources read for one answer, cited or not. */
  sourcesRead: readonly [number, number]
  citesPerClaim: number
  emoji: number
  followUp: number
  /** Probability that products stand beside an answer that recommends some. */
  cards: number
  /** Probabilities of an answer without search, without text, and of a refusal. */
  unsearched: number
  empty: number
  refused: number
}

export type Style = 'list' | 'headed' | 'table' | 'prose' | 'short'

/** The platforms of the product; `model` is any model behind a router. */
export type VoiceName = Platform | 'model'

const SOURCES: PlatformProfile['sources'] = {
  // Every brand has pages of its own: there are more of them than of any other kind.
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

const USUAL: Omit<PlatformProfile, 'styles'> = {
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

export const PROFILES: Readonly<Record<VoiceName, PlatformProfile>> = {
  chatgpt: {
    ...USUAL,
    styles: { list: 7, headed: 5, table: 3, prose: 3, short: 2 },
    sources: { ...SOURCES, editorial: 1.6, reference: 0.8 },
    citesPerClaim: 1,
    emoji: 0.25,
    followUp: 0.6,
    cards: 0.8,
  },
  gemini: {
    ...USUAL,
    styles: { list: 6, headed: 7, table: 5, prose: 2, short: 1 },
    sources: { ...SOURCES, video: 1.5, owned: 0.5 },
    brands: 7,
  },
  perplexity: {
    ...USUAL,
    styles: { list: 6, headed: 1, table: 2, prose: 7, short: 4 },
    sources: { ...SOURCES, forum: 2, review: 1.4 },
    brands: 5,
    sourcesRead: [8, 14],
    citesPerClaim: 3,
    cards: 0.6,
  },
  claude: {
    ...USUAL,
    styles: { list: 4, headed: 4, table: 2, prose: 8, short: 2 },
    sources: { ...SOURCES, editorial: 1.8, institutional: 0.6 },
    brands: 5,
    citesPerClaim: 1,
  },
  grok: {
    ...USUAL,
    styles: { list: 5, headed: 2, table: 4, prose: 6, short: 3 },
    sources: { ...SOURCES, social: 2, forum: 1.5 },
  },
  copilot: {
    ...USUAL,
    styles: { list: 8, headed: 5, table: 2, prose: 2, short: 3 },
    sources: { ...SOURCES, ecommerce: 1.2, editorial: 1.4 },
    emoji: 0.35,
    followUp: 0.8,
    cards: 0.7,
  },
  google_ai_overview: {
    ...USUAL,
    styles: { list: 7, headed: 1, table: 1, prose: 2, short: 6 },
    sources: { ...SOURCES, video: 1.4, forum: 1.6 },
    brands: 4,
    followUp: 0,
  },
  google_ai_mode: {
    ...USUAL,
    styles: { list: 5, headed: 6, table: 5, prose: 2, short: 1 },
    sources: { ...SOURCES, ecommerce: 1.3, video: 1.2 },
    brands: 7,
    cards: 0.8,
  },
  model: { ...USUAL, styles: { list: 5, headed: 4, table: 3, prose: 4, short: 2 } },
}

export function voiceNamed(name: string): VoiceName {
  return isVoice(name) ? name : 'model'
}

function isVoice(name: string): name is VoiceName {
  return Object.hasOwn(PROFILES, name)
}
