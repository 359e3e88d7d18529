import {
  formatCount,
  formatPct,
  formatPoints,
  formatQuantity,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../overview/copy.ts'

type Citing = Parameters<typeof copy.scoreChange.newlyCited>[0]

const citing = ({ answers, pct }: Citing) =>
  `${formatQuantity(answers, 'Antwort', 'Antworten')} (${formatPct(pct)})`

export const texts: typeof copy = {
  page: {
    screen: 'Übersicht',
    run: 'Jetzt ausführen',
    runTitle: (brand) => `Prompts von ${brand} ausführen`,
  },
  verdict: {
    changed: (score, direction, points, since) =>
      `Die Sichtbarkeit beträgt ${score}, seit dem ${since} ${points} Punkte ${direction === 'up' ? 'mehr' : 'weniger'}.`,
    states: {
      no_significant_change: (score) => `Die Sichtbarkeit beträgt ${score}. Keine gesicherte Veränderung.`,
      unknown: (score) => `Die Sichtbarkeit beträgt ${score}.`,
    },
    ahead: (competitor, points) => `Sie führen; ${competitor} liegt ${points} Punkte zurück.`,
    behind: (competitor, points) => `${competitor} führt mit ${points} Punkten Vorsprung.`,
    level: (competitor) => `${competitor} liegt gleichauf mit Ihnen.`,
    noCompetitors: 'Beobachten Sie Wettbewerber, um zu sehen, wer führt.',
  },
  keyMetrics: {
    label: 'Kennzahlen',
    showInChart: (metric) => `${metric} im Diagramm anzeigen`,
    sample: (count) => `, n = ${formatCount(count)}`,
    rank: (rank, of) => `${rank}. von ${of} ·`,
    notRanked: 'Kein Wettbewerber zum Vergleich',
    noCompetitors: 'Noch keine Wettbewerber beobachtet',
    sentimentLine: (negative, coverage) =>
      `${formatQuantity(negative, 'negative Antwort', 'negative Antworten')}, bekannt für ${formatPct(coverage)}`,
    notEnough: 'Nicht genug Daten',
    chooseMethod: 'Methode für die Stimmung wählen',
    basedOn: 'Basis:',
    counts: {
      answers: (count) => formatQuantity(count, 'Antwort', 'Antworten'),
      mentions: (count) => formatQuantity(count, 'Erwähnung', 'Erwähnungen'),
    },
    matched: (value) => `${value} bei denselben Prompts und Plattformen wie im vorherigen Zeitraum`,
    detectableChange: (points) =>
      `Veränderungen unter ${formatScore(points)} Punkten blieben meist unerkannt.`,
    positive: (count) => `${formatCount(count)} positiv`,
    neutral: (count) => `${formatCount(count)} neutral`,
    negative: (count) => `${formatCount(count)} negativ`,
    coverage: (pct) =>
      `Die Stimmung ist für ${formatPct(pct)} der Antworten bekannt, die die Marke erwähnen.`,
  },
  basis: {
    sample: (answers, prompts, period) =>
      `${formatQuantity(answers, 'Antwort', 'Antworten')} auf ${formatQuantity(prompts, 'Prompt', 'Prompts')} in ${period}.`,
    sampleWithBranded: (answers, prompts, period, branded) =>
      `${formatQuantity(answers, 'Antwort', 'Antworten')} auf ${formatQuantity(prompts, 'Prompt', 'Prompts')} in ${period}; davon ${formatCount(branded)} auf Prompts mit Markennamen.`,
    notCounted: (counts) => `Nicht gezählt: ${counts}.`,
    outcomes: {
      failed: (count) => `${formatCount(count)} fehlgeschlagen`,
      refused: (count) => `${formatCount(count)} verweigert`,
      empty: (count) => `${formatCount(count)} leer`,
    },
    cautions: {
      directional: 'Weniger als 10 Antworten: Diese Zahlen zeigen nur eine Tendenz.',
      exploratory: 'Weniger als 50 Prompts: Diese Zahlen sind explorativ.',
    },
  },
  noAnswers: {
    title: 'Keine Antworten in diesem Zeitraum',
    hint: 'Führen Sie Ihre Prompts aus, um Antworten zu erhalten, oder wählen Sie einen anderen Zeitraum.',
    run: 'Jetzt ausführen',
    noPromptsHint:
      'Fügen Sie die Prompts Ihrer Kunden hinzu. Die Metriken werden aus den Antworten darauf berechnet.',
    addPrompts: 'Prompts hinzufügen',
  },
  trend: {
    label: 'Trend',
    perPlatform: 'Nur die Antworten der jeweiligen Plattform',
    bandLead: 'Band: 95-%-Konfidenzintervall',
    positionLead: 'Je höher die Linie, desto besser die Position',
    chart: {
      day: (metric, brand) => `${metric} von ${brand} pro Tag`,
      week: (metric, brand) => `${metric} von ${brand} pro Woche`,
    },
    events: {
      model_changed: 'Neues Modell',
      prompts_changed: 'Prompts',
      platforms_changed: 'Plattformen',
      sentiment_method_changed: 'Neue Methode für die Stimmung',
      partial_run: 'Fehler',
      established: 'Veränderung',
    },
    metric: 'Metrik',
    lines: 'Linien',
    competitors: 'Wettbewerber',
    platforms: 'Plattformen',
    matched: 'Gleiche Prompts wie zuvor',
    matchedLine: 'Gleiche Prompts und Plattformen',
    matchedLead:
      'Die zweite Linie enthält nur die Prompts und Plattformen, die auch der vorherige Zeitraum hat',
    interval: 'Intervall',
    byDay: 'Pro Tag',
    byWeek: 'Pro Woche',
  },
  heatMap: {
    title: 'Plattformen nach Thema',
    titleWithoutTopics: 'Nach Plattform',
    caption: 'Sichtbarkeitswert nach Plattform und Thema',
    platform: 'Plattform',
    allTopics: 'Alle Themen',
    models: (platform) => `Modelle von ${platform}`,
    unknownModel: 'Unbekanntes Modell',
    mentionRate: (rate) => `Erwähnungsrate ${rate},`,
    answers: (count) => formatQuantity(count, 'Antwort', 'Antworten'),
    sample: (range, answers) => `${range}, ${answers}`,
  },
  scoreChange: {
    title: 'Was die Veränderung ausmacht',
    lead: 'Dies zeigt, wo sich der Wert verändert hat, nicht warum.',
    rose: (before, after, points, prompts) =>
      `Von ${formatScore(before.score)} (${before.days}) auf ${formatScore(after.score)} (${after.days}): Der Wert ist um ${formatScore(points)} Punkte gestiegen, gemessen an ${formatQuantity(prompts, 'Prompt', 'Prompts')} mit Antworten in beiden Zeiträumen. Jede Aufschlüsselung unten ergibt in Summe diese Veränderung.`,
    fell: (before, after, points, prompts) =>
      `Von ${formatScore(before.score)} (${before.days}) auf ${formatScore(after.score)} (${after.days}): Der Wert ist um ${formatScore(points)} Punkte gefallen, gemessen an ${formatQuantity(prompts, 'Prompt', 'Prompts')} mit Antworten in beiden Zeiträumen. Jede Aufschlüsselung unten ergibt in Summe diese Veränderung.`,
    days: (from, to) => `${from} bis ${to}`,
    byComponent: 'Nach Bestandteil',
    components: { named: 'Erwähnungen', cited: 'Zitationen', position: 'Position' },
    byPlatform: 'Nach Plattform',
    byTopic: 'Nach Thema',
    noTopic: 'Kein Thema',
    byPrompt: 'Nach Prompt',
    otherPrompts: (prompts, points) =>
      `${formatQuantity(prompts, 'weiterer Prompt', 'weitere Prompts')} zusammen: ${formatPoints(points)} Punkte`,
    competitors: 'Wettbewerber bei denselben Prompts',
    sources: 'Häufiger oder seltener zitierte Quellen',
    newlyCited: (now) => `neu zitiert in ${citing(now)}`,
    noLongerCited: (before) => `nicht mehr zitiert, zuvor in ${citing(before)}`,
    citedDifferently: (now, before) => `zitiert in ${citing(now)}, zuvor in ${citing(before)}`,
    otherChanges: 'Weitere Änderungen in diesem Zeitraum',
    viewAnswers: 'Antworten ansehen',
    points: (points) => `${formatPoints(points)} Punkte`,
    partNotSignificant: '(nicht signifikant)',
  },
  topChanges: {
    title: 'Größte Veränderungen',
    lead: 'Signifikante Veränderungen: letzte 28 Tage gegenüber den 28 Tagen davor',
    all: 'Alle Prompts',
    none: 'Kein Prompt hat sich in den letzten 28 Tagen signifikant verändert. Kleine tägliche Schwankungen sind meist Rauschen.',
  },
  nextActions: {
    title: 'Nächste Maßnahmen',
    all: 'Alle Chancen',
    none: 'Keine offenen Maßnahmen. Neue Chancen erscheinen nach Läufen, in denen Wettbewerber voraus sind.',
    getListed: (domain) => `Erwähnung auf ${domain} erreichen`,
    publish: (prompt) => `Seite veröffentlichen, die „${prompt}“ beantwortet`,
    gap: (leader, points, answers) =>
      `${leader} führt mit ${formatScore(points)} Punkten in ${formatQuantity(answers, 'Antwort', 'Antworten')}.`,
    gapWithSource: (leader, points, answers, prompt, citing) =>
      `${leader} führt mit ${formatScore(points)} Punkten in ${formatQuantity(answers, 'Antwort', 'Antworten')} auf „${prompt}“; die Website wird in ${formatCount(citing)} zitiert.`,
    createBrief: 'Briefing erstellen',
    viewBrief: 'Briefing ansehen',
    viewEvidence: 'Belege ansehen',
    platformErrors: (platforms) => ({
      title: `Fehler von ${formatQuantity(platforms, 'Plattform', 'Plattformen')} beheben`,
      why: 'Im letzten Lauf fehlgeschlagen, deshalb fehlen Antworten in den Metriken.',
    }),
    viewRun: 'Lauf ansehen',
    suggestedCompetitor: (name, answers) => ({
      title: `${name} als Wettbewerber beobachten`,
      why: `Erwähnt in ${formatQuantity(answers, 'Antwort', 'Antworten')}, aber in keinem Vergleich enthalten.`,
    }),
    reviewCompetitor: 'Vorschlag prüfen',
  },
}
