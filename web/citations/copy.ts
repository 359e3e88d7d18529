/** Texts of the citation screens. */
import { formatCount, formatDay, formatPct, formatQuantity } from '../../vocabulary/formats.ts'

const otherFilters = 'Choose a different date range or remove a filter.'

export const copy = {
  page: {
    title: 'Citations',
    lead: 'The sources AI engines cite.',
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
  },
  sourceTypes: {
    title: 'Source types',
    caption: 'Citations by source type',
    columns: { type: 'Type', share: 'Share of citations', citations: 'Citations', domains: 'Domains' },
  },
  sources: {
    title: 'Sources',
    tabs: { domains: 'Domains', pages: 'Pages', gaps: 'Gaps' },
    leads: {
      domains: 'Grouped by root domain.',
      pages: 'The most cited pages.',
      gaps: 'Sources worth targeting: cited in answers that don’t mention you.',
    },
    domainsCaption: 'Cited domains',
    pagesCaption: 'Cited pages',
    domain: 'Domain',
    page: 'Page',
    citations: 'Citations',
    citingAnswers: 'Citing answers',
    shareOfAll: (pct: number | null) => `${formatPct(pct)} of answers`,
    mentionYou: 'Mention you',
  },
  gaps: {
    none: 'All answers that cite these sources mention you.',
    domainsCaption: 'Sources cited without you',
    pagesTitle: 'Most cited pages',
    pagesCaption: 'Pages cited without you',
    withoutYou: 'Citing answers without you',
    allCiting: 'All citing answers',
  },
  citedPage: {
    back: 'Citations',
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
}
