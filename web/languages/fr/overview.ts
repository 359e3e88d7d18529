import {
  formatCount,
  formatPct,
  formatPoints,
  formatQuantity,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../overview/copy.ts'
import { withPoints } from '../french-points.ts'

type Citing = Parameters<typeof copy.scoreChange.newlyCited>[0]

const citing = ({ answers, pct }: Citing) => `${formatQuantity(answers, 'réponse')} (${formatPct(pct)})`

export const texts: typeof copy = {
  page: {
    screen: 'Vue d’ensemble',
    run: 'Lancer maintenant',
    runTitle: (brand) => `Lancer les prompts de ${brand}`,
  },
  verdict: {
    changed: (score, direction, points, since) =>
      `La visibilité est de ${score} : depuis le ${since}, ${direction === 'up' ? 'hausse' : 'baisse'} de ${withPoints(points)}.`,
    states: {
      no_significant_change: (score) => `La visibilité est de ${score}. Aucune évolution confirmée.`,
      unknown: (score) => `La visibilité est de ${score}.`,
    },
    ahead: (competitor, points) => `Vous êtes en tête ; ${competitor} est à ${withPoints(points)}.`,
    behind: (competitor, points) => `${competitor} est en tête avec ${withPoints(points)} d’avance.`,
    level: (competitor) => `${competitor} est à égalité avec vous.`,
    noCompetitors: 'Suivez des concurrents pour voir qui est en tête.',
  },
  keyMetrics: {
    label: 'Métriques clés',
    showInChart: (metric) => `Afficher dans le graphique : ${metric}`,
    sample: (count) => `, n = ${formatCount(count)}`,
    rank: (rank, of) => `${rank === 1 ? '1er' : `${rank}e`} sur ${of} ·`,
    notRanked: 'Aucun concurrent à comparer',
    noCompetitors: 'Aucun concurrent suivi',
    sentimentLine: (negative, coverage) =>
      `${formatQuantity(negative, 'réponse négative', 'réponses négatives')}, connu pour ${formatPct(coverage)}`,
    notEnough: 'Données insuffisantes',
    chooseMethod: 'Choisir la méthode pour le sentiment',
    basedOn: 'Base :',
    counts: {
      answers: (count) => formatQuantity(count, 'réponse'),
      mentions: (count) => formatQuantity(count, 'mention'),
    },
    matched: (value) => `${value} sur les mêmes prompts et plateformes que la période précédente`,
    detectableChange: (points) =>
      `Les évolutions de moins de ${withPoints(formatScore(points))} passeraient généralement inaperçues.`,
    positive: (count) => formatQuantity(count, 'positive'),
    neutral: (count) => formatQuantity(count, 'neutre'),
    negative: (count) => formatQuantity(count, 'négative'),
    coverage: (pct) =>
      `Le sentiment est connu pour ${formatPct(pct)} des réponses qui mentionnent la marque.`,
  },
  basis: {
    sample: (answers, prompts, period) =>
      `${formatQuantity(answers, 'réponse')} à ${formatQuantity(prompts, 'prompt')} sur ${period}.`,
    sampleWithBranded: (answers, prompts, period, branded) =>
      `${formatQuantity(answers, 'réponse')} à ${formatQuantity(prompts, 'prompt')} sur ${period}, dont ${formatCount(branded)} à des prompts avec la marque.`,
    notCounted: (counts) => `Non comptées : ${counts}.`,
    outcomes: {
      failed: (count) => `${formatCount(count)} en échec`,
      refused: (count) => formatQuantity(count, 'refusée'),
      empty: (count) => formatQuantity(count, 'vide'),
    },
    cautions: {
      directional: 'Moins de 10 réponses : ces chiffres n’indiquent qu’une tendance.',
      exploratory: 'Moins de 50 prompts : ces chiffres sont exploratoires.',
    },
  },
  noAnswers: {
    title: 'Aucune réponse sur cette période',
    hint: 'Lancez vos prompts pour obtenir des réponses, ou choisissez une autre période.',
    run: 'Lancer maintenant',
    noPromptsHint: 'Ajoutez les prompts de vos clients. Les métriques sont calculées à partir des réponses.',
    addPrompts: 'Ajouter des prompts',
  },
  trend: {
    label: 'Tendance',
    perPlatform: 'Réponses propres à chaque plateforme',
    bandLead: 'Bande : intervalle de confiance à 95 %',
    positionLead: 'Plus la courbe est haute, meilleure est la position',
    chart: {
      day: (metric, brand) => `${metric} de ${brand} par jour`,
      week: (metric, brand) => `${metric} de ${brand} par semaine`,
    },
    events: {
      model_changed: 'Nouveau modèle',
      prompts_changed: 'Prompts',
      platforms_changed: 'Plateformes',
      sentiment_method_changed: 'Nouvelle méthode pour le sentiment',
      partial_run: 'Erreurs',
      established: 'Évolution',
    },
    metric: 'Métrique',
    lines: 'Courbes',
    competitors: 'Concurrents',
    platforms: 'Plateformes',
    matched: 'Mêmes prompts qu’avant',
    matchedLine: 'Mêmes prompts et plateformes',
    matchedLead: 'La deuxième courbe ne porte que sur les prompts et plateformes communs aux deux périodes',
    interval: 'Intervalle',
    byDay: 'Par jour',
    byWeek: 'Par semaine',
  },
  heatMap: {
    title: 'Plateformes par sujet',
    titleWithoutTopics: 'Par plateforme',
    caption: 'Score de visibilité par plateforme et sujet',
    platform: 'Plateforme',
    allTopics: 'Tous les sujets',
    models: (platform) => `Modèles de ${platform}`,
    unknownModel: 'Modèle inconnu',
    mentionRate: (rate) => `Taux de mention ${rate},`,
    answers: (count) => formatQuantity(count, 'réponse'),
    sample: (range, answers) => `${range}, ${answers}`,
  },
  scoreChange: {
    title: 'Origine de l’évolution',
    lead: 'Où le score a évolué, et non pourquoi.',
    rose: (before, after, points, prompts) =>
      `De ${formatScore(before.score)} (${before.days}) à ${formatScore(after.score)} (${after.days}) : le score a progressé de ${withPoints(formatScore(points))} sur ${formatQuantity(prompts, 'prompt')} ayant des réponses pendant les deux périodes. La somme de chaque répartition ci-dessous est égale à cette évolution.`,
    fell: (before, after, points, prompts) =>
      `De ${formatScore(before.score)} (${before.days}) à ${formatScore(after.score)} (${after.days}) : le score a reculé de ${withPoints(formatScore(points))} sur ${formatQuantity(prompts, 'prompt')} ayant des réponses pendant les deux périodes. La somme de chaque répartition ci-dessous est égale à cette évolution.`,
    days: (from, to) => `du ${from} au ${to}`,
    byComponent: 'Par composante',
    components: { named: 'Mentions', cited: 'Citations', position: 'Position' },
    byPlatform: 'Par plateforme',
    byTopic: 'Par sujet',
    noTopic: 'Sans sujet',
    byPrompt: 'Par prompt',
    otherPrompts: (prompts, points) =>
      `${formatQuantity(prompts, 'autre prompt', 'autres prompts')} au total : ${withPoints(formatPoints(points))}`,
    competitors: 'Concurrents sur les mêmes prompts',
    sources: 'Sources citées plus ou moins souvent',
    newlyCited: (now) => `nouvellement citée dans ${citing(now)}`,
    noLongerCited: (before) => `n’est plus citée, auparavant dans ${citing(before)}`,
    citedDifferently: (now, before) => `citée dans ${citing(now)}, auparavant dans ${citing(before)}`,
    otherChanges: 'Autres changements sur cette période',
    viewAnswers: 'Voir les réponses',
    points: (points) => withPoints(formatPoints(points)),
    partNotSignificant: '(non significatif)',
  },
  topChanges: {
    title: 'Principales évolutions',
    lead: 'Évolutions significatives : 28 derniers jours par rapport aux 28 jours précédents',
    all: 'Tous les prompts',
    none: 'Aucun prompt n’a évolué significativement au cours des 28 derniers jours. Les petites variations quotidiennes sont généralement du bruit.',
  },
  nextActions: {
    title: 'Prochaines actions',
    all: 'Toutes les opportunités',
    none: 'Aucune action en attente. De nouvelles opportunités apparaissent après les exécutions où des concurrents sont en tête.',
    getListed: (domain) => `Obtenir une mention sur ${domain}`,
    publish: (prompt) => `Publier une page qui répond à « ${prompt} »`,
    gap: (leader, points, answers) =>
      `${leader} a ${withPoints(formatScore(points))} d’avance dans ${formatQuantity(answers, 'réponse')}.`,
    gapWithSource: (leader, points, answers, prompt, citing) =>
      `${leader} a ${withPoints(formatScore(points))} d’avance dans ${formatQuantity(answers, 'réponse')} à « ${prompt} » ; le site est cité dans ${formatCount(citing)} d’entre elles.`,
    createBrief: 'Créer un brief',
    viewBrief: 'Voir le brief',
    viewEvidence: 'Voir les preuves',
    platformErrors: (platforms) => ({
      title: `Corriger les erreurs de ${formatQuantity(platforms, 'plateforme')}`,
      why: 'En échec lors de la dernière exécution : leurs réponses manquent dans les métriques.',
    }),
    viewRun: 'Voir l’exécution',
    suggestedCompetitor: (name, answers) => ({
      title: `Suivre ${name} comme concurrent`,
      why: `Mentionné dans ${formatQuantity(answers, 'réponse')}, mais absent de toute comparaison.`,
    }),
    reviewCompetitor: 'Examiner la suggestion',
  },
}
