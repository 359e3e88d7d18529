import { formatCount, formatDay, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../citations/copy.ts'

const otherFilters = 'Elija otro periodo o quite un filtro.'

export const texts: typeof copy = {
  page: {
    title: 'Fuentes',
    verdict: (targets) =>
      targets === 0
        ? 'No se cita ninguna fuente en respuestas que mencionen a un competidor pero no a su marca.'
        : `Merece la pena dirigirse a ${formatQuantity(targets, 'fuente')}.`,
    largest: (domain, answers, brand) =>
      `${domain} se cita en ${formatQuantity(answers, 'respuesta')} que ${answers === 1 ? 'menciona' : 'mencionan'} a un competidor pero no a ${brand}.`,
    emptyTitle: 'No hay citas en este periodo',
    empty: `Los motores citan fuentes cuando buscan en la web. ${otherFilters}`,
    summary: (totals, answers, period) =>
      `${formatQuantity(totals.citations, 'cita')} de ${formatQuantity(totals.urls, 'página')} en ${formatQuantity(totals.domains, 'dominio')}, en ${formatCount(totals.results_with_citations)} de ${formatQuantity(answers, 'respuesta')} en ${period}.`,
    sourceType: 'Tipo de fuente',
    allSourceTypes: 'Todos los tipos de fuente',
    views: {
      targets: 'Objetivos',
      companies: 'Competidores y tiendas',
      domains: 'Todos los dominios',
      pages: 'Páginas',
      changes: 'Nuevas y perdidas',
    },
    viewLabel: 'Fuentes',
  },
  targets: {
    caption: 'Fuentes que merecen la pena, mayor puntuación primero',
    companiesCaption: 'Sitios de competidores y tiendas',
    none: 'En este periodo no se citan fuentes de este tipo.',
    columns: {
      source: 'Fuente',
      answers: 'Respuestas',
      missed: 'Sin usted',
      score: 'Puntuación',
      competitors: 'Competidores',
      you: 'Usted',
      opportunity: 'Oportunidad',
    },
    definition:
      'Puntuación: número de respuestas que citan la fuente y mencionan a un competidor seguido pero no a usted, como porcentaje del número más alto. No se comprueba si la propia página le menciona.',
    mentioned: (pct) => `En el ${formatPct(pct)}`,
    notMentioned: 'Sin mención',
    competitor: (name, results) => `${name}: ${formatQuantity(results, 'respuesta')}`,
    noCompetitors: 'Ninguno',
    create: 'Crear oportunidad',
    createFor: (domain) => `Crear oportunidad para ${domain}`,
    owner: (name) => `, ${name}`,
  },
  changes: {
    chart: 'Fuentes citadas por primera y última vez, por semana',
    title: 'Fuentes nuevas y perdidas por semana',
    lead: 'Perdida: citada la semana anterior y no desde entonces',
    added: 'Nuevas',
    lost: 'Perdidas',
    newTitle: (count) => `Fuentes nuevas (${formatCount(count)})`,
    newLead: 'Citadas por primera vez en este periodo.',
    lostTitle: (count) => `Fuentes perdidas (${formatCount(count)})`,
    lostLead: 'Citadas en el periodo anterior, pero no en este.',
    none: 'Ninguna.',
    caution: 'Las fuentes que se citan poco aparecen y desaparecen por azar.',
    columns: {
      source: 'Fuente',
      answers: 'Respuestas',
      change: 'Variación',
      first: 'Primera cita',
      last: 'Última cita',
    },
  },
  sourceTypes: {
    title: 'Citas por tipo de fuente',
    filter: (type, citations) => `${type}: ${formatQuantity(citations, 'cita')}`,
  },
  sources: {
    domainsCaption: 'Dominios citados',
    pagesCaption: 'Páginas citadas',
    domain: 'Dominio',
    page: 'Página',
    citations: 'Citas',
    citingAnswers: 'Respuestas que la citan',
    shareOfAll: (pct) => `${formatPct(pct)} de las respuestas`,
    mentionYou: 'Le mencionan',
  },
  citedPage: {
    back: 'Fuentes',
    emptyTitle: 'No se cita en este periodo',
    empty: (answers, period) =>
      `${
        answers === 0
          ? `No hay respuestas en ${period}.`
          : `De ${formatQuantity(answers, 'respuesta')} en ${period}, ninguna cita esta página.`
      } ${otherFilters}`,
    site: 'Sitio',
    owner: 'Propietario',
    thirdParty: 'Terceros',
    yours: 'Suyo',
    sourceType: 'Tipo de fuente',
    pageType: 'Tipo de página',
    openPage: 'Abrir página',
  },
  keyFigures: {
    share: 'Proporción de respuestas',
    shareDefinition: 'La proporción de respuestas que citan esta página.',
    citingAnswers: (answers) => formatQuantity(answers, 'respuesta'),
    ofAnswers: (answers, citations) => `de ${formatCount(answers)}, ${formatQuantity(citations, 'cita')}`,
    mentionRate: 'Tasa de mención al citarse',
    mentionRateDefinition: 'De las respuestas que citan esta página, la proporción que menciona la marca.',
    firstCited: 'Primera cita',
    firstCitedDefinition: 'El primer día de este periodo en que una respuesta cita esta página.',
    lastCited: (day) => `Última cita el ${formatDay(day)}`,
  },
  trend: {
    title: 'Evolución',
    lead: 'La proporción de respuestas que citan esta página. Banda: intervalo de confianza del 95 %.',
    chart: (granularity) =>
      `Proporción de respuestas que citan la página, por ${granularity === 'week' ? 'semana' : 'día'}`,
    series: 'Proporción de respuestas',
    interval: 'Intervalo',
    byDay: 'Por día',
    byWeek: 'Por semana',
  },
  usage: {
    byPlatform: 'Por plataforma',
    byPlatformCaption: 'Respuestas que la citan por plataforma',
    byPrompt: 'Por prompt',
    byPromptLead: 'Prompts con alguna respuesta que cita esta página.',
    byPromptCaption: 'Respuestas que la citan por prompt',
    columns: {
      platform: 'Plataforma',
      prompt: 'Prompt',
      citingAnswers: 'Respuestas que la citan',
      share: 'Proporción de respuestas',
      answers: 'Respuestas',
    },
  },
  mentionedBrands: {
    title: 'Marcas mencionadas',
    lead: 'Usted y los competidores mencionados en las respuestas que citan esta página.',
    caption: 'Marcas mencionadas en las respuestas que la citan',
    you: 'Usted',
    columns: {
      name: 'Nombre',
      answers: 'Respuestas con mención',
      share: 'Proporción de respuestas que la citan',
      citingAnswers: 'Respuestas que la citan',
    },
  },
  newestAnswers: {
    title: 'Respuestas más recientes',
    viewAll: (count) => (count === 1 ? 'Ver la respuesta' : `Ver las ${formatCount(count)} respuestas`),
    caption: 'Respuestas más recientes que citan esta página',
    columns: {
      prompt: 'Prompt',
      platform: 'Plataforma',
      mentioned: 'Mención',
      alsoMentioned: 'También se menciona',
      date: 'Fecha',
    },
  },
}
