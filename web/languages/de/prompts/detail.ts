import { formatCount, formatPct, formatQuantity } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../prompts/detail/copy.ts'

export const texts: typeof copy = {
  pager: {
    label: 'Prompts der Liste',
    position: (index, count) => `${formatCount(index)} von ${formatCount(count)}`,
    previous: 'Vorheriger Prompt',
    next: 'Nächster Prompt',
  },
  verdict: {
    own: (brand, pct, answers) =>
      `${brand} wird in ${formatPct(pct)} von ${formatQuantity(answers, 'Antwort', 'Antworten')} erwähnt.`,
    ownRanked: (brand, pct, answers, rank, of) =>
      `${brand} wird in ${formatPct(pct)} von ${formatQuantity(answers, 'Antwort', 'Antworten')} erwähnt, Platz ${rank} von ${of}.`,
    competitor: (name, pct) => `${name} wird in ${formatPct(pct)} erwähnt.`,
    weak: (platforms, count, brand) =>
      `${platforms} ${count === 1 ? 'erwähnt' : 'erwähnen'} ${brand} selten.`,
  },
  trend: {
    title: 'Erwähnungsrate',
    lead: (brand) => `Durchschnitt über sieben Tage, mit dem 95-%-Intervall für ${brand}`,
    chart: (brand) => `Erwähnungsrate von ${brand} und Wettbewerbern pro Tag, Durchschnitt über sieben Tage`,
  },
  ranking: {
    title: 'Wer gewinnt',
    lead: (answers) => `Auf derselben Basis: ${formatQuantity(answers, 'Antwort', 'Antworten')}`,
    caption: 'Die Marke und ihre Wettbewerber in den Antworten auf diesen Prompt',
    columns: { name: 'Marke', first: 'Zuerst genannt', position: 'Position' },
    you: 'Sie',
  },
  platforms: {
    title: 'Nach Plattform',
    caption: 'Die Antworten jeder Plattform',
    states: {
      first: 'Zuerst',
      mentioned: 'Erwähnt',
      not_mentioned: 'Nicht erwähnt',
      no_answer: 'Keine Antwort',
    },
    columns: {
      platform: 'Plattform',
      days: 'Ein Feld pro Tag',
      position: 'Position',
      leader: 'Am häufigsten erwähnt',
    },
    daysOf: (state, days) => `${state}: ${formatQuantity(days, 'Tag', 'Tage')}`,
    cell: (date, state) => `${date}: ${state}`,
  },
  sources: {
    title: 'Zitierte Quellen',
    none: 'Diese Antworten zitieren keine Quellen.',
    caption: 'Die am häufigsten zitierten Quellen dieses Prompts',
    columns: { source: 'Quelle', answers: 'Antworten', mentionYou: 'Erwähnen Sie' },
  },
  action: {
    title: 'Nächste Maßnahme',
    why: (domains) =>
      domains === 0
        ? 'Veröffentlichen Sie eine Seite, die diesen Prompt beantwortet.'
        : 'Erreichen Sie eine Erwähnung in den Quellen, die die meisten Antworten zitieren.',
    sources: 'Quellen, die Antworten ohne Sie zitieren',
    answers: (count) => formatQuantity(count, 'Antwort', 'Antworten'),
    open: 'Chance ansehen',
    openBrief: 'Briefing ansehen',
    withoutYou: (brand) => `Antworten ohne ${brand} ansehen`,
    none: 'Bei diesem Prompt ist kein Wettbewerber klar voraus.',
  },
}
