import { formatCount, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/webhooks/copy.ts'

const quantity = (count: number) => `改善機会${formatCount(count)}件`

export const texts: typeof copy = {
  sendDialog: {
    title: (count) => (count === 1 ? 'この改善機会を送信' : `${quantity(count)}を送信`),
    question: (what) => `${what}を、根拠とブリーフとともにWebhookに送信しますか？`,
    connect: 'Webhookを接続',
    notConnected: '改善機会の送信先となるWebhookが、まだ接続されていません。',
    sent: (count) => `${formatCount(count)}件を送信しました。`,
    notSent: (reasons) => `送信できませんでした: ${reasons}`,
    someNotSent: (count, reasons) => `${formatCount(count)}件を送信できませんでした: ${reasons}`,
    viewWebhook: 'Webhookを見る',
    markOnly: '送信済みにするだけ',
    send: 'Webhookに送信',
    tryAgain: '再試行',
    cancel: 'キャンセル',
    close: '閉じる',
  },
  webhook: {
    title: 'Webhook',
    lead: '改善機会をチケット管理や自動化のツールに送信します。',
    notAllowed:
      'WebhookのURLには秘密情報が含まれることが多いため、編集できるメンバーだけに表示されます。オーナーまたは管理者にアクセス権を依頼してください。',
    readOnly: (url) =>
      `${url === null ? 'Webhookは設定されていません。' : `改善機会は${url}に送信されます。`}変更できるのはオーナーと管理者だけです。`,
    format:
      '配信はJSON本文のPOSTリクエストです。改善機会、プロンプト、根拠、ブリーフと、受信側が結果を報告する{callbackUrl}が含まれます。シークレットを設定すると、リクエストは{specification}に従って署名されます。',
    specification: 'Standard Webhooks',
    sendTest: 'テストを送信',
    waiting: '応答を待っています…',
    testDelivered: (outcome) => `テストを配信しました: ${outcome}。`,
    testFailed: (outcome) => `テストに失敗しました: ${outcome}。`,
    remove: 'Webhookを削除',
    removeTitle: 'このWebhookを削除しますか？',
    removeConsequence:
      'URLとシークレットが削除されます。配信ログは残り、受信側は過去の配信について引き続き報告できます。',
  },
  webhookForm: {
    url: 'エンドポイントURL',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'インターネットから到達できるhttpまたはhttpsのURL。',
    secret: '署名シークレット',
    secretHint: '推奨: 設定すると配信に署名が付き、受信側で検証できます。',
    secretSet: (hint) =>
      `設定済み（${hint}）。そのまま使う場合は空欄にしてください。別のホストのURLにする場合は再入力が必要です。`,
    overlap: 'シークレットの変更時に、古いシークレットでも署名する',
    overlapHint: 'この間、署名ヘッダーには両方のシークレットの署名が含まれます。',
    overlapUntil: (until) => `${formatTime(until)}まで、古いシークレットでも署名されます。`,
    overlaps: { none: 'しない', hour: '1時間', day: '24時間', week: '7日間' },
    removeSecret: 'シークレットを削除',
    active: '有効: このWebhookに改善機会を送信できます',
    save: 'Webhookを保存',
    saved: '保存しました',
  },
  callbacks: {
    title: 'コールバックURL',
    lead: '各配信には、受信側が結果を報告するためのURLが含まれます。90日間有効です。',
    revoke: 'コールバックURLを無効化',
    revokeTitle: 'すべてのコールバックURLを無効にしますか？',
    revokeConsequence:
      '受信側は、これまでの配信について報告できなくなります。以後の配信には新しいURLが付きます。',
    revoked: 'すべてのコールバックURLを無効にしました。',
  },
  deliveries: {
    title: '配信',
    lead: 'テストを含め、新しい順に表示します。失敗した配信は再送されません。',
    empty: '配信はまだありません。テストを送信してエンドポイントを確認してください。',
    emptyForOpportunity: 'まだ送信されていません。',
    delivered: '配信済み',
    notDelivered: '配信失敗',
    outcome: (outcome, host, durationMs) => `${host}: ${outcome}（${formatCount(durationMs)} ms）`,
    sentBy: (name) => `、送信者: ${name}`,
    response: '応答',
    test: 'テスト',
  },
}
