import { formatCount, formatTime } from '../../../../vocabulary/formats.ts'
import type { copy } from '../../../opportunities/briefs/copy.ts'

export const texts: typeof copy = {
  brief: {
    title: 'Brief',
    source: (method, writtenAt) => `${method}, ${formatTime(writtenAt)}`,
    copyMarkdown: 'Copier en Markdown',
    edit: 'Modifier',
    regenerate: 'Régénérer',
    regenerateTitle: 'Régénérer le brief ?',
    regenerateConsequence:
      'Ce brief a été modifié. Le nouveau le remplace ici et dans les envois. Copiez-le d’abord si vous voulez le conserver.',
    empty: 'Aucun brief',
    emptyHint:
      'Un brief indique quoi écrire, pour quel public, et sur quoi s’appuient les réponses. Il est généré à partir des preuves, par un modèle de langage si un tel modèle est configuré.',
    generate: 'Générer le brief',
    typeAndLength: (type, words) => `${type}, environ ${formatCount(words)} mots.`,
    questions: 'Questions auxquelles répondre',
    keywords: 'Mots-clés',
    sources: 'Sources à citer',
    competitors: 'Concurrents',
    callToAction: 'Appel à l’action',
  },
  briefMarkdown: {
    contentType: (type) => `**Type de contenu :** ${type}`,
    wordCount: (words) => `**Nombre de mots :** environ ${words}`,
    audience: (audience) => `**Public cible :** ${audience}`,
  },
  briefEditor: {
    title: 'Titre',
    contentType: 'Type de contenu',
    contentTypeHint: 'Par exemple comparison_page ou buying_guide.',
    wordCount: 'Nombre de mots',
    audience: 'Public cible',
    outline: 'Plan',
    outlineHint: 'Commencez chaque titre par #, avec ses points sur les lignes suivantes.',
    onePerLine: 'Un par ligne.',
    oneUrlPerLine: 'Une URL par ligne.',
    save: 'Enregistrer le brief',
  },
}
