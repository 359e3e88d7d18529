import type { copy } from '../../products/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Produits',
    lead: 'Les mentions dans le texte et les fiches produit sont comptées séparément.',
  },
  empty: {
    title: 'Aucun produit',
    hint: 'Ajoutez des produits dans les paramètres de la marque. Les réponses passées sont analysées à nouveau à chaque fois.',
  },
  allPlatforms: { title: 'Toutes les plateformes', caption: 'Produits' },
  byPlatform: {
    title: (metric) => `${metric} par plateforme`,
    caption: 'Taux de mention des produits par plateforme',
  },
  columns: {
    product: 'Produit',
    answers: 'Réponses',
    mentions: 'Mentions',
    shoppingCards: 'Fiches produit',
  },
}
