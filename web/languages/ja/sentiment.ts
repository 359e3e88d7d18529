import { formatCount, formatDay, formatPct, formatUtcTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'センチメント',
    verdict: (brand, positive, negative) =>
      `${brand}について述べた回答の${formatPct(positive)}がポジティブ、${formatPct(negative)}がネガティブです。`,
    best: (platform, pct, worst, worstPct) =>
      `ポジティブ率が最も高いのは${platform}（${formatPct(pct)}）、最も低いのは${worst}（${formatPct(worstPct)}）です。`,
    basis: (known, coverage) =>
      `ブランドに言及した回答の${formatPct(coverage)}（${formatCount(known)}件）でセンチメントが判明しています。`,
    notEnough: (coverage) =>
      `データ不足: ブランドに言及した回答のうち、センチメントが判明しているのは${formatPct(coverage)}だけです。`,
    byRules: '規則で判定しています。信頼できる場合だけラベルを付けます。',
    byModel: (model) => `${model}で判定しています。`,
    byModelSince: (model, day) =>
      `${formatDay(day)}から${model}で判定しています。それ以前の回答にはラベルがありません。`,
    chooseMethod: 'センチメントの判定方法を選択',
    reviews: {
      rules: (agreed, reviewed) =>
        `規則との一致: 確認した回答${formatCount(reviewed)}件中${formatCount(agreed)}件。`,
      model: (agreed, reviewed) =>
        `言語モデルとの一致: 確認した回答${formatCount(reviewed)}件中${formatCount(agreed)}件。`,
    },
    emptyTitle: 'この期間のセンチメントデータはありません',
    empty:
      'センチメントは、ブランドに言及した回答について判定されます。別の期間を選択するか、フィルターを外してください。',
  },
  shares: { positive: 'ポジティブ', neutral: '中立', negative: 'ネガティブ' },
  trend: {
    title: '推移',
    lead: 'センチメントが判明した回答に占める割合と、ポジティブの割合の95%信頼区間',
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
