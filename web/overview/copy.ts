/** The texts of the overview of one brand. */
import {
  formatCount,
  formatPct,
  formatPoints,
  formatQuantity,
  formatScore,
} from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

type ScoreOfDays = { score: number; days: string }

export const copy = translated('overview', {
  page: {
    screen: 'Overview',
    run: 'Run now',
    runTitle: (brand: string) => `Run the prompts of ${brand}`,
  },
  verdict: {
    changed: (score: string, direction: 'up' | 'down', points: string, since: string) =>
      `Visibility is ${score}, ${direction} ${points} points since ${since}.`,
    states: {
      no_significant_change: (score: string) => `Visibility is ${score}. No established change.`,
      unknown: (score: string) => `Visibility is ${score}.`,
    },
    ahead: (competitor: string, points: string) => `You lead; ${competitor} is ${points} behind.`,
    behind: (competitor: string, points: string) => `${competitor} leads by ${points}.`,
    level: (competitor: string) => `${competitor} is level with you.`,
    noCompetitors: 'Track competitors to see who leads.',
  },
  keyMetrics: {
    label: 'Key metrics',
    showInChart: (metric: string) => `Show ${metric} in the chart`,
    sample: (count: number) => `, n = ${formatCount(count)}`,
    rank: (rank: number, of: number) => `${ordinal(rank)} of ${of} ·`,
    notRanked: 'No competitor to compare with',
    noCompetitors: 'No competitors tracked yet',
    sentimentLine: (negative: number, coverage: number | null) =>
      `${formatQuantity(negative, 'negative answer')}, known for ${formatPct(coverage)}`,
    notEnough: 'Not enough data',
    chooseMethod: 'Choose how sentiment is classified',
    basedOn: 'Based on',
    counts: {
      answers: (count: number) => formatQuantity(count, 'answer'),
      mentions: (count: number) => formatQuantity(count, 'mention'),
    },
    matched: (value: string) => `${value} on the same prompts and platforms as the previous period`,
    detectableChange: (points: number) =>
      `Changes under ${formatScore(points)} points would usually go undetected.`,
    positive: (count: number) => `${formatCount(count)} positive`,
    neutral: (count: number) => `${formatCount(count)} neutral`,
    negative: (count: number) => `${formatCount(count)} negative`,
    coverage: (pct: number | null) =>
      `Sentiment is known for ${formatPct(pct)} of the answers that mention the brand.`,
  },
  basis: {
    sample: (answers: number, prompts: number, period: string) =>
      `${formatQuantity(answers, 'answer')} to ${formatQuantity(prompts, 'prompt')} in ${period}.`,
    sampleWithBranded: (answers: number, prompts: number, period: string, branded: number) =>
      `${formatQuantity(answers, 'answer')} to ${formatQuantity(prompts, 'prompt')} in ${period}; ${formatCount(branded)} come from branded prompts.`,
    notCounted: (counts: string) => `Not counted: ${counts}.`,
    outcomes: {
      failed: (count: number) => `${formatCount(count)} failed`,
      refused: (count: number) => `${formatCount(count)} refused`,
      empty: (count: number) => `${formatCount(count)} empty`,
    },
    cautions: {
      directional: 'Fewer than 10 answers: treat these figures as directional.',
      exploratory: 'Fewer than 50 prompts: treat these figures as exploratory.',
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
    label: 'Trend',
    perPlatform: 'Each platform’s own answers',
    bandLead: 'Band: 95% confidence interval',
    positionLead: 'A higher line is a better position',
    chart: {
      day: (metric: string, brand: string) => `${metric} of ${brand} by day`,
      week: (metric: string, brand: string) => `${metric} of ${brand} by week`,
    },
    events: {
      model_changed: 'New model',
      prompts_changed: 'Prompts',
      platforms_changed: 'Platforms',
      sentiment_method_changed: 'New sentiment method',
      partial_run: 'Errors',
      established: 'Established change',
    },
    metric: 'Metric',
    lines: 'Lines',
    competitors: 'Competitors',
    platforms: 'Platforms',
    matched: 'Same prompts as before',
    matchedLine: 'Same prompts and platforms',
    matchedLead: 'The second line has only the prompts and platforms that the previous period has too',
    interval: 'Interval',
    byDay: 'By day',
    byWeek: 'By week',
  },
  heatMap: {
    title: 'Platforms by topic',
    titleWithoutTopics: 'By platform',
    caption: 'Visibility score by platform and topic',
    platform: 'Platform',
    allTopics: 'All topics',
    models: (platform: string) => `Models of ${platform}`,
    unknownModel: 'Unknown model',
    mentionRate: (rate: string) => `Mention rate ${rate},`,
    answers: (count: number) => formatQuantity(count, 'answer'),
    sample: (range: string, answers: string) => `${range}, ${answers}`,
  },
  scoreChange: {
    title: 'What drove the change',
    lead: 'This shows where the score moved, not why.',
    rose: (before: ScoreOfDays, after: ScoreOfDays, points: number, prompts: number) =>
      `From ${formatScore(before.score)} (${before.days}) to ${formatScore(after.score)} (${after.days}): the score rose by ${formatScore(points)} points on the ${formatQuantity(prompts, 'prompt')} with answers in both. Each breakdown below adds up to this change.`,
    fell: (before: ScoreOfDays, after: ScoreOfDays, points: number, prompts: number) =>
      `From ${formatScore(before.score)} (${before.days}) to ${formatScore(after.score)} (${after.days}): the score fell by ${formatScore(points)} points on the ${formatQuantity(prompts, 'prompt')} with answers in both. Each breakdown below adds up to this change.`,
    days: (from: string, to: string) => `${from} to ${to}`,
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
    lead: 'Significant changes: last 28 days vs the 28 days before',
    all: 'All prompts',
    none: 'No prompt changed significantly in the last 28 days. Small daily changes are usually noise.',
  },
  nextActions: {
    title: 'Next actions',
    all: 'All opportunities',
    none: 'No open actions. New opportunities appear after runs in which competitors are ahead.',
    getListed: (domain: string) => `Get mentioned on ${domain}`,
    publish: (prompt: string) => `Publish a page that answers “${prompt}”`,
    gap: (leader: string, points: number, answers: number) =>
      `${leader} leads by ${formatScore(points)} points in ${formatQuantity(answers, 'answer')}.`,
    gapWithSource: (leader: string, points: number, answers: number, prompt: string, citing: number) =>
      `${leader} leads by ${formatScore(points)} points in ${formatQuantity(answers, 'answer')} to “${prompt}”; the site is cited in ${formatCount(citing)}.`,
    createBrief: 'Create brief',
    viewBrief: 'View brief',
    viewEvidence: 'View evidence',
    platformErrors: (platforms: number) => ({
      title: `Fix the errors of ${formatQuantity(platforms, 'platform')}`,
      why: 'They failed in the last run, so their answers are missing from the metrics.',
    }),
    viewRun: 'View run',
    suggestedCompetitor: (name: string, answers: number) => ({
      title: `Track ${name} as a competitor`,
      why: `Mentioned in ${formatQuantity(answers, 'answer')}, but not part of any comparison.`,
    }),
    reviewCompetitor: 'Review suggestion',
  },
})

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (rank: number) => `${rank}${ordinalSuffixes[ordinals.select(rank)] ?? 'th'}`

/** How many answers cite a source, and their percentage. */
type Citing = { answers: number; pct: number }

const citing = ({ answers, pct }: Citing) => `${formatQuantity(answers, 'answer')} (${formatPct(pct)})`
