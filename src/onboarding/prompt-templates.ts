/** Questions to begin with, from templates: first what people ask who do not know the brand, then those that name it. */
import { z } from 'zod'
import { categories, categorize } from '../prompts/categories.ts'
import { type Spoken, supportedLanguages, wordsOf } from './industries.ts'
import data from './prompt-templates.json' with { type: 'json' }

const kinds = ['offering', 'place', 'competitor', 'brand'] as const
const templates = z
  .record(z.enum(supportedLanguages), z.record(z.enum(kinds), z.array(z.string())))
  .parse(data.templates)

export const SuggestedPrompt = z.object({
  text: z.string(),
  category: z.enum(categories),
  branded: z.boolean().describe('Names the brand.'),
})
export type SuggestedPrompt = z.output<typeof SuggestedPrompt>

export type PromptOrder = {
  brand: string
  offering: string | null
  industry: string | null
  /** BCP 47; where it is none that templates speak, they speak English. */
  language: string | null
  region: string | null
  competitors: readonly string[]
}

const mostCompetitors = 2

export function renderPromptTemplates(order: PromptOrder): SuggestedPrompt[] {
  const language = spokenIn(order.language)
  const words = wordsOf(order.industry, order.offering, language)
  const wanted = templates[language]
  const slots = {
    brand: order.brand,
    offering: order.offering ?? '',
    suppliers: words.suppliers,
    audience1: words.audiences[0],
    audience2: words.audiences[1],
    place: order.region === null ? '' : placeName(order.region, language),
  }
  const texts = [
    ...(order.offering === null ? [] : wanted.offering),
    ...(order.offering === null || order.region === null ? [] : wanted.place),
  ].map((template) => filled(template, slots))
  const compared = order.competitors
    .slice(0, mostCompetitors)
    .flatMap((competitor) => wanted.competitor.map((template) => filled(template, { ...slots, competitor })))
  const named = wanted.brand.map((template) => filled(template, slots))
  return [...new Set([...texts, ...compared, ...named])].map((text) => describePrompt(text, order.brand))
}

export function describePrompt(text: string, brand: string): SuggestedPrompt {
  const branded = text.toLowerCase().includes(brand.toLowerCase())
  return { text, branded, category: categorize(text, branded) }
}

const spokenIn = (language: string | null): Spoken =>
  supportedLanguages.find((each) => each === language?.toLowerCase().split('-')[0]) ?? 'en'

const placeName = (region: string, language: Spoken): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region

function filled(template: string, slots: Record<string, string>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
