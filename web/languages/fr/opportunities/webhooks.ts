import { formatCount, formatQuantity, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/webhooks/copy.ts'

const quantity = (count: number) => formatQuantity(count, 'opportunité')

export const texts: typeof copy = {
  sendDialog: {
    title: (count) => (count === 1 ? 'Envoyer cette opportunité' : `Envoyer ${quantity(count)}`),
    question: (what, count) =>
      `Envoyer ${what} à votre webhook avec ${count === 1 ? 'ses preuves et son brief' : 'leurs preuves et leurs briefs'} ?`,
    connect: 'Connecter un webhook',
    notConnected: 'Les opportunités sont envoyées à un webhook, mais aucun n’est connecté.',
    sent: (count) => `${formatQuantity(count, 'envoyée')}. `,
    notSent: (reasons) => `Non envoyée : ${reasons}`,
    someNotSent: (count, reasons) => `${formatQuantity(count, 'non envoyée', 'non envoyées')} : ${reasons}`,
    viewWebhook: 'Voir le webhook',
    markOnly: 'Marquer seulement comme envoyée',
    send: 'Envoyer au webhook',
    tryAgain: 'Réessayer',
    cancel: 'Annuler',
    close: 'Fermer',
  },
  webhook: {
    title: 'Webhook',
    lead: 'Envoyez les opportunités à votre outil de tickets ou d’automatisation.',
    notAllowed:
      'Les URL de webhook contiennent souvent des secrets : seuls les membres qui peuvent les modifier les voient ici. Demandez l’accès à un propriétaire ou à un administrateur.',
    readOnly: (url) =>
      `${url === null ? 'Aucun webhook n’est configuré.' : `Les opportunités sont envoyées à ${url}.`} Seuls les propriétaires et les administrateurs peuvent modifier ce réglage.`,
    format:
      'Un envoi est une requête POST avec un corps JSON : l’opportunité, son prompt, les preuves, le brief et une {callbackUrl} par laquelle le destinataire rend compte. Si un secret est défini, la requête est signée selon {specification}.',
    specification: 'Standard Webhooks',
    sendTest: 'Envoyer un test',
    waiting: 'En attente d’une réponse…',
    testDelivered: (outcome) => `Test remis : ${outcome}.`,
    testFailed: (outcome) => `Échec du test : ${outcome}.`,
    remove: 'Retirer le webhook',
    removeTitle: 'Retirer ce webhook ?',
    removeConsequence:
      'Son URL et son secret sont supprimés. Le journal des envois est conservé, et les destinataires peuvent encore rendre compte des envois passés.',
  },
  webhookForm: {
    url: 'URL du webhook',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'Une URL http ou https accessible depuis Internet.',
    secret: 'Secret de signature',
    secretHint: 'Recommandé : les envois sont signés pour que le destinataire puisse les vérifier.',
    secretSet: (hint) =>
      `Défini (${hint}). Laissez vide pour le conserver. Pour une URL sur un autre hôte, saisissez-le à nouveau.`,
    overlap: 'Lors d’un changement de secret, signer aussi avec l’ancien',
    overlapHint: 'Pendant ce temps, l’en-tête de signature contient une signature par secret.',
    overlapUntil: (until) =>
      `Les envois sont aussi signés avec l’ancien secret jusqu’au ${formatTime(until)}.`,
    overlaps: { none: 'Non', hour: 'Pendant 1 heure', day: 'Pendant 24 heures', week: 'Pendant 7 jours' },
    removeSecret: 'Retirer le secret',
    active: 'Actif : les opportunités peuvent être envoyées à ce webhook',
    save: 'Enregistrer le webhook',
    saved: 'Enregistré',
  },
  callbacks: {
    title: 'URL de rappel',
    lead: 'Chaque envoi contient une URL, valable 90 jours, par laquelle son destinataire rend compte.',
    revoke: 'Révoquer les URL de rappel',
    revokeTitle: 'Révoquer toutes les URL de rappel ?',
    revokeConsequence:
      'Les destinataires ne peuvent plus rendre compte des envois effectués jusqu’ici. Les envois suivants ont de nouvelles URL.',
    revoked: 'Toutes les URL de rappel sont révoquées.',
  },
  deliveries: {
    title: 'Envois',
    lead: 'Les plus récents en premier, tests compris. Les envois en échec ne sont pas retentés.',
    empty: 'Aucun envoi. Envoyez un test pour vérifier le webhook.',
    emptyForOpportunity: 'Pas encore envoyée.',
    delivered: 'Remis',
    notDelivered: 'Non remis',
    outcome: (outcome, host, durationMs) => `${outcome} de ${host} en ${formatCount(durationMs)} ms`,
    sentBy: (name) => `, par ${name}`,
    response: 'Réponse',
    test: 'Test',
  },
}
