import { formatCost, formatCount, formatDuration, formatPct } from '../../../vocabulary/formats.ts'
import type { copy } from '../../engines/copy.ts'

type Measured = Parameters<typeof copy.reliability.line>[1]

function textOf({ queries, success_pct, median_ms, p95_ms, mean_cost_micros }: Measured): string {
  return [
    `クエリ${formatCount(queries)}件の${formatPct(success_pct)}に回答`,
    ...(median_ms === null || p95_ms === null
      ? []
      : [`中央値${formatDuration(median_ms)}、95%が${formatDuration(p95_ms)}以内`]),
    ...(mean_cost_micros === null ? [] : [`1回答あたり${formatCost(mean_cost_micros)}`]),
  ].join(' · ')
}

export const texts: typeof copy = {
  page: {
    title: 'エンジン',
    within: '組織',
    lead: '各プラットフォームへの問い合わせ方法と使用するキー。',
    settingsReference: '設定リファレンスを見る',
    simulatedTitle: 'すべてのプラットフォームがシミュレーションです: エンジンのキーが設定されていません。',
    simulated: '実際のエンジンに問い合わせるには、下でキーを追加するか、サーバーで設定してください。例:',
    platforms: 'プラットフォーム',
  },
  platform: {
    notConfigured: '未設定',
    queriedThrough: (backend) => `問い合わせ経路: ${backend}`,
    notQueried: '問い合わせていません。有効にするには、キーを追加するか、次を設定してください:',
    ownKey: '自社のキー',
    test: 'テスト',
    testing: 'テスト中',
    testOne: (platform) => `${platform}をテスト`,
  },
  testResult: {
    answer: '回答',
    sources: (count) => `引用元${formatCount(count)}件`,
    unknownPrice: '料金不明',
  },
  reliability: {
    line: (backend, measured) => `${backend}: ${textOf(measured)}`,
    week: (monday, measured) => `${monday}の週: ${textOf(measured)}`,
  },
  keys: {
    title: 'キー',
    lead: 'キーは暗号化され、このサーバーに保存され、プロバイダーだけに送信されます。自社のキーは、サーバーに設定されたキーより優先されます。',
    own: (last) => (last === '' ? '自社のキー' : `自社のキー ••••${last}`),
    fromServer: 'サーバーに設定されたキー',
    none: 'キーなし',
    unreadable: '別のSECRET_KEYで暗号化されたため、このキーを復号できません。もう一度入力してください。',
    typicalCost: (micros) => `1回答あたり約${formatCost(micros)}`,
    spent: (micros) => `今月 ${formatCost(micros)}`,
    spentOfLimit: (micros, limit) => `今月 ${formatCost(micros)} / ${formatCost(limit)}`,
    limitReached: '上限に達しました: 今月はこれ以上問い合わせません',
    add: 'キーを追加',
    edit: '編集',
    addTo: (backend) => `${backend}のキーを追加`,
    editOf: (backend) => `${backend}のキーを編集`,
    remove: '削除',
    removeOf: (backend) => `${backend}のキーを削除`,
    removeTitle: (backend) => `${backend}のキーを削除しますか？`,
    removeAction: 'キーを削除',
    removed: 'キーとその上限が削除されます。サーバーにキーが設定されている場合は、再びそのキーが使われます。',
  },
  keyDialog: {
    title: (backend) => `${backend}のキー`,
    labels: { API_KEY: 'APIキー', LOGIN: 'APIログイン', PASSWORD: 'APIパスワード' },
    storedHint: (last) =>
      `${last === '' ? 'キーは保存済みです' : `保存済み: ••••${last}`}。そのまま使う場合は空欄にしてください。`,
    serverHint: 'サーバーにキーが設定されています。自社のキーを入力すると、そちらが使われます。',
    test: 'キーをテスト',
    testing: 'テスト中',
    testPrice: (micros) => `テストではクエリを1件送信し、約${formatCost(micros)}かかります。`,
    limit: '月間上限（米ドル）',
    noLimit: '上限なし',
    limitHint: '上限に達すると、翌月まで新しいクエリは送信されません。処理中のクエリは完了します。',
    save: '保存',
  },
}
