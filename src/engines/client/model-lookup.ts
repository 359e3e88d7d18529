/** Looks up a model in the list of its vendor, which is free. */
import type { EngineFailure } from '../engine.ts'
import type { VendorLabels } from './failures.ts'
import { asFiniteNumber, asRecords, asString, valueAt } from './json.ts'
import { type ApiOptions, bearer, getJson, startCall, withoutTrailingSlash } from './request.ts'

export type ListedModel = {
  /** The day on which the vendor shuts it down, `2026-12-11`; null when none is announced. */
  shutdown: string | null
  replacement: string | null
  /** US dollars per million tokens; null when the list has no prices. */
  price: { input: number; output: number } | null
}

/** `gone`: the list does not have the model. */
export type ModelLookup = (signal: AbortSignal) => Promise<ListedModel | 'gone' | EngineFailure>

type Lookup = {
  /** Appended to the base URL. */
  path: string
  headers?: Record<string, string>
  /** Returns null when the list does not have the model. */
  parse(body: unknown): ListedModel | null
}

export const lookUpModel =
  (
    options: ApiOptions,
    labels: VendorLabels,
    { path, headers = bearer(options), parse }: Lookup,
  ): ModelLookup =>
  async (signal) => {
    const call = startCall(labels, options, { signal })
    const reply = await getJson(call, { url: `${withoutTrailingSlash(options.baseUrl)}${path}`, headers })
    if ('outcome' in reply) return reply.status === 404 || reply.kind === 'model_gone' ? 'gone' : reply
    return parse(reply.body) ?? 'gone'
  }

/** A model of which the list says nothing but that it exists. */
export const listedModel: ListedModel = { shutdown: null, replacement: null, price: null }

/** Returns the entry of a list in OpenAI's format, `{data: [{id}]}`. */
export const findListed = (body: unknown, id: string): Record<string, unknown> | undefined =>
  asRecords(valueAt(body, 'data')).find(
    (model) => model.id === id || (Array.isArray(model.aliases) && model.aliases.includes(id)),
  )

/** Returns the day of a date or time, `2026-12-11T00:00:00Z` → `2026-12-11`. */
export const toDay = (value: unknown): string | null =>
  /^\d{4}-\d{2}-\d{2}/.exec(asString(value) ?? '')?.[0] ?? null

/** Returns the prices of a list; `perMillion` converts its unit into US dollars per million tokens. */
export function listedPrice(input: unknown, output: unknown, perMillion: number): ListedModel['price'] {
  const [first, second] = [input, output].map((value) =>
    asFiniteNumber(typeof value === 'string' && value !== '' ? Number(value) : value),
  )
  if (first == null || second == null) return null
  return { input: rounded(first * perMillion), output: rounded(second * perMillion) }
}

/** Removes the error of floating-point multiplication. */
const rounded = (dollars: number) => Number(dollars.toPrecision(8))
