/** The texts of the page of one prompt. */
import { formatCount, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import { translated } from '../../../vocabulary/language.ts'

const ordinals = [
  '',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

const ordinal = (rank: number) => ordinals[rank] ?? `number ${rank}`

export const copy = translated('prompts/detail', {
  pager: {
    label: 'Prompts of the list',
    position: (index: number, count: number) => `${formatCount(index)} of ${formatCount(count)}`,
    previous: 'Previous prompt',
    next: 'Next prompt',
  },
  verdict: {
    own: (brand: string, pct: number | null, answers: number) =>
      `${brand} is mentioned in ${formatPct(pct)} of ${formatQuantity(answers, 'answer')}.`,
    ownRanked: (brand: string, pct: number | null, answers: number, rank: number, of: number) =>
      `${brand} is mentioned in ${formatPct(pct)} of ${formatQuantity(answers, 'answer')}, ${ordinal(rank)} of ${of}.`,
    competitor: (name: string, pct: number | null) => `${name} is mentioned in ${formatPct(pct)}.`,
    weak: (platforms: string, count: number, brand: string) =>
      `${platforms} rarely ${count === 1 ? 'mentions' : 'mention'} ${brand}.`,
  },
  trend: {
    title: 'Mention rate',
    lead: (brand: string) => `Average over seven days, with the 95% interval for ${brand}`,
    chart: (brand: string) => `Mention rate of ${brand} and its competitors by day, averaged over seven days`,
  },
  ranking: {
    title: 'Who wins',
    lead: (answers: number) => `In the same ${formatQuantity(answers, 'answer')}`,
    caption: 'The brand and its competitors in the answers to this prompt',
    columns: { name: 'Brand', first: 'Named first', position: 'Position' },
    you: 'You',
  },
  platforms: {
    title: 'By platform',
    caption: 'The answers of each platform',
    states: {
      first: 'First',
      mentioned: 'Mentioned',
      not_mentioned: 'Not mentioned',
      no_answer: 'No answer',
    },
    columns: {
      platform: 'Platform',
      days: 'One cell per day',
      position: 'Position',
      leader: 'Most mentioned',
    },
    daysOf: (state: string, days: number) => `${state}: ${formatQuantity(days, 'day')}`,
    cell: (date: string, state: string) => `${date}: ${state}`,
  },
  sources: {
    title: 'Sources cited',
    none: 'These answers cite no sources.',
    caption: 'The most cited sources of this prompt',
    columns: { source: 'Source', answers: 'Answers', mentionYou: 'Mention you' },
  },
  action: {
    title: 'Next action',
    why: (domains: number) =>
      domains === 0
        ? 'Publish a page that answers this prompt.'
        : `Get mentioned in the sources that most answers cite.`,
    sources: 'Sources that answers without you cite',
    answers: (count: number) => formatQuantity(count, 'answer'),
    open: 'View opportunity',
    openBrief: 'View brief',
    withoutYou: (brand: string) => `View answers without ${brand}`,
    none: 'No competitor is clearly ahead for this prompt.',
  },
})
