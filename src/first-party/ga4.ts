/** Google Analytics 4: sessions from AI platforms by landing page. Days are in the time zone of the property. */
import { z } from 'zod'
import { type Context, transaction } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { findPlatformBySource } from '../traffic/visit-sources.ts'
import { importDays } from './save-days.ts'
import type { ConnectionRow, ImportedDay, Property, SessionRow, Source, Turn, TurnOutcome } from './source.ts'
import { dayIn, isTimeZone, nextHour, nextPacificMidnight } from './time-zones.ts'
import { quotaUsedUp, type VendorApi, type VendorResult } from './vendor-api.ts'

const Summaries = z.object({
  accountSummaries: z
    .array(
      z.object({
        displayName: z.string().default(''),
        propertySummaries: z
          .array(
            z.object({
              property: z.string().regex(/^properties\/\d+$/),
              displayName: z.string().default(''),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const Value = z.object({ value: z.string().default('') })
const Quota = z.object({ remaining: z.number() }).optional()
const Report = z.object({
  rows: z
    .array(z.object({ dimensionValues: z.array(Value).default([]), metricValues: z.array(Value) }))
    .default([]),
  rowCount: z.number().default(0),
  metadata: z
    .object({
      timeZone: z.string().optional(),
      dataLossFromOtherRow: z.boolean().default(false),
      subjectToThresholding: z.boolean().default(false),
      samplingMetadatas: z
        .array(z.object({ samplesReadCount: z.coerce.number(), samplingSpaceSize: z.coerce.number() }))
        .default([]),
    })
    .prefault({}),
  propertyQuota: z.object({ tokensPerDay: Quota, tokensPerHour: Quota }).partial().optional(),
})
type Report = z.output<typeof Report>

const rowsPerRequest = 10_000
/** Google Analytics processes sessions for up to three days. */
const finalAfterDays = 4
/** A tenth of the quotas of a standard property, because other programs use the same quotas. */
const minTokens = { day: 20_000, hour: 4_000 }

/** The medium and the channel that Google gives to the assistants that it recognizes, since 2026-05-13. */
const assistantMedium = 'ai-assistant'
const assistantChannel = 'AI Assistant'

export const ga4: Source = { intervalMs: 6 * 3_600_000, listProperties, importTurn }

async function listProperties({ config }: Context, api: VendorApi): Promise<VendorResult<Property[]>> {
  const found: Property[] = []
  let next = ''
  do {
    const page = await api.call(
      {
        url: `${config.GA4_ADMIN_BASE_URL}/accountSummaries?pageSize=200&pageToken=${encodeURIComponent(next)}`,
      },
      Summaries,
    )
    if (page.outcome !== 'answered') return page
    for (const { displayName: account, propertySummaries } of page.body.accountSummaries)
      for (const { property, displayName } of propertySummaries)
        found.push({ property, name: account === '' ? displayName : `${displayName} (${account})` })
    next = page.body.nextPageToken ?? ''
  } while (next !== '')
  return { outcome: 'answered', body: found }
}

/** One report has the sessions of each day, and so the days that have data and the time zone of the property. */
async function importTurn(turn: Turn): Promise<TurnOutcome> {
  const { ctx, connection } = turn
  const range = { startDate: `${ctx.config.GA4_BACKFILL_DAYS}daysAgo`, endDate: 'today' }
  const totals = await readReport(turn, range, ['date'])
  if (totals.outcome !== 'answered') return totals
  const timeZone = totals.body.timeZone ?? connection.time_zone
  if (timeZone !== connection.time_zone) await saveTimeZone(ctx, connection, timeZone)
  const today = dayIn(timeZone, ctx.now())
  const byDay = new Map(totals.body.rows.map((row) => [toDay(row.names[0] ?? ''), row]))
  return importDays(turn, [...byDay.keys()].sort().reverse(), async (day) => {
    const total = byDay.get(day)
    const assistants = await readAssistants(turn, day)
    if (assistants.outcome !== 'answered') return assistants
    const { rows, isThresholded, samples, hasLoss } = assistants.body
    const body: ImportedDay = {
      day,
      isFinal: day < daysAfter(today, -finalAfterDays),
      isTruncated: hasLoss,
      isThresholded,
      samples,
      search: [],
      sessions: [
        ...(total ? [{ ...total, page: '', source: '', medium: '', channel: '', platform: null }] : []),
        ...rows,
      ].map(({ names: _, ...row }) => row),
    }
    return { outcome: 'answered', body }
  })
}

type NamedRow = Pick<SessionRow, 'sessions' | 'engagedSessions' | 'keyEvents'> & { names: string[] }
type Sample = Pick<ImportedDay, 'isThresholded' | 'samples'> & { hasLoss: boolean }

/**
 * Lists the sources of the day first, and then requests the landing pages of AI platforms only: with fewer rows, Google combines
 * and withholds less.
 */
async function readAssistants(
  turn: Turn,
  day: string,
): Promise<VendorResult<Sample & { rows: (SessionRow & { names: string[] })[] }>> {
  const range = { startDate: day, endDate: day }
  const all = await readReport(turn, range, sourceDimensions)
  if (all.outcome !== 'answered') return all
  const sources = new Set(all.body.rows.filter(isAssistant).map(({ names: [source = ''] }) => source))
  if (sources.size === 0) return { outcome: 'answered', body: { ...all.body, rows: [] } }
  const pages = await readReport(
    turn,
    range,
    [...sourceDimensions, 'landingPagePlusQueryString'],
    [...sources],
  )
  if (pages.outcome !== 'answered') return pages
  const rows = pages.body.rows.filter(isAssistant).map((row) => {
    const [source = '', medium = '', channel = '', page = ''] = row.names
    return { ...row, source, medium, channel, page: toPath(page), platform: findPlatformBySource(source) }
  })
  const body = {
    rows,
    isThresholded: all.body.isThresholded || pages.body.isThresholded,
    hasLoss: all.body.hasLoss || pages.body.hasLoss,
    samples: pages.body.samples ?? all.body.samples,
  }
  return { outcome: 'answered', body }
}

const sourceDimensions = ['sessionSource', 'sessionMedium', 'sessionDefaultChannelGroup']

/** Google's own classification is not applied to the past, so the source decides; both are stored. */
const isAssistant = ({ names: [source = '', medium, channel] }: NamedRow): boolean =>
  findPlatformBySource(source) !== null || medium === assistantMedium || channel === assistantChannel

/** Query strings can contain personal data. `(not set)` is a session without a page view, and `(other)` a row of combined pages. */
const toPath = (page: string): string => page.split(/[?#]/)[0] || '(not set)'

/** `20261101` → `2026-11-01`. */
const toDay = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`

async function readReport(
  { ctx, api, connection }: Turn,
  range: { startDate: string; endDate: string },
  dimensions: readonly string[],
  sources: readonly string[] = [],
): Promise<VendorResult<Sample & { rows: NamedRow[]; timeZone: string | null }>> {
  const rows: NamedRow[] = []
  for (;;) {
    const page = await api.call(
      {
        url: `${ctx.config.GA4_BASE_URL}/${connection.property}:runReport`,
        body: {
          dateRanges: [range],
          dimensions: dimensions.map((name) => ({ name })),
          metrics: ['sessions', 'engagedSessions', 'keyEvents'].map((name) => ({ name })),
          limit: String(rowsPerRequest),
          offset: String(rows.length),
          keepEmptyRows: false,
          returnPropertyQuota: true,
          ...(sources.length > 0 && {
            dimensionFilter: { filter: { fieldName: 'sessionSource', inListFilter: { values: sources } } },
          }),
        },
      },
      Report,
    )
    if (page.outcome !== 'answered') return page
    const until = findQuotaEnd(page.body, ctx.now())
    if (until !== null) return quotaUsedUp('Google', until)
    rows.push(...page.body.rows.map(toNamedRow))
    if (page.body.rows.length === 0 || rows.length >= page.body.rowCount) {
      const { timeZone, samplingMetadatas, subjectToThresholding, dataLossFromOtherRow } = page.body.metadata
      const [sample] = samplingMetadatas
      const body = {
        rows,
        timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null,
        isThresholded: subjectToThresholding,
        hasLoss: dataLossFromOtherRow,
        samples: sample ? { read: sample.samplesReadCount, space: sample.samplingSpaceSize } : null,
      }
      return { outcome: 'answered', body }
    }
  }
}

function toNamedRow({ dimensionValues, metricValues }: Report['rows'][number]): NamedRow {
  const [sessions = 0, engagedSessions = 0, keyEvents = 0] = metricValues.map(
    ({ value }) => Number(value) || 0,
  )
  return { names: dimensionValues.map(({ value }) => value), sessions, engagedSessions, keyEvents }
}

/** Returns when to continue if little of a quota remains. */
function findQuotaEnd(
  { propertyQuota: { tokensPerDay, tokensPerHour } = {} }: Report,
  now: Date,
): Date | null {
  if (tokensPerDay && tokensPerDay.remaining < minTokens.day) return nextPacificMidnight(now)
  return tokensPerHour && tokensPerHour.remaining < minTokens.hour ? nextHour(now) : null
}

const saveTimeZone = (ctx: Context, { id }: ConnectionRow, timeZone: string) =>
  transaction(ctx, (tx) =>
    tx.db
      .updateTable('data_connections')
      .set({ time_zone: timeZone })
      .where('organization_id', '=', tx.organizationId)
      .where('id', '=', id)
      .execute(),
  )
