import { formatCost, formatCount, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../runs/copy.ts'

type RunCounts = Parameters<typeof copy.lastRun.counts>[0]

const outcomes = { refused: '拒否', empty: '空', failed: '失敗', skipped: 'スキップ' } as const

const summaryOf = (counts: RunCounts): string[] => [
  `回答${formatCount(counts.answers)}件`,
  ...(['refused', 'empty', 'failed', 'skipped'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${outcomes[outcome]}${formatCount(counts[outcome])}件`),
  `言及${formatCount(counts.mentions)}件`,
  `引用${formatCount(counts.citations)}件`,
  ...(counts.costMicros !== null && counts.costMicros > 0 ? [formatCost(counts.costMicros)] : []),
]

export const texts: typeof copy = {
  page: {
    title: '実行',
    lead: '実行では、有効なプロンプトをすべて各プラットフォームに送信し、回答を保存します。今すぐ開始するか、スケジュールに任せてください。',
  },
  startedBy: {
    apiKey: (member) => `${member ?? 'メンバー'}（APIキー）`,
    formerMember: '元メンバー',
    externalScheduler: '外部スケジューラー',
    schedule: 'スケジュール',
  },
  startRun: {
    platforms: 'プラットフォーム',
    run: '今すぐ実行',
    queries: (count) => `${formatCount(count)}クエリ`,
    cost: (costMicros) => `、約${formatCost(costMicros)}`,
    unknownCost: '（料金不明のエンジンを除く）',
    noPrompts: '先にプロンプトを追加してください',
    noPlatform: 'プラットフォームを選択してください',
    noMatchingPrompts: 'これらのプラットフォームを対象とする有効なプロンプトがありません',
    notConfigured: (platforms) => `ほか${formatCount(platforms)}件のプラットフォームは設定が必要です`,
    missingSetting: '{platform}は未設定です: {setting}を設定してください',
  },
  progress: {
    label: '完了したクエリ',
    queries: (completed, total) => `${formatCount(total)}クエリ中${formatCount(completed)}件`,
    starting: '開始しています…',
    noWorker:
      'この実行を処理するワーカーがありません。ROLE=allまたはROLE=workerのプロセスが稼働しているか確認してください。',
    cancel: '実行をキャンセル',
    cancelling: 'キャンセルしています…',
  },
  lastRun: {
    label: '前回の実行',
    counts: (counts) => summaryOf(counts).join('、'),
    failed: (failed, all) => `${formatCount(all)}件中${formatCount(failed)}件が失敗しました。`,
    details: 'プラットフォームの状況を見る',
  },
  history: {
    title: '実行履歴',
    caption: '実行（新しい順）',
    empty: '実行はまだありません',
    emptyHint:
      'プロンプトを追加したら、実行を開始してください。以後は、ブランド設定のスケジュールに従って各プラットフォームに問い合わせます。',
    started: '開始',
    status: 'ステータス',
    progress: (completed, total) => `${formatCount(completed)} / ${formatCount(total)}`,
    triggeredBy: '開始元',
    platforms: 'プラットフォーム',
    morePlatforms: (named, more) => `${named}ほか${more}件`,
    answers: '回答',
    failed: '失敗',
    skipped: 'スキップ',
    mentions: '言及',
    cost: '費用',
    duration: '所要時間',
  },
  runPage: {
    back: '実行',
    title: (createdAt) => `${formatTime(createdAt)}の実行`,
    triggeredBy: (name) => `開始元: ${name}`,
    notRefreshed: (reason) => `${reason} 最後に確認した状態を表示しています。`,
    answers: '回答',
    failed: '失敗',
    remaining: '残り',
    skipped: 'スキップ',
    mentions: 'ブランドへの言及',
    citations: '引用',
    cost: '費用',
    duration: '所要時間',
  },
  platformStatus: {
    title: 'プラットフォームの状況',
    prompts: (count) => `プロンプト${formatCount(count)}件。`,
    lead: '1つのプラットフォームが失敗しても、ほかは続行します。失敗した回答は指標に含まれません。',
    queries: (platform) => `${platform}へのクエリ`,
    answers: (count) => `回答${formatCount(count)}件`,
    failed: (count) => `失敗${formatCount(count)}件`,
    remaining: (count) => `残り${formatCount(count)}件`,
    skipped: (count) => `スキップ${formatCount(count)}件`,
  },
}
