/** The types that the kinds of causes share. */
import { z } from 'zod'
import type { AlertKind } from '../../../vocabulary/alerts.ts'
import { testedNumbers } from '../../../vocabulary/tested-numbers.ts'
import type { Context } from '../../core/context.ts'
import { messageOrText } from '../../languages/localized.ts'
import type { MessageOrText } from '../../languages/message.ts'
import type { Group } from '../../metrics/group-keys.ts'

/** What is good for the brand is better. */
export type Tone = 'better' | 'worse' | 'neutral'

/** The established change of a number, in its unit. */
export const NumberChange = z.object({
  number: z.enum(testedNumbers),
  /** Empty: all platforms. */
  platform: z.string(),
  since: z.iso.date(),
  established: z.iso.date(),
  before: z.number(),
  after: z.number(),
})

/** One line of an alert, with the answers or the page behind it. */
export const StoredItem = z.object({
  /** Identifies what the line is about, such as a number on a platform. */
  subject: z.string(),
  label: messageOrText,
  detail: messageOrText,
  quote: z.string().nullable(),
  tone: z.enum(['better', 'worse', 'neutral']),
  /** Below the pages of the brand in the dashboard, with filters. */
  path: z.string(),
  change: NumberChange.optional(),
})

export type StoredItem = z.output<typeof StoredItem>

/** Something that rules can match, derived from stored data alone. */
export type Occurrence = {
  kind: AlertKind
  /** Occurrences of one topic within a week of the first one have the same cause. */
  topic: string
  /** Whether the topic is the cause itself, however long it lasts. */
  isOneCause?: true
  /** The day on which it was established. */
  day: string
  /** The last day on which it continued. */
  lastDay: string
  /** Whether it continues. Null for what happens once. */
  isOngoing: boolean | null
  direction: 'up' | 'down' | 'new' | 'lost' | null
  severity: 'high' | 'medium' | 'low'
  number?: string
  platform?: string
  /** The group of prompts that it is about; absent for the brand as a whole. */
  group?: Group
  competitorId?: string
  domain?: string
  /** By how much a number changed, in its unit. */
  size?: number
  /** The title of an alert with this occurrence alone. */
  title: MessageOrText
  item: StoredItem
}

export type DateRange = { from: string; to: string }

/** Returns the occurrences of a kind that matter for a range of days: those within it, and earlier ones in the same groups. */
export type FindOccurrences = (ctx: Context, brandId: string, range: DateRange) => Promise<Occurrence[]>

/** Returns a path below the pages of a brand. */
export function pathTo(page: string, search: Record<string, string | undefined> = {}): string {
  const given = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  )
  const query = new URLSearchParams(given).toString()
  return query === '' ? page : `${page}?${query}`
}
