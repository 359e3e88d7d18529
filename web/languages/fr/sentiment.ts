import { formatCount, formatPct, formatQuantity, formatUtcTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../sentiment/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Sentiment',
    verdict: (brand, positive, negative) =>
      `${formatPct(positive)} des réponses qui décrivent ${brand} sont positives, ${formatPct(negative)} sont négatives.`,
    best: (platform, pct, worst, worstPct) =>
      `Le plus positif sur ${platform} (${formatPct(pct)}), le moins sur ${worst} (${formatPct(worstPct)}).`,
    basis: (clear, unknown) =>
      `${formatQuantity(clear, 'réponse')} au sentiment net${
        unknown === 0
          ? ''
          : ` ; ${formatCount(unknown)} sans sentiment net ${unknown === 1 ? 'n’est pas comptée' : 'ne sont pas comptées'}`
      }.`,
    emptyTitle: 'Aucun sentiment sur cette période',
    empty:
      'Le sentiment est déterminé pour les réponses qui mentionnent la marque. Choisissez une autre période ou retirez un filtre.',
  },
  shares: { positive: 'Positif', neutral: 'Neutre', negative: 'Négatif' },
  trend: {
    title: 'Évolution',
    lead: 'Part des réponses au sentiment net, avec l’intervalle à 95 % de la part positive',
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
