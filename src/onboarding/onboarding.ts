/**
 * Onboarding suggests the fields of a new brand and its first prompts. Suggestions come from the brand's home page, from
 * prompt templates and, where one is configured, from the language model. A person accepts or changes them; nothing is
 * stored here.
 */
import { z } from 'zod'
import { pageParsers } from '../audits/page-parser.ts'
import { type Context, type Resource, transaction } from '../core/context.ts'
import { recordEvent } from '../core/events.ts'
import { Language, Line, Region } from '../core/fields.ts'
import { type KeyedSemaphore, keyedSemaphore } from '../core/semaphore.ts'
import type { EngineFailure } from '../engines/engine.ts'
import { localizedText } from '../languages/localized.ts'
import { createLlm, type Llm, type LlmReply, paidFor } from '../llm/llm.ts'
import { guardedFetch } from '../net/guarded-fetch.ts'
import { findExhaustedBudget, recordCost } from '../plans/spend-ledger.ts'
import { type Fetch, fetchSite } from './fetch-site.ts'
import { suggestBrandByLlm, suggestPromptsByLlm, validateBrand, validatePrompts } from './llm-suggestions.ts'
import { describePrompt, renderPromptTemplates, SuggestedPrompt } from './prompt-templates.ts'
import { extractProfile } from './site-profile.ts'

const Cost = z.number().int().nullable().describe('Millionths of a US dollar. Null when unknown.')

export const BrandSuggestions = z
  .object({
    domain: z.string(),
    method: z
      .enum(['site', 'domain', 'model'])
      .describe(
        '`site`: from the home page. `domain`: from the domain name alone, because the site could not be read. `model`: with the language model.',
      ),
    site_problem: localizedText().nullable().describe('Why the site could not be read.'),
    name: z.string(),
    aliases: z.array(z.string()),
    description: z.string().nullable(),
    industry: z.string().nullable(),
    offering: z.string().nullable().describe('Search terms of people who do not know the brand.'),
    language: z.string().nullable(),
    region: z.string().nullable(),
    competitors: z
      .array(z.object({ name: z.string(), domain: z.string().nullable() }))
      .describe('From comparisons on the home page and, if one is configured, from the language model.'),
    cost_micros: Cost,
  })
  .meta({ id: 'BrandSuggestions' })

export const PromptsInput = z.strictObject({
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

/** Bounds the memory: each holds a page. An organization leaves most of them to the others. */
const siteRequests: Resource<KeyedSemaphore> = {
  name: 'site requests of suggestions',
  open: () => keyedSemaphore(8, { perGroup: 2, waiting: 10 }),
}

export async function suggestBrand(
  ctx: Context,
  domain: string,
  fetchPage: Fetch = (url, options) => guardedFetch(ctx, url, options),
): Promise<z.input<typeof BrandSuggestions>> {
  // A brand's domain can include a path; the home page is at the host.
  const host = domain.split('/')[0] ?? domain
  const parsePage = ctx.use(pageParsers).of(ctx.organizationId)
  const site = await ctx
    .use(siteRequests)
    .run(ctx.organizationId, () => fetchSite(fetchPage, parsePage, host))
  const page = 'page' in site ? site.page : null
  const profile = extractProfile(domain, page)
  const found = {
    ...profile,
    domain,
    method: page === null ? ('domain' as const) : ('site' as const),
    site_problem: 'problem' in site ? site.problem : null,
    competitors: profile.competitors.map((name) => ({ name, domain: null })),
    cost_micros: 0,
  }
  const model = await findAffordableModel(ctx)
  if (model === null) return found
  const headings = page?.blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text) ?? []
  const reply = await suggestBrandByLlm(model, domain, profile, headings.slice(0, 30))
  await recordRequest(ctx, model, 'brand', reply)
  const cost_micros = paidFor(reply)?.costMicros ?? 0
  if (reply.outcome === 'failed') return { ...found, cost_micros }
  return {
    ...found,
    ...validateBrand(reply.value, profile),
    method: 'model',
    cost_micros,
  }
}

export async function suggestPrompts(
  ctx: Context,
  input: z.output<typeof PromptsInput>,
): Promise<z.input<typeof PromptSuggestions>> {
  const { brand, offering = null, industry = null, language = null, region = null, competitors = [] } = input
  const request = { brand, offering, industry, language, region, competitors }
  const byTemplates = {
    method: 'templates' as const,
    prompts: renderPromptTemplates(request),
    cost_micros: 0,
  }
  const model = await findAffordableModel(ctx)
  if (model === null) return byTemplates
  const reply = await suggestPromptsByLlm(model, request)
  await recordRequest(ctx, model, 'prompts', reply)
  const cost_micros = paidFor(reply)?.costMicros ?? 0
  const texts = reply.outcome === 'failed' ? [] : validatePrompts(reply.value)
  if (texts.length === 0) return { ...byTemplates, cost_micros }
  const prompts = texts.map((text) => describePrompt(text, brand))
  return { method: 'model', prompts, cost_micros }
}

/** Returns null when no language model is configured or the monthly budget is exhausted. */
async function findAffordableModel(ctx: Context): Promise<Llm | null> {
  const model = createLlm(ctx.config)
  return model === null || (await findExhaustedBudget(ctx)) !== null ? null : model
}

/** Records the request and its cost, whether or not the reply is usable. */
function recordRequest(
  ctx: Context,
  model: Llm,
  about: string,
  reply: LlmReply<unknown> | EngineFailure,
): Promise<void> {
  return transaction(ctx, async (tx) => {
    await recordEvent(tx, 'suggestions.requested', { data: { about, outcome: reply.outcome } })
    const cost = paidFor(reply)
    if (cost !== null)
      await recordCost(tx, { kind: 'suggestions', engine: model.vendor, brandId: null, ...cost })
  })
}
