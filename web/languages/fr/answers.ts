import { formatCount, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../answers/copy.ts'

export const texts: typeof copy = {
  sample: (answers) => `n = ${formatCount(answers)}`,
  page: {
    title: 'Réponses',
    lead: 'Le texte complet de chaque réponse à l’origine de vos métriques.',
    summary: (total, shown, period) =>
      `${formatQuantity(total, 'réponse')} sur ${period}.${
        shown < total ? ` Affichage des ${formatCount(shown)} plus récentes.` : ''
      }`,
    caption: 'Réponses',
    emptyTitle: 'Aucune réponse correspondante',
    empty:
      'Choisissez une autre période ou retirez un filtre. Pour voir les réponses en échec, refusées ou vides, changez le statut.',
  },
  columns: {
    prompt: 'Prompt',
    platform: 'Plateforme',
    mentioned: 'Mention',
    score: 'Score',
    sentiment: 'Sentiment',
    citations: 'Citations',
    date: 'Date',
  },
  cells: {
    alsoMentioned: (competitors) => `Également mentionnés : ${competitors.join(', ')}`,
    mentioned: (rank) => (rank === null ? 'Oui' : `Oui, n° ${rank}`),
    notMentioned: 'Non',
    citations: (total, own) =>
      own === 0 ? formatCount(total) : `${formatCount(total)} (dont vous : ${formatCount(own)})`,
  },
  filters: {
    mentioned: 'Mention',
    mentionedAny: 'Mention : toutes',
    mentionedYes: 'Mentionne la marque',
    mentionedNo: 'Ne mentionne pas la marque',
    sentiment: 'Sentiment',
    sentimentAny: 'Tous les sentiments',
    competitor: 'Concurrent',
    competitorAny: 'Tous les concurrents',
    mentions: (name) => `Mentionne ${name}`,
    status: 'Statut',
    search: 'Rechercher des prompts',
    statusAny: 'Tous les statuts',
  },
  chips: {
    prompt: (text) => (text === undefined ? 'Un prompt' : `Prompt : ${text}`),
    run: 'Une exécution',
    model: (model) => `Modèle : ${model}`,
    cites: (source) => `Cite ${source}`,
    mentionsProduct: (name) => `Mentionne ${name ?? 'un produit'}`,
    withoutCompetitor: (name) => `Ne mentionne pas ${name ?? 'un concurrent'}`,
    citesYou: 'Cite vos sites',
    doesNotCiteYou: 'Ne cite pas vos sites',
    remove: 'Retirer le filtre',
  },
  compare: {
    title: 'Comparer des réponses',
    selected: (count) => `${formatQuantity(count, 'sélectionnée')}`,
    chooseTwo: 'Sélectionnez deux réponses pour les comparer.',
    action: 'Comparer',
    select: (prompt, platform) => `Sélectionner : ${platform}, ${prompt}`,
    clear: 'Effacer la sélection',
    side: (number, platform) => `Réponse ${number} : ${platform}`,
    label: 'Réponses sélectionnées',
    differences: 'Afficher les différences de mots',
    sideBySide: 'Afficher côte à côte',
    otherPlatforms: 'Les différences de mots sont disponibles pour deux réponses de la même plateforme.',
    twoPrompts: (first, second) => `${first} / ${second}`,
    emptyTitle: 'Aucune réponse sélectionnée',
    empty: 'Sélectionnez deux réponses dans la liste pour les comparer.',
  },
  answer: {
    back: 'Réponses',
    allAnswers: 'Toutes les réponses à ce prompt',
    ownMention: 'Votre marque',
    competitorMention: 'Concurrent',
    competitor: (name) => `Concurrent : ${name}`,
    table: 'Tableau de la réponse',
    searchStopped:
      'Les noms n’ont été recherchés que dans la première partie de cette réponse : son texte et vos alias se chevauchent trop souvent. Les mentions suivantes ne sont pas comptées.',
  },
  noText: {
    deleted: 'Texte supprimé',
    deletedReason:
      'Le texte et les sources ont été supprimés à la fin de la durée de conservation de votre organisation. Les métriques comptent toujours cette réponse.',
    reasons: {
      failed: 'Le moteur n’a indiqué aucune raison.',
      refused: 'Le moteur a refusé de répondre.',
      empty: 'Le moteur a renvoyé une réponse vide.',
    },
    consequence: 'Cette réponse est exclue de toutes les métriques.',
  },
  facts: {
    mentioned: (brand) => `Mention de ${brand}`,
    notMentioned: 'Non',
    none: '–',
    mentions: (times, rank, brands) => {
      const count = `${formatCount(times)} fois`
      if (rank === null) return count
      return brands === 1
        ? `${count}, seule marque suivie`
        : `${count}, n° ${rank} sur ${brands} marques suivies`
    },
    competitors: 'Concurrents mentionnés',
    competitorMentions: (times, rank) => `${rank === null ? '' : `n° ${rank}, `}${formatCount(times)} fois`,
    sentiment: 'Sentiment',
    confidence: (sentiment, confidence) => `${sentiment} (confiance de ${Math.round(confidence * 100)} %)`,
    model: 'Modèle',
    unknownModel: 'Non indiqué',
    queried: 'Interrogé',
    answered: 'Répondu',
    searches: (count) => `Recherches web du moteur (${formatCount(count)})`,
    quoted: (search) => `« ${search} »`,
    cost: 'Coût',
  },
  sources: {
    citations: (count) => formatQuantity(count, 'citation'),
    own: (count) => (count === 0 ? ', aucune de vos sites' : `, dont ${formatCount(count)} de vos sites`),
    none: 'Cette réponse ne cite aucune source.',
    retrieved: (count) =>
      formatQuantity(count, 'page consultée mais non citée', 'pages consultées mais non citées'),
    noDomain: 'Aucun domaine',
  },
}
