import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatUtcTime,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Sentiment',
    verdict: (brand, positive, negative) =>
      `${formatPct(positive)} des réponses qui décrivent ${brand} sont positives, ${formatPct(negative)} sont négatives.`,
    best: (platform, pct, worst, worstPct) =>
      `Le plus positif sur ${platform} (${formatPct(pct)}), le moins sur ${worst} (${formatPct(worstPct)}).`,
    basis: (known, coverage) =>
      `Le sentiment est connu pour ${formatPct(coverage)} des réponses qui mentionnent la marque (${formatQuantity(known, 'réponse')}).`,
    notEnough: (coverage) =>
      `Données insuffisantes : le sentiment n’est connu que pour ${formatPct(coverage)} des réponses qui mentionnent la marque.`,
    byRules: 'Classé par des règles, qui ne se prononcent que là où elles sont fiables.',
    byModel: (model) => `Classé par ${model}.`,
    byModelSince: (model, day) =>
      `Classé par ${model} depuis le ${formatDay(day)} ; les réponses antérieures n’ont pas d’étiquette.`,
    chooseMethod: 'Choisir la méthode pour le sentiment',
    reviews: {
      rules: (agreed, reviewed) =>
        `Accord avec les règles : ${formatCount(agreed)} sur ${formatQuantity(reviewed, 'réponse vérifiée', 'réponses vérifiées')}.`,
      model: (agreed, reviewed) =>
        `Accord avec les modèles de langage : ${formatCount(agreed)} sur ${formatQuantity(reviewed, 'réponse vérifiée', 'réponses vérifiées')}.`,
    },
    emptyTitle: 'Aucun sentiment sur cette période',
    empty:
      'Le sentiment est déterminé pour les réponses qui mentionnent la marque. Choisissez une autre période ou retirez un filtre.',
  },
  shares: { positive: 'Positif', neutral: 'Neutre', negative: 'Négatif' },
  trend: {
    title: 'Évolution',
    lead: 'Part des réponses au sentiment connu, avec l’intervalle à 95 % de la part positive',
    chart: 'Évolution des réponses positives, neutres et négatives',
    interval: 'Intervalle',
    byDay: 'Par jour',
    byWeek: 'Par semaine',
  },
  platforms: {
    title: 'Par plateforme',
    caption: 'Sentiment par plateforme',
    columns: { platform: 'Plateforme', split: 'Positif, neutre, négatif' },
    split: (positive, neutral, negative) =>
      `${formatPct(positive)} positif, ${formatPct(neutral)} neutre, ${formatPct(negative)} négatif`,
  },
  themes: {
    praised: 'Points appréciés',
    criticized: 'Points critiqués',
    basis: (answers) =>
      `Mots récurrents dans les extraits de ${formatQuantity(answers, 'réponse')}. Trouvés par des règles et des listes de mots, sans modèle de langage : certains sont donc incomplets.`,
    basisOfNewest: (answers) =>
      `Mots récurrents dans les extraits des ${formatCount(answers)} réponses les plus récentes. Trouvés par des règles et des listes de mots, sans modèle de langage : certains sont donc incomplets.`,
    none: 'Aucun mot récurrent.',
    label: (theme) => `Réponses avec « ${theme} »`,
    quote: (text) => `« ${text} »`,
    source: (platform, answeredAt) => `${platform}, ${formatUtcTime(answeredAt)}`,
  },
}
