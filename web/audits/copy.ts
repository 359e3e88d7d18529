/** Texts of the site audits. */
import {
  formatCount,
  formatDay,
  formatPoints,
  formatQuantity,
  formatScore,
  formatTime,
} from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

const pagesAudited = (completed: number, total: number) =>
  `${formatCount(completed)} of ${formatQuantity(total, 'page')} audited`

export const copy = translated('audits', {
  page: {
    title: 'Site audits',
    lead: 'Find what stops AI crawlers from reading and citing your pages.',
    quota: (used: number, limit: number, resetsAt: string) =>
      `${formatCount(used)} of ${formatCount(limit)} audits used this month. Resets on ${formatDay(resetsAt)}.`,
    emptyTitle: 'No audits yet',
    emptyPageTitle: 'No audits of this page',
    empty:
      'Start with the page you most want cited. An audit takes less than a minute, uses no language model, and shows the evidence and the fix for each finding.',
    emptyForViewer: 'Findings appear here after a member runs the first audit.',
  },
  start: {
    url: 'Page URL',
    pages: 'Pages to audit',
    thisPage: 'This page only',
    linkedPages: (linked: number) => `This page and ${formatQuantity(linked, 'page')} it links to`,
    submit: 'Start audit',
  },
  list: {
    title: 'Audits',
    ofPage: (url: string) => `Audits of ${url}`,
    showAll: 'Show all pages',
    caption: 'Audits, newest first',
    columns: { page: 'Page', score: 'Score', status: 'Status', pages: 'Pages', started: 'Started' },
  },
  trend: {
    title: 'Score over time',
    lead: (url: string) => `Audits of ${url}`,
    chart: (url: string) => `Scores of the audits of ${url}`,
    score: 'Score',
    cappedBy: (check: string) => `Capped by: ${check}.`,
  },
  method: {
    title: 'What we check and how it’s scored',
    categoryWeight: (weight: number) => `${formatCount(weight)} of 100 points`,
    checkWeight: (weight: number) => formatQuantity(weight, 'point'),
    checkDetails: (evidence: string, cap: number | null) =>
      cap === null
        ? `(evidence level ${evidence})`
        : `(evidence level ${evidence}; if it fails, the score is capped at ${cap})`,
    evidenceLevel: (evidence: string) => `Evidence level ${evidence}`,
  },
  audit: {
    back: 'Site audits',
    summary: (at: string, pages: number) => `${formatTime(at)}, ${formatQuantity(pages, 'page')}`,
    allAudits: 'All audits of this page',
    again: 'Audit again',
    failed: (reason: string | null) =>
      `${reason ?? 'The audit failed for an unknown reason.'} No score was calculated. Earlier audits are kept.`,
  },
  progress: {
    stopping: 'Stopping the audit',
    pages: pagesAudited,
    details: (completed: number, total: number) =>
      `${pagesAudited(completed, total)}. An audit takes up to a minute.`,
    cancel: 'Cancel audit',
    bar: 'Pages audited',
  },
  score: {
    label: 'Score',
    outOf: 'of 100',
    definition:
      'Weighted share of checks passed. It shows what a bot can do with the page, not whether an engine will cite it.',
    notCounted: 'not counted',
    weight: (weight: number) => `weight ${weight}`,
    limitedBy: (check: string) => `Has little effect while this check fails: ${check}`,
    capped: (uncapped: number | null, check: string) =>
      `Capped from ${formatScore(uncapped)} by one blocker: ${check}. Fix it first; other fixes have no effect until then.`,
    byPage: (pages: number) => `Scores of the ${pages} pages`,
    httpStatus: (status: number) => `(HTTP ${status})`,
  },
  changes: {
    title: 'What changed',
    comparedWith: 'Compared with',
    points: (before: number | null, after: number | null) =>
      `points: from ${formatScore(before)} to ${formatScore(after)}.`,
    noChecks: 'Every check has the same result.',
    directions: {
      better: 'Improved',
      worse: 'Worsened',
      other: 'Applies to only one of the two audits',
    },
    before: 'Before',
    now: 'Now',
    result: (when: string, result: string) => `${when}: ${result}`,
    notChecked: 'Not checked',
  },
  recommendations: {
    title: 'Fix first',
    lead: 'Sorted by potential score gain.',
    gain: (points: number) => `${formatPoints(points)} points`,
    blocker: 'Blocker',
    gainAfterBlocker: 'After the blocker',
  },
  findings: {
    title: 'Findings',
    issues: (count: number) => `Issues (${count})`,
    all: (count: number) => `All (${count})`,
    none: 'All checks passed.',
    notScored: 'not scored',
    notApplicable: 'not applicable',
    points: (earned: number, weight: number) =>
      earned === weight
        ? formatQuantity(weight, 'point')
        : `${formatCount(earned)} of ${formatQuantity(weight, 'point')}`,
    howToFix: 'How to fix:',
    why: 'Why it matters:',
    blocker: (cap: number) => `This is a blocker: if it fails, the whole score is capped at ${cap}.`,
    evidence: (basis: string) => `(${basis}.)`,
  },
})
