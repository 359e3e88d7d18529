import { z } from 'zod'
import { Domain } from '../core/fields.ts'
import { route } from '../http/route.ts'
import {
  BrandSuggestions,
  PromptSuggestions,
  PromptsWanted,
  suggestBrand,
  suggestPrompts,
} from './onboarding.ts'

export const suggestionRoutes = {
  'POST /api/suggestions/brand': route({
    access: 'write',
    summary: 'Suggest what to enter for a brand',
    description:
      'From the home page of its domain, and by a language model where one is set. Nothing is made; a site that cannot be reached is said so, and what its name tells is suggested.',
    body: z.strictObject({ domain: Domain }),
    returns: BrandSuggestions,
    run: (ctx, { body }) => suggestBrand(ctx, body.domain),
  }),
  'POST /api/suggestions/prompts': route({
    access: 'write',
    summary: 'Suggest prompts to begin with',
    description:
      'By templates for the industry in English, German, French or Spanish, or by a language model where one is set. Nothing is made.',
    body: PromptsWanted,
    returns: PromptSuggestions,
    run: (ctx, { body }) => suggestPrompts(ctx, body),
  }),
}
