import { formatCount, formatQuantity, formatScore } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../competitors/detail/copy.ts'

export const texts: typeof copy = {
  all: 'Todos',
  tabs: 'Competidores',
  verdict: {
    leads: (name, points) => `${name} va por delante con ${formatScore(Math.abs(points))} puntos de ventaja.`,
    level: (name) => `No hay un líder claro: la diferencia con ${name} puede deberse al azar.`,
    youLead: (topics) => `Usted va por delante en ${topics}.`,
    competitorLeads: (competitor, topics) => `${competitor} va por delante en ${topics}.`,
  },
  empty: 'No hay respuestas en este periodo. Elija otro periodo o quite un filtro.',
  headToHead: {
    title: 'Cara a cara',
    lead: (answers) => `Con la misma base: ${formatQuantity(answers, 'respuesta')}`,
    caption: (name) => `Usted y ${name}`,
    metric: 'Métrica',
    gap: 'Diferencia',
    ahead: (points) => `${points} de ventaja`,
    behind: (points) => `${points} de desventaja`,
    unclear: 'Los intervalos se solapan, así que la diferencia puede deberse al azar.',
    withoutInterval: 'Para esta métrica no se calcula ningún intervalo.',
  },
  trend: {
    title: 'Evolución de la visibilidad',
    lead: 'Puntuación de visibilidad diaria en las mismas respuestas',
    chart: (brand, competitor) => `Puntuación de visibilidad de ${brand} y ${competitor} por día`,
  },
  gaps: {
    title: 'Dónde está la diferencia',
    lead: (brand, competitor) => `Puntos de visibilidad, ${brand} menos ${competitor}`,
    topics: 'Por tema',
    platforms: 'Por plataforma',
    noTopic: 'Sin tema',
    label: (name) => `Diferencia: ${name}`,
  },
  mentioned: {
    title: 'A quién se menciona',
    both: 'Ambos',
    only: (name) => `Solo ${name}`,
    neither: 'Ninguno',
  },
  prompts: {
    title: 'Prompts',
    views: {
      lost: (count, competitor) => `${competitor} por delante (${formatCount(count)})`,
      won: (count) => `Usted por delante (${formatCount(count)})`,
      unclear: (count) => `Sin líder claro (${formatCount(count)})`,
    },
    view: 'Mostrar prompts',
    caption: 'Prompts por diferencia',
    none: 'Ninguno en este periodo.',
    columns: { prompt: 'Prompt', you: 'Usted', gap: 'Diferencia' },
  },
  sources: {
    title: (name) => `Fuentes de las respuestas que mencionan a ${name}`,
    caption: (name) => `Fuentes citadas en respuestas que mencionan a ${name}`,
    own: 'Sitio propio',
    none: 'Estas respuestas no citan fuentes.',
    columns: { source: 'Fuente', answers: 'Respuestas', withoutYou: 'Sin usted' },
  },
  themes: {
    title: 'Qué elogian las respuestas',
    lead: 'Palabras recurrentes en las citas textuales, sin modelo de lenguaje',
    caption: 'Temas elogiados',
    none: 'No hay palabras recurrentes.',
    columns: { theme: 'Tema' },
  },
}
