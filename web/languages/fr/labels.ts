import type { LabelTexts } from '../label-texts.ts'

export const texts: LabelTexts = {
  roleLabels: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    member: 'Membre',
    viewer: 'Lecteur',
  },
  roleMeanings: {
    owner: 'Accès complet',
    admin: 'Accès complet, sauf la gestion des propriétaires',
    member: 'Modifie les paramètres de suivi et lance des exécutions',
    viewer: 'Lecture seule',
  },
  auditStatusLabels: {
    waiting: 'En attente',
    running: 'En cours',
    completed: 'Terminé',
    failed: 'En échec',
  },
  findingLabels: { pass: 'Réussi', warn: 'Partiel', fail: 'Échoué', na: 'Sans objet' },
  basisLabels: {
    A: 'Documenté par les opérateurs de moteurs ou mesuré sur un grand nombre de requêtes',
    B: 'Mesuré dans des études, avec des réserves',
    C: 'Bonne pratique, non mesurée',
  },
  formats: {
    range: (low, high) => `${low} à ${high}`,
    separator: ', ',
    labelEnd: ' : ',
    inParentheses: (text) => ` (${text})`,
    milliseconds: (count) => `${count} ms`,
    seconds: (count) => `${count} s`,
    minutes: (minutes, seconds) => `${minutes} min ${seconds} s`,
  },
  brandStatusLabels: { active: 'Active', paused: 'Suspendue' },
  checkFrequencyLabels: {
    hourly: 'Toutes les heures',
    daily: 'Chaque jour',
    weekly: 'Chaque semaine',
    monthly: 'Chaque mois',
    manual: 'Manuelle uniquement',
  },
  runStatusLabels: {
    waiting: 'En attente',
    active: 'En cours',
    completed: 'Terminée',
    failed: 'En échec',
    cancelled: 'Annulée',
  },
  runPhaseLabels: {
    preparing: 'Préparation des requêtes',
    'querying-platforms': 'Interrogation des plateformes',
    'awaiting-results': 'En attente des réponses',
    finalizing: 'Calcul des métriques',
  },
  inProgressLabel: 'En cours',
  answerStatusLabels: {
    answered: 'Réponse obtenue',
    empty: 'Réponse vide',
    refused: 'Refusée',
    failed: 'En échec',
  },
  surfaceLabels: {
    consumer_ui: 'Interface grand public (scraping)',
    api: 'API officielle',
    simulated: 'Simulé',
  },
  surfaceMeanings: {
    consumer_ui: 'la réponse que voit un utilisateur de la plateforme, collectée par un service de scraping',
    api: 'l’API du fournisseur avec recherche web ; les réponses peuvent différer de celles que voient les utilisateurs',
    simulated: 'la réponse générée par le simulateur intégré, et non par un vrai moteur',
  },
  spendKindLabels: {
    answers: 'Réponses',
    sentiment: 'Sentiment',
    briefs: 'Briefs',
    suggestions: 'Suggestions',
    volumes: 'Volumes de recherche',
    tests: 'Tests de moteurs',
  },
  limitedByLabels: {
    plan: 'Limite du forfait',
    organization: 'Votre budget mensuel',
    setting: 'Limite définie par cette installation',
  },
  sentimentLabels: {
    positive: 'Positif',
    neutral: 'Neutre',
    negative: 'Négatif',
    unknown: 'Incertain',
  },
  changeLabels: {
    up: 'En hausse',
    down: 'En baisse',
    no_significant_change: 'Aucune évolution significative',
    insufficient_data: 'Données insuffisantes',
    not_comparable: 'Non comparable',
  },
  promptCategoryLabels: {
    comparison: 'Comparaison',
    best: 'Meilleur choix',
    'how-to': 'Comment faire',
    alternative: 'Alternative',
    recommendation: 'Recommandation',
    informational: 'Information',
    branded: 'Avec la marque',
    other: 'Autre',
  },
  cardRoleLabels: { own: 'Votre marque', competitor: 'Concurrent', other: 'Autre' },
  sourceCategoryLabels: {
    owned: 'Votre site',
    competitor: 'Concurrent',
    editorial: 'Média',
    review: 'Avis',
    forum: 'Forum',
    social: 'Réseaux sociaux',
    video: 'Vidéo',
    ecommerce: 'Marchand',
    reference: 'Référence',
    institutional: 'Administration et éducation',
    other: 'Autre',
  },
  articleTypeLabels: {
    comparison: 'Comparatif',
    list: 'Liste',
    'how-to': 'Guide',
    review: 'Test',
    documentation: 'Documentation',
    news: 'Actualité',
    'forum-thread': 'Fil de forum',
    product: 'Page produit',
    homepage: 'Page d’accueil',
    other: 'Autre',
  },
  metricLabels: {
    visibility_score: {
      label: 'Score de visibilité',
      definition:
        'Visibilité moyenne de la marque sur toutes les réponses, de 0 à 100. Chaque réponse rapporte 60 points pour une mention, 25 pour une citation d’un domaine de la marque, et jusqu’à 15 pour la position (15 divisé par son rang parmi les marques suivies).',
    },
    mention_rate: {
      label: 'Taux de mention',
      definition: 'La part des réponses qui mentionnent la marque.',
    },
    citation_rate: {
      label: 'Taux de citation',
      definition: 'La part des réponses qui citent un domaine de la marque.',
    },
    share_of_voice: {
      label: 'Part de voix',
      definition:
        'Mentions de la marque en pourcentage de toutes les mentions de la marque et de ses concurrents suivis.',
    },
    sentiment: {
      label: 'Sentiment positif',
      definition:
        'Parmi les réponses qui mentionnent la marque avec un sentiment connu, la part de réponses positives.',
    },
    citations: {
      label: 'Citations de vos sites',
      definition:
        'Citations des domaines de la marque. Une URL citée deux fois dans une réponse compte deux fois.',
    },
    average_position: {
      label: 'Position moyenne',
      definition:
        'La position de la première mention de la marque parmi les marques suivies, en moyenne sur les réponses qui la mentionnent. 1 correspond à la première place.',
    },
  },
  denominatorRule: 'Les réponses en échec, refusées et vides sont exclues.',
  opportunityStatusLabels: {
    new: 'Nouvelle',
    sent: 'Envoyée',
    in_progress: 'En cours',
    done: 'Terminée',
    dismissed: 'Écartée',
  },
  impactLabels: { high: 'Élevé', medium: 'Moyen', low: 'Faible' },
  opportunityTypeLabels: { owned: 'Votre page', earned: 'Site tiers' },
  opportunityTypeMeanings: {
    owned: 'Les réponses citent des pages d’entreprises, ou rien : une de vos pages pourrait être citée.',
    earned: 'Les réponses citent des listes, des avis et des forums : visez une mention sur ces pages.',
  },
  certaintyLabels: { established: 'Confirmée', directional: 'Données insuffisantes' },
  certaintyMeanings: {
    established: 'Au moins 10 réponses, et l’intervalle de confiance de l’écart est supérieur à zéro.',
    directional: 'Peu de réponses, ou un écart non significatif.',
  },
  scoreParts: {
    gap: {
      label: 'Écart',
      meaning:
        'Le nombre de points de visibilité d’avance du concurrent en tête, à la borne inférieure de l’intervalle de confiance. Note maximale à partir de 60 points.',
    },
    certainty: {
      label: 'Certitude',
      meaning: 'La borne inférieure de l’intervalle de confiance de l’écart, rapportée à l’écart.',
    },
    volume: {
      label: 'Volume de recherche',
      meaning:
        'Recherches mensuelles selon la source des volumes, sur une échelle logarithmique. Note maximale à partir de 100 000.',
    },
    intent: {
      label: 'Intention',
      meaning:
        'Les prompts d’acheteurs en phase de choix ont la note maximale ; ceux purement informatifs, moins de la moitié.',
    },
    sources: {
      label: 'Sources',
      meaning: 'La part des citations qui correspondent au type de cette opportunité.',
    },
  },
  briefMethodLabels: {
    evidence: 'Généré à partir des données',
    model: 'Rédigé par le modèle de langage à partir des données',
    person: 'Modifié manuellement',
  },
  deliveryErrorLabels: {
    timeout: 'Pas de réponse complète en 15 secondes',
    dns: 'Hôte introuvable',
    refused: 'Connexion refusée',
    unreachable: 'Hôte injoignable',
    tls: 'Certificat non valide, ou TLS non pris en charge',
    cut: 'La connexion a été fermée avant la fin de la réponse',
    bad_response: 'La réponse n’est pas du HTTP valide',
    too_large: 'Les en-têtes de la réponse sont trop volumineux',
    unsafe_url: 'L’URL désigne un réseau privé, ce qui n’est pas autorisé',
  },
  deliveryTexts: { none: 'Aucune réponse', status: (status) => `Statut ${status}` },
  crawlerRoleLabels: {
    training: 'Entraînement de modèles',
    search: 'Index de recherche',
    user: 'Demande d’un utilisateur',
    agent: 'Agent',
  },
  alertKindLabels: {
    number_changed: 'Une métrique de la marque a évolué',
    competitor_changed: 'Le score d’un concurrent a évolué',
    competitor_overtook: 'Un concurrent a dépassé la marque, ou l’inverse',
    competitor_appeared: 'Un nouveau concurrent apparaît dans les réponses',
    source_changed: 'Une source est nouvellement citée ou n’est plus citée',
    own_page_changed: 'Une page de la marque est nouvellement citée ou n’est plus citée',
    negative_sentiment: 'Des réponses négatives apparaissent',
    run_failed: 'Une exécution a échoué ou est incomplète',
    engine_key_failed: 'Un moteur refuse sa clé',
    budget_reached: 'Une limite de dépenses est atteinte',
    audit_got_worse: 'Un audit de site s’est dégradé',
    traffic_changed: 'Les visites issues des plateformes d’IA ont évolué',
  },
  alertDirectionLabels: {
    any: 'Dans les deux sens',
    up: 'En hausse',
    down: 'En baisse',
    new: 'Nouvelle',
    lost: 'Perdue',
  },
  alertSeverityLabels: { high: 'Élevée', medium: 'Moyenne', low: 'Faible' },
  alertStatusLabels: { open: 'Ouverte', acknowledged: 'Prise en compte', resolved: 'Résolue' },
  alertResolutionLabels: {
    user: 'Résolue par un membre',
    recovered: 'La cause a disparu',
    withdrawn: 'Non confirmée par les données ultérieures',
    expired: 'Plus de 35 jours',
  },
  unknownCountryLabel: 'Inconnu',
}
