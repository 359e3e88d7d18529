import type { Answer } from './answer.ts'
import type { AnswerPlan } from './answer-plan.ts'
import { slug } from './language.ts'
import { PROFILES } from './platform-profiles.ts'
import { randomFor, type SimulatedQuery } from './query.ts'

/** A product card next to an answer, independent of any scraper's format. */
export type ShoppingCard = {
  title: string
  brand: string
  /** In the main unit of the currency. */
  amount: number
  currency: Currency
  merchant: string
  url: string
  imageUrl: string
  rating: number
  reviews: number
}

type Currency = { code: string; symbol: string }

const DOLLARS: Currency = { code: 'USD', symbol: '$' }
const EUROS: Currency = { code: 'EUR', symbol: '€' }
const POUNDS: Currency = { code: 'GBP', symbol: '£' }
const CURRENCIES: Readonly<Record<string, Currency>> = {
  AT: EUROS,
  DE: EUROS,
  ES: EUROS,
  FR: EUROS,
  GB: POUNDS,
  IT: EUROS,
  NL: EUROS,
}

const MODELS = ['Air', 'Core', 'Glide', 'Max', 'Mini', 'One', 'Plus', 'Pro']
const SHOPS = ['Shopwell', 'Market Lane', 'Kaufhaus am Tor']

/** Only products have cards, and only on platforms that show them sometimes. */
export function createShoppingCards(
  query: SimulatedQuery,
  { market, points }: AnswerPlan,
  answer: Answer,
): ShoppingCard[] {
  const chance = randomFor(query, 'cards')
  const isShown = chance.chance(PROFILES[query.profile].cards)
  if (!isShown || market.kind !== 'product' || answer.outcome !== 'answered') return []
  return points.map(({ entity }) => {
    const model = chance.pick(MODELS)
    const shop = chance.pick(SHOPS)
    const isOwnShop = entity.domain !== null && chance.chance(0.4)
    const name = slug(`${entity.name} ${model}`)
    return {
      title: `${entity.name} ${model} ${chance.between(1, 9)}`,
      brand: entity.name,
      amount: chance.between(3_900, 59_900) / 100,
      currency: CURRENCIES[query.location ?? ''] ?? DOLLARS,
      merchant: isOwnShop ? entity.name : shop,
      url: isOwnShop
        ? `https://${entity.domain}/products/${name}`
        : `https://${slug(shop)}.example/p/${name}`,
      imageUrl: `https://${slug(shop)}.example/images/${name}.jpg`,
      rating: chance.between(36, 49) / 10,
      reviews: chance.between(12, 9_400),
    }
  })
}
