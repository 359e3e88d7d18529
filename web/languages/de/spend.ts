import { formatCost, formatDay, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../spend/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Tarif und Kosten',
    within: 'Organisation',
    lead: 'Bezahlte Aufrufe, gezählt am Tag der Speicherung des Ergebnisses (UTC). Simulierte Antworten sind kostenlos.',
  },
  monthPanel: {
    title: 'Dieser Monat',
    noLimit: 'Es ist kein Limit gesetzt.',
    anyLimit: 'Limit',
    limitResets: (limit, resetsAt) => `${limit}; neuer Zeitraum ab ${formatDay(resetsAt)}.`,
    ofLimit: (limitMicros) => `von ${formatCost(limitMicros)}`,
    shareSpent: 'Verbrauchter Anteil des Limits',
    limitReached: 'Das Limit ist erreicht: Bis zum neuen Zeitraum werden keine Abfragen mehr gesendet.',
    left: (leftMicros) => `${formatCost(leftMicros)} übrig.`,
  },
  budgetPanel: {
    title: 'Monatsbudget',
    lead: 'Erreichen die Kosten diesen Betrag, werden bis zum nächsten Monat keine Abfragen mehr gesendet. Läufe, die ihn überschreiten würden, werden nicht gestartet.',
    amount: 'US-Dollar pro Monat',
    noLimit: 'Kein Limit',
    save: 'Speichern',
  },
  forecastPanel: {
    title: (month) => `Prognose für ${month}`,
    lead: 'Geplante Läufe aller aktiven Marken zu den letzten Kosten pro Antwort. Ohne manuelle Läufe.',
    unavailable: 'Der Zeitplan dieser Installation lässt sich nicht prognostizieren.',
    forQueries: (queries) => `für ${formatQuantity(queries, 'Abfrage', 'Abfragen')}`,
    unknown: 'unbekannt',
    sentiment: 'Stimmung',
  },
  planPanel: {
    title: 'Tarif',
    selfHosted: 'Selbst gehostet: Es gelten keine Tarifgrenzen, nur die Einstellungen dieser Installation.',
    cloud: (plan) =>
      `„${plan}“. Was über diese Grenzen hinausgeht, wird abgelehnt; vorhandene Daten bleiben erhalten.`,
    limits: {
      brands: 'Marken',
      prompts: 'Aktive Prompts',
      members: 'Mitglieder',
      platforms: 'Plattformen pro Marke',
      runs_per_day: 'Manuelle Läufe pro Tag',
      run_cooldown_seconds: 'Mindestabstand zwischen Läufen einer Marke',
      spend_micros_per_month: 'Monatliche Kosten',
      site_audits_per_month: 'Website-Audits pro Monat',
      briefs_per_month: 'Briefings pro Monat',
    },
    noLimit: 'Kein Limit',
    noCooldown: 'Keiner',
  },
  period: {
    title: (from, to) => `${formatDay(from)} bis ${formatDay(to)}`,
    total: (costMicros, calls) =>
      `${formatCost(costMicros)} für ${formatQuantity(calls, 'Aufruf', 'Aufrufe')}.`,
    totalWithEstimates: (costMicros, calls, estimatedMicros) =>
      `${formatCost(costMicros)} für ${formatQuantity(calls, 'Aufruf', 'Aufrufe')}, davon ${formatCost(estimatedMicros)} geschätzt, weil der Preis des Modells unbekannt ist.`,
    month: 'Monat',
    thisMonth: 'Dieser Monat',
    chart: 'Kosten pro Tag',
    chartSeries: 'Kosten',
    empty: 'Keine Kosten in diesem Zeitraum',
    emptyHint: 'Kosten erscheinen hier, sobald eine echte Engine konfiguriert ist und abgefragt wird.',
  },
  tables: {
    byEngine: 'Kosten nach Engine',
    engine: 'Engine',
    byPurpose: 'Kosten nach Zweck',
    purpose: 'Zweck',
    byBrand: 'Kosten nach Marke',
    brand: 'Marke',
    noBrand: 'Keine Marke',
    deletedBrand: 'Gelöschte Marke',
    calls: 'Aufrufe',
    cost: 'Kosten',
  },
}
