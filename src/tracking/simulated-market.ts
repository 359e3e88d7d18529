/** Provides the built-in simulator with the brand and competitors to mention for a prompt. */
import type { TrackedMarket } from '../../simulator/market.ts'
import type { Brand } from '../brands/brands.ts'
import { listEntities } from '../brands/entities.ts'
import { type AppContext, type Context, systemContext } from '../core/context.ts'

export const simulatedMarket =
  (base: AppContext) =>
  async (prompt: string): Promise<TrackedMarket | null> => {
    // The text of the prompt may follow the instruction of a persona and a blank line.
    const parts = prompt.split('\n\n')
    const texts = parts.map((_, index) => parts.slice(index).join('\n\n'))
    const brand = await base.db
      .selectFrom('prompts')
      .innerJoin('brands', 'brands.id', 'prompts.brand_id')
      .selectAll('brands')
      .select(['prompts.region as prompt_region', 'prompts.language as prompt_language'])
      .where('prompts.text', 'in', texts)
      .orderBy('prompts.id', 'desc')
      .executeTakeFirst()
    if (!brand) return null
    const { prompt_region: region, prompt_language: language } = brand
    return marketOf(systemContext(base, brand.organization_id), brand, { region, language })
  }

/** Returns the market of a brand for its prompts of a region and language. */
export async function marketOf(
  ctx: Context,
  brand: Brand,
  { region, language }: { region: string; language: string },
): Promise<TrackedMarket> {
  const competitors = await listEntities(ctx, 'competitors', brand.id)
  return {
    language: language || null,
    region: region || null,
    topicWords: brand.industry === '' ? [] : [brand.industry],
    entities: [brand, ...competitors].map(({ name, aliases, domain }, index) => ({
      name,
      aliases,
      domain: domain?.split('/')[0] ?? null,
      strength: strengthFor(index),
    })),
  }
}

/** Gives the brand a medium strength and the competitors decreasing ones. */
const strengthFor = (index: number) => (index === 0 ? 0.55 : Math.max(0.2, 0.85 - 0.12 * (index - 1)))
