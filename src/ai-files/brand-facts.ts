/** What is stored about a brand and may be told to everybody. */
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import type { Context } from '../core/context.ts'
import { normalizeName } from '../core/fields.ts'
import { listActivePrompts } from '../prompts/prompts.ts'

export type BrandFacts = {
  name: string
  aliases: string[]
  /** The main one first: hosts, perhaps with a path. */
  domains: string[]
  industry: string | null
  region: string | null
  language: string | null
  description: string | null
  products: { name: string; aliases: string[]; domain: string | null }[]
  /** Without those that name a competitor or the brand: these say what is watched, not what the brand is about. */
  topics: string[]
  /** What is asked about the brand; only those that a fact answers are ever told. */
  prompts: string[]
}

export async function loadBrandFacts(ctx: Context, brand: Brand): Promise<BrandFacts> {
  const [products, competitors, prompts, topics] = await Promise.all([
    listEntities(ctx, 'products', brand.id),
    listEntities(ctx, 'competitors', brand.id),
    listActivePrompts(ctx, brand.id),
    listTopicNames(ctx, brand.id),
  ])
  const watched = [brand, ...competitors].flatMap(({ name, aliases }) =>
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
    topics: topics.filter((topic) => !watched.some((name) => normalizeName(topic).includes(name))),
    prompts: prompts.map(({ text }) => text),
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
