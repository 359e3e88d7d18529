/** The texts of the plan and spend screen. */
import { formatCost, formatDay, formatQuantity } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('spend', {
  page: {
    title: 'Plan and spend',
    within: 'Organization',
    lead: 'Paid calls, counted on the day the result was stored (UTC). Simulated answers are free.',
  },
  monthPanel: {
    title: 'This month',
    noLimit: 'No limit is set.',
    anyLimit: 'Limit',
    limitResets: (limit: string, resetsAt: string) => `${limit}; resets on ${formatDay(resetsAt)}.`,
    ofLimit: (limitMicros: number) => `of ${formatCost(limitMicros)}`,
    shareSpent: 'Share of the limit spent',
    limitReached: 'The limit is reached: no more queries are sent until it resets.',
    left: (leftMicros: number) => `${formatCost(leftMicros)} left.`,
  },
  budgetPanel: {
    title: 'Monthly budget',
    lead: 'Once spend reaches this amount, no more queries are sent until next month. Runs that would exceed it are not started.',
    amount: 'US dollars per month',
    noLimit: 'No limit',
    save: 'Save',
  },
  forecastPanel: {
    title: (month: string) => `Forecast for ${month}`,
    lead: 'Scheduled runs of all active brands at recent costs per answer. Excludes manual runs.',
    unavailable: 'The schedule of this installation cannot be forecast.',
    forQueries: (queries: number) => `for ${formatQuantity(queries, 'query', 'queries')}`,
    unknown: 'unknown',
    sentiment: 'Sentiment',
  },
  planPanel: {
    title: 'Plan',
    selfHosted: 'Self-hosted: no plan limits apply, only the settings of this installation.',
    cloud: (plan: string) => `“${plan}”. Anything beyond these limits is rejected; existing data is kept.`,
    limits: {
      brands: 'Brands',
      prompts: 'Active prompts',
      members: 'Members',
      platforms: 'Platforms per brand',
      runs_per_day: 'Manual runs per day',
      run_cooldown_seconds: 'Minimum time between runs of a brand',
      spend_micros_per_month: 'Monthly spend',
      site_audits_per_month: 'Site audits per month',
      briefs_per_month: 'Briefs per month',
    },
    noLimit: 'No limit',
    noCooldown: 'None',
  },
  period: {
    title: (from: string, to: string) => `${formatDay(from)} to ${formatDay(to)}`,
    total: (costMicros: number, calls: number) =>
      `${formatCost(costMicros)} for ${formatQuantity(calls, 'call')}.`,
    totalWithEstimates: (costMicros: number, calls: number, estimatedMicros: number) =>
      `${formatCost(costMicros)} for ${formatQuantity(calls, 'call')}, ${formatCost(estimatedMicros)} of it estimated, because the price of the model is unknown.`,
    month: 'Month',
    thisMonth: 'This month',
    chart: 'Spend by day',
    chartSeries: 'Spend',
    empty: 'No spend in this period',
    emptyHint: 'Costs appear here once a real engine is configured and queried.',
  },
  tables: {
    byEngine: 'Spend by engine',
    engine: 'Engine',
    byPurpose: 'Spend by purpose',
    purpose: 'Purpose',
    byBrand: 'Spend by brand',
    brand: 'Brand',
    noBrand: 'No brand',
    deletedBrand: 'Deleted brand',
    calls: 'Calls',
    cost: 'Cost',
  },
})
