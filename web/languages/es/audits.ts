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
  `${formatCount(completed)} de ${formatQuantity(total, 'página auditada', 'páginas auditadas')}`

export const texts: typeof copy = {
  page: {
    title: 'Auditorías del sitio',
    lead: 'Descubra qué impide a los rastreadores de IA leer y citar sus páginas.',
    quota: (used, limit, resetsAt) =>
      `${formatCount(used)} de ${formatCount(limit)} auditorías usadas este mes. Se restablece el ${formatDay(resetsAt)}.`,
    emptyTitle: 'Aún no hay auditorías',
    emptyPageTitle: 'No hay auditorías de esta página',
    empty:
      'Empiece por la página que más le interesa que se cite. Una auditoría tarda menos de un minuto, no usa ningún modelo de lenguaje y muestra la evidencia y la solución de cada hallazgo.',
    emptyForViewer: 'Los hallazgos aparecen aquí cuando un miembro ejecuta la primera auditoría.',
  },
  start: {
    url: 'URL de la página',
    pages: 'Páginas que auditar',
    thisPage: 'Solo esta página',
    linkedPages: (linked) =>
      `Esta página y ${formatQuantity(linked, 'página enlazada', 'páginas enlazadas')}`,
    submit: 'Iniciar auditoría',
  },
  list: {
    title: 'Auditorías',
    ofPage: (url) => `Auditorías de ${url}`,
    showAll: 'Mostrar todas las páginas',
    caption: 'Auditorías, las más recientes primero',
    columns: {
      page: 'Página',
      score: 'Puntuación',
      status: 'Estado',
      pages: 'Páginas',
      started: 'Inicio',
    },
  },
  trend: {
    title: 'Evolución de la puntuación',
    lead: (url) => `Auditorías de ${url}`,
    chart: (url) => `Puntuaciones de las auditorías de ${url}`,
    score: 'Puntuación',
    cappedBy: (check) => `Limitada por: ${check}.`,
  },
  method: {
    title: 'Qué se comprueba y cómo se puntúa',
    categoryWeight: (weight) => `${formatCount(weight)} de 100 puntos`,
    checkWeight: (weight) => formatQuantity(weight, 'punto'),
    checkDetails: (evidence, cap) =>
      cap === null
        ? `(nivel de evidencia ${evidence})`
        : `(nivel de evidencia ${evidence}; si no se supera, la puntuación se limita a ${cap})`,
    evidenceLevel: (evidence) => `Nivel de evidencia ${evidence}`,
  },
  audit: {
    back: 'Auditorías del sitio',
    summary: (at, pages) => `${formatTime(at)}, ${formatQuantity(pages, 'página')}`,
    allAudits: 'Todas las auditorías de esta página',
    again: 'Auditar de nuevo',
    failed: (reason) =>
      `${reason ?? 'La auditoría ha fallado por un motivo desconocido.'} No se ha calculado ninguna puntuación. Las auditorías anteriores se conservan.`,
  },
  progress: {
    stopping: 'Deteniendo la auditoría',
    pages: pagesAudited,
    details: (completed, total) => `${pagesAudited(completed, total)}. Una auditoría tarda hasta un minuto.`,
    cancel: 'Cancelar auditoría',
    bar: 'Páginas auditadas',
  },
  score: {
    label: 'Puntuación',
    outOf: 'de 100',
    definition:
      'Proporción ponderada de comprobaciones superadas. Muestra lo que un bot puede hacer con la página, no si un motor la citará.',
    notCounted: 'no se cuenta',
    weight: (weight) => `peso ${weight}`,
    limitedBy: (check) => `Tiene poco efecto mientras no se supere esta comprobación: ${check}`,
    capped: (uncapped, check) =>
      `Limitada desde ${formatScore(uncapped)} por un bloqueo: ${check}. Corríjalo primero; hasta entonces, las demás correcciones no tienen efecto.`,
    byPage: (pages) => `Puntuaciones de las ${pages} páginas`,
    httpStatus: (status) => `(HTTP ${status})`,
  },
  changes: {
    title: 'Qué ha cambiado',
    comparedWith: 'En comparación con',
    points: (before, after) => `puntos: de ${formatScore(before)} a ${formatScore(after)}.`,
    noChecks: 'Todas las comprobaciones tienen el mismo resultado.',
    directions: {
      better: 'Mejoran',
      worse: 'Empeoran',
      other: 'Solo se aplican a una de las dos auditorías',
    },
    before: 'Antes',
    now: 'Ahora',
    result: (when, result) => `${when}: ${result}`,
    notChecked: 'Sin comprobar',
  },
  recommendations: {
    title: 'Corregir primero',
    lead: 'Por mejora potencial de la puntuación.',
    gain: (points) => `${formatPoints(points)} puntos`,
    blocker: 'Bloqueo',
    gainAfterBlocker: 'Después del bloqueo',
  },
  findings: {
    title: 'Hallazgos',
    issues: (count) => `Problemas (${count})`,
    all: (count) => `Todos (${count})`,
    none: 'Se han superado todas las comprobaciones.',
    notScored: 'no puntúa',
    notApplicable: 'no aplicable',
    points: (earned, weight) =>
      earned === weight
        ? formatQuantity(weight, 'punto')
        : `${formatCount(earned)} de ${formatQuantity(weight, 'punto')}`,
    howToFix: 'Cómo corregirlo:',
    why: 'Por qué es importante:',
    blocker: (cap) => `Es un bloqueo: si no se supera, la puntuación total se limita a ${cap}.`,
    evidence: (basis) => `(${basis}.)`,
  },
}
