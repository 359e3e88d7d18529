import { formatCount, formatLocalDay, formatTime } from '../../../vocabulary/formats.ts'
import { passwordMinLength } from '../../../vocabulary/password-length.ts'
import type { copy } from '../../accounts/copy.ts'

export const texts: typeof copy = {
  account: {
    name: '名前',
    email: 'メールアドレス',
    password: 'パスワード',
    passwordHint: `${passwordMinLength}文字以上。短いパスワードより、パスフレーズのほうが安全です。`,
  },
  language: '言語',
  signIn: {
    title: 'サインイン',
    lead: 'おかえりなさい。',
    submit: 'サインイン',
    newHere: '初めてご利用ですか？',
    createAccount: 'アカウントを作成',
    noAccount: 'アカウントをお持ちでない場合は、組織のオーナーまたは管理者に招待を依頼してください。',
  },
  signUp: {
    title: 'アカウントを作成',
    lead: '新しい組織が作成されます。',
    submit: 'アカウントを作成',
    hasAccount: 'すでにアカウントをお持ちですか？',
    signIn: 'サインイン',
  },
  firstRun: {
    title: 'Ansightのセットアップ',
    lead: 'AIエンジンが自社ブランドをどう伝えているかを確認できます。最初のアカウントがオーナーになります。',
    setupCode: 'セットアップコード',
    setupCodeHint: 'サービスの起動時にログへ出力されます。',
    privacy: 'すべてのデータはこのサーバーに保存されます。エンジンに送信されるのはプロンプトだけです。',
  },
  invitation: {
    title: (organization) => `${organization}に参加`,
    lead: (email, role, meaning) => `${email}は「${role}」として招待されています（${meaning}）。`,
    validity: (expiresAt) => `この招待は1回だけ使用でき、有効期限は${formatTime(expiresAt)}です。`,
    existingAccount: '組織に属していないアカウントを持っている',
    newAccount: '新しいアカウントを作成する',
    signInAndJoin: 'サインインして参加',
    createAccountAndJoin: 'アカウントを作成して参加',
  },
  invalidInvitation: {
    title: 'この招待は無効です',
    lead: '使用済みか取り消されたか、発行から7日以上経過しています。送信者に新しいリンクを依頼してください。',
    signIn: 'サインイン画面へ',
  },
  settings: {
    title: '組織',
    tabs: {
      general: '全般',
      members: 'メンバー',
      apiKeys: 'APIキー',
      engines: 'エンジン',
      spend: 'プランと費用',
      auditLog: '監査ログ',
    },
  },
  dateFormat: {
    title: '日付と時刻',
    lead: '実行などのイベントの時刻に適用されます。指標の1日はUTCの午前0時に始まります。',
    timeZone: 'タイムゾーン',
    ownZone: 'ブラウザのタイムゾーン',
    now: (time) => `現在: ${time}`,
    update: '更新',
    weekStart: '週の開始曜日',
    weekStarts: { monday: '月曜日', sunday: '日曜日', saturday: '土曜日' },
  },
  organizationName: {
    title: '名前',
    lead: 'メンバーと招待画面に表示されます。',
    field: '組織名',
    save: '保存',
  },
  liveUpdates: {
    title: 'リアルタイム更新',
    connected: '実行中、各ページは次のサーバーからリアルタイムに更新されます:',
    notConfigured:
      'リアルタイムサーバーが設定されていないため、実行中はページが3秒ごとに更新されます。リアルタイム更新を有効にするには、Pusherプロトコルに対応したサーバーの値を次の変数に設定してください:',
  },
  retention: {
    title: 'データの保持期間',
    lead: 'この日数を過ぎたデータは毎日削除されます。指標は変わりません。',
    fields: {
      raw_payload_days: 'エンジンの生データ（日）',
      answer_text_days: '回答の本文と引用元（日）',
      visit_days: '個々の訪問（日）',
      audit_log_days: '監査ログ（日）',
    },
    keep: '無期限',
    review: '変更内容を確認',
    confirmTitle: 'この保持期間を保存しますか？',
    confirm: '保存して毎日削除',
    nothing: '次回の削除で消えるデータはありません。',
    deletes: '次回の削除で次のデータが消えます。元に戻すことはできません:',
    deleted: {
      raw_payloads: (count) => `生データ${formatCount(count)}件`,
      answer_texts: (count) => `回答の本文${formatCount(count)}件`,
      visits: (count) => `訪問${formatCount(count)}件`,
      audit_log_entries: (count) => `監査ログの記録${formatCount(count)}件`,
    },
    kept: ({ answers, visits }) =>
      `指標には引き続きすべて含まれます: 回答${formatCount(answers)}件、訪問${formatCount(visits)}件。本文のない回答には、名前の変更が反映されなくなります。`,
    withoutText: (answers) =>
      `本文のない回答: ${formatCount(answers)}件。指標には含まれますが、名前の変更は反映されません。`,
  },
  exportData: {
    title: 'データのエクスポート',
    lead: '組織の全データをJSON Lines形式で出力します。1行が1レコードで、テーブル名が付きます。回答はansight importの形式です。秘密情報は含まれません。',
    action: 'エクスポート',
  },
  deleteOrganization: {
    title: '組織の削除',
    lead: 'ブランド、回答、メンバー、APIキーを完全に削除します。先にデータをエクスポートしてください。',
    action: '組織を削除',
    confirmTitle: (name) => `${name}を削除しますか？`,
    password: 'パスワード',
    warning:
      'すべてのブランドとその回答、メンバー、APIキーがただちに削除されます。元に戻すことはできません。',
  },
  members: {
    title: 'メンバー',
    count: (members) => `メンバー${formatCount(members)}人`,
    invite: 'メンバーを招待',
    you: '（自分）',
    details: (email, joinedAt, brands) =>
      `${email}、${formatLocalDay(joinedAt)}に参加${
        brands === undefined ? '' : `、${formatCount(brands)}件のブランドにアクセス可能`
      }`,
    roleOf: (name) => `${name}のロール`,
    brandAccess: 'ブランドへのアクセス',
    brandAccessOf: (name) => `${name}のブランドへのアクセス`,
    remove: '削除',
    removeOne: (name) => `${name}を削除`,
  },
  removeMember: {
    title: (name) => `${name}を削除しますか？`,
    action: 'メンバーを削除',
    warning:
      'このメンバーのセッションとAPIキーはただちに無効になります。作業内容は残り、あとで再び招待できます。',
  },
  brandAccess: {
    legend: 'アクセス',
    all: 'すべてのブランド（今後追加するものを含む）',
    selected: '選択したブランドのみ',
    save: '保存',
  },
  openInvitations: {
    title: '保留中の招待',
    lead: 'リンクは1回だけ有効で、7日後に期限切れになります。',
    details: (role, expiresAt) => `${role}、有効期限: ${formatLocalDay(expiresAt)}`,
    revoke: '取り消す',
    revokeFor: (email) => `${email}への招待を取り消す`,
  },
  inviteDialog: {
    title: 'メンバーを招待',
    role: 'ロール',
    submit: '招待リンクを作成',
    linkTitle: 'このリンクを共有してください',
    link: 'リンク',
    linkNote: (email) =>
      `リンクは${email}宛てにご自身で送ってください。Ansightはメールを送信しません。リンクは1回だけ有効で、7日後に期限切れになり、再表示されません。`,
  },
  apiKeys: {
    title: 'APIキー',
    lead: 'スプレッドシート、スクリプト、アシスタント向けです。キーは作成したユーザーとして、指定した範囲内で動作します。',
    create: 'キーを作成',
    emptyTitle: 'APIキーはまだありません',
    empty: 'キーを作成すると、パスワードなしでAPIを利用できます。',
    docs: 'APIドキュメントを見る',
    revoked: (at) => `${formatLocalDay(at)}に無効化`,
    details: (owner, createdAt, lastUsedAt) =>
      `作成者: ${owner}（${formatLocalDay(createdAt)}）、${
        lastUsedAt === null ? '未使用' : `最終使用: ${formatTime(lastUsedAt)}`
      }`,
    limits: {
      access: { read: '読み取り専用', write: '読み取りと書き込み' },
      allBrands: 'すべてのブランド',
      brands: (count) => `ブランド${formatCount(count)}件`,
      neverExpires: '期限なし',
      expires: (at) => `有効期限: ${formatLocalDay(at)}`,
    },
    revoke: '無効化',
    revokeOne: (name) => `${name}を無効化`,
    revokeTitle: 'このキーを無効にしますか？',
    revokeAction: 'キーを無効化',
    revokeWarning: (name) => `「${name}」を使うリクエストはただちに拒否されます。元に戻すことはできません。`,
  },
  createKey: {
    title: 'APIキーを作成',
    name: '名前',
    namePlaceholder: '週次レポート',
    nameHint: 'このキーの用途。',
    access: '権限',
    accessLevels: { read: '読み取り専用', write: '読み取りと書き込み（ロールで許可された範囲）' },
    expiry: '有効期限',
    expiries: [
      ['30', '30日後'],
      ['90', '90日後'],
      ['365', '1年後'],
      ['0', 'なし'],
    ],
    submit: 'キーを作成',
    tokenTitle: '新しいAPIキー',
    token: 'トークン',
    tokenNote: 'このキーを今コピーしてください。再表示されません。保存されるのはハッシュ値だけです。',
  },
  showOnce: { close: '完了' },
  auditLog: {
    title: '監査ログ',
    lead: 'すべての変更とサインインを新しい順に表示します。オーナーだけが閲覧できます。',
    type: '変更の種類',
    allTypes: 'すべての変更',
    caption: '変更（新しい順）',
    emptyTitle: '該当する変更はありません',
    empty: 'この種類の変更は記録されていません。別の種類を選択してください。',
    columns: { date: '日時', change: '変更', user: 'ユーザー', brand: 'ブランド', details: '詳細' },
    deletedBrand: '削除されたブランド',
    formerMember: '元メンバー',
    withKey: (user, key) => `${user}、${key === null ? 'APIキー（無効化済み）' : `APIキー: ${key}`}`,
    actors: {
      system: 'システム',
      cron: '外部スケジューラー',
      callback: 'Webhookの受信側',
      anonymous: '未サインイン',
    },
  },
}
