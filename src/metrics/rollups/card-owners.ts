/** Whose product a shopping card shows: found by the reader of names, in the card's brand and then in its title. */
import { sql } from 'kysely'
import { compileEntities, parseAnswer } from '../../answers/parser/parser.ts'
import { trackedEntities } from '../../brands/entities.ts'
import type { Context } from '../../core/context.ts'

type Card = { id: string; product_title: string; product_brand: string | null }

/** Made anew with the day's sums, for that is when names have changed or cards have come. */
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
  const ownerOf = cardReader(await trackedEntities(tx, brand))
  await sql`
    update shopping_cards c set entity = m.entity, is_owner_resolved = true
    from unnest(${cards.map(({ id }) => id)}::uuid[], ${cards.map(ownerOf)}::smallint[]) as m (id, entity)
    where c.brand_id = ${brandId} and c.id = m.id`.execute(tx.db)
}

type Tracked = Awaited<ReturnType<typeof trackedEntities>>

/** Whoever is named first; a product of the brand where one is named. What names nobody tracked belongs to nobody. */
function cardReader(entities: Tracked): (card: Card) => number | null {
  const firstNamed = (some: Tracked) => {
    const compiled = compileEntities(some)
    return (text: string) => {
      const named = parseAnswer({ markdown: text, citations: [] }, compiled).entities.find(
        ({ rank }) => rank === 1,
      )
      return some.find(({ id }) => id === named?.id) ?? null
    }
  }
  const brandIn = firstNamed(entities.filter(({ kind }) => kind !== 'product'))
  const productIn = firstNamed(entities.filter(({ kind }) => kind === 'product'))
  return ({ product_title, product_brand }) => {
    const named = brandIn(product_brand ?? '') ?? brandIn(product_title)
    if (named?.kind === 'competitor') return named.number
    return (productIn(product_title) ?? named)?.number ?? null
  }
}
