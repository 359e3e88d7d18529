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
    access: 'organization',
    summary: 'Suggest the fields of a brand',
    description:
      'Suggests them from the home page of the domain and, if one is configured, with the language model. Nothing is stored. When the site cannot be read, `site_problem` has the reason and the suggestions come from the domain name.',
    body: z.strictObject({ domain: Domain }),
    errors: ['plan_limit', 'run_cap'],
    returns: BrandSuggestions,
    run: (ctx, { body }) => suggestBrand(ctx, body.domain),
  }),
  'POST /api/suggestions/prompts': route({
    access: 'write',
    summary: 'Suggest prompts',
    description:
      'Suggests them from templates for the industry in English, German, French or Spanish or, if one is configured, with the language model. Nothing is stored.',
    body: PromptsInput,
    errors: ['plan_limit', 'run_cap'],
    returns: PromptSuggestions,
    run: (ctx, { body }) => suggestPrompts(ctx, body),
  }),
}
