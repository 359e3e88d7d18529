import { formatCount, formatDay, formatPct, formatRange, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../competitors/copy.ts'

export const texts: typeof copy = {
  page: {
    title: '競合',
    lead: '自社と競合を同じ回答で比較します。',
    emptyTitle: '競合はまだありません',
    empty: '下で競合を追加するか、提案された競合を追跡してください。そのつど過去の回答が再処理されます。',
  },
  leaderboard: {
    title: 'ランキング',
    lead: (answers, period) =>
      `回答${formatCount(answers)}件に基づきます。変化は${period}との比較です（多重比較を補正済み）。`,
    caption: 'ブランドと競合',
    you: '自社',
    columns: { name: '名前', change: '変化', answers: '言及した回答', citations: '引用' },
  },
  headToHead: {
    title: '1対1の比較',
    lead: (ownScore, competitorScore, leader) =>
      `可視性スコアは${formatScore(ownScore)}対${formatScore(competitorScore)}です。${
        leader === null ? 'スコアは同じです。' : `${leader}がリードしています。`
      }`,
    choose: '比較する競合',
    only: (name) => `${name}のみ`,
    both: '両方',
    neither: 'どちらもなし',
    viewAnswers: '回答を見る',
    noAnswers: '回答なし',
  },
  shareOfVoice: {
    overall: (share, interval) =>
      `全体: ${formatPct(share)}${interval ? `（95%信頼区間: ${formatRange(interval, '%')}）` : ''}。`,
    otherPrompts: (interval) =>
      `同様のほかのプロンプトでは、95%信頼区間は${formatRange(interval, '%')}です。`,
    detectable: (points) => `${formatScore(points)}ポイント未満の変化は、通常は検出できません。`,
    caption: 'プラットフォーム別のシェア・オブ・ボイス',
    columns: {
      platform: 'プラットフォーム',
      share: 'シェア',
      own: '自社への言及',
      competitors: '競合への言及',
    },
  },
  suggestions: {
    title: '競合の候補',
    lead: (answers, from, to) =>
      `${formatDay(from)}から${formatDay(to)}までの回答${formatCount(answers)}件の中で繰り返し言及されている名前です。追跡するまで指標には含まれません。`,
    summary: (answers, prompts, platforms) =>
      `プロンプト${formatCount(prompts)}件への回答${formatCount(answers)}件で言及（${platforms}）`,
    quoted: (snippet) => `「${snippet}」`,
    track: '追跡',
    trackOne: (name) => `${name}を追跡`,
    dismiss: '却下',
    dismissOne: (name) => `${name}を却下`,
  },
  tracked: {
    title: '追跡中の競合',
    lead: '変更は過去の回答にも適用されます。',
    add: '競合を追加',
  },
  dialog: {
    addTitle: '競合を追加',
    editTitle: (name) => `${name}を編集`,
    add: '競合を追加',
    save: '保存',
    name: '名前',
    domain: 'ドメイン',
    domainPlaceholder: 'example.com',
    domainHint: 'このドメインの引用は、この競合の引用として数えられます。',
  },
  remove: {
    title: (name) => `${name}を削除しますか？`,
    action: '競合を削除',
    warning: '過去の分も含め、すべての比較から削除されます。回答は保持されます。',
  },
}
