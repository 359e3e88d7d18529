import { formatCount, formatDay, formatPct, formatQuantity } from '../../../vocabulary/formats.ts'
import type { copy } from '../../citations/copy.ts'

const otherFilters = 'Wählen Sie einen anderen Zeitraum, oder entfernen Sie einen Filter.'

export const texts: typeof copy = {
  page: {
    title: 'Quellen',
    verdict: (targets) =>
      targets === 0
        ? 'Keine Quelle wird in Antworten zitiert, die einen Wettbewerber, aber nicht Sie erwähnen.'
        : `${targets === 1 ? 'Eine Quelle lohnt' : `${formatCount(targets)} Quellen lohnen`} sich als Ziel.`,
    largest: (domain, answers, brand) =>
      `${domain} wird in ${formatQuantity(answers, 'Antwort', 'Antworten')} zitiert, die einen Wettbewerber, aber nicht ${brand} ${answers === 1 ? 'erwähnt' : 'erwähnen'}.`,
    emptyTitle: 'Keine Zitationen in diesem Zeitraum',
    empty: `Engines zitieren Quellen, wenn sie im Web suchen. ${otherFilters}`,
    summary: (totals, answers, period) =>
      `${formatQuantity(totals.citations, 'Zitation', 'Zitationen')} von ${formatQuantity(totals.urls, 'Seite', 'Seiten')} auf ${formatQuantity(totals.domains, 'Domain', 'Domains')}, in ${formatCount(totals.results_with_citations)} von ${formatQuantity(answers, 'Antwort', 'Antworten')} in ${period}.`,
    sourceType: 'Quelltyp',
    allSourceTypes: 'Alle Quelltypen',
    views: {
      targets: 'Ziele',
      companies: 'Wettbewerber und Shops',
      domains: 'Alle Domains',
      pages: 'Seiten',
      changes: 'Neu und verloren',
    },
    viewLabel: 'Quellen',
  },
  targets: {
    caption: 'Lohnende Quellen, höchster Wert zuerst',
    companiesCaption: 'Websites von Wettbewerbern und Shops',
    none: 'In diesem Zeitraum werden keine Quellen dieser Art zitiert.',
    columns: {
      source: 'Quelle',
      answers: 'Antworten',
      missed: 'Ohne Sie',
      score: 'Wert',
      competitors: 'Wettbewerber',
      you: 'Sie',
      opportunity: 'Chance',
    },
    definition:
      'Wert: Anzahl der Antworten, die die Quelle zitieren und einen beobachteten Wettbewerber, aber nicht Sie erwähnen, in Prozent der höchsten Anzahl. Ob die Seite selbst Sie erwähnt, wird nicht geprüft.',
    mentioned: (pct) => `In ${formatPct(pct)}`,
    notMentioned: 'Nicht erwähnt',
    competitor: (name, results) => `${name}: ${formatQuantity(results, 'Antwort', 'Antworten')}`,
    noCompetitors: 'Keine',
    create: 'Chance erstellen',
    createFor: (domain) => `Chance für ${domain} erstellen`,
    owner: (name) => `, ${name}`,
  },
  changes: {
    chart: 'Erstmals und letztmals zitierte Quellen pro Woche',
    title: 'Neue und verlorene Quellen pro Woche',
    lead: 'Verloren: in der Vorwoche zitiert und seitdem nicht mehr',
    added: 'Neu',
    lost: 'Verloren',
    newTitle: (count) => `Neue Quellen (${formatCount(count)})`,
    newLead: 'In diesem Zeitraum erstmals zitiert.',
    lostTitle: (count) => `Verlorene Quellen (${formatCount(count)})`,
    lostLead: 'Im vorherigen Zeitraum zitiert, in diesem nicht.',
    none: 'Keine.',
    caution: 'Selten zitierte Quellen erscheinen und verschwinden zufällig.',
    columns: {
      source: 'Quelle',
      answers: 'Antworten',
      change: 'Veränderung',
      first: 'Zuerst zitiert',
      last: 'Zuletzt zitiert',
    },
  },
  sourceTypes: {
    title: 'Zitationen nach Quelltyp',
    filter: (type, citations) => `${type}: ${formatQuantity(citations, 'Zitation', 'Zitationen')}`,
  },
  sources: {
    domainsCaption: 'Zitierte Domains',
    pagesCaption: 'Zitierte Seiten',
    domain: 'Domain',
    page: 'Seite',
    citations: 'Zitationen',
    citingAnswers: 'Zitierende Antworten',
    shareOfAll: (pct) => `${formatPct(pct)} der Antworten`,
    mentionYou: 'Erwähnen Sie',
  },
  citedPage: {
    back: 'Quellen',
    emptyTitle: 'In diesem Zeitraum nicht zitiert',
    empty: (answers, period) =>
      `${
        answers === 0
          ? `Es gibt keine Antworten in ${period}.`
          : `Keine von ${formatQuantity(answers, 'Antwort', 'Antworten')} in ${period} zitiert diese Seite.`
      } ${otherFilters}`,
    site: 'Website',
    owner: 'Eigentümer',
    thirdParty: 'Dritte',
    yours: 'Ihre',
    sourceType: 'Quelltyp',
    pageType: 'Seitentyp',
    openPage: 'Seite öffnen',
  },
  keyFigures: {
    share: 'Anteil der Antworten',
    shareDefinition: 'Der Anteil der Antworten, die diese Seite zitieren.',
    citingAnswers: (answers) => formatQuantity(answers, 'Antwort', 'Antworten'),
    ofAnswers: (answers, citations) =>
      `von ${formatCount(answers)}, ${formatQuantity(citations, 'Zitation', 'Zitationen')}`,
    mentionRate: 'Erwähnungsrate bei Zitation',
    mentionRateDefinition:
      'Der Anteil der Antworten, die die Marke erwähnen, unter denen, die diese Seite zitieren.',
    firstCited: 'Zuerst zitiert',
    firstCitedDefinition: 'Der erste Tag in diesem Zeitraum, an dem eine Antwort diese Seite zitiert.',
    lastCited: (day) => `Zuletzt zitiert am ${formatDay(day)}`,
  },
  trend: {
    title: 'Im Zeitverlauf',
    lead: 'Der Anteil der Antworten, die diese Seite zitieren. Band: 95-%-Konfidenzintervall.',
    chart: (granularity) =>
      `Anteil der Antworten, die die Seite zitieren, pro ${granularity === 'week' ? 'Woche' : 'Tag'}`,
    series: 'Anteil der Antworten',
    interval: 'Intervall',
    byDay: 'Pro Tag',
    byWeek: 'Pro Woche',
  },
  usage: {
    byPlatform: 'Nach Plattform',
    byPlatformCaption: 'Zitierende Antworten nach Plattform',
    byPrompt: 'Nach Prompt',
    byPromptLead: 'Prompts mit einer Antwort, die diese Seite zitiert.',
    byPromptCaption: 'Zitierende Antworten nach Prompt',
    columns: {
      platform: 'Plattform',
      prompt: 'Prompt',
      citingAnswers: 'Zitierende Antworten',
      share: 'Anteil der Antworten',
      answers: 'Antworten',
    },
  },
  mentionedBrands: {
    title: 'Erwähnte Marken',
    lead: 'Sie und die Wettbewerber, die in den zitierenden Antworten erwähnt werden.',
    caption: 'In den zitierenden Antworten erwähnte Marken',
    you: 'Sie',
    columns: {
      name: 'Name',
      answers: 'Antworten mit Erwähnung',
      share: 'Anteil der zitierenden Antworten',
      citingAnswers: 'Zitierende Antworten',
    },
  },
  newestAnswers: {
    title: 'Neueste Antworten',
    viewAll: (count) => (count === 1 ? 'Antwort ansehen' : `Alle ${formatCount(count)} Antworten ansehen`),
    caption: 'Neueste Antworten, die diese Seite zitieren',
    columns: {
      prompt: 'Prompt',
      platform: 'Plattform',
      mentioned: 'Erwähnt',
      alsoMentioned: 'Außerdem erwähnt',
      date: 'Datum',
    },
  },
}
