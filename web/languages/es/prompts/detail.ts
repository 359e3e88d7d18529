import { formatCount, formatPct, formatQuantity } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../prompts/detail/copy.ts'

export const texts: typeof copy = {
  pager: {
    label: 'Prompts de la lista',
    position: (index, count) => `${formatCount(index)} de ${formatCount(count)}`,
    previous: 'Prompt anterior',
    next: 'Prompt siguiente',
  },
  verdict: {
    own: (brand, pct, answers) =>
      `${brand} se menciona en el ${formatPct(pct)} de ${formatQuantity(answers, 'respuesta')}.`,
    ownRanked: (brand, pct, answers, rank, of) =>
      `${brand} se menciona en el ${formatPct(pct)} de ${formatQuantity(answers, 'respuesta')}, ${rank}.º de ${of}.`,
    competitor: (name, pct) => `${name} se menciona en el ${formatPct(pct)}.`,
    weak: (platforms, count, brand) =>
      `${platforms} ${count === 1 ? 'menciona' : 'mencionan'} pocas veces ${brand}.`,
  },
  trend: {
    title: 'Tasa de mención',
    lead: (brand) => `Media de siete días, con el intervalo del 95 % de ${brand}`,
    chart: (brand) => `Tasa de mención de ${brand} y sus competidores por día, media de siete días`,
  },
  ranking: {
    title: 'Quién gana',
    lead: (answers) => `Con la misma base: ${formatQuantity(answers, 'respuesta')}`,
    caption: 'La marca y sus competidores en las respuestas a este prompt',
    columns: { name: 'Marca', first: 'Nombrada primero', position: 'Posición' },
    you: 'Usted',
  },
  platforms: {
    title: 'Por plataforma',
    caption: 'Las respuestas de cada plataforma',
    states: {
      first: 'Primera',
      mentioned: 'Mencionada',
      not_mentioned: 'Sin mención',
      no_answer: 'Sin respuesta',
    },
    columns: {
      platform: 'Plataforma',
      days: 'Una celda por día',
      position: 'Posición',
      leader: 'La más mencionada',
    },
    daysOf: (state, days) => `${state}: ${formatQuantity(days, 'día')}`,
    cell: (date, state) => `${date}: ${state}`,
  },
  sources: {
    title: 'Fuentes citadas',
    none: 'Estas respuestas no citan fuentes.',
    caption: 'Las fuentes más citadas de este prompt',
    columns: { source: 'Fuente', answers: 'Respuestas', mentionYou: 'Le mencionan' },
  },
  action: {
    title: 'Próxima acción',
    why: (domains) =>
      domains === 0
        ? 'Publique una página que responda a este prompt.'
        : 'Consiga una mención en las fuentes que citan la mayoría de las respuestas.',
    sources: 'Fuentes que citan las respuestas sin usted',
    answers: (count) => formatQuantity(count, 'respuesta'),
    open: 'Ver oportunidad',
    openBrief: 'Ver brief',
    withoutYou: (brand) => `Ver respuestas sin ${brand}`,
    none: 'Ningún competidor va claramente por delante en este prompt.',
  },
}
