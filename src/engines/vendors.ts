/** The vendors. A platform is served by the first configured vendor in this order. */
import type { Platform } from '../../vocabulary/platforms.ts'
import { anthropic } from './apis/anthropic.ts'
import { compatible } from './apis/compatible.ts'
import { gemini } from './apis/gemini.ts'
import { mistral } from './apis/mistral.ts'
import { openai } from './apis/openai.ts'
import { openrouter } from './apis/openrouter.ts'
import { perplexity } from './apis/perplexity.ts'
import { xai } from './apis/xai.ts'
import { brightdata } from './scrapers/brightdata.ts'
import { cloro } from './scrapers/cloro.ts'
import { dataforseo } from './scrapers/dataforseo.ts'
import { serpapi } from './scrapers/serpapi.ts'

export const vendors = [
  openai,
  gemini,
  perplexity,
  anthropic,
  xai,
  mistral,
  openrouter,
  compatible,
  cloro,
  brightdata,
  dataforseo,
  serpapi,
] as const

export type Vendor = (typeof vendors)[number]
export type VendorName = Vendor['name']
export type ApiVendor = Extract<Vendor, { kind: 'api' }>
export type ApiName = ApiVendor['name']

export const apiVendors = vendors.filter((vendor) => vendor.kind === 'api')
export const apiNames = apiVendors.map(({ name }) => name)

/** Returns the vendors that serve a platform, in order of preference. */
export const vendorsServing = (platform: Platform): Vendor[] =>
  vendors.filter(({ serves }) => serves.includes(platform))

export const findVendor = (name: string): Vendor | undefined => vendors.find((each) => each.name === name)

export function apiVendorNamed(name: ApiName): ApiVendor {
  const vendor = findApiVendor(name)
  if (!vendor) throw new Error(`There is no API ${name}`)
  return vendor
}

export const findApiVendor = (name: string): ApiVendor | undefined =>
  apiVendors.find((each) => each.name === name)
