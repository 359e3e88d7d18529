import {
  formatCount,
  formatPct,
  formatPoints,
  formatQuantity,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../overview/copy.ts'

type Citing = Parameters<typeof copy.scoreChange.newlyCited>[0]

const citing = ({ answers, pct }: Citing) => `${formatQuantity(answers, 'respuesta')} (${formatPct(pct)})`

export const texts: typeof copy = {
  page: {
    screen: 'Resumen',
    run: 'Ejecutar ahora',
    runTitle: (brand) => `Ejecutar los prompts de ${brand}`,
  },
  verdict: {
    changed: (score, direction, points, since) =>
      `La visibilidad es de ${score}, ${points} puntos ${direction === 'up' ? 'más' : 'menos'} desde el ${since}.`,
    states: {
      no_significant_change: (score) => `La visibilidad es de ${score}. No hay ninguna variación confirmada.`,
      unknown: (score) => `La visibilidad es de ${score}.`,
    },
    ahead: (competitor, points) => `Usted va por delante; ${competitor} está a ${points} puntos.`,
    behind: (competitor, points) => `${competitor} va por delante con ${points} puntos de ventaja.`,
    level: (competitor) => `${competitor} está igualado con usted.`,
    noCompetitors: 'Siga a competidores para ver quién va por delante.',
  },
  keyMetrics: {
    label: 'Métricas clave',
    showInChart: (metric) => `Mostrar en el gráfico: ${metric}`,
    sample: (count) => `, n = ${formatCount(count)}`,
    rank: (rank, of) => `${rank}.º de ${of} ·`,
    notRanked: 'Sin competidores con los que comparar',
    noCompetitors: 'Aún no se siguen competidores',
    sentimentLine: (negative, coverage) =>
      `${formatQuantity(negative, 'respuesta negativa', 'respuestas negativas')}, conocido en el ${formatPct(coverage)}`,
    notEnough: 'Datos insuficientes',
    chooseMethod: 'Elegir el método para el sentimiento',
    basedOn: 'Basado en',
    counts: {
      answers: (count) => formatQuantity(count, 'respuesta'),
      mentions: (count) => formatQuantity(count, 'mención', 'menciones'),
    },
    matched: (value) => `${value} en los mismos prompts y plataformas que el periodo anterior`,
    detectableChange: (points) =>
      `Las variaciones de menos de ${formatScore(points)} puntos suelen pasar inadvertidas.`,
    positive: (count) => formatQuantity(count, 'positiva'),
    neutral: (count) => formatQuantity(count, 'neutra'),
    negative: (count) => formatQuantity(count, 'negativa'),
    coverage: (pct) =>
      `El sentimiento se conoce en el ${formatPct(pct)} de las respuestas que mencionan la marca.`,
  },
  basis: {
    sample: (answers, prompts, period) =>
      `${formatQuantity(answers, 'respuesta')} a ${formatQuantity(prompts, 'prompt')} en ${period}.`,
    sampleWithBranded: (answers, prompts, period, branded) =>
      `${formatQuantity(answers, 'respuesta')} a ${formatQuantity(prompts, 'prompt')} en ${period}; ${formatCount(branded)} son de prompts con la marca.`,
    notCounted: (counts) => `No se cuentan: ${counts}.`,
    outcomes: {
      failed: (count) => formatQuantity(count, 'fallida'),
      refused: (count) => formatQuantity(count, 'rechazada'),
      empty: (count) => formatQuantity(count, 'vacía'),
    },
    cautions: {
      directional: 'Menos de 10 respuestas: estas cifras son orientativas.',
      exploratory: 'Menos de 50 prompts: estas cifras son exploratorias.',
    },
  },
  noAnswers: {
    title: 'No hay respuestas en este periodo',
    hint: 'Ejecute sus prompts para obtener respuestas o elija otro periodo.',
    run: 'Ejecutar ahora',
    noPromptsHint:
      'Añada los prompts que usan sus clientes. Las métricas se calculan a partir de las respuestas.',
    addPrompts: 'Añadir prompts',
  },
  trend: {
    label: 'Evolución',
    perPlatform: 'Respuestas propias de cada plataforma',
    bandLead: 'Banda: intervalo de confianza del 95 %',
    positionLead: 'Cuanto más alta la línea, mejor la posición',
    chart: {
      day: (metric, brand) => `${metric} de ${brand} por día`,
      week: (metric, brand) => `${metric} de ${brand} por semana`,
    },
    events: {
      model_changed: 'Modelo nuevo',
      prompts_changed: 'Prompts',
      platforms_changed: 'Plataformas',
      sentiment_method_changed: 'Nuevo método para el sentimiento',
      partial_run: 'Errores',
      established: 'Variación',
    },
    metric: 'Métrica',
    lines: 'Líneas',
    competitors: 'Competidores',
    platforms: 'Plataformas',
    matched: 'Mismos prompts que antes',
    matchedLine: 'Mismos prompts y plataformas',
    matchedLead:
      'La segunda línea solo contiene los prompts y plataformas que también tiene el periodo anterior',
    interval: 'Intervalo',
    byDay: 'Por día',
    byWeek: 'Por semana',
  },
  heatMap: {
    title: 'Plataformas por tema',
    titleWithoutTopics: 'Por plataforma',
    caption: 'Puntuación de visibilidad por plataforma y tema',
    platform: 'Plataforma',
    allTopics: 'Todos los temas',
    models: (platform) => `Modelos de ${platform}`,
    unknownModel: 'Modelo desconocido',
    mentionRate: (rate) => `Tasa de mención ${rate},`,
    answers: (count) => formatQuantity(count, 'respuesta'),
    sample: (range, answers) => `${range}, ${answers}`,
  },
  scoreChange: {
    title: 'Qué explica la variación',
    lead: 'Muestra dónde ha variado la puntuación, no por qué.',
    rose: (before, after, points, prompts) =>
      `De ${formatScore(before.score)} (${before.days}) a ${formatScore(after.score)} (${after.days}): la puntuación subió ${formatScore(points)} puntos en ${formatQuantity(prompts, 'prompt')} con respuestas en ambos periodos. Cada desglose siguiente suma esta variación.`,
    fell: (before, after, points, prompts) =>
      `De ${formatScore(before.score)} (${before.days}) a ${formatScore(after.score)} (${after.days}): la puntuación bajó ${formatScore(points)} puntos en ${formatQuantity(prompts, 'prompt')} con respuestas en ambos periodos. Cada desglose siguiente suma esta variación.`,
    days: (from, to) => `del ${from} al ${to}`,
    byComponent: 'Por componente',
    components: { named: 'Menciones', cited: 'Citas', position: 'Posición' },
    byPlatform: 'Por plataforma',
    byTopic: 'Por tema',
    noTopic: 'Sin tema',
    byPrompt: 'Por prompt',
    otherPrompts: (prompts, points) =>
      `${formatQuantity(prompts, 'prompt más', 'prompts más')} en conjunto: ${formatPoints(points)} puntos`,
    competitors: 'Competidores en los mismos prompts',
    sources: 'Fuentes citadas con más o menos frecuencia',
    newlyCited: (now) => `citada por primera vez en ${citing(now)}`,
    noLongerCited: (before) => `ya no se cita, antes en ${citing(before)}`,
    citedDifferently: (now, before) => `citada en ${citing(now)}, antes en ${citing(before)}`,
    otherChanges: 'Otros cambios en este periodo',
    viewAnswers: 'Ver respuestas',
    points: (points) => `${formatPoints(points)} puntos`,
    partNotSignificant: '(no significativo)',
  },
  topChanges: {
    title: 'Mayores variaciones',
    lead: 'Variaciones significativas: últimos 28 días frente a los 28 días anteriores',
    all: 'Todos los prompts',
    none: 'Ningún prompt ha variado de forma significativa en los últimos 28 días. Las pequeñas variaciones diarias suelen ser ruido.',
  },
  nextActions: {
    title: 'Próximas acciones',
    all: 'Todas las oportunidades',
    none: 'No hay acciones pendientes. Aparecen oportunidades nuevas tras ejecuciones en las que los competidores van por delante.',
    getListed: (domain) => `Conseguir una mención en ${domain}`,
    publish: (prompt) => `Publicar una página que responda a «${prompt}»`,
    gap: (leader, points, answers) =>
      `${leader} le aventaja en ${formatScore(points)} puntos en ${formatQuantity(answers, 'respuesta')}.`,
    gapWithSource: (leader, points, answers, prompt, citing) =>
      `${leader} le aventaja en ${formatScore(points)} puntos en ${formatQuantity(answers, 'respuesta')} a «${prompt}»; el sitio se cita en ${formatCount(citing)}.`,
    createBrief: 'Crear brief',
    viewBrief: 'Ver brief',
    viewEvidence: 'Ver evidencia',
    platformErrors: (platforms) => ({
      title: `Corregir los errores de ${formatQuantity(platforms, 'plataforma')}`,
      why: 'Fallaron en la última ejecución, así que sus respuestas faltan en las métricas.',
    }),
    viewRun: 'Ver ejecución',
    suggestedCompetitor: (name, answers) => ({
      title: `Seguir a ${name} como competidor`,
      why: `Mencionado en ${formatQuantity(answers, 'respuesta')}, pero ausente de las comparaciones.`,
    }),
    reviewCompetitor: 'Revisar sugerencia',
  },
}
