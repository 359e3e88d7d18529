/** The texts of the shopping screen. */
import { formatCount, formatPct, formatQuantity } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

type Summary = {
  cards: number
  own_cards: number
  card_rate_pct: number | null
  answers: number
  period: string
}

export const copy = translated('shopping', {
  page: { title: 'Shopping', lead: 'Products that AI engines show in shopping cards.' },
  filter: { brand: 'Brand', allProducts: 'All products' },
  empty: {
    title: 'No shopping cards in this period',
    hint: 'Engines show shopping cards for buying prompts, and only on platforms queried through the consumer UI. Choose a different date range or remove a filter.',
  },
  summary: ({ cards, own_cards, card_rate_pct, answers, period }: Summary) =>
    `${formatQuantity(cards, 'card')}, ${formatCount(own_cards)} of them yours, in ${formatPct(card_rate_pct)} of ${formatQuantity(answers, 'answer')} in ${period}. Newest first.`,
  table: {
    caption: 'Shopping cards',
    product: 'Product',
    brand: 'Brand',
    price: 'Price',
    retailer: 'Retailer',
    rating: 'Rating',
    position: 'Position',
    seen: 'Seen',
  },
})
