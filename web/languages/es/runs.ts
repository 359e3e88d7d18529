import { formatCost, formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../runs/copy.ts'

type RunCounts = Parameters<typeof copy.lastRun.counts>[0]

function summaryOf(counts: RunCounts): string[] {
  return [
    formatQuantity(counts.answers, 'respuesta'),
    ...(counts.refused > 0 ? [formatQuantity(counts.refused, 'rechazada')] : []),
    ...(counts.empty > 0 ? [formatQuantity(counts.empty, 'vacía')] : []),
    ...(counts.failed > 0 ? [formatQuantity(counts.failed, 'fallida')] : []),
    ...(counts.skipped > 0 ? [formatQuantity(counts.skipped, 'omitida')] : []),
    formatQuantity(counts.mentions, 'mención', 'menciones'),
    formatQuantity(counts.citations, 'cita'),
    ...(counts.costMicros !== null && counts.costMicros > 0 ? [formatCost(counts.costMicros)] : []),
  ]
}

export const texts: typeof copy = {
  page: {
    title: 'Ejecuciones',
    lead: 'Una ejecución envía cada prompt activo a cada plataforma y guarda las respuestas. Inicie una ahora o deje que lo haga la programación.',
  },
  startedBy: {
    apiKey: (member) => `${member ?? 'Un miembro'}, mediante clave de API`,
    formerMember: 'Antiguo miembro',
    externalScheduler: 'Programador externo',
    schedule: 'Programación',
  },
  startRun: {
    platforms: 'Plataformas',
    run: 'Ejecutar ahora',
    queries: (count) => formatQuantity(count, 'consulta'),
    cost: (costMicros) => `, unos ${formatCost(costMicros)}`,
    unknownCost: ' más los motores con precio desconocido',
    noPrompts: 'Añada antes un prompt',
    noPlatform: 'Seleccione una plataforma',
    noMatchingPrompts: 'Ningún prompt activo está destinado a estas plataformas',
    notConfigured: (platforms) =>
      `${formatQuantity(platforms, 'plataforma más necesita', 'plataformas más necesitan')} configuración`,
    missingSetting: '{platform} no está configurada: defina {setting}',
  },
  progress: {
    label: 'Consultas completadas',
    queries: (completed, total) => `${formatCount(completed)} de ${formatCount(total)} consultas`,
    starting: 'Iniciando…',
    noWorker:
      'Ningún worker se ha hecho cargo de esta ejecución. Compruebe que hay un proceso en marcha con ROLE=all o ROLE=worker.',
    cancel: 'Cancelar ejecución',
    cancelling: 'Cancelando…',
  },
  lastRun: {
    label: 'Última ejecución',
    counts: (counts) => summaryOf(counts).join(', '),
    failed: (failed, all) => `${formatCount(failed)} de ${formatCount(all)} han fallado.`,
    details: 'Ver el estado de las plataformas',
  },
  history: {
    title: 'Historial de ejecuciones',
    caption: 'Ejecuciones, las más recientes primero',
    empty: 'Aún no hay ejecuciones',
    emptyHint:
      'Cuando la marca tenga prompts, inicie una ejecución. Después, cada plataforma se consulta según la programación de los ajustes de la marca.',
    started: 'Inicio',
    status: 'Estado',
    progress: (completed, total) => `${formatCount(completed)} de ${formatCount(total)}`,
    triggeredBy: 'Iniciada por',
    platforms: 'Plataformas',
    morePlatforms: (named, more) => `${named} y ${more} más`,
    answers: 'Respuestas',
    failed: 'Fallidas',
    skipped: 'Omitidas',
    mentions: 'Menciones',
    cost: 'Coste',
    duration: 'Duración',
  },
  runPage: {
    back: 'Ejecuciones',
    title: (createdAt) => `Ejecución del ${formatTime(createdAt)}`,
    triggeredBy: (name) => `Iniciada por ${name}`,
    notRefreshed: (reason) => `${reason} Se muestra el último estado conocido.`,
    answers: 'Respuestas',
    failed: 'Fallidas',
    remaining: 'Pendientes',
    skipped: 'Omitidas',
    mentions: 'Menciones de la marca',
    citations: 'Citas',
    cost: 'Coste',
    duration: 'Duración',
  },
  platformStatus: {
    title: 'Estado de las plataformas',
    prompts: (count) => `${formatQuantity(count, 'prompt')}. `,
    lead: 'Si una plataforma falla, las demás continúan. Las respuestas fallidas se excluyen de las métricas.',
    queries: (platform) => `Consultas a ${platform}`,
    answers: (count) => formatQuantity(count, 'respuesta'),
    failed: (count) => formatQuantity(count, 'fallida'),
    remaining: (count) => formatQuantity(count, 'pendiente'),
    skipped: (count) => formatQuantity(count, 'omitida'),
  },
}
