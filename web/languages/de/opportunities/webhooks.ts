import { formatCount, formatQuantity, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/webhooks/copy.ts'

const quantity = (count: number) => formatQuantity(count, 'Chance', 'Chancen')

export const texts: typeof copy = {
  sendDialog: {
    title: (count) => (count === 1 ? 'Diese Chance senden' : `${quantity(count)} senden`),
    question: (what, count) =>
      `${what} mit ${count === 1 ? 'Belegen und Briefing' : 'allen Belegen und Briefings'} an Ihren Webhook senden?`,
    connect: 'Webhook verbinden',
    notConnected: 'Chancen werden an einen Webhook gesendet, aber es ist keiner verbunden.',
    sent: (count) => `${formatCount(count)} gesendet. `,
    notSent: (reasons) => `Nicht gesendet: ${reasons}`,
    someNotSent: (count, reasons) => `${formatCount(count)} nicht gesendet: ${reasons}`,
    viewWebhook: 'Webhook ansehen',
    markOnly: 'Nur als gesendet markieren',
    send: 'An Webhook senden',
    tryAgain: 'Erneut versuchen',
    cancel: 'Abbrechen',
    close: 'Schließen',
  },
  webhook: {
    title: 'Webhook',
    lead: 'Senden Sie Chancen an Ihr Ticket- oder Automatisierungssystem.',
    notAllowed:
      'Webhook-URLs enthalten oft geheime Werte, deshalb sehen sie hier nur Mitglieder, die sie bearbeiten dürfen. Bitten Sie einen Inhaber oder Admin um Zugriff.',
    readOnly: (url) =>
      `${url === null ? 'Es ist kein Webhook eingerichtet.' : `Chancen werden an ${url} gesendet.`} Nur Inhaber und Admins können dies ändern.`,
    format:
      'Eine Zustellung ist eine POST-Anfrage mit JSON-Body: die Chance, ihr Prompt, die Belege, das Briefing und eine {callbackUrl} für Rückmeldungen des Empfängers. Ist ein Secret gesetzt, wird die Anfrage nach {specification} signiert.',
    specification: 'Standard Webhooks',
    sendTest: 'Test senden',
    waiting: 'Warten auf eine Antwort …',
    testDelivered: (outcome) => `Test zugestellt: ${outcome}.`,
    testFailed: (outcome) => `Test fehlgeschlagen: ${outcome}.`,
    remove: 'Webhook entfernen',
    removeTitle: 'Diesen Webhook entfernen?',
    removeConsequence:
      'URL und Secret werden gelöscht. Das Zustellprotokoll bleibt erhalten, und Empfänger können frühere Zustellungen weiterhin zurückmelden.',
  },
  webhookForm: {
    url: 'Endpunkt-URL',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'Eine http- oder https-URL, die aus dem Internet erreichbar ist.',
    secret: 'Signatur-Secret',
    secretHint: 'Empfohlen: Zustellungen werden signiert, damit der Empfänger sie prüfen kann.',
    secretSet: (hint) =>
      `Gesetzt (${hint}). Lassen Sie das Feld leer, um es zu behalten. Geben Sie es für eine URL auf einem anderen Host erneut ein.`,
    overlap: 'Bei einem Wechsel des Secrets auch mit dem alten signieren',
    overlapHint: 'In dieser Zeit enthält der Signatur-Header eine Signatur mit jedem der beiden Secrets.',
    overlapUntil: (until) =>
      `Zustellungen werden bis ${formatTime(until)} auch mit dem alten Secret signiert.`,
    overlaps: { none: 'Nein', hour: '1 Stunde lang', day: '24 Stunden lang', week: '7 Tage lang' },
    removeSecret: 'Secret entfernen',
    active: 'Aktiv: Chancen können an diesen Webhook gesendet werden',
    save: 'Webhook speichern',
    saved: 'Gespeichert',
  },
  callbacks: {
    title: 'Callback-URLs',
    lead: 'Jede Zustellung enthält eine URL, über die ihr Empfänger zurückmeldet, gültig für 90 Tage.',
    revoke: 'Callback-URLs widerrufen',
    revokeTitle: 'Alle Callback-URLs widerrufen?',
    revokeConsequence:
      'Empfänger können bisherige Zustellungen nicht mehr zurückmelden. Spätere Zustellungen haben neue URLs.',
    revoked: 'Alle Callback-URLs sind widerrufen.',
  },
  deliveries: {
    title: 'Zustellungen',
    lead: 'Neueste zuerst, einschließlich Tests. Fehlgeschlagene Zustellungen werden nicht wiederholt.',
    empty: 'Noch keine Zustellungen. Senden Sie einen Test, um den Endpunkt zu prüfen.',
    emptyForOpportunity: 'Noch nicht gesendet.',
    delivered: 'Zugestellt',
    notDelivered: 'Nicht zugestellt',
    outcome: (outcome, host, durationMs) => `${outcome} von ${host} in ${formatCount(durationMs)} ms`,
    sentBy: (name) => `, von ${name}`,
    response: 'Antwort',
    test: 'Test',
  },
}
