import { formatCost, formatDuration, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../engines/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Engines',
    within: 'Organisation',
    lead: 'Wie jede Plattform abgefragt wird, und mit welchem Schlüssel.',
    settingsReference: 'Referenz der Einstellungen lesen',
    simulatedTitle: 'Alle Plattformen sind simuliert: Es ist kein Engine-Schlüssel hinterlegt.',
    simulated:
      'Um echte Engines abzufragen, fügen Sie unten einen Schlüssel hinzu, oder setzen Sie ihn auf dem Server. Beispiel:',
    platforms: 'Plattformen',
  },
  platform: {
    notConfigured: 'Nicht konfiguriert',
    queriedThrough: (backend) => `Abgefragt über: ${backend}`,
    simulator: 'Eingebauter Simulator',
    notQueried: 'Wird nicht abgefragt. Zum Aktivieren fügen Sie einen Schlüssel hinzu, oder setzen Sie',
    ownKey: 'Ihr Schlüssel',
    test: 'Testen',
    testing: 'Test läuft',
    testOne: (platform) => `${platform} testen`,
  },
  testResult: {
    answer: 'Antwort',
    sources: (count) => formatQuantity(count, 'Quelle', 'Quellen'),
  },
  reliability: {
    line: (name, facts) => `${name}: ${facts}`,
    week: (monday, facts) => `Woche ab ${monday}: ${facts}`,
    answered: (pct, queries) =>
      `${formatPct(pct)} von ${formatQuantity(queries, 'Abfrage', 'Abfragen')} beantwortet`,
    durations: (medianMs, p95Ms) =>
      `Median ${formatDuration(medianMs)}, 95 % innerhalb von ${formatDuration(p95Ms)}`,
    cost: (micros) => `${formatCost(micros)} pro Antwort`,
  },
  checks: {
    title: 'Prüfung der Engines',
    passed: 'Alle Prüfungen bestanden.',
    checkedAt: (time) => `Geprüft: ${time}.`,
    checkNow: 'Jetzt prüfen',
  },
  models: {
    title: 'Was jedes Modell kostet',
    lead: 'Schätzungen für Ihre Prompts und Zeitpläne zu Listenpreisen, einschließlich Suchen.',
    basisPast: (answers) =>
      `Auf Basis der mittleren Nutzung Ihrer ${formatQuantity(answers, 'Antwort', 'Antworten')} der letzten 30 Tage.`,
    basisTypical: (queries) =>
      `Auf Basis typischer Antworten; ein Lauf hat ${formatQuantity(queries, 'Abfrage', 'Abfragen')}.`,
    setting: 'Einstellung für das Modell:',
    caption: (backend) => `Was jedes Modell von ${backend} kostet`,
    model: 'Modell',
    perAnswer: 'Pro Antwort',
    perRun: 'Pro Lauf',
    perMonth: 'Pro Monat',
    perMonthFlex: 'Pro Monat, Flex-Stufe',
    configured: 'Konfiguriert',
    ends: (day) => `Endet am ${day}`,
    endsWith: (day, replacement) => `Endet am ${day}; danach ${replacement}`,
  },
  keys: {
    title: 'Schlüssel',
    lead: 'Schlüssel sind verschlüsselt, bleiben auf diesem Server und werden nur an den Anbieter gesendet. Ihr Schlüssel ersetzt einen, der auf dem Server gesetzt ist.',
    own: (last) => (last === '' ? 'Ihr Schlüssel' : `Ihr Schlüssel ••••${last}`),
    fromServer: 'Schlüssel auf dem Server gesetzt',
    none: 'Kein Schlüssel',
    unreadable:
      'Dieser Schlüssel lässt sich nicht entschlüsseln, weil er mit einem anderen SECRET_KEY verschlüsselt wurde. Geben Sie ihn erneut ein.',
    typicalCost: (micros) => `Etwa ${formatCost(micros)} pro Antwort`,
    spent: (micros) => `${formatCost(micros)} in diesem Monat`,
    spentOfLimit: (micros, limit) => `${formatCost(micros)} von ${formatCost(limit)} in diesem Monat`,
    limitReached: 'Limit erreicht: keine weiteren Abfragen in diesem Monat',
    add: 'Schlüssel hinzufügen',
    edit: 'Bearbeiten',
    addTo: (backend) => `Schlüssel für ${backend} hinzufügen`,
    editOf: (backend) => `Schlüssel von ${backend} bearbeiten`,
    remove: 'Entfernen',
    removeOf: (backend) => `Schlüssel von ${backend} entfernen`,
    removeTitle: (backend) => `Ihren ${backend}-Schlüssel entfernen?`,
    removeAction: 'Schlüssel entfernen',
    removed:
      'Der Schlüssel und sein Limit werden gelöscht. Ein auf dem Server gesetzter Schlüssel wird wieder verwendet.',
  },
  sentiment: {
    title: 'Stimmung',
    lead: 'Wer einstuft, wie Antworten Ihre Marke darstellen. Erst wenn Sie hier ein Modell wählen, wird ihm etwas gesendet.',
    label: 'Eingestuft durch',
    rules: 'Nur Regeln',
    option: (vendor, model, cost) => `${vendor}, ${model} (${cost})`,
    perMonth: (micros) => `etwa ${formatCost(micros)} im Monat`,
    perThousand: (micros) => `etwa ${formatCost(micros)} pro 1.000 Antworten`,
    fromSettings: 'Auf dem Server festgelegt',
    hint: 'Ein Modell stuft die Antworten ab heute ein. Frühere Antworten haben dann keine Stimmung, damit keine Zahl Methoden mischt.',
    consent: (vendor, cost) => `${vendor} auch die Stimmung einstufen lassen: ${cost}`,
    consentHint:
      'Sendet die Texte der Antworten und die Namen darin. Zählt zu Ausgaben und Limits. Sie können das hier jederzeit ändern.',
  },
  keyDialog: {
    title: (backend) => `${backend}-Schlüssel`,
    labels: { API_KEY: 'API-Schlüssel', LOGIN: 'API-Login', PASSWORD: 'API-Passwort' },
    storedHint: (last) =>
      `${last === '' ? 'Ein Schlüssel ist gespeichert' : `Gespeichert: ••••${last}`}. Lassen Sie das Feld leer, um ihn zu behalten.`,
    serverHint:
      'Auf dem Server ist ein Schlüssel gesetzt. Geben Sie einen eigenen ein, um diesen stattdessen zu verwenden.',
    test: 'Schlüssel testen',
    testing: 'Test läuft',
    testPrice: (micros) => `Der Test sendet eine Abfrage, die etwa ${formatCost(micros)} kostet.`,
    limit: 'Monatliches Limit in US-Dollar',
    noLimit: 'Kein Limit',
    limitHint:
      'Ist das Limit erreicht, werden bis zum nächsten Monat keine Abfragen mehr gesendet. Laufende Abfragen werden abgeschlossen.',
    save: 'Speichern',
  },
}
