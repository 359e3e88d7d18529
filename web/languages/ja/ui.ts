import { formatCount, formatPoints, formatPosition, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../ui/copy.ts'

export const texts: typeof copy = {
  figure: {
    label: (name, value) => `${name}: ${value}`,
    interval: '95%信頼区間',
    answers: '回答',
    viewAnswers: '回答を見る',
  },
  productName: 'Ansight',
  loading: '読み込み中',
  estimatedCost: (cost) => `${cost}（見積もり）`,
  tryAgain: '再試行',
  cancel: 'キャンセル',
  close: '閉じる',
  change: {
    steady: '確定した変化なし',
    steadySentence: '確定した変化はありません。',
    points: (points) => `${formatScore(points)}ポイント`,
    range: (before, after) => `${before} → ${after}`,
    established: ({ label, status, amount, range, since, established }) =>
      `${label}は${since}から${amount}${status === 'up' ? '上昇' : '低下'}しています（${range}）。${established}に確定。`,
    comparedWith: { previous: '前の期間', last_month: '前月の同じ期間' },
    difference: (previous, current, delta, period) =>
      `同じプロンプトとプラットフォームでの比較: ${period}は${previous}、この期間は${current}（${delta}）。`,
  },
  changeBadge: {
    positionImproved: (positions) => `${formatPosition(positions)}改善`,
    positionWorsened: (positions) => `${formatPosition(positions)}悪化`,
    points: (delta) => `${formatPoints(delta)}ポイント`,
  },
  changeMark: {
    position: (isGood, positions) => `${formatPosition(positions)}${isGood ? '改善' : '悪化'}`,
  },
  confirmDialog: { typeToConfirm: '確認のため「{name}」と入力してください' },
  clipboard: {
    copy: 'コピー',
    copied: 'コピーしました',
    blocked: 'ブラウザがクリップボードへのアクセスを拒否しています。Ctrl+Cを押してコピーしてください。',
    selected: '選択しました。Ctrl+Cを押してコピーしてください。',
    text: 'コピーする文字列',
  },
  localUrl:
    'このURLはこのコンピューターでしか使えません。ほかの人が使うアドレスをBASE_URLに設定し、サービスを再起動してください。',
  infoPopover: { about: (subject) => `${subject}について` },
  stat: {
    basedOn: (count) => `回答${formatCount(count)}件に基づきます。`,
    interval:
      '95%信頼区間: {range}。この期間における、これらのプロンプトとエンジンの回答を対象とします。プラットフォームの全プロンプトに共通する変動は対象外です。',
  },
  form: {
    suggested: '提案',
    optional: '任意',
    required: '必須',
    saved: '保存しました',
    problem: (problem) => `${problem}。`,
  },
  unsavedChanges: {
    title: '保存せずに移動しますか？',
    consequence: '変更内容は失われます。',
    leave: '移動する',
  },
  errorPage: {
    title: '問題が発生しました',
    notLoaded: 'このページを読み込めませんでした。開いた後にAnsightが更新された可能性があります。',
    reload: 'ページを再読み込み',
    requestId: '問題が続く場合は、次のリクエストIDをお伝えください: {id}',
    redirecting: 'サインイン画面に移動しています…',
  },
  notFoundPage: {
    title: 'ページが見つかりません',
    reason:
      '移動または削除されたか、アクセス権がない可能性があります。オーナーまたは管理者にアクセス権を依頼してください。',
    allBrands: 'すべてのブランドを見る',
  },
  table: {
    downloadCsv: 'CSVをダウンロード',
    showMore: 'さらに表示',
    loadingMore: '読み込んでいます…',
    selectAll: '表示中の行をすべて選択',
  },
  searchField: { clear: '検索をクリア' },
}
