import { formatPoints, formatPosition, formatQuantity, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../ui/copy.ts'

export const texts: typeof copy = {
  figure: {
    label: (name, value) => `${name}: ${value}`,
    interval: '95-%-Intervall',
    answers: 'Antworten',
    viewAnswers: 'Antworten ansehen',
  },
  productName: 'Ansight',
  loading: 'Wird geladen',
  estimatedCost: (cost) => `${cost} (geschätzt)`,
  tryAgain: 'Erneut versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  change: {
    steady: 'Keine gesicherte Veränderung',
    steadySentence: 'Keine gesicherte Veränderung.',
    points: (points) => `${formatScore(points)} Punkte`,
    range: (before, after) => `${before} → ${after}`,
    established: ({ label, status, amount, range, since, established }) =>
      `${label}: ${amount} ${status === 'up' ? 'höher' : 'niedriger'} (${range}) seit ${since} (gesichert am ${established}).`,
    comparedWith: {
      previous: 'dem vorherigen Zeitraum',
      last_month: 'den gleichen Tagen des Vormonats',
    },
    difference: (previous, current, delta, period) =>
      `Gleiche Prompts und Plattformen: ${previous} in ${period}, ${current} in diesem Zeitraum (${delta}).`,
  },
  changeBadge: {
    positionImproved: (positions) => `Um ${formatPosition(positions)} verbessert`,
    positionWorsened: (positions) => `Um ${formatPosition(positions)} verschlechtert`,
    points: (delta) => `${formatPoints(delta)} Punkte`,
  },
  changeMark: {
    position: (isGood, positions) =>
      `Um ${formatPosition(positions)} ${isGood ? 'verbessert' : 'verschlechtert'}`,
  },
  confirmDialog: { typeToConfirm: 'Geben Sie zur Bestätigung {name} ein' },
  clipboard: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    blocked: 'Der Browser blockiert die Zwischenablage. Drücken Sie Strg+C zum Kopieren.',
    selected: 'Markiert. Drücken Sie Strg+C zum Kopieren.',
    text: 'Zu kopierender Text',
  },
  localUrl:
    'Diese URL funktioniert nur auf diesem Computer. Setzen Sie BASE_URL auf die Adresse, die andere verwenden, und starten Sie den Dienst neu.',
  infoPopover: { about: (subject) => `Über ${subject}` },
  stat: {
    basedOn: (count) => `Basis: ${formatQuantity(count, 'Antwort', 'Antworten')}.`,
    interval:
      '95-%-Konfidenzintervall: {range}. Es gilt für diese Prompts in diesem Zeitraum und diese Engines, wie sie geantwortet haben. Eine Drift aller Prompts einer Plattform deckt es nicht ab.',
  },
  form: {
    suggested: 'Vorschlag',
    optional: 'Optional',
    required: 'Pflichtfeld',
    saved: 'Gespeichert',
    problem: (problem) => `${problem}.`,
  },
  unsavedChanges: {
    title: 'Ohne Speichern verlassen?',
    consequence: 'Ihre Änderungen gehen verloren.',
    leave: 'Verlassen',
  },
  errorPage: {
    title: 'Etwas ist schiefgelaufen',
    notLoaded:
      'Diese Seite konnte nicht geladen werden. Möglicherweise wurde Ansight aktualisiert, seit Sie sie geöffnet haben.',
    reload: 'Seite neu laden',
    requestId: 'Falls das Problem bestehen bleibt, nennen Sie diese Anfrage-ID: {id}',
    redirecting: 'Weiterleitung zur Anmeldung …',
  },
  notFoundPage: {
    title: 'Seite nicht gefunden',
    reason:
      'Sie wurde möglicherweise verschoben oder gelöscht, oder Sie haben keinen Zugriff. Bitten Sie einen Inhaber oder Admin um Zugriff.',
    allBrands: 'Alle Marken ansehen',
  },
  table: {
    downloadCsv: 'CSV herunterladen',
    showMore: 'Mehr anzeigen',
    loadingMore: 'Wird geladen …',
    selectAll: 'Alle angezeigten Zeilen auswählen',
  },
  searchField: { clear: 'Suche leeren' },
}
