import { formatCount, formatQuantity, formatShare } from '../../../vocabulary/formats.ts'
import type { copy } from '../../answers/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Respuestas',
    lead: 'El texto completo de cada respuesta en la que se basan sus métricas.',
    summary: (total, period) => `${formatQuantity(total, 'respuesta')} en ${period}.`,
    newest: (shown) => `Se muestran las ${formatCount(shown)} más recientes.`,
    caption: 'Respuestas',
    emptyTitle: 'No hay respuestas que coincidan',
    empty:
      'Elija otro periodo o quite un filtro. Para ver respuestas fallidas, rechazadas o vacías, cambie el estado.',
    emptySearch:
      'No hay respuestas a un prompt con este texto. La búsqueda abarca los prompts, no los textos de las respuestas.',
  },
  columns: {
    prompt: 'Prompt',
    platform: 'Plataforma',
    mentioned: 'Mención',
    score: 'Puntuación',
    sentiment: 'Sentimiento',
    citations: 'Citas',
    date: 'Fecha',
  },
  cells: {
    alsoMentioned: (competitors) => `También se menciona: ${competitors}`,
    mentioned: (rank) => (rank === null ? 'Sí' : `Sí, n.º ${rank}`),
    notMentioned: 'No',
    citations: (total, own) =>
      own === 0 ? formatCount(total) : `${formatCount(total)} (suyas: ${formatCount(own)})`,
  },
  filters: {
    mentioned: 'Mención',
    mentionedAny: 'Mención: todas',
    mentionedYes: 'Menciona la marca',
    mentionedNo: 'No menciona la marca',
    sentiment: 'Sentimiento',
    sentimentAny: 'Cualquier sentimiento',
    competitor: 'Competidor',
    competitorAny: 'Cualquier competidor',
    mentions: (name) => `Menciona a ${name}`,
    status: 'Estado',
    search: 'Buscar prompts',
    statusAny: 'Todos los estados',
  },
  chips: {
    prompt: (text) => (text === undefined ? 'Un prompt' : `Prompt: ${text}`),
    run: 'Una ejecución',
    model: (model) => `Modelo: ${model}`,
    cites: (source) => `Cita ${source}`,
    mentionsProduct: (name) => `Menciona ${name ?? 'un producto'}`,
    withoutCompetitor: (name) => `No menciona a ${name ?? 'un competidor'}`,
    citesYou: 'Cita sus sitios',
    doesNotCiteYou: 'No cita sus sitios',
    remove: 'Quitar filtro',
  },
  compare: {
    title: 'Comparar respuestas',
    selected: (count) => formatQuantity(count, 'seleccionada'),
    chooseTwo: 'Seleccione dos respuestas para compararlas.',
    action: 'Comparar',
    select: (prompt, platform) => `Seleccionar: ${platform}, ${prompt}`,
    clear: 'Borrar la selección',
    side: (number, platform) => `Respuesta ${number}: ${platform}`,
    label: 'Respuestas seleccionadas',
    differences: 'Mostrar diferencias de palabras',
    sideBySide: 'Mostrar en paralelo',
    otherPlatforms:
      'Las diferencias de palabras están disponibles para dos respuestas de la misma plataforma.',
    twoPrompts: (first, second) => `${first} / ${second}`,
    emptyTitle: 'No hay respuestas seleccionadas',
    empty: 'Seleccione dos respuestas de la lista para compararlas.',
  },
  answer: {
    back: 'Respuestas',
    allAnswers: 'Todas las respuestas a este prompt',
    ownMention: 'Su marca',
    competitorMention: 'Competidor',
    competitor: (name) => `Competidor: ${name}`,
    table: 'Tabla de la respuesta',
    searchStopped:
      'Solo se buscaron nombres en la primera parte de esta respuesta: su texto y los alias se solapan demasiadas veces. Las menciones posteriores no se cuentan.',
  },
  noText: {
    deleted: 'Texto eliminado',
    deletedReason:
      'El texto y las fuentes se eliminaron tras el plazo de conservación de su organización. Las métricas siguen incluyendo esta respuesta.',
    reasons: {
      failed: 'El motor no indicó ningún motivo.',
      refused: 'El motor se negó a responder.',
      empty: 'El motor devolvió una respuesta vacía.',
    },
    consequence: 'Esta respuesta se excluye de todas las métricas.',
  },
  facts: {
    mentioned: (brand) => `Mención de ${brand}`,
    notMentioned: 'No',
    none: '–',
    mentions: (times) => formatQuantity(times, 'vez', 'veces'),
    onlyBrand: (times) => `${formatQuantity(times, 'vez', 'veces')}, única marca seguida`,
    rankedMentions: (times, rank, brands) =>
      `${formatQuantity(times, 'vez', 'veces')}, n.º ${rank} de ${brands} marcas seguidas`,
    competitors: 'Competidores mencionados',
    competitorMentions: (times, rank) => `n.º ${rank}, ${formatQuantity(times, 'vez', 'veces')}`,
    sentiment: 'Sentimiento',
    confidence: (sentiment, share) => `${sentiment} (confianza del ${formatShare(share)})`,
    model: 'Modelo',
    unknownModel: 'No indicado',
    queried: 'Consultada',
    answered: 'Respondida',
    searches: (count) => `Búsquedas web del motor (${formatCount(count)})`,
    quoted: (search) => `«${search}»`,
    cost: 'Coste',
  },
  sources: {
    citations: (count) => formatQuantity(count, 'cita'),
    own: (count) => (count === 0 ? ', ninguna de sus sitios' : `, ${formatCount(count)} de sus sitios`),
    none: 'Esta respuesta no cita fuentes.',
    retrieved: (count) =>
      formatQuantity(count, 'página consultada pero no citada', 'páginas consultadas pero no citadas'),
    noDomain: 'Sin dominio',
  },
}
