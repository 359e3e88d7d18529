/** Texts of the engines screen. */
import { formatCost, formatDuration, formatPct, formatQuantity } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('engines', {
  page: {
    title: 'Engines',
    within: 'Organization',
    lead: 'How each platform is queried, and with which key.',
    settingsReference: 'Read the settings reference',
    simulatedTitle: 'All platforms are simulated: no engine key is set.',
    simulated: 'To query real engines, add a key below, or set one on the server. Example:',
    platforms: 'Platforms',
  },
  platform: {
    notConfigured: 'Not configured',
    queriedThrough: (backend: string) => `Queried through: ${backend}`,
    simulator: 'Built-in simulator',
    notQueried: 'Not queried. To enable it, add a key, or set',
    ownKey: 'Your key',
    test: 'Test',
    testing: 'Testing',
    testOne: (platform: string) => `Test ${platform}`,
  },
  testResult: {
    answer: 'Answer',
    sources: (count: number) => formatQuantity(count, 'source'),
  },
  reliability: {
    /** `name`: of a backend or of a platform. */
    line: (name: string, facts: string) => `${name}: ${facts}`,
    week: (monday: string, facts: string) => `Week of ${monday}: ${facts}`,
    answered: (pct: number, queries: number) =>
      `${formatPct(pct)} of ${formatQuantity(queries, 'query', 'queries')} answered`,
    durations: (medianMs: number, p95Ms: number) =>
      `median ${formatDuration(medianMs)}, 95% within ${formatDuration(p95Ms)}`,
    cost: (micros: number) => `${formatCost(micros)} per answer`,
  },
  checks: {
    title: 'Engine checks',
    passed: 'All checks passed.',
    checkedAt: (time: string) => `Checked ${time}.`,
    checkNow: 'Check now',
  },
  models: {
    title: 'What each model costs',
    lead: 'Estimates for your prompts and schedules, at list prices. Searches are included.',
    basisPast: (answers: number) =>
      `Based on the mean usage of your ${formatQuantity(answers, 'answer')} of the last 30 days.`,
    basisTypical: (queries: number) =>
      `Based on typical answers; a run has ${formatQuantity(queries, 'query', 'queries')}.`,
    setting: 'To change the model, set',
    caption: (backend: string) => `What each model of ${backend} costs`,
    model: 'Model',
    perAnswer: 'Per answer',
    perRun: 'Per run',
    perMonth: 'Per month',
    perMonthFlex: 'Per month, flex tier',
    configured: 'Configured',
    ends: (day: string) => `Ends ${day}`,
    endsWith: (day: string, replacement: string) => `Ends ${day}; then ${replacement}`,
  },
  keys: {
    title: 'Keys',
    lead: 'Keys are encrypted, stay on this server and are sent only to the provider. Your key replaces one that is set on the server.',
    own: (last: string) => (last === '' ? 'Your key' : `Your key ••••${last}`),
    fromServer: 'Key set on the server',
    none: 'No key',
    unreadable:
      'This key cannot be decrypted, because it was encrypted with another SECRET_KEY. Enter it again.',
    typicalCost: (micros: number) => `About ${formatCost(micros)} per answer`,
    spent: (micros: number) => `${formatCost(micros)} this month`,
    spentOfLimit: (micros: number, limit: number) =>
      `${formatCost(micros)} of ${formatCost(limit)} this month`,
    limitReached: 'Limit reached: no further queries this month',
    add: 'Add key',
    edit: 'Edit',
    addTo: (backend: string) => `Add key for ${backend}`,
    editOf: (backend: string) => `Edit key of ${backend}`,
    remove: 'Remove',
    removeOf: (backend: string) => `Remove key of ${backend}`,
    removeTitle: (backend: string) => `Remove your ${backend} key?`,
    removeAction: 'Remove key',
    removed: 'The key and its limit are deleted. If a key is set on the server, it is used again.',
  },
  sentiment: {
    title: 'Sentiment',
    lead: 'Who classifies how answers portray your brand. Nothing is sent to a model until you choose one here.',
    label: 'Classified by',
    rules: 'Rules only',
    option: (vendor: string, model: string, cost: string) => `${vendor}, ${model} (${cost})`,
    perMonth: (micros: number) => `about ${formatCost(micros)} a month`,
    perThousand: (micros: number) => `about ${formatCost(micros)} per 1,000 answers`,
    fromSettings: 'Set on the server',
    hint: 'A model classifies the answers from today on. Earlier answers then have no sentiment, so that no number mixes methods.',
    consent: (vendor: string, cost: string) => `Let ${vendor} also classify sentiment: ${cost}`,
    consentHint:
      'Sends the texts of answers and the names in them. Counted in spend and limits. You can change this here at any time.',
  },
  keyDialog: {
    title: (backend: string) => `${backend} key`,
    labels: { API_KEY: 'API key', LOGIN: 'API login', PASSWORD: 'API password' },
    storedHint: (last: string) =>
      `${last === '' ? 'A key is stored' : `Stored: ••••${last}`}. Leave empty to keep it.`,
    serverHint: 'A key is set on the server. Enter your own to use it instead.',
    test: 'Test key',
    testing: 'Testing',
    testPrice: (micros: number) => `The test sends one query, which costs about ${formatCost(micros)}.`,
    limit: 'Monthly limit in US dollars',
    noLimit: 'No limit',
    limitHint: 'At the limit, no further queries are sent until next month. Queries in progress finish.',
    save: 'Save',
  },
})
