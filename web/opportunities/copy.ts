/** The texts of opportunities, their briefs and the webhook. */
import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatRange,
  formatScore,
  formatTime,
} from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

type Interval = { low: number; high: number }
type VolumeSource = {
  source: string
  est_ai_volume_low: number | null
  est_ai_volume_high: number | null
}

const opportunities = (count: number) => formatQuantity(count, 'opportunity', 'opportunities')

export const copy = translated('opportunities', {
  page: {
    title: 'Opportunities',
    lead: (brand: string) => `Prompts where competitors are mentioned or cited ahead of ${brand}.`,
    refresh: 'Refresh',
    refreshed: ({ created, updated, closed }: { created: number; updated: number; closed: number }) =>
      `${formatCount(created)} new, ${formatCount(updated)} updated, ${formatCount(closed)} closed`,
  },
  filters: {
    label: 'Filters',
    view: 'View',
    board: 'Board',
    list: 'List',
    status: 'Status',
    anyStatus: 'Any status',
    impact: 'Impact',
    anyImpact: 'Any impact',
    type: 'Type',
    allTypes: 'All types',
    clear: 'Clear filters',
  },
  empty: {
    title: 'No opportunities yet',
    hint: 'Every run looks for prompts where a tracked competitor is at least five points of visibility ahead. Add competitors and prompts, then start a run.',
    viewRuns: 'View runs',
    noMatches: 'No matching opportunities',
    noMatchesHint: 'Remove a filter to see more.',
    showAll: 'Show all opportunities',
  },
  badges: { impact: 'impact', brief: 'Brief' },
  statusMenu: { label: 'Move to', setStatus: 'Set status' },
  board: {
    label: 'Board',
    move: (prompt: string) => `Move: ${prompt}`,
    moved: (prompt: string, status: string) => `“${prompt}” moved to ${status}.`,
    undo: 'Undo',
    dismissMessage: 'Dismiss',
    score: 'Opportunity score',
    emptyColumns: {
      new: 'Nothing new. Each run looks for more.',
      sent: 'Sent to your webhook.',
      in_progress: 'Being worked on.',
      done: 'Published; we track the effect.',
      dismissed: 'Not worth pursuing. Not suggested again.',
    },
  },
  list: {
    caption: 'Opportunities, highest score first',
    needsDataCaption: 'Opportunities that need more data',
    needsData: (count: number) => `Needs more data (${formatCount(count)})`,
    needsDataHint:
      'These have fewer than 10 answers or a gap that may be due to chance. More answers will confirm or close them.',
    select: (prompt: string) => `Select: ${prompt}`,
    opportunity: 'Opportunity',
    score: 'Score',
    gap: 'Gap',
    impact: 'Impact',
    status: 'Status',
    action: 'Action',
    owner: 'Owner',
    due: 'Due',
    isOverdue: 'Overdue',
    unassigned: 'None',
  },
  actions: {
    owned: 'Publish a page',
    reachOut: 'Get mentioned',
    onDomain: (domain: string) => `Get mentioned on ${domain}`,
  },
  plan: {
    title: 'Plan',
    owner: 'Owner',
    unassigned: 'No owner',
    due: 'Due date',
    comment: 'Comment',
    commentHint: 'Visible to everyone with access to the brand.',
    save: 'Save plan',
    none: 'No owner, due date or comment.',
    facts: (owner: string | null, due: string | null) =>
      [owner ?? 'No owner', due === null ? 'no due date' : `due ${formatDay(due)}`].join(', '),
  },
  bulkActions: {
    selectAll: (count: number) => `Select all ${formatCount(count)}`,
    selected: (count: number) => `${formatCount(count)} selected`,
    maximum: (count: number) => `; maximum ${formatCount(count)}`,
    updated: (count: number) => `${opportunities(count)} updated`,
    send: 'Send to webhook',
    what: opportunities,
  },
  detail: {
    back: 'Opportunities',
    sections: 'Sections',
    evidence: 'Evidence',
    brief: 'Brief',
    updated: (updatedAt: string) => `Updated ${formatTime(updatedAt)}`,
    send: 'Send to webhook',
    sendAgain: 'Send again',
    what: (prompt: string) => `“${prompt}”`,
  },
  effect: {
    title: 'Effect',
    lead: (doneAt: string) => `Done ${formatDay(doneAt)}. That day is excluded from both periods.`,
    before: 'Visibility score, 30 days before',
    after: 'Visibility score, up to 30 days after',
    interval: (interval: Interval) => `${formatRange(interval)}, `,
    sampleSize: (answers: number) => `n = ${formatCount(answers)}`,
  },
  gap: {
    title: 'The gap',
    lead: (window: { date_from: string; date_to: string }, prompt: string) =>
      `Answers from ${formatDay(window.date_from)} to ${formatDay(window.date_to)} to “${prompt}”`,
    gapTo: (competitor: string) => `Gap to ${competitor}`,
    points: 'points',
    interval: (interval: Interval & { level: number }) =>
      `${formatRange(interval)} (${formatPct(100 * interval.level)} CI)`,
    answers: 'Answers',
    view: 'View',
    withoutYou: 'Without you',
    withoutYouNote: 'Mention or cite a competitor, but not you.',
    rankedBelow: 'Ranked below',
    rankedBelowNote: 'Mention you after a competitor.',
    definition:
      'The gap is the average difference between the competitor and your brand in the same answers.',
    caption: 'Your brand and its competitors in these answers',
    name: 'Name',
    you: '(you)',
    mentionedIn: 'Mentioned in',
    citedIn: 'Cited in',
  },
  evidence: {
    title: 'Example answers',
    lead: 'The newest answers, in full.',
    competitors: (names: readonly string[]) =>
      names.length > 0 ? `Mentions ${names.join(', ')}.` : 'Mentions no competitor.',
    mentioned: (rank: number | null) =>
      rank === null ? 'You are mentioned.' : `You are mentioned at position ${rank}.`,
    notMentioned: 'You are not mentioned.',
  },
  sources: {
    title: 'Cited pages',
    none: 'These answers cite no sources: they come from the engines’ training data.',
    lead: (byType: readonly { type: string; citations: number }[]) =>
      `The ten most cited. Citations by type: ${byType
        .map(({ type, citations }) => `${type} ${formatCount(citations)}`)
        .join(', ')}.`,
    caption: 'Pages cited in these answers',
    page: 'Page',
    type: 'Type',
    answers: 'Answers',
  },
  score: {
    title: 'Opportunity score',
    outOf100: 'of 100',
    outOf: (points: number) => `of ${formatScore(points)}`,
    noSource: 'no source',
    volume: (searches: number, { source, est_ai_volume_low: low, est_ai_volume_high: high }: VolumeSource) =>
      `${formatCount(searches)} monthly searches, according to ${source}${
        low === null || high === null
          ? ''
          : `; an estimated ${formatCount(low)} to ${formatCount(high)} of them on AI engines`
      }.`,
    searchVolume: 'Monthly search volume',
    webSearches: 'Web searches the engines ran',
    answers: (count: number) => formatQuantity(count, 'answer'),
  },
  history: {
    title: 'History',
    by: (name: string) => `by ${name}`,
    byReceiver: 'reported by the webhook receiver',
    byApiKey: 'by an API key',
    found: 'found by Ansight',
    byAnsight: 'by Ansight',
  },
  brief: {
    title: 'Brief',
    source: (method: string, writtenAt: string) => `${method}, ${formatTime(writtenAt)}`,
    copyMarkdown: 'Copy as Markdown',
    edit: 'Edit',
    regenerate: 'Regenerate',
    regenerateTitle: 'Regenerate the brief?',
    regenerateConsequence:
      'This brief has been edited. The new one replaces it here and in deliveries. Copy it first if you want to keep it.',
    empty: 'No brief yet',
    emptyHint:
      'A brief says what to write, for which audience, and what the answers are based on. It is generated from the evidence, by a language model if one is configured.',
    generate: 'Generate brief',
    typeAndLength: (type: string, words: number) => `${type}, about ${formatCount(words)} words.`,
    questions: 'Questions to answer',
    keywords: 'Keywords',
    sources: 'Sources to cite',
    competitors: 'Competitors',
    callToAction: 'Call to action',
  },
  /** The head of a brief that is copied as Markdown. */
  briefMarkdown: {
    contentType: (type: string) => `**Content type:** ${type}`,
    wordCount: (words: number) => `**Word count:** about ${words}`,
    audience: (audience: string) => `**Audience:** ${audience}`,
  },
  briefEditor: {
    title: 'Title',
    contentType: 'Content type',
    contentTypeHint: 'For example comparison_page or buying_guide.',
    wordCount: 'Word count',
    audience: 'Audience',
    outline: 'Outline',
    outlineHint: 'Start each heading with #, with its points on the lines below.',
    onePerLine: 'One per line.',
    oneUrlPerLine: 'One URL per line.',
    save: 'Save brief',
  },
  sendDialog: {
    title: (count: number) => (count === 1 ? 'Send this opportunity' : `Send ${opportunities(count)}`),
    question: (what: string, count: number) =>
      `Send ${what} to your webhook with ${count === 1 ? 'its' : 'their'} evidence and brief?`,
    connect: 'Connect a webhook',
    notConnected: 'Opportunities are sent to a webhook, but none is connected.',
    sent: (count: number) => `${formatCount(count)} sent. `,
    notSent: (reasons: readonly string[]) => `Not sent: ${reasons.join('; ')}`,
    someNotSent: (count: number, reasons: readonly string[]) =>
      `${formatCount(count)} not sent: ${reasons.join('; ')}`,
    viewWebhook: 'View webhook',
    markOnly: 'Mark as sent only',
    send: 'Send to webhook',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    close: 'Close',
  },
  webhook: {
    title: 'Webhook',
    lead: 'Send opportunities to your ticketing or automation tool.',
    notAllowed:
      'Webhook URLs often contain secrets, so only members who can edit them can see them here. Ask an owner or admin for access.',
    readOnly: (url: string | null) =>
      `${url === null ? 'No webhook is set up.' : `Opportunities are sent to ${url}.`} Only owners and admins can change this.`,
    format:
      'A delivery is a POST request with a JSON body: the opportunity, its prompt, the evidence, the brief, and a {callbackUrl} that the receiver uses to report back. If a secret is set, the request is signed according to {specification}.',
    specification: 'Standard Webhooks',
    sendTest: 'Send test',
    waiting: 'Waiting for a response…',
    testDelivered: (outcome: string) => `Test delivered: ${outcome}.`,
    testFailed: (outcome: string) => `Test failed: ${outcome}.`,
    remove: 'Remove webhook',
    removeTitle: 'Remove this webhook?',
    removeConsequence:
      'Its URL and secret are deleted. The delivery log is kept, and receivers can still report back on past deliveries.',
  },
  webhookForm: {
    url: 'Endpoint URL',
    urlPlaceholder: 'https://hooks.acme.com/ansight',
    urlHint: 'An http or https URL reachable from the internet.',
    secret: 'Signing secret',
    secretHint: 'Recommended: deliveries are signed so that the receiver can verify them.',
    secretSet: (hint: string) =>
      `Set (${hint}). Leave empty to keep it. For a URL on another host, enter it again.`,
    overlap: 'When the secret changes, also sign with the old one',
    overlapHint: 'During this time, the signature header contains a signature of each secret.',
    overlapUntil: (until: string) =>
      `Deliveries are also signed with the old secret until ${formatTime(until)}.`,
    overlaps: [
      [0, 'No'],
      [1, 'For 1 hour'],
      [24, 'For 24 hours'],
      [168, 'For 7 days'],
    ] as const,
    removeSecret: 'Remove secret',
    active: 'Active: opportunities can be sent to this webhook',
    save: 'Save webhook',
    saved: 'Saved',
  },
  callbacks: {
    title: 'Callback URLs',
    lead: 'Each delivery contains a URL that its receiver uses to report back, valid for 90 days.',
    revoke: 'Revoke callback URLs',
    revokeTitle: 'Revoke all callback URLs?',
    revokeConsequence:
      'Receivers can no longer report back on deliveries up to now. Later deliveries have new URLs.',
    revoked: 'All callback URLs are revoked.',
  },
  deliveries: {
    title: 'Deliveries',
    lead: 'Newest first, tests included. Failed deliveries are not retried.',
    empty: 'No deliveries yet. Send a test to check the endpoint.',
    emptyForOpportunity: 'Not sent yet.',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    outcome: (outcome: string, host: string, durationMs: number) =>
      `${outcome} from ${host} in ${formatCount(durationMs)} ms`,
    sentBy: (name: string) => `, by ${name}`,
    response: 'Response',
    test: 'Test',
  },
})
