import { formatCount, formatScore } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../competitors/detail/copy.ts'

export const texts: typeof copy = {
  all: 'すべて',
  tabs: '競合',
  verdict: {
    leads: (name, points) => `${name}が${formatScore(Math.abs(points))}ポイントリードしています。`,
    level: (name) => `明確な優劣はありません。${name}との差は偶然の可能性があります。`,
    youLead: (topics) => `自社は${topics}でリードしています。`,
    competitorLeads: (competitor, topics) => `${competitor}は${topics}でリードしています。`,
  },
  empty: 'この期間に回答はありません。別の期間を選択するか、フィルターを外してください。',
  headToHead: {
    title: '1対1の比較',
    lead: (answers) => `同じ回答${formatCount(answers)}件での比較`,
    caption: (name) => `自社と${name}`,
    metric: '指標',
    gap: '差',
    ahead: (points) => `${points}上回る`,
    behind: (points) => `${points}下回る`,
    unclear: '信頼区間が重なるため、差は偶然の可能性があります。',
    withoutInterval: 'この指標の信頼区間は計算されません。',
  },
  trend: {
    title: '可視性の推移',
    lead: '同じ回答での日別の可視性スコア',
    chart: (brand, competitor) => `${brand}と${competitor}の日別の可視性スコア`,
  },
  gaps: {
    title: '差がある場所',
    lead: (brand, competitor) => `可視性のポイント差（${brand} − ${competitor}）`,
    topics: 'トピック別',
    platforms: 'プラットフォーム別',
    noTopic: 'トピックなし',
    label: (name) => `差: ${name}`,
  },
  mentioned: {
    title: '言及されたブランド',
    both: '両方',
    only: (name) => `${name}のみ`,
    neither: 'どちらもなし',
  },
  prompts: {
    title: 'プロンプト',
    views: {
      lost: (count, competitor) => `${competitor}がリード（${formatCount(count)}）`,
      won: (count) => `自社がリード（${formatCount(count)}）`,
      unclear: (count) => `明確な差なし（${formatCount(count)}）`,
    },
    view: '表示するプロンプト',
    caption: '差の大きい順のプロンプト',
    none: 'この期間にはありません。',
    columns: { prompt: 'プロンプト', you: '自社', gap: '差' },
  },
  sources: {
    title: (name) => `${name}に言及した回答の引用元`,
    caption: (name) => `${name}に言及した回答の引用元`,
    own: '競合のサイト',
    none: 'これらの回答には引用がありません。',
    columns: { source: '引用元', answers: '回答', withoutYou: '自社言及なし' },
  },
  themes: {
    title: '回答で評価されている点',
    lead: '回答の抜粋に繰り返し現れる語句（言語モデルは不使用）',
    caption: '評価されているテーマ',
    none: '繰り返し現れる語句はありません。',
    columns: { theme: 'テーマ' },
  },
}
