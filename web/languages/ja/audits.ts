import { formatCount, formatDay, formatPoints, formatScore, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../audits/copy.ts'

const pagesAudited = (completed: number, total: number) =>
  `${formatCount(total)}ページ中${formatCount(completed)}ページを監査済み`

export const texts: typeof copy = {
  page: {
    title: 'サイト監査',
    lead: 'AIクローラーによるページの読み取りと引用を妨げている原因を見つけます。',
    quota: (used, limit, resetsAt) =>
      `今月の監査: ${formatCount(limit)}回中${formatCount(used)}回を使用。${formatDay(resetsAt)}にリセットされます。`,
    emptyTitle: '監査はまだありません',
    emptyPageTitle: 'このページの監査はありません',
    empty:
      '最も引用されたいページから始めましょう。監査は1分以内に終わり、言語モデルを使わず、各検出事項の根拠と修正方法を示します。',
    emptyForViewer: 'メンバーが最初の監査を実行すると、ここに検出事項が表示されます。',
  },
  start: {
    url: 'ページのURL',
    pages: '監査するページ',
    thisPage: 'このページのみ',
    linkedPages: (linked) => `このページとリンク先${formatCount(linked)}ページ`,
    submit: '監査を開始',
  },
  list: {
    title: '監査',
    ofPage: (url) => `${url}の監査`,
    showAll: 'すべてのページを表示',
    caption: '監査（新しい順）',
    columns: { page: 'ページ', score: 'スコア', status: 'ステータス', pages: 'ページ数', started: '開始' },
  },
  trend: {
    title: 'スコアの推移',
    lead: (url) => `${url}の監査`,
    chart: (url) => `${url}の監査スコア`,
    score: 'スコア',
    cappedBy: (check) => `スコアを制限した項目: ${check}。`,
  },
  method: {
    title: 'チェック内容と採点方法',
    categoryWeight: (weight) => `100点中${formatCount(weight)}点`,
    checkWeight: (weight) => `${formatCount(weight)}点`,
    checkDetails: (evidence, cap) =>
      cap === null
        ? `（根拠レベル${evidence}）`
        : `（根拠レベル${evidence}。不合格の場合、スコアの上限は${cap}点）`,
    evidenceLevel: (evidence) => `根拠レベル${evidence}`,
  },
  audit: {
    back: 'サイト監査',
    summary: (at, pages) => `${formatTime(at)}、${formatCount(pages)}ページ`,
    allAudits: 'このページのすべての監査',
    again: '再監査',
    failed: (reason) =>
      `${reason ?? '不明な理由で監査に失敗しました。'}スコアは計算されていません。以前の監査は保持されています。`,
  },
  progress: {
    stopping: '監査を停止しています',
    pages: pagesAudited,
    details: (completed, total) => `${pagesAudited(completed, total)}。監査には最大1分かかります。`,
    cancel: '監査をキャンセル',
    bar: '監査済みページ',
  },
  score: {
    label: 'スコア',
    outOf: '/ 100',
    definition:
      '合格したチェックの加重割合です。ボットがページをどの程度扱えるかを示すもので、エンジンが引用するかどうかを示すものではありません。',
    notCounted: '対象外',
    weight: (weight) => `配点${weight}`,
    limitedBy: (check) => `次のチェックが不合格の間は効果がほとんどありません: ${check}`,
    capped: (uncapped, check) =>
      `ブロッカー「${check}」により${formatScore(uncapped)}点から制限されています。最初に修正してください。それまでほかの修正は反映されません。`,
    byPage: (pages) => `${pages}ページのスコア`,
    httpStatus: (status) => `（HTTP ${status}）`,
  },
  changes: {
    title: '変更点',
    comparedWith: '比較対象',
    points: (before, after) => `点（${formatScore(before)} → ${formatScore(after)}）。`,
    noChecks: 'すべてのチェック結果は同じです。',
    directions: { better: '改善', worse: '悪化', other: '一方の監査だけに該当' },
    before: '以前',
    now: '今回',
    result: (when, result) => `${when}: ${result}`,
    notChecked: '未チェック',
  },
  recommendations: {
    title: '優先して修正する項目',
    lead: 'スコアの伸びしろが大きい順です。',
    gain: (points) => `${formatPoints(points)}点`,
    blocker: 'ブロッカー',
    gainAfterBlocker: 'ブロッカー解消後',
  },
  findings: {
    title: '検出事項',
    issues: (count) => `問題（${count}）`,
    all: (count) => `すべて（${count}）`,
    none: 'すべてのチェックに合格しました。',
    notScored: '採点対象外',
    notApplicable: '該当なし',
    points: (earned, weight) =>
      earned === weight ? `${formatCount(weight)}点` : `${formatCount(weight)}点中${formatCount(earned)}点`,
    howToFix: '修正方法:',
    why: '重要な理由:',
    blocker: (cap) => `ブロッカーです。不合格の場合、全体のスコアの上限は${cap}点になります。`,
    evidence: (basis) => `（${basis}）`,
  },
}
