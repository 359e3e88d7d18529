import { formatCost, formatDuration, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../engines/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Moteurs',
    within: 'Organisation',
    lead: 'Comment chaque plateforme est interrogée, et avec quelle clé.',
    settingsReference: 'Lire la référence des paramètres',
    simulatedTitle: 'Toutes les plateformes sont simulées : aucune clé de moteur n’est définie.',
    simulated:
      'Pour interroger de vrais moteurs, ajoutez une clé ci-dessous, ou définissez-en une sur le serveur. Exemple :',
    platforms: 'Plateformes',
  },
  platform: {
    notConfigured: 'Non configurée',
    queriedThrough: (backend) => `Interrogée via : ${backend}`,
    simulator: 'Simulateur intégré',
    notQueried: 'Non interrogée. Pour l’activer, ajoutez une clé, ou définissez',
    ownKey: 'Votre clé',
    test: 'Tester',
    testing: 'Test en cours',
    testOne: (platform) => `Tester ${platform}`,
  },
  testResult: {
    answer: 'Réponse',
    sources: (count) => formatQuantity(count, 'source'),
  },
  reliability: {
    line: (name, facts) => `${name} : ${facts}`,
    week: (monday, facts) => `Semaine du ${monday} : ${facts}`,
    answered: (pct, queries) => `${formatPct(pct)} de réponses sur ${formatQuantity(queries, 'requête')}`,
    durations: (medianMs, p95Ms) =>
      `médiane ${formatDuration(medianMs)}, 95 % en moins de ${formatDuration(p95Ms)}`,
    cost: (micros) => `${formatCost(micros)} par réponse`,
  },
  checks: {
    title: 'Vérification des moteurs',
    passed: 'Toutes les vérifications sont réussies.',
    checkedAt: (time) => `Vérifié : ${time}.`,
    checkNow: 'Vérifier maintenant',
  },
  models: {
    title: 'Le coût de chaque modèle',
    lead: 'Estimations pour vos prompts et vos planifications, aux prix publics, recherches comprises.',
    basisPast: (answers) =>
      `D’après l’utilisation moyenne de vos ${formatQuantity(answers, 'réponse')} des 30 derniers jours.`,
    basisTypical: (queries) =>
      `D’après des réponses typiques ; une exécution compte ${formatQuantity(queries, 'requête')}.`,
    setting: 'Pour changer de modèle, définissez',
    caption: (backend) => `Le coût de chaque modèle de ${backend}`,
    model: 'Modèle',
    perAnswer: 'Par réponse',
    perRun: 'Par exécution',
    perMonth: 'Par mois',
    perMonthFlex: 'Par mois, niveau flex',
    configured: 'Configuré',
    ends: (day) => `Prend fin le ${day}`,
    endsWith: (day, replacement) => `Prend fin le ${day} ; ensuite ${replacement}`,
  },
  keys: {
    title: 'Clés',
    lead: 'Les clés sont chiffrées, restent sur ce serveur et ne sont envoyées qu’au fournisseur. Votre clé remplace celle qui est définie sur le serveur.',
    own: (last) => (last === '' ? 'Votre clé' : `Votre clé ••••${last}`),
    fromServer: 'Clé définie sur le serveur',
    none: 'Aucune clé',
    unreadable:
      'Cette clé ne peut pas être déchiffrée, car elle a été chiffrée avec une autre SECRET_KEY. Saisissez-la à nouveau.',
    typicalCost: (micros) => `Environ ${formatCost(micros)} par réponse`,
    spent: (micros) => `${formatCost(micros)} ce mois-ci`,
    spentOfLimit: (micros, limit) => `${formatCost(micros)} sur ${formatCost(limit)} ce mois-ci`,
    limitReached: 'Limite atteinte : plus aucune requête ce mois-ci',
    add: 'Ajouter une clé',
    edit: 'Modifier',
    addTo: (backend) => `Ajouter une clé pour ${backend}`,
    editOf: (backend) => `Modifier la clé de ${backend}`,
    remove: 'Retirer',
    removeOf: (backend) => `Retirer la clé de ${backend}`,
    removeTitle: (backend) => `Retirer votre clé ${backend} ?`,
    removeAction: 'Retirer la clé',
    removed:
      'La clé et sa limite sont supprimées. Si une clé est définie sur le serveur, elle est à nouveau utilisée.',
  },
  sentiment: {
    title: 'Sentiment',
    lead: 'Qui détermine comment les réponses présentent votre marque. Rien n’est envoyé à un modèle tant que vous n’en choisissez pas un ici.',
    label: 'Classé par',
    rules: 'Règles uniquement',
    option: (vendor, model, cost) => `${vendor}, ${model} (${cost})`,
    perMonth: (micros) => `environ ${formatCost(micros)} par mois`,
    perThousand: (micros) => `environ ${formatCost(micros)} pour 1 000 réponses`,
    fromSettings: 'Défini sur le serveur',
    hint: 'Un modèle classe les réponses à partir d’aujourd’hui. Les réponses antérieures n’ont alors pas de sentiment, afin qu’aucun chiffre ne mélange les méthodes.',
    consent: (vendor, cost) => `Laisser aussi ${vendor} classer le sentiment : ${cost}`,
    consentHint:
      'Envoie les textes des réponses et les noms qu’ils contiennent. Compté dans les dépenses et les limites. Modifiable ici à tout moment.',
  },
  keyDialog: {
    title: (backend) => `Clé ${backend}`,
    labels: { API_KEY: 'Clé d’API', LOGIN: 'Identifiant d’API', PASSWORD: 'Mot de passe d’API' },
    storedHint: (last) =>
      `${last === '' ? 'Une clé est enregistrée' : `Enregistrée : ••••${last}`}. Laissez vide pour la conserver.`,
    serverHint: 'Une clé est définie sur le serveur. Saisissez la vôtre pour l’utiliser à la place.',
    test: 'Tester la clé',
    testing: 'Test en cours',
    testPrice: (micros) => `Le test envoie une requête, qui coûte environ ${formatCost(micros)}.`,
    limit: 'Limite mensuelle en dollars américains',
    noLimit: 'Aucune limite',
    limitHint:
      'Une fois la limite atteinte, plus aucune requête n’est envoyée avant le mois suivant. Les requêtes en cours se terminent.',
    save: 'Enregistrer',
  },
}
