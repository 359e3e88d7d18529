import type { copy } from '../../products/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Produkte',
    lead: 'Erwähnungen im Text und Shopping-Karten werden getrennt gezählt.',
  },
  empty: {
    title: 'Noch keine Produkte',
    hint: 'Fügen Sie Produkte in den Markeneinstellungen hinzu. Frühere Antworten werden jeweils neu ausgewertet.',
  },
  allPlatforms: { title: 'Alle Plattformen', caption: 'Produkte' },
  byPlatform: {
    title: (metric) => `${metric} nach Plattform`,
    caption: 'Erwähnungsrate der Produkte nach Plattform',
  },
  columns: {
    product: 'Produkt',
    answers: 'Antworten',
    mentions: 'Erwähnungen',
    shoppingCards: 'Shopping-Karten',
  },
}
