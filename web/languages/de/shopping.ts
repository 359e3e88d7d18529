import { formatCount, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../shopping/copy.ts'

export const texts: typeof copy = {
  page: { title: 'Shopping', lead: 'Produkte, die KI-Engines in Shopping-Karten zeigen.' },
  filter: { brand: 'Marke', allProducts: 'Alle Produkte' },
  empty: {
    title: 'Keine Shopping-Karten in diesem Zeitraum',
    hint: 'Engines zeigen Shopping-Karten bei Kauf-Prompts und nur auf Plattformen, die über die Nutzeroberfläche abgefragt werden. Wählen Sie einen anderen Zeitraum, oder entfernen Sie einen Filter.',
  },
  summary: ({ cards, own_cards, card_rate_pct, answers, period }) =>
    `${formatQuantity(cards, 'Karte', 'Karten')}, davon ${formatCount(own_cards)} Ihre, in ${formatPct(card_rate_pct)} von ${formatQuantity(answers, 'Antwort', 'Antworten')} in ${period}. Neueste zuerst.`,
  table: {
    caption: 'Shopping-Karten',
    product: 'Produkt',
    brand: 'Marke',
    price: 'Preis',
    retailer: 'Händler',
    rating: 'Bewertung',
    position: 'Position',
    seen: 'Gesehen',
  },
}
