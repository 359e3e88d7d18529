import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatUtcTime,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Sentimiento',
    verdict: (brand, positive, negative) =>
      `El ${formatPct(positive)} de las respuestas que describen ${brand} son positivas y el ${formatPct(negative)}, negativas.`,
    best: (platform, pct, worst, worstPct) =>
      `Más positivo en ${platform} (${formatPct(pct)}), menos en ${worst} (${formatPct(worstPct)}).`,
    basis: (known, coverage) =>
      `El sentimiento se conoce en el ${formatPct(coverage)} de las respuestas que mencionan la marca (${formatQuantity(known, 'respuesta')}).`,
    notEnough: (coverage) =>
      `Datos insuficientes: el sentimiento solo se conoce en el ${formatPct(coverage)} de las respuestas que mencionan la marca.`,
    byRules: 'Clasificado por reglas, que solo deciden cuando son fiables.',
    byModel: (model) => `Clasificado por ${model}.`,
    byModelSince: (model, day) =>
      `Clasificado por ${model} desde el ${formatDay(day)}; las respuestas anteriores no tienen etiqueta.`,
    chooseMethod: 'Elegir el método para el sentimiento',
    reviews: {
      rules: (agreed, reviewed) =>
        `Acuerdo con las reglas: ${formatCount(agreed)} de ${formatQuantity(reviewed, 'respuesta revisada', 'respuestas revisadas')}.`,
      model: (agreed, reviewed) =>
        `Acuerdo con los modelos de lenguaje: ${formatCount(agreed)} de ${formatQuantity(reviewed, 'respuesta revisada', 'respuestas revisadas')}.`,
    },
    emptyTitle: 'No hay sentimiento en este periodo',
    empty:
      'El sentimiento se determina en las respuestas que mencionan la marca. Elija otro periodo o quite un filtro.',
  },
  shares: { positive: 'Positivo', neutral: 'Neutro', negative: 'Negativo' },
  trend: {
    title: 'Evolución',
    lead: 'Proporción de las respuestas con sentimiento conocido, con el intervalo del 95 % de la proporción positiva',
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
