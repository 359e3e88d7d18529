import type { Answer } from './answer.ts'
import type { Plan } from './answer-plan.ts'
import { slug } from './language.ts'
import { PROFILES } from './platform-profiles.ts'
import { randomFor, type SimulatedQuery } from './query.ts'

/** A product that stands as a card beside an answer, before any scraper's format. */
export type ShoppingCard = {
  title: string
  brand: string
  /** In the currency's own unit. */
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

/** Only products are sold on cards, and only where the platform shows them now and then. */
export function createShoppingCards(
  asking: SimulatedQuery,
  { market, points }: Plan,
  answer: Answer,
): ShoppingCard[] {
  const chance = randomFor(asking, 'cards')
  const isShown = chance.chance(PROFILES[asking.voice].cards)
  if (!isShown || market.kind !== 'product' || answer.outcome !== 'answered') return []
  return points.map(({ entity }) => {
    const model = chance.pick(MODELS)
    const shop = chance.pick(SHOPS)
    const own = entity.domain !== null && chance.chance(0.4)
    const name = slug(`${entity.name} ${model}`)
    return {
      title: `${entity.name} ${model} ${chance.between(1, 9)}`,
      brand: entity.name,
      amount: chance.between(3_900, 59_900) / 100,
      currency: CURRENCIES[asking.place ?? ''] ?? DOLLARS,
      merchant: own ? entity.name : shop,
      url: own ? `https://${entity.domain}/products/${name}` : `https://${slug(shop)}.example/p/${name}`,
      imageUrl: `https://${slug(shop)}.example/images/${name}.jpg`,
      rating: chance.between(36, 49) / 10,
      reviews: chance.between(12, 9_400),
    }
  })
}
