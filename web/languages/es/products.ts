import type { copy } from '../../products/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Productos',
    lead: 'Las menciones en el texto y las fichas de compra se cuentan por separado.',
  },
  empty: {
    title: 'Aún no hay productos',
    hint: 'Añada productos en los ajustes de la marca. Las respuestas anteriores se vuelven a procesar cada vez.',
  },
  allPlatforms: { title: 'Todas las plataformas', caption: 'Productos' },
  byPlatform: {
    title: (metric) => `${metric} por plataforma`,
    caption: 'Tasa de mención de los productos por plataforma',
  },
  columns: {
    product: 'Producto',
    answers: 'Respuestas',
    mentions: 'Menciones',
    shoppingCards: 'Fichas de compra',
  },
}
