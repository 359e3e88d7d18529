import { formatCost, formatCount, formatDay } from '../../../vocabulary/formats.ts'
import type { copy } from '../../spend/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'プランと費用',
    within: '組織',
    lead: '有料の呼び出しを、結果を保存した日（UTC）で集計しています。シミュレーションの回答は無料です。',
  },
  monthPanel: {
    title: '今月',
    noLimit: '上限は設定されていません。',
    anyLimit: '上限',
    limitResets: (limit, resetsAt) => `${limit}。${formatDay(resetsAt)}にリセットされます。`,
    ofLimit: (limitMicros) => `/ ${formatCost(limitMicros)}`,
    shareSpent: '上限に対する使用割合',
    limitReached: '上限に達しました。リセットされるまで、これ以上クエリは送信されません。',
    left: (leftMicros) => `残り${formatCost(leftMicros)}。`,
  },
  budgetPanel: {
    title: '月間予算',
    lead: '費用がこの金額に達すると、翌月までクエリは送信されません。超過が見込まれる実行は開始されません。',
    amount: '月額（米ドル）',
    noLimit: '上限なし',
    save: '保存',
  },
  forecastPanel: {
    title: (month) => `${month}の予測`,
    lead: '有効な全ブランドの定期実行を、直近の1回答あたりの費用で計算しています。手動実行は含みません。',
    unavailable: 'この環境のスケジュールは予測できません。',
    forQueries: (queries) => `${formatCount(queries)}クエリ`,
    unknown: '不明',
    sentiment: 'センチメント',
  },
  planPanel: {
    title: 'プラン',
    selfHosted: 'セルフホスト: プランの制限はなく、この環境の設定だけが適用されます。',
    cloud: (plan) => `「${plan}」。制限を超えるものは拒否されます。既存のデータは保持されます。`,
    limits: {
      brands: 'ブランド',
      prompts: '有効なプロンプト',
      members: 'メンバー',
      platforms: 'ブランドあたりのプラットフォーム',
      runs_per_day: '1日あたりの手動実行',
      run_cooldown_seconds: 'ブランドの実行間の最短間隔',
      spend_micros_per_month: '月間費用',
      site_audits_per_month: '月間のサイト監査',
      briefs_per_month: '月間のブリーフ',
    },
    noLimit: '上限なし',
    noCooldown: 'なし',
  },
  period: {
    title: (from, to) => `${formatDay(from)}～${formatDay(to)}`,
    total: ({ cost_micros, calls, unpriced_calls }) =>
      `呼び出し${formatCount(calls)}回で${formatCost(cost_micros)}${
        unpriced_calls > 0 ? `（料金不明の${formatCount(unpriced_calls)}回を除く）` : ''
      }。`,
    month: '月',
    thisMonth: '今月',
    chart: '日別の費用',
    chartSeries: '費用',
    empty: 'この期間に費用はありません',
    emptyHint: '実際のエンジンを設定して問い合わせると、ここに費用が表示されます。',
  },
  tables: {
    byEngine: 'エンジン別の費用',
    engine: 'エンジン',
    byPurpose: '用途別の費用',
    purpose: '用途',
    byBrand: 'ブランド別の費用',
    brand: 'ブランド',
    noBrand: 'ブランドなし',
    deletedBrand: '削除されたブランド',
    calls: '呼び出し',
    cost: '費用',
  },
}
