/** The texts of the sentiment screen. */
import { formatCount, formatDay, formatPct, formatQuantity, formatUtcTime } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('sentiment', {
  page: {
    title: 'Sentiment',
    verdict: (brand: string, positive: number | null, negative: number | null) =>
      `${formatPct(positive)} of the answers that describe ${brand} are positive, ${formatPct(negative)} are negative.`,
    best: (platform: string, pct: number | null, worst: string, worstPct: number | null) =>
      `Most positive on ${platform} (${formatPct(pct)}), least on ${worst} (${formatPct(worstPct)}).`,
    basis: (known: number, coverage: number | null) =>
      `Sentiment is known for ${formatPct(coverage)} of the answers that mention the brand (${formatQuantity(known, 'answer')}).`,
    notEnough: (coverage: number | null) =>
      `Not enough data: sentiment is known for only ${formatPct(coverage)} of the answers that mention the brand.`,
    byRules: 'Classified by rules, which give a label only where they are reliable.',
    byModel: (model: string) => `Classified by ${model}.`,
    byModelSince: (model: string, day: string) =>
      `Classified by ${model} since ${formatDay(day)}; earlier answers have no label.`,
    chooseMethod: 'Choose how sentiment is classified',
    reviews: {
      rules: (agreed: number, reviewed: number) =>
        `People agreed with the rules in ${formatCount(agreed)} of ${formatQuantity(reviewed, 'reviewed answer')}.`,
      model: (agreed: number, reviewed: number) =>
        `People agreed with language models in ${formatCount(agreed)} of ${formatQuantity(reviewed, 'reviewed answer')}.`,
    },
    emptyTitle: 'No sentiment in this period',
    empty:
      'Sentiment is determined for answers that mention the brand. Choose a different date range or remove a filter.',
  },
  shares: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' },
  trend: {
    title: 'Over time',
    lead: 'Share of the answers with a known sentiment, with the 95% interval of the positive share',
    chart: 'Positive, neutral and negative answers over time',
    interval: 'Interval',
    byDay: 'By day',
    byWeek: 'By week',
  },
  platforms: {
    title: 'By platform',
    caption: 'Sentiment by platform',
    columns: { platform: 'Platform', split: 'Positive, neutral, negative' },
    split: (positive: number | null, neutral: number | null, negative: number | null) =>
      `${formatPct(positive)} positive, ${formatPct(neutral)} neutral, ${formatPct(negative)} negative`,
  },
  themes: {
    praised: 'Praised for',
    criticized: 'Criticized for',
    basis: (answers: number) =>
      `Recurring words in quotes from ${formatQuantity(answers, 'answer')}. Found by rules and word lists, without a language model, so some are incomplete.`,
    basisOfNewest: (answers: number) =>
      `Recurring words in quotes from the newest ${formatCount(answers)} answers. Found by rules and word lists, without a language model, so some are incomplete.`,
    none: 'No recurring words.',
    label: (theme: string) => `Answers with “${theme}”`,
    quote: (text: string) => `“${text}”`,
    source: (platform: string, answeredAt: string) => `${platform}, ${formatUtcTime(answeredAt)}`,
  },
})
