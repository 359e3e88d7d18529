import { formatPoints, formatPosition, formatQuantity, formatScore } from '../../../vocabulary/formats.ts'
import type { copy } from '../../ui/copy.ts'
import { withPoints } from '../french-points.ts'

export const texts: typeof copy = {
  figure: {
    label: (name, value) => `${name} : ${value}`,
    interval: 'Intervalle à 95 %',
    answers: 'Réponses',
    viewAnswers: 'Voir les réponses',
  },
  productName: 'Ansight',
  loading: 'Chargement',
  estimatedCost: (cost) => `${cost} (estimé)`,
  tryAgain: 'Réessayer',
  cancel: 'Annuler',
  close: 'Fermer',
  change: {
    steady: 'Aucune évolution confirmée',
    steadySentence: 'Aucune évolution confirmée.',
    points: (points) => withPoints(formatScore(points)),
    range: (before, after) => `${before} → ${after}`,
    established: ({ label, status, amount, range, since, established }) =>
      `${label} : ${status === 'up' ? 'hausse' : 'baisse'} de ${amount} (${range}) depuis le ${since} (confirmée le ${established}).`,
    comparedWith: { previous: 'la période précédente', last_month: 'les mêmes jours du mois précédent' },
    difference: (previous, current, delta, period) =>
      `Mêmes prompts et plateformes : ${previous} sur ${period}, ${current} sur celle-ci (${delta}).`,
  },
  changeBadge: {
    positionImproved: (positions) => `Amélioration de ${formatPosition(positions)}`,
    positionWorsened: (positions) => `Recul de ${formatPosition(positions)}`,
    points: (delta) => withPoints(formatPoints(delta)),
  },
  changeMark: {
    position: (isGood, positions) => `${isGood ? 'Amélioration' : 'Recul'} de ${formatPosition(positions)}`,
  },
  confirmDialog: { typeToConfirm: 'Saisissez {name} pour confirmer' },
  clipboard: {
    copy: 'Copier',
    copied: 'Copié',
    blocked: 'Le navigateur bloque l’accès au presse-papiers. Appuyez sur Ctrl+C pour copier.',
    selected: 'Sélectionné. Appuyez sur Ctrl+C pour copier.',
    text: 'Texte à copier',
  },
  localUrl:
    'Cette URL ne fonctionne que sur cet ordinateur. Définissez BASE_URL avec l’adresse utilisée par les autres, puis redémarrez le service.',
  infoPopover: { about: (subject) => `À propos : ${subject}` },
  stat: {
    basedOn: (count) => `Base : ${formatQuantity(count, 'réponse')}.`,
    interval:
      'Intervalle de confiance à 95 % : {range}. Il porte sur ces prompts, cette période et ces moteurs tels qu’ils ont répondu. Il ne couvre pas une dérive commune à tous les prompts d’une plateforme.',
  },
  form: {
    suggested: 'Suggestion',
    optional: 'Facultatif',
    required: 'Obligatoire',
    saved: 'Enregistré',
    problem: (problem) => `${problem}.`,
  },
  unsavedChanges: {
    title: 'Quitter sans enregistrer ?',
    consequence: 'Vos modifications seront perdues.',
    leave: 'Quitter',
  },
  errorPage: {
    title: 'Une erreur s’est produite',
    notLoaded:
      'Impossible de charger cette page. Ansight a peut-être été mis à jour depuis que vous l’avez ouverte.',
    reload: 'Recharger la page',
    requestId: 'Si le problème persiste, indiquez cet identifiant de requête : {id}',
    redirecting: 'Redirection vers la connexion…',
  },
  notFoundPage: {
    title: 'Page introuvable',
    reason:
      'Elle a peut-être été déplacée ou supprimée, ou vous n’y avez pas accès. Demandez l’accès à un propriétaire ou à un administrateur.',
    allBrands: 'Voir toutes les marques',
  },
  table: {
    downloadCsv: 'Télécharger le CSV',
    showMore: 'Afficher plus',
    loadingMore: 'Chargement…',
    selectAll: 'Sélectionner toutes les lignes affichées',
  },
  searchField: { clear: 'Effacer la recherche' },
}
