/**
 * The language model that classifies the sentiment of an organization's answers: one of a vendor to which a person has
 * consented, or else the one of the settings with SENTIMENT=model. Without either, rules classify.
 */

import type { Config } from '../core/config.ts'
import type { OrganizationContext } from '../core/context.ts'
import { listModelCosts } from '../engines/model-costs.ts'
import { listOwnVendors, optionsWithCredentials } from '../engines/organization-keys.ts'
import { apiOptions, hasCredentials } from '../engines/registry.ts'
import { type ApiName, type ApiVendor, findApiVendor } from '../engines/vendors.ts'
import { createLlm, getLlm, type Llm } from './llm.ts'

export type SentimentModel = {
  vendor: ApiName
  model: string
  /** The first day whose answers it classifies; null: all. */
  from: string | null
  /** Whether the settings name it, because the organization has not chosen. */
  isDefault: boolean
}

/** The value of `sentiment_vendor` with which an organization declines a model. */
export const RULES = 'rules'

/** Returns null when rules classify. */
export async function findSentimentModel(ctx: OrganizationContext): Promise<SentimentModel | null> {
  const chosen = await ctx.db
    .selectFrom('organizations')
    .select(['sentiment_vendor', 'sentiment_model', 'sentiment_from'])
    .where('id', '=', ctx.organizationId)
    .executeTakeFirst()
  if (!chosen?.sentiment_vendor) return defaultModel(ctx.config)
  const vendor = findApiVendor(chosen.sentiment_vendor)
  if (!vendor || chosen.sentiment_model === null) return null
  return {
    vendor: vendor.name,
    model: chosen.sentiment_model,
    from: chosen.sentiment_from,
    isDefault: false,
  }
}

export function defaultModel(config: Config): SentimentModel | null {
  const llm = config.SENTIMENT === 'model' ? createLlm(config) : null
  if (llm === null || config.MODEL === null) return null
  return { vendor: config.MODEL, model: llm.name, from: null, isDefault: true }
}

/** Opens the model with the organization's key, or with the key of the settings. Null when the key was removed. */
export async function openSentimentModel(
  ctx: OrganizationContext,
  { vendor: name, model, isDefault }: SentimentModel,
): Promise<Llm | null> {
  if (isDefault) return createLlm(ctx.config)
  const vendor = findApiVendor(name)
  const [platform] = vendor?.serves ?? []
  if (!vendor || !platform) return null
  const hasOwnKey = (await listOwnVendors(ctx)).has(name)
  if (!hasOwnKey && !hasCredentials(ctx.config, vendor)) return null
  const options = hasOwnKey
    ? await optionsWithCredentials(ctx, vendor, platform)
    : apiOptions(ctx.config, vendor, platform)
  return getLlm(ctx.config, name, vendor.completion({ ...options, model }))
}

/** The tokens of a typical call: instructions, an answer of 400 words with two names, and two quotes. */
const typicalCall = { input: 1_100, output: 110, searches: 0 }

/** Returns the vendor's cheapest model for a call, and what a call costs. Null without a model. */
export function cheapestModel(config: Config, vendor: ApiVendor, now: Date) {
  const usable = listModelCosts(config, vendor, { serving: vendor.serves, usage: typicalCall, now }).filter(
    ({ model, shutdown }) => model !== '' && (shutdown === null || Date.parse(shutdown) > now.getTime()),
  )
  const [cheapest] = usable
  return cheapest ? { model: cheapest.model, call: cheapest.answer } : null
}
