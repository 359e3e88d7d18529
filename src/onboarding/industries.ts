import { z } from 'zod'
import type { Page } from '../audits/page.ts'
import data from './industries.json' with { type: 'json' }

/** Languages that suggestions are made in; others get the English ones. */
export const supportedLanguages = ['en', 'de', 'fr', 'es'] as const
export type Spoken = (typeof supportedLanguages)[number]

const Words = z.object({ suppliers: z.string().default(''), audiences: z.tuple([z.string(), z.string()]) })

const industries = z
  .array(
    z.object({
      name: z.string(),
      /** Of schema.org, for what such a site describes. */
      types: z.array(z.string()),
      /** Words that such a site uses, in any of the languages. */
      signs: z.array(z.string()),
      words: z.record(z.enum(supportedLanguages), Words),
    }),
  )
  .parse(data.industries)

export const industryNames: readonly string[] = industries.map(({ name }) => name)

/** A type counts as much as several words; one word alone says nothing. */
const weights = { type: 3, least: 2 }

/** By what the page says of itself. Null where nothing stands out. */
export function guessIndustry(page: Page, description: string | null): string | null {
  const headings = page.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)
  const words = new Set(wordsIn([...page.titles, description ?? '', ...headings.slice(0, 20)].join(' ')))
  const types = new Set(page.structuredData.types)
  const scored = industries.map(({ name, types: own, signs }) => ({
    name,
    score:
      signs.filter((sign) => words.has(sign)).length +
      (own.some((type) => types.has(type)) ? weights.type : 0),
  }))
  const [best, next] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score >= weights.least && best.score > (next?.score ?? 0) ? best.name : null
}

/** The words of an industry, or of the one that `offering` sounds like; those of none in particular where nobody knows. */
export function wordsOf(
  industry: string | null,
  offering: string | null,
  language: Spoken,
): z.output<typeof Words> {
  const said = new Set(wordsIn(offering ?? ''))
  const known =
    industries.find(({ name }) => name.toLowerCase() === industry?.toLowerCase()) ??
    industries.find(({ signs }) => signs.some((sign) => said.has(sign))) ??
    industries.at(-1)
  const found = known?.words[language]
  if (!found) throw new Error(`No words of ${language}`)
  return found
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
