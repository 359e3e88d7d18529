import { formatCount, formatPct, formatQuantity } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../prompts/detail/copy.ts'

const ofAnswers = (pct: number | null, answers: number) =>
  `${formatPct(pct)} ${answers === 1 ? 'de' : 'des'} ${formatQuantity(answers, 'réponse')}`

export const texts: typeof copy = {
  pager: {
    label: 'Prompts de la liste',
    position: (index, count) => `${formatCount(index)} sur ${formatCount(count)}`,
    previous: 'Prompt précédent',
    next: 'Prompt suivant',
  },
  verdict: {
    own: (brand, pct, answers) => `${brand} est mentionné dans ${ofAnswers(pct, answers)}.`,
    ownRanked: (brand, pct, answers, rank, of) =>
      `${brand} est mentionné dans ${ofAnswers(pct, answers)}, ${rank === 1 ? '1er' : `${rank}e`} sur ${of}.`,
    competitor: (name, pct) => `${name} est mentionné dans ${formatPct(pct)}.`,
    weak: (platforms, count, brand) =>
      `${platforms} ${count === 1 ? 'mentionne' : 'mentionnent'} rarement ${brand}.`,
  },
  trend: {
    title: 'Taux de mention',
    lead: (brand) => `Moyenne sur sept jours, avec l’intervalle à 95 % pour ${brand}`,
    chart: (brand) => `Taux de mention de ${brand} et de ses concurrents par jour, en moyenne sur sept jours`,
  },
  ranking: {
    title: 'Qui l’emporte',
    lead: (answers) => `Sur la même base : ${formatQuantity(answers, 'réponse')}`,
    caption: 'La marque et ses concurrents dans les réponses à ce prompt',
    columns: { name: 'Marque', first: 'Nommée en premier', position: 'Position' },
    you: 'Vous',
  },
  platforms: {
    title: 'Par plateforme',
    caption: 'Les réponses de chaque plateforme',
    states: {
      first: 'En premier',
      mentioned: 'Mentionnée',
      not_mentioned: 'Non mentionnée',
      no_answer: 'Aucune réponse',
    },
    columns: {
      platform: 'Plateforme',
      days: 'Une case par jour',
      position: 'Position',
      leader: 'La plus mentionnée',
    },
    daysOf: (state, days) => `${state} : ${formatQuantity(days, 'jour')}`,
    cell: (date, state) => `${date} : ${state}`,
  },
  sources: {
    title: 'Sources citées',
    none: 'Ces réponses ne citent aucune source.',
    caption: 'Les sources les plus citées pour ce prompt',
    columns: { source: 'Source', answers: 'Réponses', mentionYou: 'Vous mentionnent' },
  },
  action: {
    title: 'Prochaine action',
    why: (domains) =>
      domains === 0
        ? 'Publiez une page qui répond à ce prompt.'
        : 'Obtenez une mention dans les sources que citent la plupart des réponses.',
    sources: 'Sources citées par les réponses sans vous',
    answers: (count) => formatQuantity(count, 'réponse'),
    open: 'Voir l’opportunité',
    openBrief: 'Voir le brief',
    withoutYou: (brand) => `Voir les réponses sans ${brand}`,
    none: 'Aucun concurrent n’est nettement en tête sur ce prompt.',
  },
}
