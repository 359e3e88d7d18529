import { formatLocalDay, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import { passwordMinLength } from '../../../vocabulary/password-length.ts'
import type { copy } from '../../accounts/copy.ts'

export const texts: typeof copy = {
  account: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    passwordHint: `Mindestens ${passwordMinLength} Zeichen. Eine Passphrase ist sicherer als ein kurzes Passwort.`,
  },
  language: 'Sprache',
  signIn: {
    title: 'Anmelden',
    lead: 'Willkommen zurück.',
    submit: 'Anmelden',
    newHere: 'Neu hier?',
    createAccount: 'Konto erstellen',
    noAccount: 'Noch kein Konto? Bitten Sie einen Inhaber oder Admin Ihrer Organisation um eine Einladung.',
  },
  signUp: {
    title: 'Konto erstellen',
    lead: 'Damit wird eine neue Organisation angelegt.',
    submit: 'Konto erstellen',
    hasAccount: 'Haben Sie bereits ein Konto?',
    signIn: 'Anmelden',
  },
  firstRun: {
    title: 'Ansight einrichten',
    lead: 'Sehen Sie, wie KI-Engines über Ihre Marke sprechen. Dieses erste Konto wird zum Inhaber.',
    setupCode: 'Einrichtungscode',
    setupCodeHint: 'Der Dienst gibt ihn beim Start in seinem Log aus.',
    privacy: 'Alle Daten bleiben auf diesem Server. Nur Ihre Prompts werden an die Engines gesendet.',
  },
  invitation: {
    title: (organization) => `${organization} beitreten`,
    lead: (email, role, meaning) => `${email} ist als ${role} eingeladen (${meaning}).`,
    validity: (expiresAt) =>
      `Die Einladung kann einmal verwendet werden und läuft am ${formatTime(expiresAt)} ab.`,
    existingAccount: 'Ich habe ein Konto ohne Organisation',
    newAccount: 'Neues Konto erstellen',
    signInAndJoin: 'Anmelden und beitreten',
    createAccountAndJoin: 'Konto erstellen und beitreten',
  },
  invalidInvitation: {
    title: 'Diese Einladung ist nicht gültig',
    lead: 'Sie wurde verwendet oder widerrufen, oder sie ist älter als sieben Tage. Bitten Sie den Absender um einen neuen Link.',
    signIn: 'Stattdessen anmelden',
  },
  settings: {
    title: 'Organisation',
    tabs: {
      general: 'Allgemein',
      members: 'Mitglieder',
      apiKeys: 'API-Schlüssel',
      engines: 'Engines',
      spend: 'Tarif und Kosten',
      auditLog: 'Audit-Log',
    },
  },
  dateFormat: {
    title: 'Datum und Uhrzeit',
    lead: 'Gilt für die Zeiten von Ereignissen, zum Beispiel Läufen. Die Tage der Metriken beginnen um Mitternacht UTC.',
    timeZone: 'Zeitzone',
    ownZone: 'Zeitzone des Browsers',
    now: (time) => `Jetzt: ${time}`,
    update: 'Aktualisieren',
    weekStart: 'Erster Tag der Woche',
    weekStarts: { monday: 'Montag', sunday: 'Sonntag', saturday: 'Samstag' },
  },
  organizationName: {
    title: 'Name',
    lead: 'Sichtbar für Mitglieder und in Einladungen.',
    field: 'Name der Organisation',
    save: 'Speichern',
  },
  liveUpdates: {
    title: 'Live-Aktualisierung',
    connected: 'Während eines Laufs erhalten die Seiten Live-Aktualisierungen von:',
    notConfigured:
      'Es ist kein Echtzeit-Server konfiguriert, deshalb aktualisieren sich die Seiten während eines Laufs alle 3 Sekunden. Um Live-Aktualisierungen zu aktivieren, setzen Sie diese Variablen auf die Werte eines Servers, der das Pusher-Protokoll unterstützt:',
  },
  retention: {
    title: 'Datenaufbewahrung',
    lead: 'Daten, die älter als diese Anzahl Tage sind, werden täglich gelöscht. Metriken ändern sich nicht.',
    fields: {
      raw_payload_days: 'Rohdaten der Engines (Tage)',
      answer_text_days: 'Texte und Quellen von Antworten (Tage)',
      visit_days: 'Einzelne Besuche (Tage)',
      audit_log_days: 'Audit-Log (Tage)',
    },
    keep: 'Behalten',
    review: 'Änderungen prüfen',
    confirmTitle: 'Diese Aufbewahrungsfristen speichern?',
    confirm: 'Speichern und täglich löschen',
    nothing: 'Die nächste tägliche Löschung entfernt nichts.',
    deletes: 'Die nächste tägliche Löschung entfernt Folgendes und lässt sich nicht rückgängig machen:',
    deleted: {
      raw_payloads: (count) => formatQuantity(count, 'Rohdatensatz', 'Rohdatensätze'),
      answer_texts: (count) => formatQuantity(count, 'Antworttext', 'Antworttexte'),
      visits: (count) => formatQuantity(count, 'Besuch', 'Besuche'),
      audit_log_entries: (count) => formatQuantity(count, 'Eintrag im Audit-Log', 'Einträge im Audit-Log'),
    },
    kept: ({ answers, visits }) =>
      `Die Metriken enthalten weiterhin alle: ${formatQuantity(answers, 'Antwort', 'Antworten')} und ${formatQuantity(visits, 'Besuch', 'Besuche')}. Namensänderungen wirken nicht mehr auf Antworten ohne Text.`,
    withoutText: (answers) =>
      `${formatQuantity(answers, 'Antwort', 'Antworten')} ohne Text: in den Metriken enthalten, Namensänderungen wirken nicht darauf.`,
  },
  exportData: {
    title: 'Daten exportieren',
    lead: 'Alle Daten der Organisation als JSON Lines: eine Zeile pro Datensatz mit dem Namen seiner Tabelle. Antworten haben das Format von ansight import. Geheime Werte sind nicht enthalten.',
    action: 'Exportieren',
  },
  deleteOrganization: {
    title: 'Organisation löschen',
    lead: 'Löscht ihre Marken, Antworten, Mitglieder und API-Schlüssel dauerhaft. Exportieren Sie Ihre Daten vorher.',
    action: 'Organisation löschen',
    confirmTitle: (name) => `${name} löschen?`,
    password: 'Ihr Passwort',
    warning:
      'Alle Marken mit ihren Antworten, alle Mitglieder und API-Schlüssel werden sofort gelöscht. Dies lässt sich nicht rückgängig machen.',
  },
  members: {
    title: 'Mitglieder',
    count: (members) => formatQuantity(members, 'Mitglied', 'Mitglieder'),
    invite: 'Mitglied einladen',
    you: '(Sie)',
    details: (email, joinedAt, brands) =>
      `${email}, beigetreten am ${formatLocalDay(joinedAt)}${
        brands === undefined ? '' : `, Zugriff auf ${formatQuantity(brands, 'Marke', 'Marken')}`
      }`,
    roleOf: (name) => `Rolle von ${name}`,
    brandAccess: 'Markenzugriff',
    brandAccessOf: (name) => `Markenzugriff von ${name}`,
    remove: 'Entfernen',
    removeOne: (name) => `${name} entfernen`,
  },
  removeMember: {
    title: (name) => `${name} entfernen?`,
    action: 'Mitglied entfernen',
    warning:
      'Sitzungen und API-Schlüssel der Person werden sofort widerrufen. Ihre Arbeit bleibt erhalten, und Sie können sie erneut einladen.',
  },
  brandAccess: {
    legend: 'Zugriff',
    all: 'Alle Marken, auch künftige',
    selected: 'Nur ausgewählte Marken',
    save: 'Speichern',
  },
  openInvitations: {
    title: 'Offene Einladungen',
    lead: 'Jeder Link gilt einmal und läuft nach sieben Tagen ab.',
    details: (role, expiresAt) => `${role}, läuft am ${formatLocalDay(expiresAt)} ab`,
    revoke: 'Widerrufen',
    revokeFor: (email) => `Einladung für ${email} widerrufen`,
  },
  inviteDialog: {
    title: 'Mitglied einladen',
    role: 'Rolle',
    submit: 'Einladungslink erstellen',
    linkTitle: 'Diesen Link teilen',
    link: 'Link',
    linkNote: (email) =>
      `Senden Sie den Link selbst an ${email}; Ansight verschickt keine E-Mail. Er gilt einmal, läuft nach sieben Tagen ab und wird nicht noch einmal angezeigt.`,
  },
  apiKeys: {
    title: 'API-Schlüssel',
    lead: 'Für Tabellen, Skripte und Assistenten. Ein Schlüssel handelt für den Benutzer, der ihn erstellt hat, in den Grenzen, die Sie wählen.',
    create: 'Schlüssel erstellen',
    emptyTitle: 'Noch keine API-Schlüssel',
    empty: 'Erstellen Sie einen Schlüssel, um die API ohne Passwort zu nutzen.',
    docs: 'API-Dokumentation lesen',
    revoked: (at) => `Widerrufen am ${formatLocalDay(at)}`,
    details: (owner, createdAt, lastUsedAt) =>
      `erstellt von ${owner} am ${formatLocalDay(createdAt)}, ${
        lastUsedAt === null ? 'nie verwendet' : `zuletzt verwendet ${formatTime(lastUsedAt)}`
      }`,
    limits: {
      access: { read: 'Nur lesen', write: 'Lesen und schreiben' },
      allBrands: 'alle Marken',
      brands: (count) => formatQuantity(count, 'Marke', 'Marken'),
      neverExpires: 'läuft nicht ab',
      expires: (at) => `läuft am ${formatLocalDay(at)} ab`,
    },
    revoke: 'Widerrufen',
    revokeOne: (name) => `${name} widerrufen`,
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeAction: 'Schlüssel widerrufen',
    revokeWarning: (name) =>
      `Anfragen mit „${name}“ werden sofort abgelehnt. Dies lässt sich nicht rückgängig machen.`,
  },
  createKey: {
    title: 'API-Schlüssel erstellen',
    name: 'Name',
    namePlaceholder: 'Wochenbericht',
    nameHint: 'Wofür dieser Schlüssel verwendet wird.',
    access: 'Berechtigungen',
    accessLevels: { read: 'Nur lesen', write: 'Lesen und schreiben, soweit Ihre Rolle es erlaubt' },
    expiry: 'Ablauf',
    expiries: [
      ['30', 'In 30 Tagen'],
      ['90', 'In 90 Tagen'],
      ['365', 'In einem Jahr'],
      ['0', 'Nie'],
    ],
    submit: 'Schlüssel erstellen',
    tokenTitle: 'Ihr neuer API-Schlüssel',
    token: 'Token',
    tokenNote:
      'Kopieren Sie diesen Schlüssel jetzt. Er wird nicht noch einmal angezeigt; gespeichert wird nur ein Hash.',
  },
  showOnce: { close: 'Fertig' },
  auditLog: {
    title: 'Audit-Log',
    lead: 'Alle Änderungen und Anmeldungen, neueste zuerst. Nur für Inhaber sichtbar.',
    type: 'Art der Änderung',
    allTypes: 'Alle Änderungen',
    caption: 'Änderungen, neueste zuerst',
    emptyTitle: 'Keine passenden Änderungen',
    empty: 'Änderungen dieser Art wurden nicht aufgezeichnet. Wählen Sie eine andere Art.',
    columns: { date: 'Datum', change: 'Änderung', user: 'Benutzer', brand: 'Marke', details: 'Details' },
    deletedBrand: 'Gelöschte Marke',
    formerMember: 'Ehemaliges Mitglied',
    withKey: (user, key) => `${user}, API-Schlüssel ${key ?? '(widerrufen)'}`,
    actors: {
      system: 'System',
      cron: 'Externer Scheduler',
      callback: 'Webhook-Empfänger',
      anonymous: 'Nicht angemeldet',
    },
  },
}
