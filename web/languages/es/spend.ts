import { formatCost, formatCount, formatDay, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../spend/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Plan y gasto',
    within: 'Organización',
    lead: 'Llamadas de pago, contadas el día en que se guardó el resultado (UTC). Las respuestas simuladas son gratuitas.',
  },
  monthPanel: {
    title: 'Este mes',
    noLimit: 'No hay ningún límite definido.',
    anyLimit: 'Límite',
    limitResets: (limit, resetsAt) => `${limit}; se restablece el ${formatDay(resetsAt)}.`,
    ofLimit: (limitMicros) => `de ${formatCost(limitMicros)}`,
    shareSpent: 'Proporción gastada del límite',
    limitReached: 'Se ha alcanzado el límite: no se envían más consultas hasta que se restablezca.',
    left: (leftMicros) => `Quedan ${formatCost(leftMicros)}.`,
  },
  budgetPanel: {
    title: 'Presupuesto mensual',
    lead: 'Cuando el gasto alcanza este importe, no se envían más consultas hasta el mes siguiente. Las ejecuciones que lo superarían no se inician.',
    amount: 'Dólares estadounidenses al mes',
    noLimit: 'Sin límite',
    save: 'Guardar',
  },
  forecastPanel: {
    title: (month) => `Previsión para ${month}`,
    lead: 'Ejecuciones programadas de todas las marcas activas al coste reciente por respuesta. No incluye las manuales.',
    unavailable: 'La programación de esta instalación no permite hacer una previsión.',
    forQueries: (queries) => `por ${formatQuantity(queries, 'consulta')}`,
    unknown: 'desconocido',
    sentiment: 'Sentimiento',
  },
  planPanel: {
    title: 'Plan',
    selfHosted: 'Autoalojado: no hay límites de plan, solo los ajustes de esta instalación.',
    cloud: (plan) => `«${plan}». Lo que supere estos límites se rechaza; los datos existentes se conservan.`,
    limits: {
      brands: 'Marcas',
      prompts: 'Prompts activos',
      members: 'Miembros',
      platforms: 'Plataformas por marca',
      runs_per_day: 'Ejecuciones manuales al día',
      run_cooldown_seconds: 'Tiempo mínimo entre ejecuciones de una marca',
      spend_micros_per_month: 'Gasto mensual',
      site_audits_per_month: 'Auditorías del sitio al mes',
      briefs_per_month: 'Briefs al mes',
    },
    noLimit: 'Sin límite',
    noCooldown: 'Ninguno',
  },
  period: {
    title: (from, to) => `${formatDay(from)} a ${formatDay(to)}`,
    total: ({ cost_micros, calls, unpriced_calls }) =>
      `${formatCost(cost_micros)} por ${formatQuantity(calls, 'llamada')}${
        unpriced_calls > 0
          ? `, ${formatCount(unpriced_calls)} de ellas con precio desconocido y no incluidas`
          : ''
      }.`,
    month: 'Mes',
    thisMonth: 'Este mes',
    chart: 'Gasto por día',
    chartSeries: 'Gasto',
    empty: 'No hay gasto en este periodo',
    emptyHint: 'Los costes aparecen aquí cuando se configura y se consulta un motor real.',
  },
  tables: {
    byEngine: 'Gasto por motor',
    engine: 'Motor',
    byPurpose: 'Gasto por finalidad',
    purpose: 'Finalidad',
    byBrand: 'Gasto por marca',
    brand: 'Marca',
    noBrand: 'Sin marca',
    deletedBrand: 'Marca eliminada',
    calls: 'Llamadas',
    cost: 'Coste',
  },
}
