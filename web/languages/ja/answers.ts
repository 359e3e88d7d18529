import { formatCount } from '../../../vocabulary/formats.ts'
import type { copy } from '../../answers/copy.ts'

export const texts: typeof copy = {
  sample: (answers) => `n = ${formatCount(answers)}`,
  page: {
    title: '回答',
    lead: '指標のもとになったすべての回答の全文です。',
    summary: (total, shown, period) =>
      `${period}の回答: ${formatCount(total)}件。${
        shown < total ? `新しいものから${formatCount(shown)}件を表示しています。` : ''
      }`,
    caption: '回答',
    emptyTitle: '該当する回答はありません',
    empty:
      '別の期間を選択するか、フィルターを外してください。失敗、拒否、空の回答を見るには、ステータスを変更してください。',
  },
  columns: {
    prompt: 'プロンプト',
    platform: 'プラットフォーム',
    mentioned: '言及',
    score: 'スコア',
    sentiment: 'センチメント',
    citations: '引用',
    date: '日付',
  },
  cells: {
    alsoMentioned: (competitors) => `ほかに言及: ${competitors.join('、')}`,
    mentioned: (rank) => (rank === null ? 'あり' : `あり（${rank}位）`),
    notMentioned: 'なし',
    citations: (total, own) =>
      own === 0 ? formatCount(total) : `${formatCount(total)}（うち自社${formatCount(own)}）`,
  },
  filters: {
    mentioned: '言及',
    mentionedAny: '言及: すべて',
    mentionedYes: 'ブランドへの言及あり',
    mentionedNo: 'ブランドへの言及なし',
    sentiment: 'センチメント',
    sentimentAny: 'すべてのセンチメント',
    competitor: '競合',
    competitorAny: 'すべての競合',
    mentions: (name) => `${name}への言及あり`,
    status: 'ステータス',
    search: 'プロンプトを検索',
    statusAny: 'すべてのステータス',
  },
  chips: {
    prompt: (text) => (text === undefined ? '1件のプロンプト' : `プロンプト: ${text}`),
    run: '1回の実行',
    model: (model) => `モデル: ${model}`,
    cites: (source) => `${source}を引用`,
    mentionsProduct: (name) => `${name ?? '製品'}への言及あり`,
    withoutCompetitor: (name) => `${name ?? '競合'}への言及なし`,
    citesYou: '自社サイトを引用',
    doesNotCiteYou: '自社サイトの引用なし',
    remove: 'フィルターを外す',
  },
  compare: {
    title: '回答を比較',
    selected: (count) => `${formatCount(count)}件を選択中`,
    chooseTwo: '比較する回答を2件選択してください。',
    action: '比較',
    select: (prompt, platform) => `選択: ${platform}、${prompt}`,
    clear: '選択を解除',
    side: (number, platform) => `回答${number}: ${platform}`,
    label: '選択した回答',
    differences: '語句の差分を表示',
    sideBySide: '並べて表示',
    otherPlatforms: '語句の差分は、同じプラットフォームの回答どうしで表示できます。',
    twoPrompts: (first, second) => `${first} / ${second}`,
    emptyTitle: '回答が選択されていません',
    empty: '一覧で比較する回答を2件選択してください。',
  },
  answer: {
    back: '回答',
    allAnswers: 'このプロンプトへのすべての回答',
    ownMention: '自社ブランド',
    competitorMention: '競合',
    competitor: (name) => `競合: ${name}`,
    table: '回答内の表',
    searchStopped:
      '本文と別名の重複が多すぎるため、名前の検索はこの回答の前半に限られています。それ以降の言及は数えていません。',
  },
  noText: {
    deleted: '本文は削除済み',
    deletedReason: '組織の保持期間が過ぎたため、本文と引用元は削除されました。指標には引き続き含まれます。',
    reasons: {
      failed: 'エンジンは理由を返しませんでした。',
      refused: 'エンジンが回答を拒否しました。',
      empty: 'エンジンが空の回答を返しました。',
    },
    consequence: 'この回答はすべての指標から除外されます。',
  },
  facts: {
    mentioned: (brand) => `${brand}への言及`,
    notMentioned: 'なし',
    none: '–',
    mentions: (times, rank, brands) => {
      const count = `${formatCount(times)}回`
      if (rank === null) return count
      return brands === 1
        ? `${count}、追跡対象で唯一のブランド`
        : `${count}、追跡中の${brands}ブランド中${rank}位`
    },
    competitors: '言及された競合',
    competitorMentions: (times, rank) => `${rank === null ? '' : `${rank}位、`}${formatCount(times)}回`,
    sentiment: 'センチメント',
    confidence: (sentiment, confidence) => `${sentiment}（確信度${Math.round(confidence * 100)}%）`,
    model: 'モデル',
    unknownModel: '情報なし',
    queried: '問い合わせ',
    answered: '回答',
    searches: (count) => `エンジンが行ったウェブ検索（${formatCount(count)}）`,
    quoted: (search) => `「${search}」`,
    cost: '費用',
  },
  sources: {
    citations: (count) => `引用${formatCount(count)}件`,
    own: (count) => (count === 0 ? '、自社サイトなし' : `、うち自社サイト${formatCount(count)}件`),
    none: 'この回答には引用がありません。',
    retrieved: (count) => `取得されたが引用されなかったページ: ${formatCount(count)}件`,
    noDomain: 'ドメインなし',
  },
}
