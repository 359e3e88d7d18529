/** The texts of the components that all screens share. */
import { formatPoints, formatPosition, formatQuantity, formatScore } from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('ui', {
  figure: {
    label: (name: string, value: string) => `${name}: ${value}`,
    interval: '95% interval',
    answers: 'Answers',
    viewAnswers: 'View answers',
  },
  productName: 'Ansight',
  /** The title of the browser tab, from the screen to the product. */
  loading: 'Loading',
  estimatedCost: (cost: string) => `${cost} (estimated)`,
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  change: {
    steady: 'No established change',
    steadySentence: 'No established change.',
    points: (points: number) => `${formatScore(points)} points`,
    range: (before: string, after: string) => `from ${before} to ${after}`,
    established: ({ label, status, amount, range, since, established }: EstablishedText) =>
      `${label} ${status} ${amount}, ${range}, since ${since} (established ${established}).`,
    comparedWith: { previous: 'the previous period', last_month: 'the same days of the last month' },
    difference: (previous: string, current: string, delta: string, period: string) =>
      `Same prompts and platforms: ${previous} in ${period}, ${current} in this one (${delta}).`,
  },
  changeBadge: {
    positionImproved: (positions: number) => `Improved by ${formatPosition(positions)}`,
    positionWorsened: (positions: number) => `Worsened by ${formatPosition(positions)}`,
    points: (delta: number) => `${formatPoints(delta)} points`,
  },
  changeMark: {
    position: (isGood: boolean, positions: number) =>
      `${isGood ? 'Improved' : 'Worsened'} by ${formatPosition(positions)}`,
  },
  confirmDialog: { typeToConfirm: 'Type {name} to confirm' },
  clipboard: {
    copy: 'Copy',
    copied: 'Copied',
    blocked: 'Clipboard access is blocked by the browser. Press Ctrl+C to copy.',
    selected: 'Selected. Press Ctrl+C to copy.',
    text: 'Text to copy',
  },
  localUrl:
    'This URL works on this computer only. Set BASE_URL to the address that others use, and restart the service.',
  infoPopover: { about: (subject: string) => `About ${subject}` },
  stat: {
    basedOn: (count: number) => `Based on ${formatQuantity(count, 'answer')}.`,
    interval:
      '95% confidence interval: {range}. It covers these prompts in this period and these engines as they answered. It does not cover drift that all prompts on a platform share.',
  },
  form: {
    suggested: 'Suggested',
    optional: 'Optional',
    required: 'Required',
    saved: 'Saved',
    /** The problem of a field as a sentence. */
    problem: (problem: string) => `${problem}.`,
  },
  unsavedChanges: {
    title: 'Leave without saving?',
    consequence: 'Your changes will be lost.',
    leave: 'Leave',
  },
  errorPage: {
    title: 'Something went wrong',
    notLoaded: 'This page could not be loaded. Ansight may have been updated since you opened it.',
    reload: 'Reload page',
    requestId: 'If the problem persists, quote this request ID: {id}',
    redirecting: 'Redirecting to sign-in…',
  },
  notFoundPage: {
    title: 'Page not found',
    reason:
      'It may have been moved or deleted, or you may not have access to it. Ask an owner or admin for access.',
    allBrands: 'View all brands',
  },
  table: {
    downloadCsv: 'Download CSV',
    showMore: 'Show more',
    loadingMore: 'Loading…',
    selectAll: 'Select all shown rows',
  },
  searchField: { clear: 'Clear search' },
})

/** An established change as a sentence. */
type EstablishedText = {
  label: string
  status: 'up' | 'down'
  amount: string
  range: string
  since: string
  established: string
}
