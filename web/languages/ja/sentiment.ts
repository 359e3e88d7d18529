import { formatCount, formatPct, formatUtcTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'センチメント',
    verdict: (brand, positive, negative) =>
      `${brand}について述べた回答の${formatPct(positive)}がポジティブ、${formatPct(negative)}がネガティブです。`,
    best: (platform, pct, worst, worstPct) =>
      `ポジティブ率が最も高いのは${platform}（${formatPct(pct)}）、最も低いのは${worst}（${formatPct(worstPct)}）です。`,
    basis: (clear, unknown) =>
      `センチメントが明確な回答${formatCount(clear)}件${
        unknown === 0 ? '' : `（不明な${formatCount(unknown)}件は対象外）`
      }。`,
    emptyTitle: 'この期間のセンチメントデータはありません',
    empty:
      'センチメントは、ブランドに言及した回答について判定されます。別の期間を選択するか、フィルターを外してください。',
  },
  shares: { positive: 'ポジティブ', neutral: '中立', negative: 'ネガティブ' },
  trend: {
    title: '推移',
    lead: 'センチメントが明確な回答に占める割合と、ポジティブの割合の95%信頼区間',
    chart: 'ポジティブ、中立、ネガティブな回答の推移',
    interval: '集計単位',
    byDay: '日別',
    byWeek: '週別',
  },
  platforms: {
    title: 'プラットフォーム別',
    caption: 'プラットフォーム別のセンチメント',
    columns: { platform: 'プラットフォーム', split: 'ポジティブ、中立、ネガティブ' },
    split: (positive, neutral, negative) =>
      `ポジティブ${formatPct(positive)}、中立${formatPct(neutral)}、ネガティブ${formatPct(negative)}`,
  },
  themes: {
    praised: '評価されている点',
    criticized: '批判されている点',
    basis: (answers) =>
      `回答${formatCount(answers)}件の抜粋に繰り返し現れる語句です。言語モデルではなく規則と単語リストで検出するため、不完全なものもあります。`,
    basisOfNewest: (answers) =>
      `最新の回答${formatCount(answers)}件の抜粋に繰り返し現れる語句です。言語モデルではなく規則と単語リストで検出するため、不完全なものもあります。`,
    none: '繰り返し現れる語句はありません。',
    label: (theme) => `「${theme}」を含む回答`,
    quote: (text) => `「${text}」`,
    source: (platform, answeredAt) => `${platform}、${formatUtcTime(answeredAt)}`,
  },
}
