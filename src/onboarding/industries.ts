/** Guesses the industry of a site and provides the industry's words for prompt templates. */
import { z } from 'zod'
import type { AuditedPage } from '../audits/page.ts'
import data from './industries.json' with { type: 'json' }

/** Languages of suggestions. Other languages get English ones. */
export const supportedLanguages = ['en', 'de', 'fr', 'es'] as const
export type SupportedLanguage = (typeof supportedLanguages)[number]

const Words = z.object({ suppliers: z.string().default(''), audiences: z.tuple([z.string(), z.string()]) })

const industries = z
  .array(
    z.object({
      name: z.string(),
      /** Types of schema.org that such sites declare. */
      types: z.array(z.string()),
      /** Words that such sites use, in any of the languages. */
      signs: z.array(z.string()),
      words: z.record(z.enum(supportedLanguages), Words),
    }),
  )
  .parse(data.industries)

export const industryNames: readonly string[] = industries.map(({ name }) => name)

/** A schema.org type counts as much as three words. A single word is not enough. */
const weights = { type: 3 }
const minScore = 2

/** Returns the industry with the clearly highest score, or null. */
export function guessIndustry(page: AuditedPage, description: string | null): string | null {
  const headings = page.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)
  const words = new Set(splitWords([...page.titles, description ?? '', ...headings.slice(0, 20)].join(' ')))
  const pageTypes = new Set(page.structuredData.types)
  const scored = industries.map(({ name, types, signs }) => ({
    name,
    score:
      signs.filter((sign) => words.has(sign)).length +
      (types.some((type) => pageTypes.has(type)) ? weights.type : 0),
  }))
  const [best, next] = scored.toSorted((a, b) => b.score - a.score)
  return best && best.score >= minScore && best.score > (next?.score ?? 0) ? best.name : null
}

/** Returns the words of the industry, otherwise of one that matches `offering`, otherwise generic words. */
export function industryWords(
  industry: string | null,
  offering: string | null,
  language: SupportedLanguage,
): z.output<typeof Words> {
  const offered = new Set(splitWords(offering ?? ''))
  const match =
    industries.find(({ name }) => name.toLowerCase() === industry?.toLowerCase()) ??
    industries.find(({ signs }) => signs.some((sign) => offered.has(sign))) ??
    industries.at(-1)
  const found = match?.words[language]
  if (!found) throw new Error(`No industry words for the language ${language}`)
  return found
}

const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}-]+/gu) ?? []
