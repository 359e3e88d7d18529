import { formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../traffic/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Tráfico de IA',
    lead: 'Visitas desde plataformas de IA y actividad de rastreadores de IA.',
  },
  visits: {
    empty: 'No hay visitas en este periodo',
    notMeasured: 'Las visitas aún no se miden',
    notMeasuredHint: 'Añada el script anterior a su sitio. Las visitas se cuentan a partir de entonces.',
    emptyHint:
      'Se cuenta una visita cuando alguien llega desde una plataforma de IA a una página con el script. Muchas aplicaciones de IA no envían el referrer, así que es un recuento mínimo.',
    total: (visits) => formatQuantity(visits, 'visita'),
    burst: (visits) =>
      `${formatQuantity(visits, 'visita llegó', 'visitas llegaron')} en ráfagas de más de 100 por minuto y ${visits === 1 ? 'puede ser falsa o automatizada' : 'pueden ser falsas o automatizadas'}.`,
    lead: 'Recuento mínimo: muchas aplicaciones de IA no envían el referrer.',
    chart: (brand) => `Visitas a ${brand} desde plataformas de IA por día`,
    otherPlatforms: 'Otras',
    byPlatform: 'Por plataforma',
    byPlatformCaption: 'Visitas por plataforma',
    platform: 'Plataforma',
    byCountry: 'Por país',
    byCountryCaption: 'Visitas por país',
    country: 'País',
    share: 'Proporción',
    visits: 'Visitas',
  },
  pages: {
    landingPages: 'Páginas de destino',
    landingPagesLead:
      'Páginas a las que llegan los visitantes de plataformas de IA y cuántas veces las citan las respuestas de este periodo.',
    landingPagesCaption: 'Páginas por visitas',
    citedPages: 'Páginas más citadas',
    citedPagesLead: 'Sus páginas más citadas. Una cita no siempre genera una visita.',
    citedPagesWithoutVisits: (count) =>
      `Sus páginas más citadas, ${formatCount(count)} sin visitas. Una cita no siempre genera una visita.`,
    citedPagesNotMeasured: 'Sus páginas más citadas. Las visitas aún no se miden.',
    allCitations: 'Ver todas las citas',
    citedPagesCaption: 'Páginas por citas',
    page: 'Página',
    visits: 'Visitas',
    citations: 'Citas',
  },
  script: {
    title: 'Medir las visitas desde plataformas de IA',
    lead: 'Añada una línea al head de cada página. No usa cookies ni el almacenamiento del navegador y no guarda direcciones IP.',
    check: 'Comprobar instalación',
    checking: 'Comprobando…',
    snippet: 'Script para el head de cada página',
    tagManager: 'Versión para gestores de etiquetas',
    tagManagerSnippet: 'Para gestores de etiquetas que eliminan atributos',
    otherHost:
      'Se recibieron datos de {host} el {time}. No es un dominio de {brand}, así que no se cuentan. Si es suyo, añádalo a los dominios en los ajustes de la marca.',
    noData: (checkedAt, domain) =>
      `Aún no se han recibido datos a ${formatTime(checkedAt)}. Añada el script, abra una página de ${domain} en un navegador y compruébelo de nuevo.`,
    installed: 'Script instalado',
    lastData: (host, seenAt) => `Últimos datos de ${host} el ${formatTime(seenAt)}`,
    alsoOtherHost: (host) =>
      `También se recibieron datos de ${host}, que no es un dominio de la marca, así que no se cuentan.`,
  },
  crawlers: {
    title: 'Agentes de IA',
    lead: 'Páginas consultadas por rastreadores y agentes de plataformas de IA, según los registros de su servidor.',
    empty: 'No hay registros importados de este periodo',
    emptyHint:
      'Importe en el servidor el registro de acceso de su sitio: {command}. Solo se guardan las solicitudes de agentes de IA, con página y hora.',
    agentsCaption: 'Agentes por solicitudes',
    agent: 'Agente',
    purpose: 'Finalidad',
    requests: 'Solicitudes',
    verifiedIp: 'IP verificada',
    lastSeen: 'Última vez',
    pagesCaption: 'Páginas más solicitadas',
    page: 'Página',
  },
}
