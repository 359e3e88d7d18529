import { formatCount, formatPct, formatQuantity, formatUtcTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Sentimiento',
    verdict: (brand, positive, negative) =>
      `El ${formatPct(positive)} de las respuestas que describen ${brand} son positivas y el ${formatPct(negative)}, negativas.`,
    best: (platform, pct, worst, worstPct) =>
      `Más positivo en ${platform} (${formatPct(pct)}), menos en ${worst} (${formatPct(worstPct)}).`,
    basis: (clear, unknown) =>
      `${formatQuantity(clear, 'respuesta')} con sentimiento claro${
        unknown === 0 ? '' : `; ${formatCount(unknown)} sin él no se cuentan`
      }.`,
    emptyTitle: 'No hay sentimiento en este periodo',
    empty:
      'El sentimiento se determina en las respuestas que mencionan la marca. Elija otro periodo o quite un filtro.',
  },
  shares: { positive: 'Positivo', neutral: 'Neutro', negative: 'Negativo' },
  trend: {
    title: 'Evolución',
    lead: 'Proporción de las respuestas con sentimiento claro, con el intervalo del 95 % de la proporción positiva',
    chart: 'Evolución de las respuestas positivas, neutras y negativas',
    interval: 'Intervalo',
    byDay: 'Por día',
    byWeek: 'Por semana',
  },
  platforms: {
    title: 'Por plataforma',
    caption: 'Sentimiento por plataforma',
    columns: { platform: 'Plataforma', split: 'Positivo, neutro, negativo' },
    split: (positive, neutral, negative) =>
      `${formatPct(positive)} positivo, ${formatPct(neutral)} neutro, ${formatPct(negative)} negativo`,
  },
  themes: {
    praised: 'Lo que se elogia',
    criticized: 'Lo que se critica',
    basis: (answers) =>
      `Palabras recurrentes en fragmentos de ${formatQuantity(answers, 'respuesta')}. Se obtienen con reglas y listas de palabras, sin modelo de lenguaje, así que algunas están incompletas.`,
    basisOfNewest: (answers) =>
      `Palabras recurrentes en fragmentos de las ${formatCount(answers)} respuestas más recientes. Se obtienen con reglas y listas de palabras, sin modelo de lenguaje, así que algunas están incompletas.`,
    none: 'No hay palabras recurrentes.',
    label: (theme) => `Respuestas con «${theme}»`,
    quote: (text) => `«${text}»`,
    source: (platform, answeredAt) => `${platform}, ${formatUtcTime(answeredAt)}`,
  },
}
