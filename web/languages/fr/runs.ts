import { formatCost, formatCount, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import type { copy } from '../../runs/copy.ts'

type RunCounts = Parameters<typeof copy.lastRun.counts>[0]

function summaryOf(counts: RunCounts): string[] {
  return [
    formatQuantity(counts.answers, 'réponse'),
    ...(counts.refused > 0 ? [formatQuantity(counts.refused, 'refusée')] : []),
    ...(counts.empty > 0 ? [formatQuantity(counts.empty, 'vide')] : []),
    ...(counts.failed > 0 ? [`${formatCount(counts.failed)} en échec`] : []),
    ...(counts.skipped > 0 ? [formatQuantity(counts.skipped, 'ignorée')] : []),
    formatQuantity(counts.mentions, 'mention'),
    formatQuantity(counts.citations, 'citation'),
    ...(counts.costMicros !== null && counts.costMicros > 0 ? [formatCost(counts.costMicros)] : []),
  ]
}

export const texts: typeof copy = {
  page: {
    title: 'Exécutions',
    lead: 'Une exécution envoie chaque prompt actif à chaque plateforme et enregistre les réponses. Lancez-en une maintenant ou laissez faire la planification.',
  },
  startedBy: {
    apiKey: (member) => `${member ?? 'Un membre'}, par clé d’API`,
    formerMember: 'Ancien membre',
    externalScheduler: 'Planificateur externe',
    schedule: 'Planification',
  },
  startRun: {
    platforms: 'Plateformes',
    run: 'Lancer maintenant',
    queries: (count) => formatQuantity(count, 'requête'),
    cost: (costMicros) => `, environ ${formatCost(costMicros)}`,
    unknownCost: ' plus les moteurs au prix inconnu',
    noPrompts: 'Ajoutez d’abord un prompt',
    noPlatform: 'Sélectionnez une plateforme',
    noMatchingPrompts: 'Aucun prompt actif ne vise ces plateformes',
    notConfigured: (platforms) =>
      `${formatQuantity(platforms, 'autre plateforme nécessite', 'autres plateformes nécessitent')} un réglage`,
    missingSetting: '{platform} n’est pas configurée : définissez {setting}',
  },
  progress: {
    label: 'Requêtes terminées',
    queries: (completed, total) => `${formatCount(completed)} requêtes sur ${formatCount(total)}`,
    starting: 'Démarrage…',
    noWorker:
      'Aucun worker n’a pris en charge cette exécution. Vérifiez qu’un processus avec ROLE=all ou ROLE=worker est actif.',
    cancel: 'Annuler l’exécution',
    cancelling: 'Annulation…',
  },
  lastRun: {
    label: 'Dernière exécution',
    counts: (counts) => summaryOf(counts).join(', '),
    failed: (failed, all) => `${formatCount(failed)} sur ${formatCount(all)} en échec.`,
    details: 'Voir l’état des plateformes',
  },
  history: {
    title: 'Historique des exécutions',
    caption: 'Exécutions, les plus récentes en premier',
    empty: 'Aucune exécution',
    emptyHint:
      'Dès que la marque a des prompts, lancez une exécution. Ensuite, chaque plateforme est interrogée selon la planification des paramètres de la marque.',
    started: 'Début',
    status: 'Statut',
    progress: (completed, total) => `${formatCount(completed)} sur ${formatCount(total)}`,
    triggeredBy: 'Déclenchée par',
    platforms: 'Plateformes',
    morePlatforms: (named, more) => `${named} et ${more} de plus`,
    answers: 'Réponses',
    failed: 'En échec',
    skipped: 'Ignorées',
    mentions: 'Mentions',
    cost: 'Coût',
    duration: 'Durée',
  },
  runPage: {
    back: 'Exécutions',
    title: (createdAt) => `Exécution du ${formatTime(createdAt)}`,
    triggeredBy: (name) => `Déclenchée par ${name}`,
    notRefreshed: (reason) => `${reason} Affichage du dernier état connu.`,
    answers: 'Réponses',
    failed: 'En échec',
    remaining: 'Restantes',
    skipped: 'Ignorées',
    mentions: 'Mentions de la marque',
    citations: 'Citations',
    cost: 'Coût',
    duration: 'Durée',
  },
  platformStatus: {
    title: 'État des plateformes',
    prompts: (count) => `${formatQuantity(count, 'prompt')}. `,
    lead: 'Si une plateforme échoue, les autres continuent. Les réponses en échec sont exclues des métriques.',
    queries: (platform) => `Requêtes à ${platform}`,
    answers: (count) => formatQuantity(count, 'réponse'),
    failed: (count) => `${formatCount(count)} en échec`,
    remaining: (count) => formatQuantity(count, 'restante'),
    skipped: (count) => formatQuantity(count, 'ignorée'),
  },
}
