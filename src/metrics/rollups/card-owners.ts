/** Decides whose product a shopping card shows: searches the card's brand, then its title, for tracked names. */
import { sql } from 'kysely'
import { createParser, parseAnswer } from '../../answers/parser.ts'
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
  const ownerOf = createOwnerSearch(await trackedEntities(tx, brand))
  await sql`
    update shopping_cards c set entity = m.entity, is_owner_resolved = true
    from unnest(${cards.map(({ id }) => id)}::uuid[], ${cards.map(ownerOf)}::smallint[]) as m (id, entity)
    where c.brand_id = ${brandId} and c.id = m.id`.execute(tx.db)
}

type Tracked = Awaited<ReturnType<typeof trackedEntities>>

/**
 * Returns the number of the owner: the entity that is named first, or the product of the brand that is named. Null when the
 * card names no tracked entity.
 */
function createOwnerSearch(entities: Tracked): (card: Card) => number | null {
  const firstNamedOf = (candidates: Tracked) => {
    const compiled = createParser(candidates)
    return (text: string) => {
      const named = parseAnswer({ markdown: text, citations: [] }, compiled).entities.find(
        ({ rank }) => rank === 1,
      )
      return candidates.find(({ id }) => id === named?.id) ?? null
    }
  }
  const brandIn = firstNamedOf(entities.filter(({ kind }) => kind !== 'product'))
  const productIn = firstNamedOf(entities.filter(({ kind }) => kind === 'product'))
  return ({ product_title, product_brand }) => {
    const named = brandIn(product_brand ?? '') ?? brandIn(product_title)
    if (named?.kind === 'competitor') return named.number
    return (productIn(product_title) ?? named)?.number ?? null
  }
}
