import { formatCount, formatQuantity, formatScore } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../competitors/detail/copy.ts'
import { withPoints } from '../../french-points.ts'

export const texts: typeof copy = {
  all: 'Tous',
  tabs: 'Concurrents',
  verdict: {
    leads: (name, points) =>
      `${name} est en tête avec ${withPoints(formatScore(Math.abs(points)))} d’avance.`,
    level: (name) => `Aucun leader net : l’écart avec ${name} peut être dû au hasard.`,
    youLead: (topics) => `Vous êtes en tête sur ${topics}.`,
    competitorLeads: (competitor, topics) => `${competitor} est en tête sur ${topics}.`,
  },
  empty: 'Aucune réponse sur cette période. Choisissez une autre période ou retirez un filtre.',
  headToHead: {
    title: 'Face-à-face',
    lead: (answers) => `Sur la même base : ${formatQuantity(answers, 'réponse')}`,
    caption: (name) => `Vous et ${name}`,
    metric: 'Métrique',
    gap: 'Écart',
    ahead: (points) => `${points} d’avance`,
    behind: (points) => `${points} de retard`,
    unclear: 'Les intervalles se chevauchent : l’écart peut être dû au hasard.',
    withoutInterval: 'Aucun intervalle n’est calculé pour cette métrique.',
  },
  trend: {
    title: 'Évolution de la visibilité',
    lead: 'Score de visibilité quotidien dans les mêmes réponses',
    chart: (brand, competitor) => `Score de visibilité de ${brand} et ${competitor} par jour`,
  },
  gaps: {
    title: 'Où se situe l’écart',
    lead: (brand, competitor) => `Points de visibilité, ${brand} moins ${competitor}`,
    topics: 'Par sujet',
    platforms: 'Par plateforme',
    noTopic: 'Sans sujet',
    label: (name) => `Écart : ${name}`,
  },
  mentioned: {
    title: 'Qui est mentionné',
    both: 'Les deux',
    only: (name) => `${name} uniquement`,
    neither: 'Aucun des deux',
  },
  prompts: {
    title: 'Prompts',
    views: {
      lost: (count, competitor) => `${competitor} en tête (${formatCount(count)})`,
      won: (count) => `Vous en tête (${formatCount(count)})`,
      unclear: (count) => `Aucun leader net (${formatCount(count)})`,
    },
    view: 'Afficher les prompts',
    caption: 'Prompts par écart',
    none: 'Aucun sur cette période.',
    columns: { prompt: 'Prompt', you: 'Vous', gap: 'Écart' },
  },
  sources: {
    title: (name) => `Sources des réponses qui mentionnent ${name}`,
    caption: (name) => `Sources citées dans les réponses qui mentionnent ${name}`,
    own: 'Son site',
    none: 'Ces réponses ne citent aucune source.',
    columns: { source: 'Source', answers: 'Réponses', withoutYou: 'Sans vous' },
  },
  themes: {
    title: 'Points appréciés',
    lead: 'Mots récurrents dans les extraits, trouvés sans modèle de langage',
    caption: 'Thèmes appréciés',
    none: 'Aucun mot récurrent.',
    columns: { theme: 'Thème' },
  },
}
