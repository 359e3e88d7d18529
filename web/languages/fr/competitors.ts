import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatRange,
  formatScore,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../competitors/copy.ts'
import { withPoints } from '../french-points.ts'

export const texts: typeof copy = {
  page: {
    title: 'Concurrents',
    lead: 'Vous et vos concurrents, mesurés sur les mêmes réponses.',
    emptyTitle: 'Aucun concurrent',
    empty:
      'Ajoutez des concurrents ci-dessous, ou suivez ceux qui sont suggérés. Les réponses passées sont analysées à nouveau à chaque fois.',
  },
  leaderboard: {
    title: 'Classement',
    lead: (answers, period) =>
      `Sur la base de ${formatQuantity(answers, 'réponse')}. Évolutions par rapport à ${period} (corrigées pour les comparaisons multiples).`,
    caption: 'La marque et ses concurrents',
    you: 'Vous',
    columns: {
      name: 'Nom',
      change: 'Évolution',
      answers: 'Réponses avec mention',
      citations: 'Citations',
    },
  },
  headToHead: {
    title: 'Face-à-face',
    lead: (ownScore, competitorScore, leader) =>
      `Score de visibilité : ${formatScore(ownScore)} contre ${formatScore(competitorScore)}. ${
        leader === null ? 'Les scores sont égaux.' : `${leader} est en tête.`
      }`,
    choose: 'Concurrent à comparer',
    only: (name) => `${name} uniquement`,
    both: 'Les deux',
    neither: 'Aucun des deux',
    viewAnswers: 'Voir les réponses',
    noAnswers: 'Aucune réponse',
  },
  shareOfVoice: {
    overall: (share, interval) =>
      `Global : ${formatPct(share)}${interval ? ` (IC à 95 % : ${formatRange(interval, '%')})` : ''}.`,
    otherPrompts: (interval) =>
      `Pour d’autres prompts similaires, IC à 95 % : ${formatRange(interval, '%')}.`,
    detectable: (points) =>
      `Les évolutions de moins de ${withPoints(formatScore(points))} passeraient généralement inaperçues.`,
    caption: 'Part de voix par plateforme',
    columns: {
      platform: 'Plateforme',
      share: 'Part',
      own: 'Vos mentions',
      competitors: 'Mentions des concurrents',
    },
  },
  suggestions: {
    title: 'Concurrents suggérés',
    lead: (answers, from, to) =>
      `Mentionnés à plusieurs reprises dans les ${formatCount(answers)} réponses du ${formatDay(from)} au ${formatDay(to)}. Ils ne sont inclus dans aucune métrique tant que vous ne les suivez pas.`,
    summary: (answers, prompts, platforms) =>
      `Mentionné dans ${formatQuantity(answers, 'réponse')} à ${formatQuantity(prompts, 'prompt')} sur ${platforms}`,
    quoted: (snippet) => `« ${snippet} »`,
    track: 'Suivre',
    trackOne: (name) => `Suivre ${name}`,
    dismiss: 'Écarter',
    dismissOne: (name) => `Écarter ${name}`,
  },
  tracked: {
    title: 'Concurrents suivis',
    lead: 'Les modifications s’appliquent aussi aux réponses passées.',
    add: 'Ajouter un concurrent',
  },
  dialog: {
    addTitle: 'Ajouter un concurrent',
    editTitle: (name) => `Modifier ${name}`,
    add: 'Ajouter le concurrent',
    save: 'Enregistrer',
    name: 'Nom',
    domain: 'Domaine',
    domainPlaceholder: 'example.com',
    domainHint: 'Les citations de ce domaine comptent pour ce concurrent.',
  },
  remove: {
    title: (name) => `Retirer ${name} ?`,
    action: 'Retirer le concurrent',
    warning: 'Il sera retiré de toutes les comparaisons, y compris passées. Les réponses sont conservées.',
  },
}
