import type { LabelTexts } from '../label-texts.ts'

export const texts: LabelTexts = {
  roleLabels: {
    owner: 'Propietario',
    admin: 'Administrador',
    member: 'Miembro',
    viewer: 'Lector',
  },
  roleMeanings: {
    owner: 'Acceso completo',
    admin: 'Acceso completo, salvo la gestión de propietarios',
    member: 'Edita los ajustes de seguimiento e inicia ejecuciones',
    viewer: 'Solo lectura',
  },
  auditStatusLabels: {
    waiting: 'En cola',
    running: 'En curso',
    completed: 'Completada',
    failed: 'Fallida',
  },
  findingLabels: { pass: 'Superado', warn: 'Parcial', fail: 'No superado', na: 'No aplicable' },
  basisLabels: {
    A: 'Documentado por los operadores de los motores o medido en un gran número de solicitudes',
    B: 'Medido en estudios, con limitaciones',
    C: 'Buena práctica, sin medir',
  },
  formats: {
    range: (low, high) => `${low} a ${high}`,
    separator: ', ',
    labelEnd: ': ',
    inParentheses: (text) => ` (${text})`,
    milliseconds: (count) => `${count} ms`,
    seconds: (count) => `${count} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  },
  brandStatusLabels: { active: 'Activa', paused: 'En pausa' },
  checkFrequencyLabels: {
    hourly: 'Cada hora',
    daily: 'Cada día',
    weekly: 'Cada semana',
    monthly: 'Cada mes',
    manual: 'Solo manual',
  },
  runStatusLabels: {
    waiting: 'En cola',
    active: 'En curso',
    completed: 'Completada',
    failed: 'Fallida',
    cancelled: 'Cancelada',
  },
  runPhaseLabels: {
    preparing: 'Preparando consultas',
    'querying-platforms': 'Consultando plataformas',
    'awaiting-results': 'Esperando respuestas',
    finalizing: 'Calculando métricas',
  },
  inProgressLabel: 'En curso',
  answerStatusLabels: {
    answered: 'Respondida',
    empty: 'Respuesta vacía',
    refused: 'Rechazada',
    failed: 'Fallida',
  },
  surfaceLabels: {
    consumer_ui: 'Interfaz de usuario (scraping)',
    api: 'API oficial',
    simulated: 'Simulado',
  },
  surfaceMeanings: {
    consumer_ui: 'la respuesta que ve un usuario de la plataforma, obtenida por un servicio de scraping',
    api: 'la API del proveedor con búsqueda web; las respuestas pueden diferir de las que ven los usuarios',
    simulated: 'generado por el simulador integrado, no por un motor real',
  },
  spendKindLabels: {
    answers: 'Respuestas',
    sentiment: 'Sentimiento',
    briefs: 'Briefs',
    suggestions: 'Sugerencias',
    volumes: 'Volúmenes de búsqueda',
    tests: 'Pruebas de motores',
  },
  limitedByLabels: {
    plan: 'Límite del plan',
    organization: 'Su presupuesto mensual',
    setting: 'Límite de esta instalación',
  },
  sentimentLabels: {
    positive: 'Positivo',
    neutral: 'Neutro',
    negative: 'Negativo',
    unknown: 'Poco claro',
  },
  changeLabels: {
    up: 'Sube',
    down: 'Baja',
    no_significant_change: 'Sin variación significativa',
    insufficient_data: 'Datos insuficientes',
    not_comparable: 'No comparable',
  },
  promptCategoryLabels: {
    comparison: 'Comparación',
    best: 'Los mejores',
    'how-to': 'Cómo hacerlo',
    alternative: 'Alternativa',
    recommendation: 'Recomendación',
    informational: 'Informativo',
    branded: 'Con la marca',
    other: 'Otros',
  },
  cardRoleLabels: { own: 'Su marca', competitor: 'Competidor', other: 'Otros' },
  sourceCategoryLabels: {
    owned: 'Su sitio',
    competitor: 'Competidor',
    editorial: 'Medio',
    review: 'Reseñas',
    forum: 'Foro',
    social: 'Redes sociales',
    video: 'Vídeo',
    ecommerce: 'Tienda',
    reference: 'Referencia',
    institutional: 'Administración y educación',
    other: 'Otros',
  },
  articleTypeLabels: {
    comparison: 'Comparativa',
    list: 'Lista',
    'how-to': 'Guía',
    review: 'Reseña',
    documentation: 'Documentación',
    news: 'Noticia',
    'forum-thread': 'Hilo de foro',
    product: 'Página de producto',
    homepage: 'Página de inicio',
    other: 'Otros',
  },
  metricLabels: {
    visibility_score: {
      label: 'Puntuación de visibilidad',
      definition:
        'Visibilidad media de la marca en todas las respuestas, de 0 a 100. Cada respuesta aporta 60 puntos por una mención, 25 por una cita de un dominio de la marca y hasta 15 por la posición (15 dividido por su puesto entre las marcas seguidas).',
    },
    mention_rate: {
      label: 'Tasa de mención',
      definition: 'La proporción de respuestas que mencionan la marca.',
    },
    citation_rate: {
      label: 'Tasa de citación',
      definition: 'La proporción de respuestas que citan un dominio de la marca.',
    },
    share_of_voice: {
      label: 'Cuota de voz',
      definition:
        'Menciones de la marca como porcentaje de todas las menciones de la marca y sus competidores seguidos.',
    },
    sentiment: {
      label: 'Sentimiento positivo',
      definition:
        'De las respuestas que mencionan la marca con un sentimiento conocido, la proporción de positivas.',
    },
    citations: {
      label: 'Citas de sus sitios',
      definition:
        'Citas de los dominios de la marca. Una URL citada dos veces en una respuesta cuenta dos veces.',
    },
    average_position: {
      label: 'Posición media',
      definition:
        'La posición de la primera mención de la marca entre las marcas seguidas, en promedio de las respuestas que la mencionan. 1 es la primera.',
    },
  },
  denominatorRule: 'Se excluyen las respuestas fallidas, rechazadas y vacías.',
  opportunityStatusLabels: {
    new: 'Nueva',
    sent: 'Enviada',
    in_progress: 'En curso',
    done: 'Completada',
    dismissed: 'Descartada',
  },
  impactLabels: { high: 'Alto', medium: 'Medio', low: 'Bajo' },
  opportunityTypeLabels: { owned: 'Página propia', earned: 'Sitio de terceros' },
  opportunityTypeMeanings: {
    owned: 'Las respuestas citan páginas de empresas, o nada: se podría citar una página suya.',
    earned:
      'Las respuestas citan listas, reseñas y foros: el objetivo es conseguir una mención en esas páginas.',
  },
  certaintyLabels: { established: 'Confirmada', directional: 'Necesita más datos' },
  certaintyMeanings: {
    established: 'Al menos 10 respuestas, y el intervalo de confianza de la diferencia es superior a cero.',
    directional: 'Pocas respuestas, o una diferencia no significativa.',
  },
  scoreParts: {
    gap: {
      label: 'Diferencia',
      meaning:
        'En cuántos puntos de visibilidad le aventaja el competidor líder, en el límite inferior del intervalo de confianza. A partir de 60 puntos, puntuación máxima.',
    },
    certainty: {
      label: 'Certeza',
      meaning: 'El límite inferior del intervalo de confianza, en proporción a la diferencia.',
    },
    volume: {
      label: 'Volumen de búsqueda',
      meaning:
        'Búsquedas mensuales según la fuente de volúmenes, en escala logarítmica. A partir de 100.000, puntuación máxima.',
    },
    intent: {
      label: 'Intención',
      meaning:
        'Los prompts de compradores que están eligiendo tienen la puntuación máxima; los puramente informativos, menos de la mitad.',
    },
    sources: {
      label: 'Fuentes',
      meaning: 'La proporción de citas que corresponden al tipo de esta oportunidad.',
    },
  },
  briefMethodLabels: {
    evidence: 'Generado a partir de los datos',
    model: 'Redactado por el modelo de lenguaje a partir de los datos',
    person: 'Editado manualmente',
  },
  deliveryErrorLabels: {
    timeout: 'Sin respuesta completa en 15 segundos',
    dns: 'Host no encontrado',
    refused: 'Conexión rechazada',
    unreachable: 'Host inaccesible',
    tls: 'Certificado no válido o TLS no compatible',
    cut: 'La conexión se cerró antes de completar la respuesta',
    bad_response: 'La respuesta no es HTTP válido',
    too_large: 'Las cabeceras de la respuesta son demasiado grandes',
    unsafe_url: 'La URL apunta a una red privada, lo que no está permitido',
  },
  deliveryTexts: { none: 'Sin respuesta', status: (status) => `Estado ${status}` },
  crawlerRoleLabels: {
    training: 'Entrenamiento de modelos',
    search: 'Índice de búsqueda',
    user: 'Solicitud de un usuario',
    agent: 'Agente',
  },
  alertKindLabels: {
    number_changed: 'Ha variado una métrica de la marca',
    competitor_changed: 'Ha variado la puntuación de un competidor',
    competitor_overtook: 'Un competidor ha superado a la marca, o al revés',
    competitor_appeared: 'Aparece un nuevo competidor en las respuestas',
    source_changed: 'Se empieza o se deja de citar una fuente',
    own_page_changed: 'Se empieza o se deja de citar una página de la marca',
    negative_sentiment: 'Aparecen respuestas negativas',
    run_failed: 'Una ejecución ha fallado o está incompleta',
    engine_key_failed: 'Un motor rechaza su clave',
    budget_reached: 'Se ha alcanzado un límite de gasto',
    audit_got_worse: 'Una auditoría del sitio ha empeorado',
    traffic_changed: 'Han variado las visitas desde plataformas de IA',
  },
  alertDirectionLabels: {
    any: 'Ambas direcciones',
    up: 'Sube',
    down: 'Baja',
    new: 'Nueva',
    lost: 'Perdida',
  },
  alertSeverityLabels: { high: 'Alta', medium: 'Media', low: 'Baja' },
  alertStatusLabels: { open: 'Abierta', acknowledged: 'Confirmada', resolved: 'Resuelta' },
  alertResolutionLabels: {
    user: 'Resuelta por un miembro',
    recovered: 'Ya no se aplica',
    withdrawn: 'Los datos posteriores no la confirman',
    expired: 'Más de 35 días',
  },
  unknownCountryLabel: 'Desconocido',
}
