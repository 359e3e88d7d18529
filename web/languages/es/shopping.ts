import { formatCount, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../shopping/copy.ts'

export const texts: typeof copy = {
  page: { title: 'Compras', lead: 'Productos que los motores de IA muestran en fichas de compra.' },
  filter: { brand: 'Marca', allProducts: 'Todos los productos' },
  empty: {
    title: 'No hay fichas de compra en este periodo',
    hint: 'Los motores muestran fichas de compra con prompts de compra y solo en plataformas consultadas a través de la interfaz de usuario. Elija otro periodo o quite un filtro.',
  },
  summary: ({ cards, own_cards, card_rate_pct, answers, period }) =>
    `${formatQuantity(cards, 'ficha')}, ${formatCount(own_cards)} de ellas suyas, en el ${formatPct(card_rate_pct)} de ${formatQuantity(answers, 'respuesta')} en ${period}. Las más recientes primero.`,
  table: {
    caption: 'Fichas de compra',
    product: 'Producto',
    brand: 'Marca',
    price: 'Precio',
    retailer: 'Tienda',
    rating: 'Valoración',
    position: 'Posición',
    seen: 'Vista',
  },
}
