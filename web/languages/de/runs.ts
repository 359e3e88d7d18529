import { formatCost, formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../runs/copy.ts'

type RunCounts = Parameters<typeof copy.lastRun.counts>[0]

const outcomes = {
  refused: 'verweigert',
  empty: 'leer',
  failed: 'fehlgeschlagen',
  skipped: 'übersprungen',
} as const

const summaryOf = (counts: RunCounts): string[] => [
  formatQuantity(counts.answers, 'Antwort', 'Antworten'),
  ...(['refused', 'empty', 'failed', 'skipped'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${outcomes[outcome]}`),
  formatQuantity(counts.mentions, 'Erwähnung', 'Erwähnungen'),
  formatQuantity(counts.citations, 'Zitation', 'Zitationen'),
  ...(counts.costMicros !== null && counts.costMicros > 0 ? [formatCost(counts.costMicros)] : []),
]

export const texts: typeof copy = {
  page: {
    title: 'Läufe',
    lead: 'Ein Lauf sendet jeden aktiven Prompt an jede Plattform und speichert die Antworten. Starten Sie jetzt einen, oder überlassen Sie es dem Zeitplan.',
  },
  startedBy: {
    apiKey: (member) => `${member ?? 'Ein Mitglied'}, über API-Schlüssel`,
    formerMember: 'Ehemaliges Mitglied',
    externalScheduler: 'Externer Scheduler',
    schedule: 'Zeitplan',
  },
  startRun: {
    platforms: 'Plattformen',
    run: 'Jetzt ausführen',
    queries: (count) => formatQuantity(count, 'Abfrage', 'Abfragen'),
    cost: (costMicros) => `, etwa ${formatCost(costMicros)}`,
    unknownCost: ' zuzüglich Engines mit unbekannten Preisen',
    noPrompts: 'Fügen Sie zuerst einen Prompt hinzu',
    noPlatform: 'Wählen Sie eine Plattform aus',
    noMatchingPrompts: 'Kein aktiver Prompt ist für diese Plattformen bestimmt',
    notConfigured: (platforms) =>
      `${formatQuantity(platforms, 'weitere Plattform braucht', 'weitere Plattformen brauchen')} eine Einstellung`,
    missingSetting: '{platform} ist nicht konfiguriert: Setzen Sie {setting}',
  },
  progress: {
    label: 'Abgeschlossene Abfragen',
    queries: (completed, total) => `${formatCount(completed)} von ${formatCount(total)} Abfragen`,
    starting: 'Wird gestartet …',
    noWorker:
      'Kein Worker hat diesen Lauf übernommen. Prüfen Sie, ob ein Prozess mit ROLE=all oder ROLE=worker läuft.',
    cancel: 'Lauf abbrechen',
    cancelling: 'Wird abgebrochen …',
  },
  lastRun: {
    label: 'Letzter Lauf',
    counts: (counts) => summaryOf(counts).join(', '),
    failed: (failed, all) => `${formatCount(failed)} von ${formatCount(all)} fehlgeschlagen.`,
    details: 'Plattformstatus ansehen',
  },
  history: {
    title: 'Verlauf der Läufe',
    caption: 'Läufe, neueste zuerst',
    empty: 'Noch keine Läufe',
    emptyHint:
      'Sobald die Marke Prompts hat, starten Sie einen Lauf. Danach wird jede Plattform nach dem Zeitplan in den Markeneinstellungen abgefragt.',
    started: 'Gestartet',
    status: 'Status',
    progress: (completed, total) => `${formatCount(completed)} von ${formatCount(total)}`,
    triggeredBy: 'Ausgelöst von',
    platforms: 'Plattformen',
    morePlatforms: (named, more) => `${named} und ${more} weitere`,
    answers: 'Antworten',
    failed: 'Fehlgeschlagen',
    skipped: 'Übersprungen',
    mentions: 'Erwähnungen',
    cost: 'Kosten',
    duration: 'Dauer',
  },
  runPage: {
    back: 'Läufe',
    title: (createdAt) => `Lauf vom ${formatTime(createdAt)}`,
    triggeredBy: (name) => `Ausgelöst von ${name}`,
    notRefreshed: (reason) => `${reason} Der letzte bekannte Stand wird angezeigt.`,
    answers: 'Antworten',
    failed: 'Fehlgeschlagen',
    remaining: 'Ausstehend',
    skipped: 'Übersprungen',
    mentions: 'Erwähnungen der Marke',
    citations: 'Zitationen',
    cost: 'Kosten',
    duration: 'Dauer',
  },
  platformStatus: {
    title: 'Plattformstatus',
    prompts: (count) => `${formatQuantity(count, 'Prompt', 'Prompts')}. `,
    lead: 'Fällt eine Plattform aus, laufen die anderen weiter. Fehlgeschlagene Antworten sind aus den Metriken ausgeschlossen.',
    queries: (platform) => `Abfragen an ${platform}`,
    answers: (count) => formatQuantity(count, 'Antwort', 'Antworten'),
    failed: (count) => `${formatCount(count)} fehlgeschlagen`,
    remaining: (count) => `${formatCount(count)} ausstehend`,
    skipped: (count) => `${formatCount(count)} übersprungen`,
  },
}
