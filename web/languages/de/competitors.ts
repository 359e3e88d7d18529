import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatRange,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../competitors/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Wettbewerber',
    lead: 'Sie und Ihre Wettbewerber, gemessen an denselben Antworten.',
    emptyTitle: 'Noch keine Wettbewerber',
    empty:
      'Fügen Sie unten Wettbewerber hinzu, oder übernehmen Sie vorgeschlagene. Frühere Antworten werden jeweils neu ausgewertet.',
  },
  leaderboard: {
    title: 'Rangliste',
    lead: (answers, period) =>
      `Auf Basis von ${formatQuantity(answers, 'Antwort', 'Antworten')}. Veränderungen gegenüber ${period} (korrigiert für mehrfache Vergleiche).`,
    caption: 'Die Marke und ihre Wettbewerber',
    you: 'Sie',
    columns: {
      name: 'Name',
      change: 'Veränderung',
      answers: 'Antworten mit Erwähnung',
      citations: 'Zitationen',
    },
  },
  headToHead: {
    title: 'Direktvergleich',
    lead: (ownScore, competitorScore, leader) =>
      `Sichtbarkeitswert ${formatScore(ownScore)} gegenüber ${formatScore(competitorScore)}. ${
        leader === null ? 'Die Werte sind gleich.' : `${leader} führt.`
      }`,
    choose: 'Wettbewerber für den Vergleich',
    only: (name) => `Nur ${name}`,
    both: 'Beide',
    neither: 'Keine von beiden',
    viewAnswers: 'Antworten ansehen',
    noAnswers: 'Keine Antworten',
  },
  shareOfVoice: {
    overall: (share, interval) =>
      `Insgesamt: ${formatPct(share)}${interval ? ` (95-%-KI ${formatRange(interval, '%')})` : ''}.`,
    otherPrompts: (interval) => `Für andere Prompts dieser Art: 95-%-KI ${formatRange(interval, '%')}.`,
    detectable: (points) => `Veränderungen unter ${formatScore(points)} Punkten blieben meist unerkannt.`,
    caption: 'Share of Voice nach Plattform',
    columns: {
      platform: 'Plattform',
      share: 'Anteil',
      own: 'Ihre Erwähnungen',
      competitors: 'Erwähnungen der Wettbewerber',
    },
  },
  suggestions: {
    title: 'Vorgeschlagene Wettbewerber',
    lead: (answers, from, to) =>
      `Mehrfach erwähnt in den ${formatCount(answers)} Antworten vom ${formatDay(from)} bis ${formatDay(to)}. Sie fließen in keine Metrik ein, bis Sie sie beobachten.`,
    summary: (answers, prompts, platforms) =>
      `Erwähnt in ${formatQuantity(answers, 'Antwort', 'Antworten')} auf ${formatQuantity(prompts, 'Prompt', 'Prompts')} bei ${platforms}`,
    quoted: (snippet) => `„${snippet}“`,
    track: 'Beobachten',
    trackOne: (name) => `${name} beobachten`,
    dismiss: 'Verwerfen',
    dismissOne: (name) => `${name} verwerfen`,
  },
  tracked: {
    title: 'Beobachtete Wettbewerber',
    lead: 'Änderungen gelten auch für frühere Antworten.',
    add: 'Wettbewerber hinzufügen',
  },
  dialog: {
    addTitle: 'Wettbewerber hinzufügen',
    editTitle: (name) => `${name} bearbeiten`,
    add: 'Wettbewerber hinzufügen',
    save: 'Speichern',
    name: 'Name',
    domain: 'Domain',
    domainPlaceholder: 'example.com',
    domainHint: 'Zitationen dieser Domain zählen für diesen Wettbewerber.',
  },
  remove: {
    title: (name) => `${name} entfernen?`,
    action: 'Wettbewerber entfernen',
    warning: 'Er wird aus allen Vergleichen entfernt, auch aus früheren. Antworten bleiben erhalten.',
  },
}
