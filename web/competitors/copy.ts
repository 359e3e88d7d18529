/** Texts of the competitors screen. */
import {
  formatCount,
  formatDay,
  formatPct,
  formatQuantity,
  formatRange,
  formatScore,
} from '../../vocabulary/formats.ts'
import { translated } from '../../vocabulary/language.ts'

export const copy = translated('competitors', {
  page: {
    title: 'Competitors',
    lead: 'You and your competitors, measured on the same answers.',
    emptyTitle: 'No competitors yet',
    empty: 'Add competitors below, or track suggested ones. Past answers are reprocessed each time.',
  },
  leaderboard: {
    title: 'Leaderboard',
    lead: (answers: number, period: string) =>
      `Based on ${formatQuantity(answers, 'answer')}. Changes compare with ${period} (adjusted for multiple comparisons).`,
    caption: 'The brand and its competitors',
    you: 'You',
    columns: {
      name: 'Name',
      change: 'Change',
      answers: 'Answers with mention',
      citations: 'Citations',
    },
  },
  headToHead: {
    title: 'Head to head',
    /** `leader`: null for equal scores. */
    lead: (ownScore: number | null, competitorScore: number | null, leader: string | null) =>
      `Visibility score ${formatScore(ownScore)} vs ${formatScore(competitorScore)}. ${
        leader === null ? 'The scores are equal.' : `${leader} leads.`
      }`,
    choose: 'Competitor to compare with',
    only: (name: string) => `Only ${name}`,
    both: 'Both',
    neither: 'Neither',
    viewAnswers: 'View answers',
    noAnswers: 'No answers',
  },
  shareOfVoice: {
    overall: (share: number | null, interval: { low: number; high: number } | null) =>
      `Overall: ${formatPct(share)}${interval ? ` (95% CI ${formatRange(interval, '%')})` : ''}.`,
    otherPrompts: (interval: { low: number; high: number }) =>
      `For other prompts like these: 95% CI ${formatRange(interval, '%')}.`,
    detectable: (points: number) =>
      `Changes under ${formatScore(points)} points would usually go undetected.`,
    caption: 'Share of voice by platform',
    columns: {
      platform: 'Platform',
      share: 'Share',
      own: 'Your mentions',
      competitors: 'Competitor mentions',
    },
  },
  suggestions: {
    title: 'Suggested competitors',
    lead: (answers: number, from: string, to: string) =>
      `Mentioned repeatedly in the ${formatCount(answers)} answers from ${formatDay(from)} to ${formatDay(to)}. They aren’t included in any metric until you track them.`,
    summary: (answers: number, prompts: number, platforms: string) =>
      `Mentioned in ${formatQuantity(answers, 'answer')} to ${formatQuantity(prompts, 'prompt')} on ${platforms}`,
    quoted: (snippet: string) => `“${snippet}”`,
    track: 'Track',
    trackOne: (name: string) => `Track ${name}`,
    dismiss: 'Dismiss',
    dismissOne: (name: string) => `Dismiss ${name}`,
  },
  tracked: {
    title: 'Tracked competitors',
    lead: 'Changes are applied to past answers too.',
    add: 'Add competitor',
  },
  dialog: {
    addTitle: 'Add competitor',
    editTitle: (name: string) => `Edit ${name}`,
    add: 'Add competitor',
    save: 'Save',
    name: 'Name',
    domain: 'Domain',
    domainPlaceholder: 'example.com',
    domainHint: 'Citations of this domain count for this competitor.',
  },
  remove: {
    title: (name: string) => `Remove ${name}?`,
    action: 'Remove competitor',
    warning: 'It will be removed from all comparisons, past ones included. Answers are kept.',
  },
})
