import { formatCount, formatQuantity, formatRange } from '../../../vocabulary/formats.ts'
import type { copy } from '../../onboarding/copy.ts'

export const texts: typeof copy = {
  steps: {
    label: 'Pasos',
    completed: 'Completado:',
    website: 'Sitio web',
    brand: 'Marca',
    prompts: 'Prompts',
    engine: 'Conectar un motor',
    firstRun: 'Primera ejecución',
  },
  continue: 'Continuar',
  back: 'Atrás',
  cancel: 'Cancelar',
  newBrandPage: {
    title: 'Añadir marca',
    lead: '¿Qué desea seguir?',
    notAllowed:
      'No tiene permiso para añadir marcas. Pida a un propietario o administrador que añada la marca o que le dé acceso a todas.',
  },
  websiteStep: {
    website: 'Sitio web',
    placeholder: 'acme.com',
    hint: 'La página de inicio se lee una vez para rellenar el siguiente paso. No se guarda nada hasta el final.',
    reading: 'Leyendo el sitio…',
  },
  brandStep: {
    siteUnreadable: (domain, problem) =>
      `No se ha podido leer ${domain}: ${problem}. Rellene los datos siguientes.`,
    suggestedFromSite: (domain) =>
      `Los valores proceden de la página de inicio de ${domain}. Revíselos y corrija lo que no sea correcto.`,
    suggestedByModel: (domain) =>
      `Los valores proceden de la página de inicio de ${domain} y del modelo de lenguaje. Revíselos y corrija lo que no sea correcto.`,
    suggestedWithoutSite: (problem) => `No se ha podido leer el sitio: ${problem}.`,
    name: 'Nombre',
    domain: 'Dominio',
    domainHint: 'Las citas de este dominio y sus subdominios cuentan como suyas.',
    aliases: 'Alias, uno por línea',
    aliasesHint: 'Otros nombres que solo se refieren a esta marca.',
    offering: 'Producto o categoría',
    offeringPlaceholder: 'zapatillas de running',
    offeringHint: 'Con las palabras de sus clientes, sin su nombre. Se usa para generar prompts.',
    industry: 'Sector',
    industryPlaceholder: 'Artículos deportivos',
    industryHint: 'Se usa para generar prompts.',
    description: 'Descripción',
  },
  competitorFields: {
    title: 'Competidores',
    optional: 'Opcional',
    lead: 'Los competidores permiten comparar sus métricas. Tras la primera ejecución se sugieren otros que aparecen a menudo en las respuestas.',
    add: 'Añadir competidor',
    name: (number) => `Competidor ${number}`,
    domain: (number) => `Dominio del competidor ${number}`,
    remove: (number) => `Quitar el competidor ${number}`,
  },
  promptsStep: {
    noSuggestions: (reason) =>
      `No hay sugerencias de prompts: ${reason} Escriba sus propios prompts más abajo.`,
    suggestedByModel: 'Sugeridos por el modelo de lenguaje.',
    suggestedFromTemplates: 'Sugeridos a partir de plantillas.',
    advice:
      'Los prompts más útiles son los de personas que aún no le conocen, por eso los que contienen la marca no están seleccionados.',
    include: (text) => `Incluir: ${text}`,
    prompt: (number) => `Prompt ${number}`,
    branded: 'Con la marca',
    ownPrompts: 'Sus propios prompts, uno por línea',
    ownPlaceholder: '¿Cuál es el mejor…?',
    addBrand: 'Añadir marca',
    addBrandWith: (prompts) => `Añadir marca con ${formatQuantity(prompts, 'prompt')}`,
  },
  firstRunPage: {
    title: 'Primera ejecución',
    lead: (brand) =>
      `Ejecute sus prompts sobre ${brand} en cada plataforma. Todas las respuestas se guardan completas.`,
    noPrompts: 'Aún no hay prompts',
    noPromptsHint: 'Escriba lo que preguntaría un cliente antes de conocerle y vuelva aquí.',
    addPrompts: 'Añadir prompts',
    notAllowed:
      'Tiene acceso de solo lectura. Pida a un miembro con permiso de escritura que inicie la primera ejecución.',
    leavePage: 'Puede salir de esta página; la ejecución continúa en segundo plano.',
    cancelled: 'La ejecución se canceló antes de que respondiera ninguna plataforma.',
    tryAgain: 'Reintentar',
  },
  connectStep: {
    lead: 'Ansight envía sus prompts a los motores con sus propias claves. Las claves se cifran, permanecen en este servidor y solo se envían al proveedor.',
    test: 'Probar',
    testAgain: 'Probar de nuevo',
    testing: 'Probando',
    answered: '(disponible)',
    notAnswered: '(no disponible)',
    connect: 'Conectar un motor real',
    connectMore: 'Conectar más motores',
    continueSimulated: 'Continuar con respuestas simuladas',
    ownKeysLead:
      'OpenRouter necesita una sola clave para ChatGPT, Claude, Gemini, Grok y Perplexity. Copilot y las respuestas de IA de Google necesitan un scraper.',
    keysLead:
      'Un propietario o administrador puede añadir una clave o definir una de estas variables en el servidor.',
    options: {
      openRouter: {
        name: 'OpenRouter',
        explanation: 'Una sola clave para ChatGPT, Claude, Gemini, Grok y Perplexity.',
      },
      providers: { name: 'Claves de proveedores', explanation: 'Cada proveedor con su propia clave.' },
      scrapers: {
        name: 'Scrapers',
        explanation: 'Lo que se ve en las aplicaciones, incluidos Copilot y las respuestas de IA de Google.',
      },
    },
    cost: {
      title: 'Coste previsto',
      perMonth: (cost) => `${cost} al mes`,
      free: 'Gratis',
      unknown: 'Desconocido',
      answers: (count) => `${formatQuantity(count, 'respuesta')} al mes`,
      prompts: 'Prompts',
      platforms: 'Plataformas',
      basis:
        'Con ejecuciones diarias al precio reciente o habitual por respuesta. Las plataformas y la frecuencia se eligen en el siguiente paso.',
    },
  },
  platformsStep: {
    platforms: 'Plataformas',
    lead: 'Cada prompt se ejecuta en cada plataforma. Puede cambiarlo más adelante en los ajustes de la marca.',
    frequency: 'Frecuencia de ejecución',
    run: 'Ejecutar ahora',
    queries: (count) => formatQuantity(count, 'consulta'),
    noPlatform: 'Seleccione una plataforma en la que ejecutar los prompts.',
  },
  firstInsight: {
    label: 'Primeros resultados',
    noAnswers:
      'Ninguna plataforma ha respondido todavía, así que no hay métricas. Compruebe el estado de las plataformas y vuelva a ejecutar los prompts.',
    mentionRate: '{rate} de {answers} mencionan {brand}.',
    mentionRateUnbranded: '{rate} de {answers} mencionan {brand} (prompts sin la marca).',
    answers: (count) => formatQuantity(count, 'respuesta'),
    sample: (answers, prompts, interval) =>
      `n = ${formatCount(answers)}, ${formatQuantity(prompts, 'prompt')}${
        interval === null ? '' : `; IC del 95 %: ${formatRange(interval, '%')}`
      }. Una ejecución es una instantánea: con más ejecuciones, el intervalo se estrecha.`,
    platforms:
      '{best} es la que más la menciona ({bestRate} de sus respuestas) y {worst} la que menos ({worstRate}).',
    competitor: '{competitor} se menciona en el {rate} de las mismas respuestas.',
    competitorAhead:
      '{competitor} se menciona en el {rate} de las mismas respuestas, más a menudo que usted.',
    cited: 'El {rate} de las respuestas citan una página de {brand}.',
    notCited: (brand) => `Ninguna respuesta cita todavía una página de ${brand}.`,
    platformErrors: 'Algunas plataformas han dado errores; véase más abajo.',
    viewOverview: 'Ver el resumen',
    viewAnswers: 'Ver respuestas',
  },
}
