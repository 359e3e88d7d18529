import {
  formatCount,
  formatDay,
  formatPoints,
  formatQuantity,
  formatScore,
  formatTime,
} from '../../../vocabulary/formats.ts'
import type { copy } from '../../audits/copy.ts'
import { withPoints } from '../french-points.ts'

const pagesAudited = (completed: number, total: number) =>
  `${formatQuantity(completed, 'page auditée', 'pages auditées')} sur ${formatCount(total)}`

export const texts: typeof copy = {
  page: {
    title: 'Audits de site',
    lead: 'Trouvez ce qui empêche les robots d’IA de lire et de citer vos pages.',
    quota: (used, limit, resetsAt) =>
      `${formatQuantity(used, 'audit utilisé', 'audits utilisés')} sur ${formatCount(limit)} ce mois-ci. Réinitialisation le ${formatDay(resetsAt)}.`,
    emptyTitle: 'Aucun audit',
    emptyPageTitle: 'Aucun audit de cette page',
    empty:
      'Commencez par la page que vous souhaitez le plus voir citée. Un audit prend moins d’une minute, n’utilise aucun modèle de langage et indique, pour chaque constat, les preuves et la correction.',
    emptyForViewer: 'Les constats apparaissent ici dès qu’un membre a lancé le premier audit.',
  },
  start: {
    url: 'URL de la page',
    pages: 'Pages à auditer',
    thisPage: 'Cette page uniquement',
    linkedPages: (linked) => `Cette page et ${formatQuantity(linked, 'page liée', 'pages liées')}`,
    submit: 'Lancer l’audit',
  },
  list: {
    title: 'Audits',
    ofPage: (url) => `Audits de ${url}`,
    showAll: 'Afficher toutes les pages',
    caption: 'Audits, les plus récents en premier',
    columns: { page: 'Page', score: 'Score', status: 'Statut', pages: 'Pages', started: 'Début' },
  },
  trend: {
    title: 'Évolution du score',
    lead: (url) => `Audits de ${url}`,
    chart: (url) => `Scores des audits de ${url}`,
    score: 'Score',
    cappedBy: (check) => `Plafonné par : ${check}.`,
  },
  method: {
    title: 'Contrôles et calcul du score',
    categoryWeight: (weight) => `${formatCount(weight)} points sur 100`,
    checkWeight: (weight) => formatQuantity(weight, 'point'),
    checkDetails: (evidence, cap) =>
      cap === null
        ? `(niveau de preuve ${evidence})`
        : `(niveau de preuve ${evidence} ; en cas d’échec, le score est plafonné à ${cap})`,
    evidenceLevel: (evidence) => `Niveau de preuve ${evidence}`,
  },
  audit: {
    back: 'Audits de site',
    summary: (at, pages) => `${formatTime(at)}, ${formatQuantity(pages, 'page')}`,
    allAudits: 'Tous les audits de cette page',
    again: 'Relancer l’audit',
    failed: (reason) =>
      `${reason ?? 'L’audit a échoué pour une raison inconnue.'} Aucun score n’a été calculé. Les audits précédents sont conservés.`,
  },
  progress: {
    stopping: 'Arrêt de l’audit',
    pages: pagesAudited,
    details: (completed, total) => `${pagesAudited(completed, total)}. Un audit peut prendre une minute.`,
    cancel: 'Annuler l’audit',
    bar: 'Pages auditées',
  },
  score: {
    label: 'Score',
    outOf: 'sur 100',
    definition:
      'Part pondérée des contrôles réussis. Elle montre ce qu’un robot peut faire de la page, non si un moteur la citera.',
    notCounted: 'non compté',
    weight: (weight) => `poids ${weight}`,
    limitedBy: (check) => `Effet limité tant que ce contrôle échoue : ${check}`,
    capped: (uncapped, check) =>
      `Plafonné par un point bloquant : ${check} (sans lui : ${formatScore(uncapped)}). Corrigez-le d’abord ; d’ici là, les autres corrections n’ont aucun effet.`,
    byPage: (pages) => `Scores des ${pages} pages`,
    httpStatus: (status) => `(HTTP ${status})`,
  },
  changes: {
    title: 'Ce qui a changé',
    comparedWith: 'Par rapport à',
    points: (before, after) => `points : de ${formatScore(before)} à ${formatScore(after)}.`,
    noChecks: 'Tous les contrôles ont le même résultat.',
    directions: {
      better: 'Améliorés',
      worse: 'Dégradés',
      other: 'Propres à l’un des deux audits',
    },
    before: 'Avant',
    now: 'Maintenant',
    result: (when, result) => `${when} : ${result}`,
    notChecked: 'Non contrôlé',
  },
  recommendations: {
    title: 'À corriger en premier',
    lead: 'Par gain de score potentiel.',
    gain: (points) => withPoints(formatPoints(points)),
    blocker: 'Point bloquant',
    gainAfterBlocker: 'Après le point bloquant',
  },
  findings: {
    title: 'Constats',
    issues: (count) => `Problèmes (${count})`,
    all: (count) => `Tous (${count})`,
    none: 'Tous les contrôles sont réussis.',
    notScored: 'non noté',
    notApplicable: 'sans objet',
    points: (earned, weight) =>
      earned === weight
        ? formatQuantity(weight, 'point')
        : `${formatQuantity(earned, 'point')} sur ${formatCount(weight)}`,
    howToFix: 'Comment corriger :',
    why: 'Pourquoi c’est important :',
    blocker: (cap) => `C’est un point bloquant : en cas d’échec, le score total est plafonné à ${cap}.`,
    evidence: (basis) => `(${basis}.)`,
  },
}
