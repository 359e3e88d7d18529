/** The texts of the page of one competitor. */
import { formatCount, formatQuantity, formatScore } from '../../../vocabulary/formats.ts'
import { translated } from '../../../vocabulary/language.ts'

export const copy = translated('competitors/detail', {
  all: 'All',
  tabs: 'Competitors',
  verdict: {
    leads: (name: string, points: number) => `${name} leads by ${formatScore(Math.abs(points))} points.`,
    level: (name: string) => `No clear leader: the difference from ${name} may be due to chance.`,
    youLead: (topics: string) => `You lead on ${topics}.`,
    competitorLeads: (competitor: string, topics: string) => `${competitor} leads on ${topics}.`,
  },
  empty: 'No answers in this period. Choose a different date range or remove a filter.',
  headToHead: {
    title: 'Head to head',
    lead: (answers: number) => `Same ${formatQuantity(answers, 'answer')}`,
    caption: (name: string) => `You and ${name}`,
    metric: 'Metric',
    gap: 'Gap',
    ahead: (points: string) => `${points} ahead`,
    behind: (points: string) => `${points} behind`,
    unclear: 'The intervals overlap, so the difference may be due to chance.',
    withoutInterval: 'No interval is computed for this metric.',
  },
  trend: {
    title: 'Visibility over time',
    lead: 'Daily visibility score in the same answers',
    chart: (brand: string, competitor: string) => `Visibility score of ${brand} and ${competitor} by day`,
  },
  gaps: {
    title: 'Where the gap is',
    lead: (brand: string, competitor: string) => `Points of visibility, ${brand} minus ${competitor}`,
    topics: 'By topic',
    platforms: 'By platform',
    noTopic: 'No topic',
    label: (name: string) => `Gap: ${name}`,
  },
  mentioned: {
    title: 'Who is mentioned',
    both: 'Both',
    only: (name: string) => `Only ${name}`,
    neither: 'Neither',
  },
  prompts: {
    title: 'Prompts',
    views: {
      lost: (count: number, competitor: string) => `${competitor} leads (${formatCount(count)})`,
      won: (count: number, _competitor: string) => `You lead (${formatCount(count)})`,
      unclear: (count: number, _competitor: string) => `No clear leader (${formatCount(count)})`,
    },
    view: 'Show prompts',
    caption: 'Prompts by gap',
    none: 'None in this period.',
    columns: { prompt: 'Prompt', you: 'You', gap: 'Gap' },
  },
  sources: {
    title: (name: string) => `Sources of answers that mention ${name}`,
    caption: (name: string) => `Sources cited in answers that mention ${name}`,
    own: 'Own site',
    none: 'These answers cite no sources.',
    columns: { source: 'Source', answers: 'Answers', withoutYou: 'Without you' },
  },
  themes: {
    title: 'What answers praise',
    lead: 'Recurring words in quotes, found without a language model',
    caption: 'Themes of praise',
    none: 'No recurring words.',
    columns: { theme: 'Theme' },
  },
})
