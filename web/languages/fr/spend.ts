import { formatCost, formatDay, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../spend/copy.ts'

export const texts: typeof copy = {
  page: {
    title: 'Forfait et dépenses',
    within: 'Organisation',
    lead: 'Appels payants, comptés le jour de l’enregistrement du résultat (UTC). Les réponses simulées sont gratuites.',
  },
  monthPanel: {
    title: 'Ce mois-ci',
    noLimit: 'Aucune limite n’est définie.',
    anyLimit: 'Limite',
    limitResets: (limit, resetsAt) => `${limit} ; réinitialisation le ${formatDay(resetsAt)}.`,
    ofLimit: (limitMicros) => `sur ${formatCost(limitMicros)}`,
    shareSpent: 'Part de la limite dépensée',
    limitReached: 'La limite est atteinte : plus aucune requête n’est envoyée avant sa réinitialisation.',
    left: (leftMicros) => `Il reste ${formatCost(leftMicros)}.`,
  },
  budgetPanel: {
    title: 'Budget mensuel',
    lead: 'Une fois ce montant dépensé, plus aucune requête n’est envoyée avant le mois suivant. Les exécutions qui le dépasseraient ne sont pas lancées.',
    amount: 'Dollars américains par mois',
    noLimit: 'Aucune limite',
    save: 'Enregistrer',
  },
  forecastPanel: {
    title: (month) => `Prévision pour ${month}`,
    lead: 'Exécutions planifiées de toutes les marques actives au coût récent par réponse. Hors exécutions manuelles.',
    unavailable: 'La planification de cette installation ne permet pas de prévision.',
    forQueries: (queries) => `pour ${formatQuantity(queries, 'requête')}`,
    unknown: 'inconnu',
    sentiment: 'Sentiment',
  },
  planPanel: {
    title: 'Forfait',
    selfHosted:
      'Auto-hébergé : aucune limite de forfait, seuls les paramètres de cette installation s’appliquent.',
    cloud: (plan) =>
      `« ${plan} ». Ce qui dépasse ces limites est refusé ; les données existantes sont conservées.`,
    limits: {
      brands: 'Marques',
      prompts: 'Prompts actifs',
      members: 'Membres',
      platforms: 'Plateformes par marque',
      runs_per_day: 'Exécutions manuelles par jour',
      run_cooldown_seconds: 'Délai minimal entre les exécutions d’une marque',
      spend_micros_per_month: 'Dépenses mensuelles',
      site_audits_per_month: 'Audits de site par mois',
      briefs_per_month: 'Briefs par mois',
    },
    noLimit: 'Aucune limite',
    noCooldown: 'Aucun',
  },
  period: {
    title: (from, to) => `Du ${formatDay(from)} au ${formatDay(to)}`,
    total: (costMicros, calls) => `${formatCost(costMicros)} pour ${formatQuantity(calls, 'appel')}.`,
    totalWithEstimates: (costMicros, calls, estimatedMicros) =>
      `${formatCost(costMicros)} pour ${formatQuantity(calls, 'appel')}, dont ${formatCost(estimatedMicros)} estimés, car le prix du modèle est inconnu.`,
    month: 'Mois',
    thisMonth: 'Ce mois-ci',
    chart: 'Dépenses par jour',
    chartSeries: 'Dépenses',
    empty: 'Aucune dépense sur cette période',
    emptyHint: 'Les coûts apparaissent ici dès qu’un vrai moteur est configuré et interrogé.',
  },
  tables: {
    byEngine: 'Dépenses par moteur',
    engine: 'Moteur',
    byPurpose: 'Dépenses par usage',
    purpose: 'Usage',
    byBrand: 'Dépenses par marque',
    brand: 'Marque',
    noBrand: 'Aucune marque',
    deletedBrand: 'Marque supprimée',
    calls: 'Appels',
    cost: 'Coût',
  },
}
