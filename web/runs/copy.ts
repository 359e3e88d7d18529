/** The texts of runs: starting one, its progress and its results. */
import { formatCost, formatCount, formatQuantity, formatTime } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('runs', {
  page: {
    title: 'Runs',
    lead: 'A run sends every active prompt to each platform and stores the answers. Start one now or let the schedule do it.',
  },
  startedBy: {
    apiKey: (member: string | null) => `${member ?? 'A member'}, by API key`,
    formerMember: 'Former member',
    externalScheduler: 'External scheduler',
    schedule: 'Schedule',
  },
  startRun: {
    platforms: 'Platforms',
    run: 'Run now',
    queries: (count: number) => formatQuantity(count, 'query', 'queries'),
    cost: (costMicros: number) => `, about ${formatCost(costMicros)}`,
    noPrompts: 'Add a prompt first',
    noPlatform: 'Select a platform',
    noMatchingPrompts: 'No active prompts target these platforms',
    notConfigured: (platforms: number) =>
      `${formatCount(platforms)} more ${platforms === 1 ? 'platform needs' : 'platforms need'} a setting`,
    missingSetting: '{platform} is not configured: set {setting}',
  },
  progress: {
    label: 'Queries completed',
    queries: (completed: number, total: number) =>
      `${formatCount(completed)} of ${formatCount(total)} queries`,
    starting: 'Starting…',
    noWorker:
      'No worker has picked up this run. Check that a process with ROLE=all or ROLE=worker is running.',
    cancel: 'Cancel run',
    cancelling: 'Cancelling…',
  },
  lastRun: {
    label: 'Last run',
    counts: {
      answers: (count: number) => formatQuantity(count, 'answer'),
      refused: (count: number) => `${formatCount(count)} refused`,
      empty: (count: number) => `${formatCount(count)} empty`,
      failed: (count: number) => `${formatCount(count)} failed`,
      skipped: (count: number) => `${formatCount(count)} skipped`,
      mentions: (count: number) => formatQuantity(count, 'mention'),
      citations: (count: number) => formatQuantity(count, 'citation'),
    },
    failed: (failed: number, all: number) => `${formatCount(failed)} of ${formatCount(all)} failed.`,
    details: 'View platform status',
  },
  history: {
    title: 'Run history',
    caption: 'Runs, newest first',
    empty: 'No runs yet',
    emptyHint:
      'Once the brand has prompts, start a run. After that, each platform is queried on the schedule in the brand settings.',
    started: 'Started',
    status: 'Status',
    progress: (completed: number, total: number) => `${formatCount(completed)} of ${formatCount(total)}`,
    triggeredBy: 'Triggered by',
    platforms: 'Platforms',
    morePlatforms: (named: string, more: number) => `${named} and ${more} more`,
    answers: 'Answers',
    failed: 'Failed',
    skipped: 'Skipped',
    mentions: 'Mentions',
    cost: 'Cost',
    duration: 'Duration',
  },
  runPage: {
    back: 'Runs',
    title: (createdAt: string) => `Run of ${formatTime(createdAt)}`,
    triggeredBy: (name: string) => `Triggered by ${name}`,
    notRefreshed: (reason: string) => `${reason} Showing the last known state.`,
    answers: 'Answers',
    failed: 'Failed',
    remaining: 'Remaining',
    skipped: 'Skipped',
    mentions: 'Brand mentions',
    citations: 'Citations',
    cost: 'Cost',
    duration: 'Duration',
  },
  platformStatus: {
    title: 'Platform status',
    prompts: (count: number) => `${formatQuantity(count, 'prompt')}. `,
    lead: 'If one platform fails, the others continue. Failed answers are excluded from metrics.',
    queries: (platform: string) => `Queries to ${platform}`,
    answers: (count: number) => formatQuantity(count, 'answer'),
    failed: (count: number) => `${formatCount(count)} failed`,
    remaining: (count: number) => `${formatCount(count)} remaining`,
    skipped: (count: number) => `${formatCount(count)} skipped`,
  },
})
