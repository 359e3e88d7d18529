import { formatPoints, formatPosition, formatQuantity, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../ui/copy.ts'

export const texts: typeof copy = {
  figure: {
    label: (name, value) => `${name}: ${value}`,
    interval: 'Intervalo del 95 %',
    answers: 'Respuestas',
    viewAnswers: 'Ver respuestas',
  },
  productName: 'Ansight',
  loading: 'Cargando',
  estimatedCost: (cost) => `${cost} (estimado)`,
  tryAgain: 'Reintentar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  change: {
    steady: 'Sin variación confirmada',
    steadySentence: 'Sin variación confirmada.',
    points: (points) => `${formatScore(points)} puntos`,
    range: (before, after) => `${before} → ${after}`,
    established: ({ label, status, amount, range, since, established }) =>
      `${label}: ${status === 'up' ? 'sube' : 'baja'} ${amount} (${range}) desde el ${since} (confirmado el ${established}).`,
    comparedWith: { previous: 'el periodo anterior', last_month: 'los mismos días del mes anterior' },
    difference: (previous, current, delta, period) =>
      `Mismos prompts y plataformas: ${previous} en ${period}, ${current} en este (${delta}).`,
  },
  changeBadge: {
    positionImproved: (positions) => `Mejora de ${formatPosition(positions)}`,
    positionWorsened: (positions) => `Retroceso de ${formatPosition(positions)}`,
    points: (delta) => `${formatPoints(delta)} puntos`,
  },
  changeMark: {
    position: (isGood, positions) => `${isGood ? 'Mejora' : 'Retroceso'} de ${formatPosition(positions)}`,
  },
  confirmDialog: { typeToConfirm: 'Escriba {name} para confirmar' },
  clipboard: {
    copy: 'Copiar',
    copied: 'Copiado',
    blocked: 'El navegador bloquea el acceso al portapapeles. Pulse Ctrl+C para copiar.',
    selected: 'Seleccionado. Pulse Ctrl+C para copiar.',
    text: 'Texto que copiar',
  },
  localUrl:
    'Esta URL solo funciona en este equipo. Defina BASE_URL con la dirección que usan los demás y reinicie el servicio.',
  infoPopover: { about: (subject) => `Acerca de: ${subject}` },
  stat: {
    basedOn: (count) => `Basado en ${formatQuantity(count, 'respuesta')}.`,
    interval:
      'Intervalo de confianza del 95 %: {range}. Se refiere a estos prompts, este periodo y estos motores tal como respondieron. No cubre una deriva común a todos los prompts de una plataforma.',
  },
  form: {
    suggested: 'Sugerencia',
    optional: 'Opcional',
    required: 'Obligatorio',
    saved: 'Guardado',
    problem: (problem) => `${problem}.`,
  },
  unsavedChanges: {
    title: '¿Salir sin guardar?',
    consequence: 'Se perderán los cambios.',
    leave: 'Salir',
  },
  errorPage: {
    title: 'Se ha producido un error',
    notLoaded:
      'No se ha podido cargar esta página. Puede que Ansight se haya actualizado desde que la abrió.',
    reload: 'Recargar la página',
    requestId: 'Si el problema continúa, indique este identificador de solicitud: {id}',
    redirecting: 'Redirigiendo al inicio de sesión…',
  },
  notFoundPage: {
    title: 'Página no encontrada',
    reason:
      'Puede que se haya movido o eliminado, o que no tenga acceso. Pida acceso a un propietario o administrador.',
    allBrands: 'Ver todas las marcas',
  },
  table: {
    downloadCsv: 'Descargar CSV',
    showMore: 'Mostrar más',
    loadingMore: 'Cargando…',
    selectAll: 'Seleccionar todas las filas mostradas',
  },
  searchField: { clear: 'Borrar búsqueda' },
}
