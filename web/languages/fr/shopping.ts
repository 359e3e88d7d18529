import { formatCount, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../shopping/copy.ts'

export const texts: typeof copy = {
  page: { title: 'Shopping', lead: 'Produits que les moteurs d’IA affichent dans des fiches produit.' },
  filter: { brand: 'Marque', allProducts: 'Tous les produits' },
  empty: {
    title: 'Aucune fiche produit sur cette période',
    hint: 'Les moteurs affichent des fiches produit pour les prompts d’achat, et seulement sur les plateformes interrogées via l’interface grand public. Choisissez une autre période ou retirez un filtre.',
  },
  summary: ({ cards, own_cards, card_rate_pct, answers, period }) =>
    `${formatQuantity(cards, 'fiche')}, dont ${formatCount(own_cards)} de votre marque, dans ${formatPct(card_rate_pct)} ${answers === 1 ? 'de' : 'des'} ${formatQuantity(answers, 'réponse')} pour ${period}. Les plus récentes en premier.`,
  table: {
    caption: 'Fiches produit',
    product: 'Produit',
    brand: 'Marque',
    price: 'Prix',
    retailer: 'Vendeur',
    rating: 'Note',
    position: 'Position',
    seen: 'Vue',
  },
}
