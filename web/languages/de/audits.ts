import {
  formatCount,
  formatDay,
  formatPoints,
  formatQuantity,
  formatScore,
  formatTime,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../audits/copy.ts'

const pagesAudited = (completed: number, total: number) =>
  `${formatCount(completed)} von ${formatQuantity(total, 'Seite', 'Seiten')} geprüft`

export const texts: typeof copy = {
  page: {
    title: 'Website-Audits',
    lead: 'Finden Sie heraus, was KI-Crawler daran hindert, Ihre Seiten zu lesen und zu zitieren.',
    quota: (used, limit, resetsAt) =>
      `${formatCount(used)} von ${formatCount(limit)} Audits in diesem Monat verwendet. Neues Kontingent am ${formatDay(resetsAt)}.`,
    emptyTitle: 'Noch keine Audits',
    emptyPageTitle: 'Keine Audits dieser Seite',
    empty:
      'Beginnen Sie mit der Seite, die am ehesten zitiert werden soll. Ein Audit dauert weniger als eine Minute, nutzt kein Sprachmodell und zeigt zu jedem Befund den Beleg und die Lösung.',
    emptyForViewer: 'Befunde erscheinen hier, sobald ein Mitglied das erste Audit ausgeführt hat.',
  },
  start: {
    url: 'URL der Seite',
    pages: 'Zu prüfende Seiten',
    thisPage: 'Nur diese Seite',
    linkedPages: (linked) =>
      `Diese Seite und ${formatQuantity(linked, 'verlinkte Seite', 'verlinkte Seiten')}`,
    submit: 'Audit starten',
  },
  list: {
    title: 'Audits',
    ofPage: (url) => `Audits von ${url}`,
    showAll: 'Alle Seiten anzeigen',
    caption: 'Audits, neueste zuerst',
    columns: { page: 'Seite', score: 'Punktzahl', status: 'Status', pages: 'Seiten', started: 'Gestartet' },
  },
  trend: {
    title: 'Punktzahl im Zeitverlauf',
    lead: (url) => `Audits von ${url}`,
    chart: (url) => `Punktzahlen der Audits von ${url}`,
    score: 'Punktzahl',
    cappedBy: (check) => `Begrenzt durch: ${check}.`,
  },
  method: {
    title: 'Was geprüft und wie bewertet wird',
    categoryWeight: (weight) => `${formatCount(weight)} von 100 Punkten`,
    checkWeight: (weight) => formatQuantity(weight, 'Punkt', 'Punkte'),
    checkDetails: (evidence, cap) =>
      cap === null
        ? `(Evidenzstufe ${evidence})`
        : `(Evidenzstufe ${evidence}; bei Nichtbestehen ist die Punktzahl auf ${cap} begrenzt)`,
    evidenceLevel: (evidence) => `Evidenzstufe ${evidence}`,
  },
  audit: {
    back: 'Website-Audits',
    summary: (at, pages) => `${formatTime(at)}, ${formatQuantity(pages, 'Seite', 'Seiten')}`,
    allAudits: 'Alle Audits dieser Seite',
    again: 'Erneut prüfen',
    failed: (reason) =>
      `${reason ?? 'Das Audit ist aus einem unbekannten Grund fehlgeschlagen.'} Es wurde keine Punktzahl berechnet. Frühere Audits bleiben erhalten.`,
  },
  progress: {
    stopping: 'Das Audit wird beendet',
    pages: pagesAudited,
    details: (completed, total) => `${pagesAudited(completed, total)}. Ein Audit dauert bis zu einer Minute.`,
    cancel: 'Audit abbrechen',
    bar: 'Geprüfte Seiten',
  },
  score: {
    label: 'Punktzahl',
    outOf: 'von 100',
    definition:
      'Gewichteter Anteil der bestandenen Prüfungen. Er zeigt, was ein Bot mit der Seite anfangen kann, nicht, ob eine Engine sie zitieren wird.',
    notCounted: 'nicht gezählt',
    weight: (weight) => `Gewicht ${weight}`,
    limitedBy: (check) => `Hat kaum Wirkung, solange diese Prüfung nicht bestanden ist: ${check}`,
    capped: (uncapped, check) =>
      `Von ${formatScore(uncapped)} begrenzt durch einen Blocker: ${check}. Beheben Sie ihn zuerst; andere Korrekturen wirken erst danach.`,
    byPage: (pages) => `Punktzahlen der ${pages} Seiten`,
    httpStatus: (status) => `(HTTP ${status})`,
  },
  changes: {
    title: 'Was sich geändert hat',
    comparedWith: 'Verglichen mit',
    points: (before, after) => `Punkte: von ${formatScore(before)} auf ${formatScore(after)}.`,
    noChecks: 'Alle Prüfungen haben dasselbe Ergebnis.',
    directions: {
      better: 'Verbessert',
      worse: 'Verschlechtert',
      other: 'Gilt nur für eines der beiden Audits',
    },
    before: 'Vorher',
    now: 'Jetzt',
    result: (when, result) => `${when}: ${result}`,
    notChecked: 'Nicht geprüft',
  },
  recommendations: {
    title: 'Zuerst beheben',
    lead: 'Sortiert nach möglichem Punktgewinn.',
    gain: (points) => `${formatPoints(points)} Punkte`,
    blocker: 'Blocker',
    gainAfterBlocker: 'Nach dem Blocker',
  },
  findings: {
    title: 'Befunde',
    issues: (count) => `Probleme (${count})`,
    all: (count) => `Alle (${count})`,
    none: 'Alle Prüfungen bestanden.',
    notScored: 'nicht bewertet',
    notApplicable: 'nicht anwendbar',
    points: (earned, weight) =>
      earned === weight
        ? formatQuantity(weight, 'Punkt', 'Punkte')
        : `${formatCount(earned)} von ${formatQuantity(weight, 'Punkt', 'Punkten')}`,
    howToFix: 'So beheben Sie es:',
    why: 'Warum es wichtig ist:',
    blocker: (cap) =>
      `Dies ist ein Blocker: Wird die Prüfung nicht bestanden, ist die gesamte Punktzahl auf ${cap} begrenzt.`,
    evidence: (basis) => `(${basis}.)`,
  },
}
