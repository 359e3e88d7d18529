import { formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../traffic/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Trafic IA',
    lead: 'Visites en provenance des plateformes d’IA et activité des robots d’IA.',
  },
  visits: {
    empty: 'Aucune visite sur cette période',
    notMeasured: 'Les visites ne sont pas encore mesurées',
    notMeasuredHint:
      'Ajoutez le script ci-dessus à votre site. Les visites sont comptées à partir de ce moment.',
    emptyHint:
      'Une visite est comptée lorsqu’une personne arrive d’une plateforme d’IA sur une page dotée du script. Beaucoup d’applications d’IA n’envoient pas de référent : c’est donc un minimum.',
    total: (visits) => formatQuantity(visits, 'visite'),
    burst: (visits) =>
      `${formatQuantity(visits, 'visite est arrivée', 'visites sont arrivées')} par rafales de plus de 100 par minute et ${visits === 1 ? 'peut être falsifiée ou automatisée' : 'peuvent être falsifiées ou automatisées'}.`,
    lead: 'Minimum : beaucoup d’applications d’IA n’envoient pas de référent.',
    chart: (brand) => `Visites vers ${brand} depuis les plateformes d’IA, par jour`,
    otherPlatforms: 'Autres',
    byPlatform: 'Par plateforme',
    byPlatformCaption: 'Visites par plateforme',
    platform: 'Plateforme',
    byCountry: 'Par pays',
    byCountryCaption: 'Visites par pays',
    country: 'Pays',
    share: 'Part',
    visits: 'Visites',
  },
  pages: {
    landingPages: 'Pages de destination',
    landingPagesLead:
      'Pages où arrivent les visiteurs des plateformes d’IA, et nombre de citations par les réponses de cette période.',
    landingPagesCaption: 'Pages par visites',
    citedPages: 'Pages les plus citées',
    citedPagesLead: 'Vos pages les plus citées. Une citation n’entraîne pas toujours une visite.',
    citedPagesWithoutVisits: (count) =>
      `Vos pages les plus citées, dont ${formatCount(count)} sans visite. Une citation n’entraîne pas toujours une visite.`,
    citedPagesNotMeasured: 'Vos pages les plus citées. Les visites ne sont pas encore mesurées.',
    allCitations: 'Voir toutes les citations',
    citedPagesCaption: 'Pages par citations',
    page: 'Page',
    visits: 'Visites',
    citations: 'Citations',
  },
  script: {
    title: 'Suivre les visiteurs des plateformes d’IA',
    lead: 'Ajoutez une ligne à la section head de chaque page. Le script ne dépose aucun cookie, n’utilise pas le stockage du navigateur et n’enregistre aucune adresse IP.',
    check: 'Vérifier l’installation',
    checking: 'Vérification…',
    snippet: 'Script pour la section head de chaque page',
    tagManager: 'Version pour gestionnaire de balises',
    tagManagerSnippet: 'Pour les gestionnaires de balises qui suppriment les attributs',
    otherHost:
      'Des données ont été reçues de {host} le {time}. Ce n’est pas un domaine de {brand} : elles ne sont donc pas comptées. S’il est à vous, ajoutez-le aux domaines dans les paramètres de la marque.',
    noData: (checkedAt, domain) =>
      `Aucune donnée reçue au ${formatTime(checkedAt)}. Ajoutez le script, ouvrez une page de ${domain} dans un navigateur, puis vérifiez à nouveau.`,
    installed: 'Script installé',
    lastData: (host, seenAt) => `Dernières données de ${host} le ${formatTime(seenAt)}`,
    alsoOtherHost: (host) =>
      `Des données ont aussi été reçues de ${host}, qui n’est pas un domaine de la marque : elles ne sont donc pas comptées.`,
  },
  crawlers: {
    title: 'Agents d’IA',
    lead: 'Pages consultées par les robots et agents des plateformes d’IA, d’après les journaux de votre serveur.',
    empty: 'Aucun journal importé pour cette période',
    emptyHint:
      'Importez le journal d’accès de votre site sur le serveur : {command}. Seules les requêtes des agents d’IA sont enregistrées, avec la page et l’heure.',
    agentsCaption: 'Agents par requêtes',
    agent: 'Agent',
    purpose: 'Usage',
    requests: 'Requêtes',
    verifiedIp: 'IP vérifiée',
    lastSeen: 'Dernière visite',
    pagesCaption: 'Pages les plus consultées',
    page: 'Page',
  },
}
