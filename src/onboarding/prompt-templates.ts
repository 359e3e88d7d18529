/** Renders initial prompts from templates: first prompts without the brand's name, then prompts with it. */

import { z } from 'zod'
import { promptCategories } from '../../vocabulary/labels.ts'
import { categorize } from '../prompts/categories.ts'
import { industryWords, type SupportedLanguage, supportedLanguages } from './industries.ts'
import data from './prompt-templates.json' with { type: 'json' }

const kinds = ['offering', 'place', 'competitor', 'brand'] as const
const templates = z
  .record(z.enum(supportedLanguages), z.record(z.enum(kinds), z.array(z.string())))
  .parse(data.templates)

export const SuggestedPrompt = z.object({
  text: z.string(),
  category: z.enum(promptCategories),
  branded: z.boolean().describe('Whether the prompt contains the name of the brand.'),
})
export type SuggestedPrompt = z.output<typeof SuggestedPrompt>

export type PromptRequest = {
  brand: string
  offering: string | null
  industry: string | null
  /** BCP 47. Languages without templates get English prompts. */
  language: string | null
  region: string | null
  competitors: readonly string[]
}

const maxCompetitors = 2

export function renderPromptTemplates(request: PromptRequest): SuggestedPrompt[] {
  const language = findSupportedLanguage(request.language)
  const words = industryWords(request.industry, request.offering, language)
  const byKind = templates[language]
  const slots = {
    brand: request.brand,
    offering: request.offering ?? '',
    suppliers: words.suppliers,
    audience1: words.audiences[0],
    audience2: words.audiences[1],
    place: request.region === null ? '' : placeName(request.region, language),
  }
  const texts = [
    ...(request.offering === null ? [] : byKind.offering),
    ...(request.offering === null || request.region === null ? [] : byKind.place),
  ].map((template) => fillTemplate(template, slots))
  const compared = request.competitors
    .slice(0, maxCompetitors)
    .flatMap((competitor) =>
      byKind.competitor.map((template) => fillTemplate(template, { ...slots, competitor })),
    )
  const named = byKind.brand.map((template) => fillTemplate(template, slots))
  return [...new Set([...texts, ...compared, ...named])].map((text) => describePrompt(text, request.brand))
}

export function describePrompt(text: string, brand: string): SuggestedPrompt {
  const branded = text.toLowerCase().includes(brand.toLowerCase())
  return { text, branded, category: categorize(text, branded) }
}

const findSupportedLanguage = (language: string | null): SupportedLanguage =>
  supportedLanguages.find((each) => each === language?.toLowerCase().split('-')[0]) ?? 'en'

const placeName = (region: string, language: SupportedLanguage): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region

function fillTemplate(template: string, slots: Record<string, string>): string {
  const text = template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
