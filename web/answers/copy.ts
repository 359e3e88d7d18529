/** Texts of the answer list and of single answers. */
import { formatCount, formatQuantity, formatShare } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('answers', {
  page: {
    title: 'Answers',
    lead: 'The full text of every answer behind your metrics.',
    summary: (total: number, period: string) => `${formatQuantity(total, 'answer')} in ${period}.`,
    newest: (shown: number) => `Showing the newest ${formatCount(shown)}.`,
    caption: 'Answers',
    emptyTitle: 'No matching answers',
    empty:
      'Choose a different date range or remove a filter. To see failed, refused or empty answers, change the status.',
    emptySearch:
      'No answers to a prompt with this text match. The search covers prompts, not the texts of answers.',
  },
  columns: {
    prompt: 'Prompt',
    platform: 'Platform',
    mentioned: 'Mentioned',
    score: 'Score',
    sentiment: 'Sentiment',
    citations: 'Citations',
    date: 'Date',
  },
  cells: {
    alsoMentioned: (competitors: string) => `Also mentioned: ${competitors}`,
    mentioned: (rank: number | null) => (rank === null ? 'Yes' : `Yes, #${rank}`),
    notMentioned: 'No',
    citations: (total: number, own: number) =>
      own === 0 ? formatCount(total) : `${formatCount(total)} (${formatCount(own)} yours)`,
  },
  filters: {
    mentioned: 'Mentioned',
    mentionedAny: 'Mentioned: any',
    mentionedYes: 'Mentions the brand',
    mentionedNo: 'Does not mention the brand',
    sentiment: 'Sentiment',
    sentimentAny: 'Any sentiment',
    competitor: 'Competitor',
    competitorAny: 'Any competitor',
    mentions: (name: string) => `Mentions ${name}`,
    status: 'Status',
    search: 'Search prompts',
    statusAny: 'All statuses',
  },
  /** Filters that were set by following a link. */
  chips: {
    prompt: (text: string | undefined) => (text === undefined ? 'One prompt' : `Prompt: ${text}`),
    run: 'One run',
    model: (model: string) => `Model: ${model}`,
    cites: (source: string) => `Cites ${source}`,
    mentionsProduct: (name: string | undefined) => `Mentions ${name ?? 'a product'}`,
    withoutCompetitor: (name: string | undefined) => `Does not mention ${name ?? 'a competitor'}`,
    citesYou: 'Cites your sites',
    doesNotCiteYou: 'Does not cite your sites',
    remove: 'Remove filter',
  },
  compare: {
    title: 'Compare answers',
    selected: (count: number) => `${formatCount(count)} selected`,
    chooseTwo: 'Select two answers to compare them.',
    action: 'Compare',
    select: (prompt: string, platform: string) => `Select: ${platform}, ${prompt}`,
    clear: 'Clear selection',
    side: (number: number, platform: string) => `Answer ${number}: ${platform}`,
    label: 'Selected answers',
    differences: 'Show word differences',
    sideBySide: 'Show side by side',
    otherPlatforms: 'Word differences are available for two answers of the same platform.',
    twoPrompts: (first: string, second: string) => `${first} / ${second}`,
    emptyTitle: 'No answers selected',
    empty: 'Select two answers in the list to compare them.',
  },
  answer: {
    back: 'Answers',
    allAnswers: 'All answers to this prompt',
    ownMention: 'Your brand',
    competitorMention: 'Competitor',
    competitor: (name: string) => `Competitor: ${name}`,
    table: 'Table in the answer',
    searchStopped:
      'Only the first part of this answer was searched for names: its text and your aliases overlap too often. Later mentions are not counted.',
  },
  noText: {
    deleted: 'Text deleted',
    deletedReason:
      'The text and the sources were deleted after the retention period of your organization. Metrics still include this answer.',
    reasons: {
      failed: 'The engine reported no reason.',
      refused: 'The engine refused to answer.',
      empty: 'The engine returned an empty answer.',
    },
    consequence: 'This answer is excluded from all metrics.',
  },
  facts: {
    mentioned: (brand: string) => `${brand} mentioned`,
    notMentioned: 'No',
    none: '–',
    mentions: (times: number) => formatQuantity(times, 'time'),
    onlyBrand: (times: number) => `${formatQuantity(times, 'time')}, the only tracked brand`,
    rankedMentions: (times: number, rank: number, brands: number) =>
      `${formatQuantity(times, 'time')}, #${rank} of ${brands} tracked brands`,
    competitors: 'Competitors mentioned',
    competitorMentions: (times: number, rank: number) => `#${rank}, ${formatQuantity(times, 'time')}`,
    sentiment: 'Sentiment',
    confidence: (sentiment: string, share: number) => `${sentiment} (${formatShare(share)} confidence)`,
    model: 'Model',
    unknownModel: 'Not reported',
    queried: 'Queried',
    answered: 'Answered',
    searches: (count: number) => `Web searches the engine ran (${formatCount(count)})`,
    quoted: (search: string) => `“${search}”`,
    cost: 'Cost',
  },
  sources: {
    citations: (count: number) => formatQuantity(count, 'citation'),
    own: (count: number) => (count === 0 ? ', none of your sites' : `, ${formatCount(count)} of your sites`),
    none: 'This answer cites no sources.',
    retrieved: (count: number) => `${formatQuantity(count, 'page')} retrieved but not cited`,
    noDomain: 'No domain',
  },
})
