/**
 * Suggestions for somebody who sets up a brand: what its own site says of it, questions by templates, and where a
 * language model is set, what that knows. All of it is for a person to accept or change; nothing is kept here.
 */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { Language, Line, Region } from '../core/fields.ts'
import { createLlm, type Llm, type LlmFailure, type LlmReply } from '../llm/llm.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { findExhaustedBudget, recordCost } from '../plans/spend-ledger.ts'
import { fetchSite, type Web } from './fetch-site.ts'
import { believedBrand, suggestBrandByLlm, suggestPromptsByLlm, validatePrompts } from './llm-suggestions.ts'
import { describePrompt, renderPromptTemplates, SuggestedPrompt } from './prompt-templates.ts'
import { extractProfile } from './site-profile.ts'

const Cost = z.number().int().nullable().describe('Millionths of a dollar; null when it is not known.')

export const BrandSuggestions = z
  .object({
    domain: z.string(),
    method: z
      .enum(['site', 'domain', 'model'])
      .describe(
        '`site`: from its home page. `domain`: that could not be read. `model`: a language model too.',
      ),
    site_problem: z.string().nullable().describe('Why the site could not be read, in words.'),
    name: z.string(),
    aliases: z.array(z.string()),
    description: z.string().nullable(),
    industry: z.string().nullable(),
    offering: z.string().nullable().describe('What people look for who do not know the brand.'),
    language: z.string().nullable(),
    region: z.string().nullable(),
    competitors: z
      .array(z.object({ name: z.string(), domain: z.string().nullable() }))
      .describe('Of a language model; none without one.'),
    cost_micros: Cost,
  })
  .meta({ id: 'BrandSuggestions' })

export const PromptsWanted = z.strictObject({
  brand: Line(200),
  offering: Line(200).nullish(),
  industry: Line(200).nullish(),
  language: Language.nullish(),
  region: Region.nullish(),
  competitors: z.array(Line(200)).max(20).optional(),
})

export const PromptSuggestions = z
  .object({
    method: z.enum(['templates', 'model']),
    prompts: z.array(SuggestedPrompt),
    cost_micros: Cost,
  })
  .meta({ id: 'PromptSuggestions' })

export async function suggestBrand(
  ctx: Context,
  domain: string,
  web: Web = (url, options) => guardedFetch(ctx, url, options),
): Promise<z.input<typeof BrandSuggestions>> {
  // A path is part of what counts as the brand's; its site is asked at the host.
  const site = await fetchSite(web, domain.split('/')[0] ?? domain)
  const page = 'page' in site ? site.page : null
  const profile = extractProfile(domain, page)
  const found = {
    ...profile,
    domain,
    method: page === null ? ('domain' as const) : ('site' as const),
    site_problem: 'problem' in site ? site.problem : null,
    competitors: [],
    cost_micros: 0,
  }
  const model = await affordedModel(ctx)
  if (model === null) return found
  const headings = page?.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text) ?? []
  const reply = await suggestBrandByLlm(model, domain, profile, headings.slice(0, 30))
  await noteAsked(ctx, model, 'brand', reply)
  if (reply.outcome === 'failed') return { ...found, cost_micros: reply.costMicros }
  return {
    ...found,
    ...believedBrand(reply.value, profile),
    method: 'model',
    cost_micros: reply.costMicros,
  }
}

export async function suggestPrompts(
  ctx: Context,
  wanted: z.output<typeof PromptsWanted>,
): Promise<z.input<typeof PromptSuggestions>> {
  const { brand, offering = null, industry = null, language = null, region = null, competitors = [] } = wanted
  const order = { brand, offering, industry, language, region, competitors }
  const byTemplates = { method: 'templates' as const, prompts: renderPromptTemplates(order), cost_micros: 0 }
  const model = await affordedModel(ctx)
  if (model === null) return byTemplates
  const reply = await suggestPromptsByLlm(model, order)
  await noteAsked(ctx, model, 'prompts', reply)
  const texts = reply.outcome === 'failed' ? [] : validatePrompts(reply.value)
  if (texts.length === 0) return { ...byTemplates, cost_micros: reply.costMicros }
  const prompts = texts.map((text) => describePrompt(text, brand))
  return { method: 'model', prompts, cost_micros: reply.costMicros }
}

/** Null also when the month's budget is used up: suggestions are then made without it. */
async function affordedModel(ctx: Context): Promise<Llm | null> {
  const model = createLlm(ctx.config)
  return model === null || (await findExhaustedBudget(ctx)) !== null ? null : model
}

/** What was paid is on record, whatever became of the suggestions; a call that failed without naming a price cost nothing. */
function noteAsked(
  ctx: Context,
  model: Llm,
  about: string,
  { outcome, costMicros }: Pick<LlmReply<unknown> | LlmFailure, 'outcome' | 'costMicros'>,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    await recordEvent(tx, 'suggestions.asked', { data: { about, outcome } })
    if (outcome === 'answered' || costMicros !== null)
      await recordCost(tx, { kind: 'suggestions', engine: model.vendor, brandId: null, costMicros })
  })
}
