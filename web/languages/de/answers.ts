import { formatCount, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../answers/copy.ts'

export const texts: typeof copy = {
  sample: (answers) => `n = ${formatCount(answers)}`,
  page: {
    title: 'Antworten',
    lead: 'Der vollständige Text jeder Antwort hinter Ihren Metriken.',
    summary: (total, shown, period) =>
      `${formatQuantity(total, 'Antwort', 'Antworten')} in ${period}.${
        shown < total ? ` Die neuesten ${formatCount(shown)} werden angezeigt.` : ''
      }`,
    caption: 'Antworten',
    emptyTitle: 'Keine passenden Antworten',
    empty:
      'Wählen Sie einen anderen Zeitraum, oder entfernen Sie einen Filter. Um fehlgeschlagene, verweigerte oder leere Antworten zu sehen, ändern Sie den Status.',
  },
  columns: {
    prompt: 'Prompt',
    platform: 'Plattform',
    mentioned: 'Erwähnt',
    score: 'Wert',
    sentiment: 'Stimmung',
    citations: 'Zitationen',
    date: 'Datum',
  },
  cells: {
    alsoMentioned: (competitors) => `Außerdem erwähnt: ${competitors.join(', ')}`,
    mentioned: (rank) => (rank === null ? 'Ja' : `Ja, Platz ${rank}`),
    notMentioned: 'Nein',
    citations: (total, own) =>
      own === 0 ? formatCount(total) : `${formatCount(total)} (davon Ihre: ${formatCount(own)})`,
  },
  filters: {
    mentioned: 'Erwähnt',
    mentionedAny: 'Erwähnt: alle',
    mentionedYes: 'Erwähnt die Marke',
    mentionedNo: 'Erwähnt die Marke nicht',
    sentiment: 'Stimmung',
    sentimentAny: 'Jede Stimmung',
    competitor: 'Wettbewerber',
    competitorAny: 'Alle Wettbewerber',
    mentions: (name) => `Erwähnt ${name}`,
    status: 'Status',
    search: 'Prompts durchsuchen',
    statusAny: 'Jeder Status',
  },
  chips: {
    prompt: (text) => (text === undefined ? 'Ein Prompt' : `Prompt: ${text}`),
    run: 'Ein Lauf',
    model: (model) => `Modell: ${model}`,
    cites: (source) => `Zitiert ${source}`,
    mentionsProduct: (name) => `Erwähnt ${name ?? 'ein Produkt'}`,
    withoutCompetitor: (name) => `Erwähnt ${name ?? 'einen Wettbewerber'} nicht`,
    citesYou: 'Zitiert Ihre Websites',
    doesNotCiteYou: 'Zitiert Ihre Websites nicht',
    remove: 'Filter entfernen',
  },
  compare: {
    title: 'Antworten vergleichen',
    selected: (count) => `${formatCount(count)} ausgewählt`,
    chooseTwo: 'Wählen Sie zwei Antworten aus, um sie zu vergleichen.',
    action: 'Vergleichen',
    select: (prompt, platform) => `Auswählen: ${platform}, ${prompt}`,
    clear: 'Auswahl aufheben',
    side: (number, platform) => `Antwort ${number}: ${platform}`,
    label: 'Ausgewählte Antworten',
    differences: 'Wortunterschiede anzeigen',
    sideBySide: 'Nebeneinander anzeigen',
    otherPlatforms: 'Wortunterschiede gibt es nur für zwei Antworten derselben Plattform.',
    twoPrompts: (first, second) => `${first} / ${second}`,
    emptyTitle: 'Keine Antworten ausgewählt',
    empty: 'Wählen Sie in der Liste zwei Antworten aus, um sie zu vergleichen.',
  },
  answer: {
    back: 'Antworten',
    allAnswers: 'Alle Antworten auf diesen Prompt',
    ownMention: 'Ihre Marke',
    competitorMention: 'Wettbewerber',
    competitor: (name) => `Wettbewerber: ${name}`,
    table: 'Tabelle in der Antwort',
    searchStopped:
      'Nur der erste Teil dieser Antwort wurde nach Namen durchsucht: Der Text und Ihre Aliasse überschneiden sich zu oft. Spätere Erwähnungen werden nicht gezählt.',
  },
  noText: {
    deleted: 'Text gelöscht',
    deletedReason:
      'Text und Quellen wurden nach der Aufbewahrungsfrist Ihrer Organisation gelöscht. Die Metriken enthalten diese Antwort weiterhin.',
    reasons: {
      failed: 'Die Engine hat keinen Grund gemeldet.',
      refused: 'Die Engine hat die Antwort verweigert.',
      empty: 'Die Engine hat eine leere Antwort geliefert.',
    },
    consequence: 'Diese Antwort ist aus allen Metriken ausgeschlossen.',
  },
  facts: {
    mentioned: (brand) => `${brand} erwähnt`,
    notMentioned: 'Nein',
    none: '–',
    mentions: (times, rank, brands) => {
      const count = `${formatCount(times)}-mal`
      if (rank === null) return count
      return brands === 1
        ? `${count}, einzige beobachtete Marke`
        : `${count}, Platz ${rank} von ${brands} beobachteten Marken`
    },
    competitors: 'Erwähnte Wettbewerber',
    competitorMentions: (times, rank) => `${rank === null ? '' : `Platz ${rank}, `}${formatCount(times)}-mal`,
    sentiment: 'Stimmung',
    confidence: (sentiment, confidence) => `${sentiment} (${Math.round(confidence * 100)} % Konfidenz)`,
    model: 'Modell',
    unknownModel: 'Nicht gemeldet',
    queried: 'Abgefragt',
    answered: 'Beantwortet',
    searches: (count) => `Websuchen der Engine (${formatCount(count)})`,
    quoted: (search) => `„${search}“`,
    cost: 'Kosten',
  },
  sources: {
    citations: (count) => formatQuantity(count, 'Zitation', 'Zitationen'),
    own: (count) => (count === 0 ? ', keine Ihrer Websites' : `, davon ${formatCount(count)} Ihrer Websites`),
    none: 'Diese Antwort zitiert keine Quellen.',
    retrieved: (count) => `${formatQuantity(count, 'Seite', 'Seiten')} abgerufen, aber nicht zitiert`,
    noDomain: 'Keine Domain',
  },
}
