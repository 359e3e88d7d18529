import { formatCount, formatPct, formatPoints, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../overview/copy.ts'

type Citing = Parameters<typeof copy.scoreChange.newlyCited>[0]

const citing = ({ answers, pct }: Citing) => `回答${formatCount(answers)}件（${formatPct(pct)}）`

export const texts: typeof copy = {
  page: {
    screen: '概要',
    run: '今すぐ実行',
    runTitle: (brand) => `${brand}のプロンプトを実行`,
  },
  verdict: {
    changed: (score, direction, points, since) =>
      `可視性は${score}。${since}から${points}ポイント${direction === 'up' ? '上昇' : '低下'}しています。`,
    states: {
      no_significant_change: (score) => `可視性は${score}。確定した変化はありません。`,
      unknown: (score) => `可視性は${score}です。`,
    },
    ahead: (competitor, points) => `自社が首位で、${competitor}に${points}ポイントの差をつけています。`,
    behind: (competitor, points) => `${competitor}が${points}ポイントリードしています。`,
    level: (competitor) => `${competitor}と並んでいます。`,
    noCompetitors: '競合を追跡すると、どこがリードしているかがわかります。',
  },
  keyMetrics: {
    label: '主要指標',
    showInChart: (metric) => `${metric}をグラフに表示`,
    sample: (count) => `、n = ${formatCount(count)}`,
    rank: (rank, of) => `${of}社中${rank}位 ·`,
    notRanked: '比較できる競合なし',
    noCompetitors: '追跡中の競合なし',
    sentimentLine: (negative, coverage) =>
      `ネガティブな回答${formatCount(negative)}件、判明率${formatPct(coverage)}`,
    notEnough: 'データ不足',
    chooseMethod: 'センチメントの判定方法を選択',
    basedOn: '対象:',
    counts: {
      answers: (count) => `回答${formatCount(count)}件`,
      mentions: (count) => `言及${formatCount(count)}件`,
    },
    matched: (value) => `前の期間と同じプロンプトとプラットフォームでは${value}`,
    detectableChange: (points) => `${formatScore(points)}ポイント未満の変化は、通常は検出できません。`,
    positive: (count) => `ポジティブ${formatCount(count)}件`,
    neutral: (count) => `中立${formatCount(count)}件`,
    negative: (count) => `ネガティブ${formatCount(count)}件`,
    coverage: (pct) => `ブランドに言及した回答の${formatPct(pct)}でセンチメントが判明しています。`,
  },
  basis: {
    sample: (answers, prompts, period) =>
      `${period}のプロンプト${formatCount(prompts)}件への回答${formatCount(answers)}件。`,
    sampleWithBranded: (answers, prompts, period, branded) =>
      `${period}のプロンプト${formatCount(prompts)}件への回答${formatCount(answers)}件（うち指名プロンプト${formatCount(branded)}件）。`,
    notCounted: (counts) => `対象外: ${counts}。`,
    outcomes: {
      failed: (count) => `失敗${formatCount(count)}件`,
      refused: (count) => `拒否${formatCount(count)}件`,
      empty: (count) => `空${formatCount(count)}件`,
    },
    cautions: {
      directional: '回答が10件未満のため、数値は目安です。',
      exploratory: 'プロンプトが50件未満のため、数値は参考値です。',
    },
  },
  noAnswers: {
    title: 'この期間に回答はありません',
    hint: 'プロンプトを実行して回答を取得するか、別の期間を選択してください。',
    run: '今すぐ実行',
    noPromptsHint: '顧客が使うプロンプトを追加してください。指標はその回答から計算されます。',
    addPrompts: 'プロンプトを追加',
  },
  trend: {
    label: '推移',
    perPlatform: '各プラットフォームの回答のみ',
    bandLead: '帯: 95%信頼区間',
    positionLead: '線が高いほど上位です',
    chart: {
      day: (metric, brand) => `${brand}の${metric}（日別）`,
      week: (metric, brand) => `${brand}の${metric}（週別）`,
    },
    events: {
      model_changed: '新しいモデル',
      prompts_changed: 'プロンプト',
      platforms_changed: 'プラットフォーム',
      sentiment_method_changed: '新しい判定方法',
      partial_run: 'エラー',
      established: '確定した変化',
    },
    metric: '指標',
    lines: '系列',
    competitors: '競合',
    platforms: 'プラットフォーム',
    matched: '前の期間と同じプロンプト',
    matchedLine: '同じプロンプトとプラットフォーム',
    matchedLead: '2本目の線は、前の期間にもあるプロンプトとプラットフォームだけの値です',
    interval: '集計単位',
    byDay: '日別',
    byWeek: '週別',
  },
  heatMap: {
    title: 'プラットフォーム×トピック',
    titleWithoutTopics: 'プラットフォーム別',
    caption: 'プラットフォームとトピック別の可視性スコア',
    platform: 'プラットフォーム',
    allTopics: 'すべてのトピック',
    models: (platform) => `${platform}のモデル`,
    unknownModel: '不明なモデル',
    mentionRate: (rate) => `言及率${rate}、`,
    answers: (count) => `回答${formatCount(count)}件`,
    sample: (range, answers) => `${range}、${answers}`,
  },
  scoreChange: {
    title: '変化の内訳',
    lead: 'スコアがどこで動いたかを示すもので、原因を示すものではありません。',
    rose: (before, after, points, prompts) =>
      `${formatScore(before.score)}（${before.days}）から${formatScore(after.score)}（${after.days}）へ、両方の期間に回答があるプロンプト${formatCount(prompts)}件でスコアが${formatScore(points)}ポイント上昇しました。以下の各内訳の合計は、この変化と一致します。`,
    fell: (before, after, points, prompts) =>
      `${formatScore(before.score)}（${before.days}）から${formatScore(after.score)}（${after.days}）へ、両方の期間に回答があるプロンプト${formatCount(prompts)}件でスコアが${formatScore(points)}ポイント低下しました。以下の各内訳の合計は、この変化と一致します。`,
    days: (from, to) => `${from}～${to}`,
    byComponent: '構成要素別',
    components: { named: '言及', cited: '引用', position: '順位' },
    byPlatform: 'プラットフォーム別',
    byTopic: 'トピック別',
    noTopic: 'トピックなし',
    byPrompt: 'プロンプト別',
    otherPrompts: (prompts, points) =>
      `その他のプロンプト${formatCount(prompts)}件の合計: ${formatPoints(points)}ポイント`,
    competitors: '同じプロンプトでの競合',
    sources: '引用が増えた、または減った引用元',
    newlyCited: (now) => `${citing(now)}で新たに引用`,
    noLongerCited: (before) => `引用されなくなりました。以前は${citing(before)}で引用`,
    citedDifferently: (now, before) => `${citing(now)}で引用、以前は${citing(before)}`,
    otherChanges: 'この期間のその他の変化',
    viewAnswers: '回答を見る',
    points: (points) => `${formatPoints(points)}ポイント`,
    partNotSignificant: '（有意差なし）',
  },
  topChanges: {
    title: '変化の大きいプロンプト',
    lead: '有意な変化: 過去28日間とその前の28日間の比較',
    all: 'すべてのプロンプト',
    none: '過去28日間に有意に変化したプロンプトはありません。日々の小さな変化は、通常は誤差の範囲です。',
  },
  nextActions: {
    title: '次のアクション',
    all: 'すべての改善機会',
    none: '未対応のアクションはありません。競合がリードした実行の後に、新しい改善機会が表示されます。',
    getListed: (domain) => `${domain}で言及を獲得`,
    publish: (prompt) => `「${prompt}」に答えるページを公開`,
    gap: (leader, points, answers) =>
      `${leader}が${formatScore(points)}ポイントリード（回答${formatCount(answers)}件）。`,
    gapWithSource: (leader, points, answers, prompt, citing) =>
      `${leader}が${formatScore(points)}ポイントリード（「${prompt}」への回答${formatCount(answers)}件、うち${formatCount(citing)}件がこのサイトを引用）。`,
    createBrief: 'ブリーフを作成',
    viewBrief: 'ブリーフを見る',
    viewEvidence: '根拠を見る',
    platformErrors: (platforms) => ({
      title: `${formatCount(platforms)}件のプラットフォームのエラーを修正`,
      why: '前回の実行で失敗したため、その回答が指標に含まれていません。',
    }),
    viewRun: '実行を見る',
    suggestedCompetitor: (name, answers) => ({
      title: `${name}を競合として追跡`,
      why: `回答${formatCount(answers)}件で言及されていますが、どの比較にも含まれていません。`,
    }),
    reviewCompetitor: '候補を確認',
  },
}
