import { formatCount, formatQuantity, formatRange } from '../../../vocabulary/formats.ts'
import type { copy } from '../../onboarding/copy.ts'

export const texts: typeof copy = {
  steps: {
    label: 'Étapes',
    completed: 'Terminée :',
    website: 'Site web',
    brand: 'Marque',
    prompts: 'Prompts',
    engine: 'Connecter un moteur',
    firstRun: 'Première exécution',
  },
  continue: 'Continuer',
  back: 'Retour',
  cancel: 'Annuler',
  newBrandPage: {
    title: 'Ajouter une marque',
    lead: 'Que souhaitez-vous suivre ?',
    notAllowed:
      'Vous n’êtes pas autorisé à ajouter des marques. Demandez à un propriétaire ou à un administrateur d’ajouter la marque, ou de vous donner accès à toutes les marques.',
  },
  websiteStep: {
    website: 'Site web',
    placeholder: 'acme.com',
    hint: 'Votre page d’accueil est lue une fois pour préremplir l’étape suivante. Rien n’est enregistré avant la fin.',
    reading: 'Lecture du site…',
  },
  brandStep: {
    siteUnreadable: (domain, problem) =>
      `Impossible de lire ${domain} : ${problem}. Renseignez les informations ci-dessous.`,
    suggestedFromSite: (domain) =>
      `Les valeurs proviennent de la page d’accueil de ${domain}. Vérifiez-les et corrigez-les si nécessaire.`,
    suggestedByModel: (domain) =>
      `Les valeurs proviennent de la page d’accueil de ${domain} et du modèle de langage. Vérifiez-les et corrigez-les si nécessaire.`,
    suggestedWithoutSite: (problem) => `Impossible de lire le site lui-même : ${problem}.`,
    name: 'Nom',
    domain: 'Domaine',
    domainHint: 'Les citations de ce domaine et de ses sous-domaines comptent comme les vôtres.',
    aliases: 'Alias, un par ligne',
    aliasesHint: 'Autres noms qui désignent uniquement cette marque.',
    offering: 'Produit ou catégorie',
    offeringPlaceholder: 'chaussures de course',
    offeringHint: 'Avec les mots de vos clients, sans votre nom. Sert à générer les prompts.',
    industry: 'Secteur',
    industryPlaceholder: 'Équipement sportif',
    industryHint: 'Sert à générer les prompts.',
    description: 'Description',
  },
  competitorFields: {
    title: 'Concurrents',
    optional: 'Facultatif',
    lead: 'Les concurrents donnent un point de comparaison à vos métriques. Après la première exécution, d’autres, souvent présents dans les réponses, sont suggérés.',
    add: 'Ajouter un concurrent',
    name: (number) => `Concurrent ${number}`,
    domain: (number) => `Domaine du concurrent ${number}`,
    remove: (number) => `Retirer le concurrent ${number}`,
  },
  promptsStep: {
    noSuggestions: (reason) =>
      `Aucune suggestion de prompt : ${reason} Rédigez vos propres prompts ci-dessous.`,
    suggestedByModel: 'Suggérés par le modèle de langage.',
    suggestedFromTemplates: 'Suggérés à partir de prompts types.',
    advice:
      'Les prompts les plus utiles viennent de personnes qui ne vous connaissent pas encore : ceux qui contiennent votre marque ne sont donc pas sélectionnés.',
    include: (text) => `Inclure : ${text}`,
    prompt: (number) => `Prompt ${number}`,
    branded: 'Avec la marque',
    ownPrompts: 'Vos propres prompts, un par ligne',
    ownPlaceholder: 'Quel est le meilleur… ?',
    addBrand: 'Ajouter la marque',
    addBrandWith: (prompts) => `Ajouter la marque avec ${formatQuantity(prompts, 'prompt')}`,
  },
  firstRunPage: {
    title: 'Première exécution',
    lead: (brand) =>
      `Lancez vos prompts à propos de ${brand} sur chaque plateforme. Chaque réponse est enregistrée en entier.`,
    noPrompts: 'Aucun prompt',
    noPromptsHint: 'Écrivez ce qu’un client demanderait avant de vous connaître, puis revenez ici.',
    addPrompts: 'Ajouter des prompts',
    notAllowed:
      'Vous avez un accès en lecture seule. Demandez à un membre ayant accès en écriture de lancer la première exécution.',
    leavePage: 'Vous pouvez quitter cette page ; l’exécution continue en arrière-plan.',
    cancelled: 'L’exécution a été annulée avant qu’une plateforme réponde.',
    tryAgain: 'Réessayer',
  },
  connectStep: {
    lead: 'Ansight envoie vos prompts aux moteurs avec vos propres clés. Les clés sont chiffrées, restent sur ce serveur et ne sont envoyées qu’au fournisseur.',
    test: 'Tester',
    testAgain: 'Tester à nouveau',
    testing: 'Test en cours',
    answered: '(disponible)',
    notAnswered: '(indisponible)',
    connect: 'Connecter un vrai moteur',
    connectMore: 'Connecter d’autres moteurs',
    continueSimulated: 'Continuer avec des réponses simulées',
    ownKeysLead:
      'Avec OpenRouter, une seule clé suffit pour ChatGPT, Claude, Gemini, Grok et Perplexity. Copilot et les réponses IA de Google nécessitent un scraper.',
    keysLead:
      'Un propriétaire ou un administrateur peut ajouter une clé, ou définir l’une de ces variables sur le serveur.',
    options: {
      openRouter: {
        name: 'OpenRouter',
        explanation: 'Une seule clé pour ChatGPT, Claude, Gemini, Grok et Perplexity.',
      },
      providers: { name: 'Clés des fournisseurs', explanation: 'Chaque fournisseur avec sa propre clé.' },
      scrapers: {
        name: 'Scrapers',
        explanation:
          'Ce que voient les utilisateurs des applications, y compris Copilot et les réponses IA de Google.',
      },
    },
    cost: {
      title: 'Coût estimé',
      perMonth: (cost) => `${cost} par mois`,
      free: 'Gratuit',
      unknown: 'Inconnu',
      answers: (count) => `${formatQuantity(count, 'réponse')} par mois`,
      prompts: 'Prompts',
      platforms: 'Plateformes',
      basis:
        'Pour des exécutions quotidiennes au prix récent ou habituel par réponse. Vous choisirez les plateformes et la fréquence à l’étape suivante.',
    },
  },
  platformsStep: {
    platforms: 'Plateformes',
    lead: 'Chaque prompt est lancé sur chaque plateforme. Vous pourrez modifier ce choix dans les paramètres de la marque.',
    frequency: 'Fréquence des exécutions',
    run: 'Lancer maintenant',
    queries: (count) => formatQuantity(count, 'requête'),
    noPlatform: 'Sélectionnez une plateforme sur laquelle lancer les prompts.',
  },
  firstInsight: {
    label: 'Premiers résultats',
    noAnswers:
      'Aucune plateforme n’a encore répondu : il n’y a donc pas de métriques. Vérifiez l’état des plateformes, puis relancez les prompts.',
    mentionRate: 'Sur {answers}, {rate} mentionnent {brand}.',
    mentionRateUnbranded: 'Sur {answers}, {rate} mentionnent {brand} (prompts sans la marque).',
    answers: (count) => formatQuantity(count, 'réponse'),
    sample: (answers, prompts, interval) =>
      `n = ${formatCount(answers)}, ${formatQuantity(prompts, 'prompt')}${
        interval === null ? '' : ` ; IC à 95 % : ${formatRange(interval, '%')}`
      }. Une exécution est un instantané : d’autres exécutions réduisent l’intervalle.`,
    platforms: '{best} la mentionne le plus ({bestRate} de ses réponses), {worst} le moins ({worstRate}).',
    competitor: '{competitor} est mentionné dans {rate} des mêmes réponses.',
    competitorAhead: '{competitor} est mentionné dans {rate} des mêmes réponses, plus souvent que vous.',
    cited: '{rate} des réponses citent une page de {brand}.',
    notCited: (brand) => `Aucune réponse ne cite encore une page de ${brand}.`,
    platformErrors: 'Certaines plateformes ont rencontré des erreurs ; voir ci-dessous.',
    viewOverview: 'Ouvrir la vue d’ensemble',
    viewAnswers: 'Voir les réponses',
  },
}
