import { formatLocalDay, formatQuantity, formatTime } from '../../../vocabulary/formats.ts'
import { passwordMinLength } from '../../../vocabulary/password-length.ts'
import type { copy } from '../../accounts/copy.ts'

export const texts: typeof copy = {
  account: {
    name: 'Nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    passwordHint: `Au moins ${passwordMinLength} caractères. Une phrase secrète est plus sûre qu’un mot de passe court.`,
  },
  language: 'Langue',
  signIn: {
    title: 'Connexion',
    lead: 'Heureux de vous revoir.',
    submit: 'Se connecter',
    newHere: 'Nouveau sur Ansight ?',
    createAccount: 'Créer un compte',
    noAccount:
      'Pas de compte ? Demandez une invitation à un propriétaire ou à un administrateur de votre organisation.',
  },
  signUp: {
    title: 'Créer un compte',
    lead: 'Une nouvelle organisation sera créée.',
    submit: 'Créer le compte',
    hasAccount: 'Vous avez déjà un compte ?',
    signIn: 'Se connecter',
  },
  firstRun: {
    title: 'Configurer Ansight',
    lead: 'Découvrez comment les moteurs d’IA parlent de votre marque. Ce premier compte devient propriétaire.',
    setupCode: 'Code de configuration',
    setupCodeHint: 'Le service l’affiche dans son journal au démarrage.',
    privacy: 'Toutes les données restent sur ce serveur. Seuls vos prompts sont envoyés aux moteurs.',
  },
  invitation: {
    title: (organization) => `Rejoindre ${organization}`,
    lead: (email, role, meaning) => `${email} est invité avec le rôle ${role} (${meaning.toLowerCase()}).`,
    validity: (expiresAt) =>
      `L’invitation est utilisable une seule fois et expire le ${formatTime(expiresAt)}.`,
    existingAccount: 'J’ai un compte sans organisation',
    newAccount: 'Créer un nouveau compte',
    signInAndJoin: 'Se connecter et rejoindre',
    createAccountAndJoin: 'Créer un compte et rejoindre',
  },
  invalidInvitation: {
    title: 'Cette invitation n’est pas valide',
    lead: 'Elle a été utilisée ou révoquée, ou elle date de plus de sept jours. Demandez un nouveau lien à son expéditeur.',
    signIn: 'Se connecter',
  },
  settings: {
    title: 'Organisation',
    tabs: {
      general: 'Général',
      members: 'Membres',
      apiKeys: 'Clés d’API',
      engines: 'Moteurs',
      spend: 'Forfait et dépenses',
      auditLog: 'Journal d’audit',
    },
  },
  dateFormat: {
    title: 'Dates et heures',
    lead: 'S’applique à l’heure des événements, comme les exécutions. Les jours des métriques commencent à minuit UTC.',
    timeZone: 'Fuseau horaire',
    ownZone: 'Fuseau horaire du navigateur',
    now: (time) => `Maintenant : ${time}`,
    update: 'Mettre à jour',
    weekStart: 'Premier jour de la semaine',
    weekStarts: { monday: 'Lundi', sunday: 'Dimanche', saturday: 'Samedi' },
  },
  organizationName: {
    title: 'Nom',
    lead: 'Visible par les membres et dans les invitations.',
    field: 'Nom de l’organisation',
    save: 'Enregistrer',
  },
  liveUpdates: {
    title: 'Mises à jour en direct',
    connected: 'Pendant une exécution, les pages reçoivent des mises à jour en direct de :',
    notConfigured:
      'Aucun serveur temps réel n’est configuré : les pages s’actualisent toutes les 3 secondes pendant une exécution. Pour activer les mises à jour en direct, donnez à ces variables les valeurs d’un serveur compatible avec le protocole Pusher :',
  },
  retention: {
    title: 'Conservation des données',
    lead: 'Les données plus anciennes que ces durées sont supprimées chaque jour. Les métriques ne changent pas.',
    fields: {
      raw_payload_days: 'Données brutes des moteurs (jours)',
      answer_text_days: 'Textes et sources des réponses (jours)',
      visit_days: 'Visites individuelles (jours)',
      audit_log_days: 'Journal d’audit (jours)',
    },
    keep: 'Conserver',
    review: 'Vérifier les modifications',
    confirmTitle: 'Enregistrer ces durées de conservation ?',
    confirm: 'Enregistrer et supprimer chaque jour',
    nothing: 'La prochaine suppression quotidienne ne supprimera rien.',
    deletes: 'La prochaine suppression quotidienne supprimera définitivement :',
    deleted: {
      raw_payloads: (count) => formatQuantity(count, 'donnée brute', 'données brutes'),
      answer_texts: (count) => formatQuantity(count, 'texte de réponse', 'textes de réponse'),
      visits: (count) => formatQuantity(count, 'visite'),
      audit_log_entries: (count) =>
        formatQuantity(count, 'entrée du journal d’audit', 'entrées du journal d’audit'),
    },
    kept: ({ answers, visits }) =>
      `Les métriques les comptent toujours toutes : ${formatQuantity(answers, 'réponse')} et ${formatQuantity(visits, 'visite')}. Les changements de noms ne s’appliquent plus aux réponses sans texte.`,
    withoutText: (answers) =>
      `${formatQuantity(answers, 'réponse')} sans texte : comptées dans les métriques, mais les changements de noms ne s’y appliquent pas.`,
  },
  exportData: {
    title: 'Exporter vos données',
    lead: 'Toutes les données de l’organisation au format JSON Lines : une ligne par enregistrement, avec le nom de sa table. Les réponses sont au format de la commande ansight import. Les secrets sont exclus.',
    action: 'Exporter',
  },
  deleteOrganization: {
    title: 'Supprimer l’organisation',
    lead: 'Supprime définitivement ses marques, réponses, membres et clés d’API. Exportez d’abord vos données.',
    action: 'Supprimer l’organisation',
    confirmTitle: (name) => `Supprimer ${name} ?`,
    password: 'Votre mot de passe',
    warning:
      'Toutes les marques et leurs réponses, les membres et les clés d’API sont supprimés immédiatement. Cette action est irréversible.',
  },
  members: {
    title: 'Membres',
    count: (members) => formatQuantity(members, 'membre'),
    invite: 'Inviter un membre',
    you: '(vous)',
    details: (email, joinedAt, brands) =>
      `${email}, membre depuis le ${formatLocalDay(joinedAt)}${
        brands === undefined ? '' : `, accès à ${formatQuantity(brands, 'marque')}`
      }`,
    roleOf: (name) => `Rôle de ${name}`,
    brandAccess: 'Accès aux marques',
    brandAccessOf: (name) => `Accès de ${name} aux marques`,
    remove: 'Retirer',
    removeOne: (name) => `Retirer ${name}`,
  },
  removeMember: {
    title: (name) => `Retirer ${name} ?`,
    action: 'Retirer le membre',
    warning:
      'Ses sessions et ses clés d’API sont révoquées immédiatement. Son travail est conservé, et vous pourrez l’inviter à nouveau.',
  },
  brandAccess: {
    legend: 'Accès',
    all: 'Toutes les marques, y compris les futures',
    selected: 'Marques sélectionnées uniquement',
    save: 'Enregistrer',
  },
  openInvitations: {
    title: 'Invitations en attente',
    lead: 'Chaque lien fonctionne une seule fois et expire après sept jours.',
    details: (role, expiresAt) => `${role}, expire le ${formatLocalDay(expiresAt)}`,
    revoke: 'Révoquer',
    revokeFor: (email) => `Révoquer l’invitation de ${email}`,
  },
  inviteDialog: {
    title: 'Inviter un membre',
    role: 'Rôle',
    submit: 'Créer un lien d’invitation',
    linkTitle: 'Partagez ce lien',
    link: 'Lien',
    linkNote: (email) =>
      `Envoyez vous-même le lien à ${email} ; Ansight n’envoie pas d’e-mail. Il fonctionne une seule fois, expire après sept jours et ne sera plus affiché.`,
  },
  apiKeys: {
    title: 'Clés d’API',
    lead: 'Pour les feuilles de calcul, les scripts et les assistants. Une clé agit au nom de l’utilisateur qui l’a créée, dans les limites que vous choisissez.',
    create: 'Créer une clé',
    emptyTitle: 'Aucune clé d’API',
    empty: 'Créez une clé pour utiliser l’API sans mot de passe.',
    docs: 'Lire la documentation de l’API',
    revoked: (at) => `Révoquée le ${formatLocalDay(at)}`,
    details: (owner, createdAt, lastUsedAt) =>
      `créée par ${owner} le ${formatLocalDay(createdAt)}, ${
        lastUsedAt === null ? 'jamais utilisée' : `dernière utilisation le ${formatTime(lastUsedAt)}`
      }`,
    limits: {
      access: { read: 'Lecture seule', write: 'Lecture et écriture' },
      allBrands: 'toutes les marques',
      brands: (count) => formatQuantity(count, 'marque'),
      neverExpires: 'sans expiration',
      expires: (at) => `expire le ${formatLocalDay(at)}`,
    },
    revoke: 'Révoquer',
    revokeOne: (name) => `Révoquer ${name}`,
    revokeTitle: 'Révoquer cette clé ?',
    revokeAction: 'Révoquer la clé',
    revokeWarning: (name) =>
      `Les requêtes qui utilisent « ${name} » seront refusées immédiatement. Cette action est irréversible.`,
  },
  createKey: {
    title: 'Créer une clé d’API',
    name: 'Nom',
    namePlaceholder: 'Rapport hebdomadaire',
    nameHint: 'À quoi sert cette clé.',
    access: 'Autorisations',
    accessLevels: { read: 'Lecture seule', write: 'Lecture et écriture, selon votre rôle' },
    expiry: 'Expiration',
    expiries: [
      ['30', 'Dans 30 jours'],
      ['90', 'Dans 90 jours'],
      ['365', 'Dans un an'],
      ['0', 'Jamais'],
    ],
    submit: 'Créer la clé',
    tokenTitle: 'Votre nouvelle clé d’API',
    token: 'Jeton',
    tokenNote:
      'Copiez cette clé maintenant. Elle ne sera plus affichée ; seule son empreinte est enregistrée.',
  },
  showOnce: { close: 'Terminé' },
  auditLog: {
    title: 'Journal d’audit',
    lead: 'Toutes les modifications et connexions, les plus récentes en premier. Réservé aux propriétaires.',
    type: 'Type de modification',
    allTypes: 'Toutes les modifications',
    caption: 'Modifications, les plus récentes en premier',
    emptyTitle: 'Aucune modification correspondante',
    empty: 'Aucune modification de ce type n’a été enregistrée. Choisissez un autre type.',
    columns: {
      date: 'Date',
      change: 'Modification',
      user: 'Utilisateur',
      brand: 'Marque',
      details: 'Détails',
    },
    deletedBrand: 'Marque supprimée',
    formerMember: 'Ancien membre',
    withKey: (user, key) => `${user}, clé d’API ${key ?? '(révoquée)'}`,
    actors: {
      system: 'Système',
      cron: 'Planificateur externe',
      callback: 'Destinataire du webhook',
      anonymous: 'Non connecté',
    },
  },
}
