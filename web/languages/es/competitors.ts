import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatRange,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../competitors/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Competidores',
    lead: 'Usted y sus competidores, medidos con las mismas respuestas.',
    emptyTitle: 'Aún no hay competidores',
    empty:
      'Añada competidores más abajo o siga los sugeridos. Las respuestas anteriores se vuelven a procesar cada vez.',
  },
  leaderboard: {
    title: 'Clasificación',
    lead: (answers, period) =>
      `Basada en ${formatQuantity(answers, 'respuesta')}. Variaciones respecto a ${period} (ajustadas por comparaciones múltiples).`,
    caption: 'La marca y sus competidores',
    you: 'Usted',
    columns: {
      name: 'Nombre',
      change: 'Variación',
      answers: 'Respuestas con mención',
      citations: 'Citas',
    },
  },
  headToHead: {
    title: 'Cara a cara',
    lead: (ownScore, competitorScore, leader) =>
      `Puntuación de visibilidad: ${formatScore(ownScore)} frente a ${formatScore(competitorScore)}. ${
        leader === null ? 'Las puntuaciones son iguales.' : `${leader} va por delante.`
      }`,
    choose: 'Competidor con el que comparar',
    only: (name) => `Solo ${name}`,
    both: 'Ambos',
    neither: 'Ninguno',
    viewAnswers: 'Ver respuestas',
    noAnswers: 'Sin respuestas',
  },
  shareOfVoice: {
    overall: (share, interval) =>
      `Total: ${formatPct(share)}${interval ? ` (IC del 95 %: ${formatRange(interval, '%')})` : ''}.`,
    otherPrompts: (interval) => `Para otros prompts similares: IC del 95 %: ${formatRange(interval, '%')}.`,
    detectable: (points) =>
      `Las variaciones de menos de ${formatScore(points)} puntos suelen pasar inadvertidas.`,
    caption: 'Cuota de voz por plataforma',
    columns: {
      platform: 'Plataforma',
      share: 'Cuota',
      own: 'Sus menciones',
      competitors: 'Menciones de competidores',
    },
  },
  suggestions: {
    title: 'Competidores sugeridos',
    lead: (answers, from, to) =>
      `Mencionados repetidamente en las ${formatCount(answers)} respuestas del ${formatDay(from)} al ${formatDay(to)}. No se incluyen en ninguna métrica hasta que los siga.`,
    summary: (answers, prompts, platforms) =>
      `Mencionado en ${formatQuantity(answers, 'respuesta')} a ${formatQuantity(prompts, 'prompt')} en ${platforms}`,
    quoted: (snippet) => `«${snippet}»`,
    track: 'Seguir',
    trackOne: (name) => `Seguir a ${name}`,
    dismiss: 'Descartar',
    dismissOne: (name) => `Descartar a ${name}`,
  },
  tracked: {
    title: 'Competidores seguidos',
    lead: 'Los cambios se aplican también a las respuestas anteriores.',
    add: 'Añadir competidor',
  },
  dialog: {
    addTitle: 'Añadir competidor',
    editTitle: (name) => `Editar ${name}`,
    add: 'Añadir competidor',
    save: 'Guardar',
    name: 'Nombre',
    domain: 'Dominio',
    domainPlaceholder: 'example.com',
    domainHint: 'Las citas de este dominio cuentan para este competidor.',
  },
  remove: {
    title: (name) => `¿Quitar ${name}?`,
    action: 'Quitar competidor',
    warning: 'Se quitará de todas las comparaciones, también de las anteriores. Las respuestas se conservan.',
  },
}
