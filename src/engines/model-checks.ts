/**
 * Checks the model that is configured for an API: whether the vendor still has it, when it ends and what it costs. Asks the
 * vendor's list of models, which is free, at most once a day.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Config } from '../core/config.ts'
import type { AppContext, Resource } from '../core/context.ts'
import { dayMs } from '../core/days.ts'
import { localizedText } from '../languages/localized.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import type { ListedModel } from './client/model-lookup.ts'
import type { ApiOptions } from './client/request.ts'
import type { EngineFailure } from './engine.ts'
import { findPrice } from './prices.ts'
import type { ApiVendor } from './vendors.ts'

export const ModelFinding = z.object({
  kind: z
    .enum([
      'model_gone',
      'ends_soon',
      'no_price',
      'price_differs',
      'served_differs',
      'unknown_format',
      'bad_key',
      'unreachable',
    ])
    .describe(
      '`model_gone`: the vendor has no such model. `ends_soon`: it ends within 60 days. `no_price`: costs are upper estimates. `price_differs`: the list price of this version differs from the list price of the vendor. `served_differs`: another model answered. `unknown_format`: responses have parts that this version does not know.',
    ),
  severity: z.enum(['warn', 'fail']).describe('`fail`: answers are missing or wrong.'),
  ends_on: z.iso.date().nullable().describe('The day on which the vendor shuts the model down.'),
  message: localizedText(),
})

export type ModelFinding = z.input<typeof ModelFinding>

export const finding = (
  kind: ModelFinding['kind'],
  severity: ModelFinding['severity'],
  text: Message,
  endsOn: string | null = null,
): ModelFinding => ({ kind, severity, ends_on: endsOn, message: text })

type Lookup = { at: Date; result: ListedModel | 'gone' | EngineFailure }

const lookups: Resource<LRUCache<string, Lookup>> = {
  name: 'model lookups',
  open: () => new LRUCache({ max: 1_000 }),
}

const lookupTimeoutMs = 5_000
/** Looks up the model in the vendor's list. A result of the last day is reused, unless `fresh`. */
export async function getListedModel(
  app: Pick<AppContext, 'use' | 'now'>,
  vendor: ApiVendor,
  options: ApiOptions,
  { fresh }: { fresh: boolean },
): Promise<Lookup> {
  const cache = app.use(lookups)
  const key = hash('sha256', JSON.stringify([vendor.name, options.baseUrl, options.model, options.apiKey]))
  const known = cache.get(key)
  if (known && !fresh && app.now().getTime() - known.at.getTime() < dayMs) return known
  const result = await vendor.findModel({ ...options, timeoutMs: lookupTimeoutMs })(
    new AbortController().signal,
  )
  const lookup = { at: app.now(), result }
  cache.set(key, lookup)
  return lookup
}

const warnDaysBefore = 60

/** Returns what is wrong with a model. `listed`: the result of the lookup, or null without one. */
export function findModelProblems(
  config: Config,
  vendor: ApiVendor,
  { model }: Pick<ApiOptions, 'model'>,
  listed: Lookup['result'] | null,
  now: Date,
): ModelFinding[] {
  const { label, settingPrefix } = vendor
  const named = { label, model, setting: `${settingPrefix}_MODEL` }
  if (listed !== null && listed !== 'gone' && 'outcome' in listed) return [failedLookup(listed)]
  const { overrides, list } = vendor.pricing(config.PRICE_OVERRIDES, now)
  const price = findPrice(list, model)
  const shutdown = (listed !== 'gone' && listed?.shutdown) || price?.shutdown
  const replacement =
    (listed !== 'gone' && listed?.replacement) || price?.replacement || getDefaultModel(vendor, model)
  const findings: ModelFinding[] = []
  const day = shutdown ? dayValue(shutdown) : null
  if (listed === 'gone' || (day !== null && day <= now.getTime()))
    findings.push(
      finding(
        'model_gone',
        'fail',
        replacement
          ? message('engines.modelChecks.modelMissingWithReplacement', { ...named, replacement })
          : message('engines.modelChecks.labelDoesNotHaveTheModel', named),
        shutdown || null,
      ),
    )
  else if (day !== null && day - now.getTime() <= warnDaysBefore * dayMs)
    findings.push(
      finding(
        'ends_soon',
        'warn',
        replacement
          ? message('engines.modelChecks.modelEndsWithReplacement', { ...named, replacement, day })
          : message('engines.modelChecks.labelShutsDownTheModelModel', { ...named, day }),
        shutdown || null,
      ),
    )
  if (!vendor.reportsCost && list.length > 0 && !price && !findPrice(overrides, model))
    findings.push(
      finding('no_price', 'warn', message('engines.modelChecks.thePriceOfModelAtLabel', { label, model })),
    )
  const vendorPrice = listed === 'gone' ? null : listed?.price
  if (
    vendorPrice &&
    price &&
    !findPrice(overrides, model) &&
    (vendorPrice.input !== price.input || vendorPrice.output !== price.output)
  )
    findings.push(
      finding(
        'price_differs',
        'warn',
        message('engines.modelChecks.labelChargesInputAndOutputUS', {
          label,
          model,
          input: String(vendorPrice.input),
          output: String(vendorPrice.output),
          knownInput: String(price.input),
          knownOutput: String(price.output),
        }),
      ),
    )
  return findings
}

const getDefaultModel = ({ model: standard }: ApiVendor, model: string): string | null =>
  typeof standard === 'string' && standard !== model ? standard : null

const failedLookup = ({ kind, message: text }: EngineFailure): ModelFinding =>
  kind === 'bad_key' || kind === 'quota' || kind === 'region_refused'
    ? finding('bad_key', 'fail', text)
    : finding('unreachable', 'warn', text)

/** Returns whether an answer came from the requested model: under its name, an alias, or the name of a snapshot. */
export function isServedAsRequested(
  vendor: ApiVendor,
  requested: string,
  served: string,
  now: Date,
): boolean {
  const [wanted, got] = [withoutVendor(requested), withoutVendor(served)]
  if (got === wanted || wanted.endsWith('latest') || wanted.startsWith('~')) return true
  if (got.startsWith(`${wanted}-`) && /^-\d{4}(\d{4}|-\d{2}-\d{2})?$/.test(got.slice(wanted.length)))
    return true
  const { list } = vendor.pricing({}, now)
  const price = findPrice(list, wanted)
  return price !== undefined && price === findPrice(list, got)
}

/** Some APIs name a model after its vendor, such as `openai/gpt-6-luna`. */
const withoutVendor = (name: string) => name.replace(/^[^/]+\//, '')
