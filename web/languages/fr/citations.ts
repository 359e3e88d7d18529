import { formatCount, formatDay, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../citations/copy.ts'

const otherFilters = 'Choisissez une autre période ou retirez un filtre.'

export const texts: typeof copy = {
  page: {
    title: 'Sources',
    verdict: (targets) =>
      targets === 0
        ? 'Aucune source n’est citée dans des réponses qui mentionnent un concurrent mais pas vous.'
        : `${formatQuantity(targets, 'source mérite', 'sources méritent')} d’être ciblée${targets === 1 ? '' : 's'}.`,
    largest: (domain, answers, brand) =>
      `${domain} est cité dans ${formatQuantity(answers, 'réponse')} qui ${answers === 1 ? 'mentionne' : 'mentionnent'} un concurrent mais pas ${brand}.`,
    emptyTitle: 'Aucune citation sur cette période',
    empty: `Les moteurs citent des sources lorsqu’ils effectuent une recherche web. ${otherFilters}`,
    summary: (totals, answers, period) =>
      `${formatQuantity(totals.citations, 'citation')} de ${formatQuantity(totals.urls, 'page')} sur ${formatQuantity(totals.domains, 'domaine')}, dans ${formatQuantity(totals.results_with_citations, 'réponse')} sur ${formatCount(answers)}, pour ${period}.`,
    sourceType: 'Type de source',
    allSourceTypes: 'Tous les types de source',
    views: {
      targets: 'Cibles',
      companies: 'Concurrents et boutiques',
      domains: 'Tous les domaines',
      pages: 'Pages',
      changes: 'Nouvelles et perdues',
    },
    viewLabel: 'Sources',
  },
  targets: {
    caption: 'Sources à cibler, meilleur score en premier',
    companiesCaption: 'Sites des concurrents et boutiques',
    none: 'Aucune source de ce type n’est citée sur cette période.',
    columns: {
      source: 'Source',
      answers: 'Réponses',
      missed: 'Sans vous',
      score: 'Score',
      competitors: 'Concurrents',
      you: 'Vous',
      opportunity: 'Opportunité',
    },
    definition:
      'Score : nombre de réponses qui citent la source et mentionnent un concurrent suivi mais pas vous, en pourcentage du nombre le plus élevé. La présence de votre marque sur la page elle-même n’est pas vérifiée.',
    mentioned: (pct) => `Dans ${formatPct(pct)}`,
    notMentioned: 'Non mentionné',
    competitor: (name, results) => `${name} : ${formatQuantity(results, 'réponse')}`,
    noCompetitors: 'Aucun',
    create: 'Créer une opportunité',
    createFor: (domain) => `Créer une opportunité pour ${domain}`,
    owner: (name) => `, ${name}`,
  },
  changes: {
    chart: 'Sources citées pour la première et la dernière fois, par semaine',
    title: 'Sources nouvelles et perdues par semaine',
    lead: 'Perdue : citée la semaine précédente, mais plus depuis',
    added: 'Nouvelles',
    lost: 'Perdues',
    newTitle: (count) => `Nouvelles sources (${formatCount(count)})`,
    newLead: 'Citées pour la première fois sur cette période.',
    lostTitle: (count) => `Sources perdues (${formatCount(count)})`,
    lostLead: 'Citées sur la période précédente, mais pas sur celle-ci.',
    none: 'Aucune.',
    caution: 'Les sources rarement citées apparaissent et disparaissent au hasard.',
    columns: {
      source: 'Source',
      answers: 'Réponses',
      change: 'Évolution',
      first: 'Première citation',
      last: 'Dernière citation',
    },
  },
  sourceTypes: {
    title: 'Citations par type de source',
    filter: (type, citations) => `${type} : ${formatQuantity(citations, 'citation')}`,
  },
  sources: {
    domainsCaption: 'Domaines cités',
    pagesCaption: 'Pages citées',
    domain: 'Domaine',
    page: 'Page',
    citations: 'Citations',
    citingAnswers: 'Réponses avec citation',
    shareOfAll: (pct) => `${formatPct(pct)} des réponses`,
    mentionYou: 'Vous mentionnent',
  },
  citedPage: {
    back: 'Sources',
    emptyTitle: 'Non citée sur cette période',
    empty: (answers, period) =>
      `${
        answers === 0
          ? `Il n’y a aucune réponse sur ${period}.`
          : `Parmi ${formatQuantity(answers, 'réponse')} sur ${period}, aucune ne cite cette page.`
      } ${otherFilters}`,
    site: 'Site',
    owner: 'Propriétaire',
    thirdParty: 'Tiers',
    yours: 'Vous',
    sourceType: 'Type de source',
    pageType: 'Type de page',
    openPage: 'Ouvrir la page',
  },
  keyFigures: {
    share: 'Part des réponses',
    shareDefinition: 'La part des réponses qui citent cette page.',
    citingAnswers: (answers) => formatQuantity(answers, 'réponse'),
    ofAnswers: (answers, citations) =>
      `sur ${formatCount(answers)}, ${formatQuantity(citations, 'citation')}`,
    mentionRate: 'Taux de mention si citée',
    mentionRateDefinition: 'Parmi les réponses qui citent cette page, la part qui mentionne la marque.',
    firstCited: 'Première citation',
    firstCitedDefinition: 'Le premier jour de cette période où une réponse cite cette page.',
    lastCited: (day) => `Dernière citation le ${formatDay(day)}`,
  },
  trend: {
    title: 'Évolution',
    lead: 'La part des réponses qui citent cette page. Bande : intervalle de confiance à 95 %.',
    chart: (granularity) =>
      `Part des réponses qui citent la page, par ${granularity === 'week' ? 'semaine' : 'jour'}`,
    series: 'Part des réponses',
    interval: 'Intervalle',
    byDay: 'Par jour',
    byWeek: 'Par semaine',
  },
  usage: {
    byPlatform: 'Par plateforme',
    byPlatformCaption: 'Réponses qui citent la page, par plateforme',
    byPrompt: 'Par prompt',
    byPromptLead: 'Prompts dont une réponse cite cette page.',
    byPromptCaption: 'Réponses qui citent la page, par prompt',
    columns: {
      platform: 'Plateforme',
      prompt: 'Prompt',
      citingAnswers: 'Réponses avec citation',
      share: 'Part des réponses',
      answers: 'Réponses',
    },
  },
  mentionedBrands: {
    title: 'Marques mentionnées',
    lead: 'Vous et les concurrents mentionnés dans les réponses qui citent cette page.',
    caption: 'Marques mentionnées dans les réponses qui citent la page',
    you: 'Vous',
    columns: {
      name: 'Nom',
      answers: 'Réponses avec mention',
      share: 'Part de ces réponses',
      citingAnswers: 'Réponses avec citation',
    },
  },
  newestAnswers: {
    title: 'Réponses les plus récentes',
    viewAll: (count) => (count === 1 ? 'Voir la réponse' : `Voir les ${formatCount(count)} réponses`),
    caption: 'Réponses les plus récentes qui citent cette page',
    columns: {
      prompt: 'Prompt',
      platform: 'Plateforme',
      mentioned: 'Mention',
      alsoMentioned: 'Également mentionnés',
      date: 'Date',
    },
  },
}
