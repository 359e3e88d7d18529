import type { copy } from '../../products/copy.ts'

export const texts: typeof copy = {
  page: { title: '製品', lead: '本文での言及とショッピングカードは別々に数えられます。' },
  empty: {
    title: '製品はまだありません',
    hint: 'ブランド設定で製品を追加してください。そのつど過去の回答が再処理されます。',
  },
  allPlatforms: { title: 'すべてのプラットフォーム', caption: '製品' },
  byPlatform: {
    title: (metric) => `プラットフォーム別の${metric}`,
    caption: 'プラットフォーム別の製品の言及率',
  },
  columns: {
    product: '製品',
    answers: '回答',
    mentions: '言及',
    shoppingCards: 'ショッピングカード',
  },
}
