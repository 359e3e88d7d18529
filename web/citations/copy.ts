/** Texts of the citation screens. */
import { formatCount, formatDay, formatPct, formatQuantity } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

const otherFilters = 'Choose a different date range or remove a filter.'

export const copy = translated('citations', {
  page: {
    title: 'Sources',
    verdict: (targets: number) =>
      targets === 0
        ? 'No source is cited in answers that mention a competitor but not you.'
        : `${formatQuantity(targets, 'source')} ${targets === 1 ? 'is' : 'are'} worth targeting.`,
    largest: (domain: string, answers: number, brand: string) =>
      `${domain} is cited in ${formatQuantity(answers, 'answer')} that mention a competitor but not ${brand}.`,
    emptyTitle: 'No citations in this period',
    empty: `Engines cite sources when they search the web. ${otherFilters}`,
    summary: (
      totals: { citations: number; urls: number; domains: number; results_with_citations: number },
      answers: number,
      period: string,
    ) =>
      `${formatQuantity(totals.citations, 'citation')} of ${formatQuantity(totals.urls, 'page')} on ${formatQuantity(totals.domains, 'domain')}, in ${formatCount(totals.results_with_citations)} of ${formatQuantity(answers, 'answer')} in ${period}.`,
    sourceType: 'Source type',
    allSourceTypes: 'All source types',
    views: {
      targets: 'Targets',
      companies: 'Competitor sites and shops',
      domains: 'All domains',
      pages: 'Pages',
      changes: 'New and lost',
    },
    viewLabel: 'Sources',
  },
  targets: {
    caption: 'Sources worth targeting, highest score first',
    companiesCaption: 'Sites of competitors, and shops',
    none: 'No sources of this kind are cited in this period.',
    columns: {
      source: 'Source',
      answers: 'Answers',
      missed: 'Without you',
      score: 'Score',
      competitors: 'Competitors',
      you: 'You',
      opportunity: 'Opportunity',
    },
    definition:
      'Score: number of answers that cite the source and mention a tracked competitor but not you, as a percentage of the highest number. We do not check whether the page itself mentions you.',
    mentioned: (pct: number | null) => `In ${formatPct(pct)}`,
    notMentioned: 'Not mentioned',
    competitor: (name: string, results: number) => `${name}: ${formatQuantity(results, 'answer')}`,
    noCompetitors: 'None',
    create: 'Create opportunity',
    createFor: (domain: string) => `Create opportunity for ${domain}`,
    owner: (name: string) => `, ${name}`,
  },
  changes: {
    chart: 'Sources cited for the first time and for the last time, by week',
    title: 'New and lost sources by week',
    lead: 'Lost: cited in the previous week and not since',
    added: 'New',
    lost: 'Lost',
    newTitle: (count: number) => `New sources (${formatCount(count)})`,
    newLead: 'Cited for the first time in this period.',
    lostTitle: (count: number) => `Lost sources (${formatCount(count)})`,
    lostLead: 'Cited in the previous period but not in this one.',
    none: 'None.',
    caution: 'Rarely cited sources appear and disappear by chance.',
    columns: {
      source: 'Source',
      answers: 'Answers',
      change: 'Change',
      first: 'First cited',
      last: 'Last cited',
    },
  },
  sourceTypes: {
    title: 'Citations by source type',
    filter: (type: string, citations: number) => `${type}: ${formatQuantity(citations, 'citation')}`,
  },
  sources: {
    domainsCaption: 'Cited domains',
    pagesCaption: 'Cited pages',
    domain: 'Domain',
    page: 'Page',
    citations: 'Citations',
    citingAnswers: 'Citing answers',
    shareOfAll: (pct: number | null) => `${formatPct(pct)} of answers`,
    mentionYou: 'Mention you',
  },
  citedPage: {
    back: 'Sources',
    emptyTitle: 'Not cited in this period',
    empty: (answers: number, period: string) =>
      `${
        answers === 0
          ? `No answers in ${period}.`
          : `None of the ${formatQuantity(answers, 'answer')} in ${period} cite this page.`
      } ${otherFilters}`,
    site: 'Site',
    owner: 'Owner',
    thirdParty: 'Third party',
    yours: 'Yours',
    sourceType: 'Source type',
    pageType: 'Page type',
    openPage: 'Open page',
  },
  keyFigures: {
    share: 'Share of answers',
    shareDefinition: 'The share of answers that cite this page.',
    citingAnswers: (answers: number) => formatQuantity(answers, 'answer'),
    ofAnswers: (answers: number, citations: number) =>
      `of ${formatCount(answers)}, ${formatQuantity(citations, 'citation')}`,
    mentionRate: 'Mention rate when cited',
    mentionRateDefinition: 'Of answers that cite this page, the share that mentions the brand.',
    firstCited: 'First cited',
    firstCitedDefinition: 'The first day in this period on which an answer cites this page.',
    lastCited: (day: string) => `Last cited on ${formatDay(day)}`,
  },
  trend: {
    title: 'Over time',
    lead: 'The share of answers that cite this page. Shaded band: 95% confidence interval.',
    chart: (granularity: string) => `Share of answers that cite the page, by ${granularity}`,
    series: 'Share of answers',
    interval: 'Interval',
    byDay: 'By day',
    byWeek: 'By week',
  },
  usage: {
    byPlatform: 'By platform',
    byPlatformCaption: 'Citing answers by platform',
    byPrompt: 'By prompt',
    byPromptLead: 'Prompts with an answer that cites this page.',
    byPromptCaption: 'Citing answers by prompt',
    columns: {
      platform: 'Platform',
      prompt: 'Prompt',
      citingAnswers: 'Citing answers',
      share: 'Share of answers',
      answers: 'Answers',
    },
  },
  mentionedBrands: {
    title: 'Brands mentioned',
    lead: 'You and the competitors mentioned in the answers that cite this page.',
    caption: 'Brands mentioned in the citing answers',
    you: 'You',
    columns: {
      name: 'Name',
      answers: 'Answers with mention',
      share: 'Share of citing answers',
      citingAnswers: 'Citing answers',
    },
  },
  newestAnswers: {
    title: 'Newest answers',
    viewAll: (count: number) => `View all ${formatQuantity(count, 'answer')}`,
    caption: 'Newest answers that cite this page',
    columns: {
      prompt: 'Prompt',
      platform: 'Platform',
      mentioned: 'Mentioned',
      alsoMentioned: 'Also mentioned',
      date: 'Date',
    },
  },
})
