import { formatCount, formatQuantity, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/webhooks/copy.ts'

const quantity = (count: number) => formatQuantity(count, 'oportunidad', 'oportunidades')

export const texts: typeof copy = {
  sendDialog: {
    title: (count) => (count === 1 ? 'Enviar esta oportunidad' : `Enviar ${quantity(count)}`),
    question: (what, count) =>
      `¿Enviar ${what} a su webhook con ${count === 1 ? 'su evidencia y su brief' : 'su evidencia y sus briefs'}?`,
    connect: 'Conectar un webhook',
    notConnected: 'Las oportunidades se envían a un webhook, pero no hay ninguno conectado.',
    sent: (count) => `${formatQuantity(count, 'enviada')}. `,
    notSent: (reasons) => `No enviada: ${reasons}`,
    someNotSent: (count, reasons) => `${formatQuantity(count, 'no enviada', 'no enviadas')}: ${reasons}`,
    viewWebhook: 'Ver webhook',
    markOnly: 'Solo marcar como enviada',
    send: 'Enviar al webhook',
    tryAgain: 'Reintentar',
    cancel: 'Cancelar',
    close: 'Cerrar',
  },
  webhook: {
    title: 'Webhook',
    lead: 'Envíe oportunidades a su herramienta de tickets o automatización.',
    notAllowed:
      'Las URL de los webhooks suelen contener secretos, así que solo las ven los miembros que pueden editarlas. Pida acceso a un propietario o administrador.',
    readOnly: (url) =>
      `${url === null ? 'No hay ningún webhook configurado.' : `Las oportunidades se envían a ${url}.`} Solo los propietarios y administradores pueden cambiarlo.`,
    format:
      'Un envío es una solicitud POST con cuerpo JSON: la oportunidad, su prompt, la evidencia, el brief y una {callbackUrl} con la que el receptor informa del resultado. Si se define un secreto, la solicitud se firma según {specification}.',
    specification: 'Standard Webhooks',
    sendTest: 'Enviar prueba',
    waiting: 'Esperando respuesta…',
    testDelivered: (outcome) => `Prueba entregada: ${outcome}.`,
    testFailed: (outcome) => `La prueba ha fallado: ${outcome}.`,
    remove: 'Quitar webhook',
    removeTitle: '¿Quitar este webhook?',
    removeConsequence:
      'Se eliminan su URL y su secreto. El registro de envíos se conserva y los receptores aún pueden informar sobre los envíos anteriores.',
  },
  webhookForm: {
    url: 'URL del endpoint',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'Una URL http o https accesible desde internet.',
    secret: 'Secreto de firma',
    secretHint: 'Recomendado: los envíos se firman para que el receptor pueda verificarlos.',
    secretSet: (hint) =>
      `Definido (${hint}). Déjelo vacío para conservarlo. Para una URL en otro host, introdúzcalo de nuevo.`,
    overlap: 'Al cambiar el secreto, firmar también con el anterior',
    overlapHint: 'Durante ese tiempo, la cabecera de firma contiene una firma de cada secreto.',
    overlapUntil: (until) =>
      `Los envíos se firman también con el secreto anterior hasta el ${formatTime(until)}.`,
    overlaps: { none: 'No', hour: 'Durante 1 hora', day: 'Durante 24 horas', week: 'Durante 7 días' },
    removeSecret: 'Quitar secreto',
    active: 'Activo: se pueden enviar oportunidades a este webhook',
    save: 'Guardar webhook',
    saved: 'Guardado',
  },
  callbacks: {
    title: 'URL de retorno',
    lead: 'Cada envío contiene una URL, válida durante 90 días, con la que su receptor informa del resultado.',
    revoke: 'Revocar las URL de retorno',
    revokeTitle: '¿Revocar todas las URL de retorno?',
    revokeConsequence:
      'Los receptores ya no podrán informar sobre los envíos realizados hasta ahora. Los envíos posteriores tendrán URL nuevas.',
    revoked: 'Todas las URL de retorno están revocadas.',
  },
  deliveries: {
    title: 'Envíos',
    lead: 'Los más recientes primero, pruebas incluidas. Los envíos fallidos no se reintentan.',
    empty: 'Aún no hay envíos. Envíe una prueba para comprobar el endpoint.',
    emptyForOpportunity: 'Aún sin enviar.',
    delivered: 'Entregado',
    notDelivered: 'No entregado',
    outcome: (outcome, host, durationMs) => `${outcome} de ${host} en ${formatCount(durationMs)} ms`,
    sentBy: (name) => `, por ${name}`,
    response: 'Respuesta',
    test: 'Prueba',
  },
}
