/**
 * The language model that an organization has chosen for a use: one of a vendor to which a person has consented. For sentiment,
 * the model of the settings with SENTIMENT=model serves organizations that have not chosen. Without a model, rules decide.
 */

import type { Config } from '../core/config.ts'
import type { OrganizationContext } from '../core/context.ts'
import { listModelCosts } from '../engines/model-costs.ts'
import { listOwnVendors, optionsWithCredentials } from '../engines/organization-keys.ts'
import { apiOptions, hasCredentials } from '../engines/registry.ts'
import { type ApiName, type ApiVendor, findApiVendor } from '../engines/vendors.ts'
import { createLlm, getLlm, type Llm } from './llm.ts'

/** What a model can do with the texts of answers. Each needs its own consent. */
export type ModelUse = 'sentiment' | 'claims'

export type ChosenModel = {
  use: ModelUse
  vendor: ApiName
  model: string
  /** The first day whose answers it reads; null: all. */
  from: string | null
  /** Whether the settings name it, because the organization has not chosen. */
  isDefault: boolean
}

/** Returns the choice of a person; undefined before the first one. `vendor` null: rules decide. */
export const readChoice = (ctx: OrganizationContext, use: ModelUse) =>
  ctx.db
    .selectFrom('model_choices')
    .select(['vendor', 'model', 'from_day'])
    .where('organization_id', '=', ctx.organizationId)
    .where('use', '=', use)
    .executeTakeFirst()

/** Returns null when rules decide. */
export async function findChosenModel(ctx: OrganizationContext, use: ModelUse): Promise<ChosenModel | null> {
  const choice = await readChoice(ctx, use)
  if (!choice) return defaultModel(ctx.config, use)
  const vendor = findApiVendor(choice.vendor ?? '')
  if (!vendor || choice.model === null) return null
  return { use, vendor: vendor.name, model: choice.model, from: choice.from_day, isDefault: false }
}

export function defaultModel(config: Config, use: ModelUse): ChosenModel | null {
  const llm = use === 'sentiment' && config.SENTIMENT === 'model' ? createLlm(config) : null
  if (llm === null || config.MODEL === null) return null
  return { use, vendor: config.MODEL, model: llm.name, from: null, isDefault: true }
}

/** Opens the model with the organization's key, or with the key of the settings. Null when the key was removed. */
export async function openChosenModel(
  ctx: OrganizationContext,
  { vendor: name, model, isDefault }: ChosenModel,
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

/**
 * The tokens of a typical call. Sentiment: instructions, an answer of 400 words with two names, and two quotes. Claims:
 * instructions, an answer of 400 words, ten facts, and three quotes.
 */
const typicalCalls: Record<ModelUse, { input: number; output: number; searches: number }> = {
  sentiment: { input: 1_100, output: 110, searches: 0 },
  claims: { input: 1_900, output: 150, searches: 0 },
}

/** Returns the vendor's cheapest model for a call, and what a call costs. Null without a model. */
export function cheapestModel(config: Config, vendor: ApiVendor, use: ModelUse, now: Date) {
  const usable = listModelCosts(config, vendor, {
    serving: vendor.serves,
    usage: typicalCalls[use],
    now,
  }).filter(
    ({ model, shutdown }) => model !== '' && (shutdown === null || Date.parse(shutdown) > now.getTime()),
  )
  const [cheapest] = usable
  return cheapest ? { model: cheapest.model, call: cheapest.answer } : null
}
