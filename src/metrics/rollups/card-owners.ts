/** Decides whose product a shopping card shows: searches the card's brand, then its title, for tracked names. */
import { sql } from 'kysely'
import { analysisPool } from '../../answers/analysis-pool.ts'
import { getEntities } from '../../answers/analyzer.ts'
import { trackedEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'

type Card = { id: string; product_title: string; product_brand: string | null }

/** Runs with every refresh of the day, since that follows a change of names and the arrival of cards. */
export async function assignCardOwners(tx: Context, brandId: string, days: string[]): Promise<void> {
  const { rows: cards } = await sql<Card>`
    select id, product_title, product_brand from shopping_cards where brand_id = ${brandId} and day = any(${days}::date[])`.execute(
    tx.db,
  )
  if (cards.length === 0) return
  const brand = await tx.db
    .selectFrom('brands')
    .selectAll()
    .where('organization_id', '=', tx.organizationId)
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow()
  const owners = await findOwners(tx, await trackedEntities(tx, brand), cards)
  await sql`
    update shopping_cards c set entity = m.entity, is_owner_resolved = true
    from unnest(${cards.map(({ id }) => id)}::uuid[], ${owners}::smallint[]) as m (id, entity)
    where c.brand_id = ${brandId} and c.id = m.id`.execute(tx.db)
}

type Tracked = Awaited<ReturnType<typeof trackedEntities>>

/**
 * Returns the number of each card's owner: the entity that is named first, or the product of the brand that is named. Null
 * when the card names no tracked entity.
 */
async function findOwners(
  ctx: Context,
  entities: Tracked,
  cards: readonly Card[],
): Promise<(number | null)[]> {
  const firstNamed = async (candidates: Tracked, texts: readonly string[]) => {
    const found = await ctx.use(analysisPool).find(
      ctx.organizationId,
      getEntities(candidates),
      texts.map((markdown) => ({ markdown })),
    )
    return found.map(([first]) => candidates.find(({ id }) => id === first?.id))
  }
  const titles = cards.map(({ product_title }) => product_title)
  const brands = entities.filter(({ kind }) => kind !== 'product')
  const products = entities.filter(({ kind }) => kind === 'product')
  const ofBrands = await firstNamed(
    brands,
    cards.map(({ product_brand }) => product_brand ?? ''),
  )
  const ofTitles = await firstNamed(brands, titles)
  const ofProducts = await firstNamed(products, titles)
  return cards.map((_, index) => {
    const named = ofBrands[index] ?? ofTitles[index]
    if (named?.kind === 'competitor') return named.number
    return (ofProducts[index] ?? named)?.number ?? null
  })
}
