import { formatCount, formatPct } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../prompts/detail/copy.ts'

export const texts: typeof copy = {
  pager: {
    label: '一覧のプロンプト',
    position: (index, count) => `${formatCount(index)} / ${formatCount(count)}`,
    previous: '前のプロンプト',
    next: '次のプロンプト',
  },
  verdict: {
    own: (brand, pct, answers) =>
      `${brand}は回答${formatCount(answers)}件の${formatPct(pct)}で言及されています。`,
    ownRanked: (brand, pct, answers, rank, of) =>
      `${brand}は回答${formatCount(answers)}件の${formatPct(pct)}で言及されています（${of}社中${rank}位）。`,
    competitor: (name, pct) => `${name}は${formatPct(pct)}で言及されています。`,
    weak: (platforms, _count, brand) => `${platforms}は${brand}にほとんど言及していません。`,
  },
  trend: {
    title: '言及率',
    lead: (brand) => `7日間の平均と、${brand}の95%信頼区間`,
    chart: (brand) => `${brand}と競合の日別の言及率（7日間の平均）`,
  },
  ranking: {
    title: 'ブランド別の順位',
    lead: (answers) => `同じ回答${formatCount(answers)}件での比較`,
    caption: 'このプロンプトへの回答におけるブランドと競合',
    columns: { name: 'ブランド', first: '最初に言及', position: '順位' },
    you: '自社',
  },
  platforms: {
    title: 'プラットフォーム別',
    caption: '各プラットフォームの回答',
    states: {
      first: '1位',
      mentioned: '言及あり',
      not_mentioned: '言及なし',
      no_answer: '回答なし',
    },
    columns: {
      platform: 'プラットフォーム',
      days: '1マス = 1日',
      position: '順位',
      leader: '最多言及',
    },
    daysOf: (state, days) => `${state}: ${formatCount(days)}日`,
    cell: (date, state) => `${date}: ${state}`,
  },
  sources: {
    title: '引用元',
    none: 'これらの回答には引用がありません。',
    caption: 'このプロンプトで引用の多い引用元',
    columns: { source: '引用元', answers: '回答', mentionYou: '自社に言及' },
  },
  action: {
    title: '次のアクション',
    why: (domains) =>
      domains === 0
        ? 'このプロンプトに答えるページを公開してください。'
        : '最も多くの回答に引用されている引用元で言及を獲得してください。',
    sources: '自社に言及していない回答の引用元',
    answers: (count) => `回答${formatCount(count)}件`,
    open: '改善機会を見る',
    openBrief: 'ブリーフを見る',
    withoutYou: (brand) => `${brand}に言及していない回答を見る`,
    none: 'このプロンプトで明らかにリードしている競合はありません。',
  },
}
