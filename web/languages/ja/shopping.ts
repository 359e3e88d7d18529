import { formatCount, formatPct } from '../../../vocabulary/formats.ts'
import type { copy } from '../../shopping/copy.ts'

export const texts: typeof copy = {
  page: { title: 'ショッピング', lead: 'AIエンジンがショッピングカードに表示した製品です。' },
  filter: { brand: 'ブランド', allProducts: 'すべての製品' },
  empty: {
    title: 'この期間にショッピングカードはありません',
    hint: 'ショッピングカードは購入に関するプロンプトで、利用者向け画面から取得するプラットフォームだけに表示されます。別の期間を選択するか、フィルターを外してください。',
  },
  summary: ({ cards, own_cards, card_rate_pct, answers, period }) =>
    `${period}の回答${formatCount(answers)}件のうち${formatPct(card_rate_pct)}に、カード${formatCount(cards)}件（うち自社${formatCount(own_cards)}件）が表示されました。新しい順です。`,
  table: {
    caption: 'ショッピングカード',
    product: '製品',
    brand: 'ブランド',
    price: '価格',
    retailer: '販売店',
    rating: '評価',
    position: '順位',
    seen: '表示日時',
  },
}
