/** Loads the stored facts about a brand that may be published. */
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { normalizeName } from '../core/fields.ts'
import { listActivePrompts } from '../prompts/prompts.ts'

export type BrandFacts = {
  name: string
  aliases: string[]
  /** Hosts, optionally with a path; the primary one first. */
  domains: string[]
  /** Empty if unset, like `region`. */
  industry: string
  region: string
  language: string | null
  description: string | null
  products: { name: string; aliases: string[]; domain: string | null }[]
  /** Excludes topics that name the brand or a competitor, which would reveal the tracked competitors. */
  topics: string[]
  /** Active prompts. A prompt is published only when a fact answers it. */
  prompts: string[]
}

export async function loadBrandFacts(ctx: Context, brand: Brand): Promise<BrandFacts> {
  const [products, competitors, prompts, topics] = await Promise.all([
    listEntities(ctx, 'products', brand.id),
    listEntities(ctx, 'competitors', brand.id),
    listActivePrompts(ctx, brand.id),
    listTopicNames(ctx, brand.id),
  ])
  const trackedNames = [brand, ...competitors].flatMap(({ name, aliases }) =>
    [name, ...aliases].map(normalizeName),
  )
  return {
    name: brand.name,
    aliases: brand.aliases,
    domains: [...new Set([brand.domain, ...brand.domains])],
    industry: brand.industry,
    region: brand.region,
    language: brand.language,
    description: brand.description,
    products: products.map(({ name, aliases, domain }) => ({ name, aliases, domain })),
    topics: topics.filter((topic) => !trackedNames.some((name) => normalizeName(topic).includes(name))),
    // A follow-up is not understood without the question before.
    prompts: prompts.flatMap(({ text, follows }) => (follows === null ? [text] : [])),
  }
}

async function listTopicNames(ctx: Context, brandId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('topics')
    .select('name')
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name)
}
