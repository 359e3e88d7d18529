import { formatCount, formatQuantity, formatScore } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../competitors/detail/copy.ts'

export const texts: typeof copy = {
  all: 'Alle',
  tabs: 'Wettbewerber',
  verdict: {
    leads: (name, points) => `${name} führt mit ${formatScore(Math.abs(points))} Punkten Vorsprung.`,
    level: (name) => `Keine klare Führung: Der Unterschied zu ${name} kann Zufall sein.`,
    youLead: (topics) => `Sie führen bei ${topics}.`,
    competitorLeads: (competitor, topics) => `${competitor} führt bei ${topics}.`,
  },
  empty:
    'Keine Antworten in diesem Zeitraum. Wählen Sie einen anderen Zeitraum, oder entfernen Sie einen Filter.',
  headToHead: {
    title: 'Direktvergleich',
    lead: (answers) => `Auf derselben Basis: ${formatQuantity(answers, 'Antwort', 'Antworten')}`,
    caption: (name) => `Sie und ${name}`,
    metric: 'Metrik',
    gap: 'Abstand',
    ahead: (points) => `${points} voraus`,
    behind: (points) => `${points} zurück`,
    unclear: 'Die Intervalle überlappen sich, der Unterschied kann also Zufall sein.',
    withoutInterval: 'Für diese Metrik wird kein Intervall berechnet.',
  },
  trend: {
    title: 'Sichtbarkeit im Zeitverlauf',
    lead: 'Täglicher Sichtbarkeitswert in denselben Antworten',
    chart: (brand, competitor) => `Sichtbarkeitswert von ${brand} und ${competitor} pro Tag`,
  },
  gaps: {
    title: 'Wo der Abstand entsteht',
    lead: (brand, competitor) => `Sichtbarkeit in Punkten, ${brand} minus ${competitor}`,
    topics: 'Nach Thema',
    platforms: 'Nach Plattform',
    noTopic: 'Kein Thema',
    label: (name) => `Abstand: ${name}`,
  },
  mentioned: {
    title: 'Wer erwähnt wird',
    both: 'Beide',
    only: (name) => `Nur ${name}`,
    neither: 'Keine von beiden',
  },
  prompts: {
    title: 'Prompts',
    views: {
      lost: (count, competitor) => `${competitor} führt (${formatCount(count)})`,
      won: (count) => `Sie führen (${formatCount(count)})`,
      unclear: (count) => `Keine klare Führung (${formatCount(count)})`,
    },
    view: 'Prompts anzeigen',
    caption: 'Prompts nach Abstand',
    none: 'Keine in diesem Zeitraum.',
    columns: { prompt: 'Prompt', you: 'Sie', gap: 'Abstand' },
  },
  sources: {
    title: (name) => `Quellen der Antworten, die ${name} erwähnen`,
    caption: (name) => `Zitierte Quellen in Antworten, die ${name} erwähnen`,
    own: 'Eigene Website',
    none: 'Diese Antworten zitieren keine Quellen.',
    columns: { source: 'Quelle', answers: 'Antworten', withoutYou: 'Ohne Sie' },
  },
  themes: {
    title: 'Was Antworten loben',
    lead: 'Wiederkehrende Wörter in Zitaten, ohne Sprachmodell gefunden',
    caption: 'Gelobte Themen',
    none: 'Keine wiederkehrenden Wörter.',
    columns: { theme: 'Thema' },
  },
}
