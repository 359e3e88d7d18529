import { translated } from '../../vocabulary/language.ts'

export const copy = translated('products', {
  page: { title: 'Products', lead: 'Text mentions and shopping cards are counted separately.' },
  empty: {
    title: 'No products yet',
    hint: 'Add products in the brand settings. Past answers are reprocessed each time.',
  },
  allPlatforms: { title: 'All platforms', caption: 'Products' },
  byPlatform: {
    title: (metric: string) => `${metric} by platform`,
    caption: 'Mention rate of products by platform',
  },
  columns: {
    product: 'Product',
    answers: 'Answers',
    mentions: 'Mentions',
    shoppingCards: 'Shopping cards',
  },
})
