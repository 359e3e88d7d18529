import { z } from 'zod'
import { Domain } from '../core/fields.ts'
import { route } from '../http/route.ts'
import {
  BrandSuggestions,
  PromptSuggestions,
  PromptsInput,
  suggestBrand,
  suggestPrompts,
} from './onboarding.ts'

export const suggestionRoutes = {
  'POST /api/suggestions/brand': route({
    access: 'write',
    summary: 'Suggest the fields of a brand',
    description:
      'From the home page of its domain and, where configured, the language model. Nothing is stored. When the site cannot be read, `site_problem` says why and the suggestions come from the domain name.',
    body: z.strictObject({ domain: Domain }),
    returns: BrandSuggestions,
    run: (ctx, { body }) => suggestBrand(ctx, body.domain),
  }),
  'POST /api/suggestions/prompts': route({
    access: 'write',
    summary: 'Suggest prompts',
    description:
      'From templates for the industry in English, German, French or Spanish or, where configured, from the language model. Nothing is stored.',
    body: PromptsInput,
    returns: PromptSuggestions,
    run: (ctx, { body }) => suggestPrompts(ctx, body),
  }),
}
