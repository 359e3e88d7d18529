/** The texts of the overview of one brand. */
import {
  formatCount,
  formatPct,
  formatPoints,
  formatQuantity,
  formatScore,
} from '../../vocabulary/formats.ts'

export const copy = {
  page: { screen: 'Overview', run: 'Run now' },
  keyMetrics: {
    outOf100: 'of 100',
    /** The unit of a sample; its plural takes an s. */
    mention: 'mention',
    mentions: (count: number) => formatQuantity(count, 'mention'),
    mentioningAnswers: (mentioning: number, all: number) =>
      `${formatCount(mentioning)} of ${formatQuantity(all, 'answer')}`,
    citationsOfSites: (count: number) => `${formatQuantity(count, 'citation')} of your sites`,
    citingAnswers: 'citing answers',
    whenMentioned: 'When mentioned',
    neverMentioned: 'Not mentioned in any answer',
    detectableChange: (points: number) =>
      `Changes under ${formatScore(points)} points would usually go undetected.`,
    noCompetitors: 'No competitors tracked yet',
    shareOfMentions: (own: number, all: number) => `${formatCount(own)} of ${formatQuantity(all, 'mention')}`,
    byPlatform: 'by platform',
    positive: (count: number) => `${formatCount(count)} positive`,
    neutral: (count: number) => `${formatCount(count)} neutral`,
    negative: (count: number) => `${formatCount(count)} negative`,
    unclear: (count: number) => `${formatQuantity(count, 'more answer')} with unclear sentiment.`,
  },
  basis: {
    sample: ({ result_count, prompt_count, branded_result_count: branded }: Sample, period: string) =>
      `Based on ${formatQuantity(result_count, 'answer')} to ${formatQuantity(prompt_count, 'prompt')} in ${period}${
        branded > 0 && branded < result_count ? `; ${formatCount(branded)} come from branded prompts` : ''
      }.`,
    cautions: {
      directional: 'Fewer than 10 answers: treat these figures as directional.',
      exploratory: 'Fewer than 50 prompts: treat these figures as directional.',
    },
  },
  noAnswers: {
    title: 'No answers in this period',
    hint: 'Run your prompts to get answers, or choose a different date range.',
    run: 'Run now',
    noPromptsHint: 'Add the prompts your customers use. Metrics are calculated from the answers to them.',
    addPrompts: 'Add prompts',
  },
  trend: {
    perPlatform: 'Each platform’s own answers.',
    lead: 'Shaded band: 95% confidence interval. Dotted lines: events such as model changes.',
    chart: {
      day: (brand: string) => `Visibility score of ${brand} by day`,
      week: (brand: string) => `Visibility score of ${brand} by week`,
    },
    competitorAverage: 'Competitor average',
    lines: 'Lines',
    combined: 'Combined',
    byPlatform: 'By platform',
    interval: 'Interval',
    byDay: 'By day',
    byWeek: 'By week',
  },
  platformTable: {
    title: 'By platform and model',
    caption: 'Visibility by platform and model',
    platform: 'Platform',
    answers: 'Answers',
  },
  scoreChange: {
    title: 'What drove the change',
    lead: 'This shows where the score moved, not why.',
    notSignificant: (before: number, now: number) =>
      `From ${formatScore(before)} to ${formatScore(now)}: no significant change. `,
    significant: (before: number, now: number, prompts: number) =>
      `From ${formatScore(before)} to ${formatScore(now)}: the score ${now > before ? 'rose' : 'fell'} by ${formatScore(Math.abs(now - before))} points on the ${formatQuantity(prompts, 'prompt')} run in both periods, a significant change. Each breakdown below adds up to this change.`,
    byComponent: 'By component',
    components: { named: 'Mentions', cited: 'Citations', position: 'Position' },
    byPlatform: 'By platform',
    byTopic: 'By topic',
    noTopic: 'No topic',
    byPrompt: 'By prompt',
    otherPrompts: (prompts: number, points: number) =>
      `${formatQuantity(prompts, 'other prompt')} combined: ${formatPoints(points)} points`,
    competitors: 'Competitors on the same prompts',
    sources: 'Sources cited more or less often',
    newlyCited: (now: Citing) => `newly cited in ${citing(now)}`,
    noLongerCited: (before: Citing) => `no longer cited, previously in ${citing(before)}`,
    citedDifferently: (now: Citing, before: Citing) =>
      `cited in ${citing(now)}, previously in ${citing(before)}`,
    otherChanges: 'Other changes in this period',
    viewAnswers: 'View answers',
    points: (points: number) => `${formatPoints(points)} points`,
    partNotSignificant: '(not significant)',
  },
  topChanges: {
    title: 'Biggest movers',
    lead: 'Prompts with a significant change vs the previous period (adjusted for multiple comparisons).',
    none: 'No prompt changed significantly. Small daily changes are usually noise.',
    up: 'Up',
    noIncreases: 'No significant increases',
    down: 'Down',
    noDrops: 'No significant drops',
    beforeAndNow: (before: number | null, now: number | null) =>
      `${formatScore(before)} before, ${formatScore(now)} now`,
  },
  nextActions: {
    title: 'Recommended next steps',
    platformErrors: (platforms: number) =>
      `${formatQuantity(platforms, 'platform')} had errors in the last run. View details`,
    impact: (impact: string) => `(${impact} impact)`,
    suggestedCompetitor: (name: string) =>
      `${name} is often mentioned but not tracked. Review suggested competitors`,
  },
}

/** The answers behind the key metrics. */
type Sample = { result_count: number; prompt_count: number; branded_result_count: number }

/** How many answers cite a source, and their percentage. */
type Citing = { answers: number; pct: number }

const citing = ({ answers, pct }: Citing) => `${formatQuantity(answers, 'answer')} (${formatPct(pct)})`
