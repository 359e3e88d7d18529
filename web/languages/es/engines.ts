import { formatCost, formatDuration, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../engines/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Motores',
    within: 'Organización',
    lead: 'Cómo se consulta cada plataforma y con qué clave.',
    settingsReference: 'Leer la referencia de ajustes',
    simulatedTitle: 'Todas las plataformas son simuladas: no hay ninguna clave de motor configurada.',
    simulated:
      'Para consultar motores reales, añada una clave más abajo o configúrela en el servidor. Ejemplo:',
    platforms: 'Plataformas',
  },
  platform: {
    notConfigured: 'Sin configurar',
    queriedThrough: (backend) => `Se consulta mediante: ${backend}`,
    simulator: 'Simulador integrado',
    notQueried: 'No se consulta. Para activarla, añada una clave o defina',
    ownKey: 'Su clave',
    test: 'Probar',
    testing: 'Probando',
    testOne: (platform) => `Probar ${platform}`,
  },
  testResult: {
    answer: 'Respuesta',
    sources: (count) => formatQuantity(count, 'fuente'),
  },
  reliability: {
    line: (name, facts) => `${name}: ${facts}`,
    week: (monday, facts) => `Semana del ${monday}: ${facts}`,
    answered: (pct, queries) => `${formatPct(pct)} de ${formatQuantity(queries, 'consulta')} con respuesta`,
    durations: (medianMs, p95Ms) =>
      `mediana ${formatDuration(medianMs)}, 95 % en menos de ${formatDuration(p95Ms)}`,
    cost: (micros) => `${formatCost(micros)} por respuesta`,
  },
  checks: {
    title: 'Comprobación de los motores',
    passed: 'Todas las comprobaciones son correctas.',
    checkedAt: (time) => `Comprobado: ${time}.`,
    checkNow: 'Comprobar ahora',
  },
  models: {
    title: 'Cuánto cuesta cada modelo',
    lead: 'Estimaciones para sus prompts y programaciones, a precios de lista, búsquedas incluidas.',
    basisPast: (answers) =>
      `Según el uso medio de sus ${formatQuantity(answers, 'respuesta')} de los últimos 30 días.`,
    basisTypical: (queries) =>
      `Según respuestas típicas; una ejecución tiene ${formatQuantity(queries, 'consulta')}.`,
    setting: 'Para cambiar el modelo, configure',
    caption: (backend) => `Cuánto cuesta cada modelo de ${backend}`,
    model: 'Modelo',
    perAnswer: 'Por respuesta',
    perRun: 'Por ejecución',
    perMonth: 'Por mes',
    perMonthFlex: 'Por mes, nivel flex',
    configured: 'Configurado',
    ends: (day) => `Finaliza el ${day}`,
    endsWith: (day, replacement) => `Finaliza el ${day}; después, ${replacement}`,
  },
  keys: {
    title: 'Claves',
    lead: 'Las claves se cifran, permanecen en este servidor y solo se envían al proveedor. Su clave sustituye a la configurada en el servidor.',
    own: (last) => (last === '' ? 'Su clave' : `Su clave ••••${last}`),
    fromServer: 'Clave configurada en el servidor',
    none: 'Sin clave',
    unreadable:
      'Esta clave no se puede descifrar porque se cifró con otro SECRET_KEY. Introdúzcala de nuevo.',
    typicalCost: (micros) => `Unos ${formatCost(micros)} por respuesta`,
    spent: (micros) => `${formatCost(micros)} este mes`,
    spentOfLimit: (micros, limit) => `${formatCost(micros)} de ${formatCost(limit)} este mes`,
    limitReached: 'Límite alcanzado: no hay más consultas este mes',
    add: 'Añadir clave',
    edit: 'Editar',
    addTo: (backend) => `Añadir clave de ${backend}`,
    editOf: (backend) => `Editar la clave de ${backend}`,
    remove: 'Quitar',
    removeOf: (backend) => `Quitar la clave de ${backend}`,
    removeTitle: (backend) => `¿Quitar su clave de ${backend}?`,
    removeAction: 'Quitar clave',
    removed:
      'La clave y su límite se eliminan. Si hay una clave configurada en el servidor, vuelve a usarse.',
  },
  sentiment: {
    title: 'Sentimiento',
    lead: 'Quién clasifica cómo presentan su marca las respuestas. No se envía nada a un modelo hasta que elija uno aquí.',
    label: 'Clasificado por',
    rules: 'Solo reglas',
    option: (vendor, model, cost) => `${vendor}, ${model} (${cost})`,
    perMonth: (micros) => `unos ${formatCost(micros)} al mes`,
    perThousand: (micros) => `unos ${formatCost(micros)} por cada 1000 respuestas`,
    fromSettings: 'Definido en el servidor',
    hint: 'Un modelo clasifica las respuestas a partir de hoy. Las anteriores quedan sin sentimiento para que ninguna cifra mezcle métodos.',
    consent: (vendor, cost) => `Permitir que ${vendor} también clasifique el sentimiento: ${cost}`,
    consentHint:
      'Envía los textos de las respuestas y los nombres que contienen. Cuenta en el gasto y los límites. Puede cambiarlo aquí en cualquier momento.',
  },
  keyDialog: {
    title: (backend) => `Clave de ${backend}`,
    labels: { API_KEY: 'Clave de API', LOGIN: 'Usuario de API', PASSWORD: 'Contraseña de API' },
    storedHint: (last) =>
      `${last === '' ? 'Hay una clave guardada' : `Guardada: ••••${last}`}. Déjelo vacío para conservarla.`,
    serverHint: 'Hay una clave configurada en el servidor. Introduzca la suya para usarla en su lugar.',
    test: 'Probar clave',
    testing: 'Probando',
    testPrice: (micros) => `La prueba envía una consulta, que cuesta unos ${formatCost(micros)}.`,
    limit: 'Límite mensual en dólares estadounidenses',
    noLimit: 'Sin límite',
    limitHint:
      'Al alcanzar el límite, no se envían más consultas hasta el mes siguiente. Las consultas en curso terminan.',
    save: 'Guardar',
  },
}
