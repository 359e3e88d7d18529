/** The texts and sources of a market: its own ones where it has some, otherwise the ones of its language and kind. */
import businessBanking from './industries/business-banking.en.json' with { type: 'json' }
import projectManagement from './industries/project-management.de.json' with { type: 'json' }
import runningShoes from './industries/running-shoes.en.json' with { type: 'json' }
import { getPhrases, type Phrases } from './language.ts'
import type { Market } from './market.ts'
import sourceData from './source-pages.json' with { type: 'json' }

export type Host = { host: string; kind: string; paths: string[]; only?: string[] }

/** `opposites`: a strength and the weakness that contradicts it. `own`: the paths of the pages that each brand has. */
export type MarketTexts = Omit<Phrases, 'strengths' | 'weaknesses'> & {
  strengths: string[]
  weaknesses: string[]
  opposites: Readonly<Record<string, string>>
  own: string[]
  hosts: Host[]
}

/** Replaces the texts of the language; lists within an object, such as the openings by intent, one by one. */
type IndustryTexts = Partial<Omit<MarketTexts, 'labelled'>> & { labelled?: Partial<Phrases['labelled']> }

/** By language and id of the market in `markets.json`. */
export const industryTexts: Readonly<Record<string, IndustryTexts>> = {
  'en running-shoes': runningShoes,
  'en business-banking': businessBanking,
  'de project-management': projectManagement,
}

/** Cached, because an answer tracks by identity which phrases of a list it has used. */
const cached = new Map<string, MarketTexts>()

export function getMarketTexts({ key, kind, language }: Market): MarketTexts {
  const id = `${language} ${key}`
  const industry = industryTexts[id]
  const cacheKey = industry ? id : `${language} ${kind}`
  const known = cached.get(cacheKey)
  if (known) return known
  const phrases = getPhrases(language)
  const hosts: Host[] = sourceData.hosts[language]
  const texts = {
    ...phrases,
    strengths: [...phrases.strengths.any, ...phrases.strengths[kind]],
    weaknesses: [...phrases.weaknesses.any, ...phrases.weaknesses[kind]],
    opposites: {},
    own: sourceData.own[kind],
    hosts: hosts.filter(({ only }) => !only || only.includes(kind)),
    ...industry,
    labelled: { ...phrases.labelled, ...industry?.labelled },
  }
  cached.set(cacheKey, texts)
  return texts
}
