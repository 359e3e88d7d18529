/** Stores the shopping cards that an engine showed with an answer. Refreshing the rollups of their day assigns their owners. */
import { getHostname } from 'tldts'
import type { Context } from '../core/context.ts'
import { bareHost } from '../core/fields.ts'
import { newId } from '../core/ids.ts'
import type { ShoppingCard } from '../engines/engine.ts'
import { toStorableText, toStorableTitle } from './compression.ts'

export type AnswerCards = { answerId: string; day: string; answeredAt: Date; cards: readonly ShoppingCard[] }

export async function insertShoppingCards(
  tx: Context,
  brandId: string,
  shown: readonly AnswerCards[],
): Promise<void> {
  const rows = shown.flatMap(({ answerId, day, answeredAt, cards }) =>
    cards.map((card) => ({
      brand_id: brandId,
      // Ids ascend with time, and cards are listed in this order.
      id: newId(answeredAt.getTime()),
      answer_id: answerId,
      day,
      position: card.position,
      product_title: toStorableTitle(card.product_title),
      product_brand: getTitle(card.product_brand),
      price_amount: card.price_amount,
      price_currency: getText(card.price_currency),
      merchant: getTitle(card.merchant),
      merchant_domain: getHost(card.url),
      url: getText(card.url),
      image_url: getText(card.image_url),
      rating: card.rating,
      review_count: card.review_count,
    })),
  )
  if (rows.length > 0) await tx.db.insertInto('shopping_cards').values(rows).execute()
}

const getText = (text: string | null) => (text === null ? null : toStorableText(text))
const getTitle = (text: string | null) => (text === null ? null : toStorableTitle(text))

function getHost(url: string | null): string | null {
  const host = url === null ? null : getHostname(url)
  return host === null ? null : bareHost(host)
}
