/** The established changes of a brand's numbers (changes.ts), as metrics return them. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { TestedNumber } from '../../vocabulary/tested-numbers.ts'
import { isByPrompt, type Scope } from '../answers/scope.ts'
import type { Context } from '../core/context.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import { type DriftRow, type Drifts, driftColumns, getDrifts } from './drifts.ts'
import { type Group, parseGroupKey } from './group-keys.ts'
import { numberText } from './number-texts.ts'
import type { NumberName } from './numbers.ts'
import { dayNumber, type Window } from './rollups.ts'
import { headlineNumbers } from './statistics/change-detection/overview.ts'
import { ChangeRecord, type Difference, twoDecimals } from './values.ts'

const EstablishedChange = z
  .object({
    status: z.enum(['up', 'down']).describe('Direction of the change.'),
    established: z.iso.date().describe('Day on which the change was established.'),
    since: z.iso.date().describe('First day after the change: the first of the recent days of its test.'),
    before: z.number().describe('Mean before the change.'),
    after: z.number().describe('Mean after the change.'),
    p_value: z.number().describe('p-value of its test, corrected for the three comparisons.'),
    q_value: z.number().describe('False discovery rate among all numbers of the brand.'),
  })
  .nullable()
  .meta({
    id: 'EstablishedChange',
    description:
      'Change established in the last 28 days, as of the last closed day. Null without one; `state` and `reason` say why.',
  })

/** The difference from the previous window, and the established change of the number. */
export const HeadlineChange = z
  .intersection(ChangeRecord, z.object({ established: EstablishedChange }))
  .meta({
    id: 'HeadlineChange',
    description:
      'Difference from the previous window, in points, percentage points or positions. `state` follows `established`.',
  })

/** What a metric says about the change of a number. */
type EstablishedState = Pick<z.input<typeof HeadlineChange>, 'state' | 'reason' | 'established'>

/** `entity`: the number of a competitor; 0 for the brand. */
export type EstablishedChanges = (number: TestedNumber, entity?: number) => EstablishedState

/** Adds the established change of a number to its difference from the previous window. */
export const withEstablished = (
  difference: Difference,
  { state, reason, established }: EstablishedState,
): z.input<typeof HeadlineChange> => ({ ...difference, state, reason, established })

/** Reads the changes and the drift of the window's scope. They are up to date if `evaluateChanges` was called before. */
export async function readChanges(
  window: Window,
): Promise<{ getEstablished: EstablishedChanges; getDrift: Drifts }> {
  const rows = await readRows(window)
  return { getEstablished: getEstablishedChanges(window, rows), getDrift: getDrifts(window, rows) }
}

function getEstablishedChanges(window: Window, rows: readonly Row[]): EstablishedChanges {
  const unavailable = whyUnavailable(window.scope, rows[0]?.evaluated_through ?? null)
  const view = toView(window.scope, rows)
  return (number, entity = 0) => {
    if (unavailable !== null) return unknown(unavailable)
    if (entity !== 0 && view !== '') return unknown(onlyAllPlatforms)
    const row = rows.find(
      (each) => each.number === number && each.entity === entity && each.platform === view,
    )
    return row ? getState(row) : tooEarly(0)
  }
}

const unknown = (reason: Message): EstablishedState => ({
  state: 'not_comparable',
  reason,
  established: null,
})

type Row = DriftRow & {
  number: TestedNumber
  status: 'steady' | 'up' | 'down'
  level_start: string
  evaluated_through: string
  established: string | null
  since: string
  mean_before: number
  mean_after: number
  p: number
  q: number
}

/** One row per series. Its mean after the change comes from the last significant test. */
async function readRows({ db, scope }: Window): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      ${driftColumns(scope.brand.id)}, state.status, state.level_start, evaluated_through, state.established,
      first.since, first.mean_before, last.mean_after, first.p, first.q
    from change_evaluations evaluation
    join change_states state on state.brand_id = evaluation.brand_id
    left join change_log first
      on first.brand_id = ${scope.brand.id} and first.metric = state.metric and first.platform = state.platform
      and first.entity = state.entity and first.group_key = '' and first.day = state.established
    left join lateral (
      select mean_after from change_log
      where brand_id = ${scope.brand.id} and metric = state.metric and platform = state.platform
        and entity = state.entity and group_key = ''
      order by day desc limit 1
    ) last on true
    where evaluation.brand_id = ${scope.brand.id} and evaluated_through is not null`.execute(db)
  return rows
}

/** An established change of a number of the brand, current or past. */
export const PastChange = z.object({
  number: z.enum(headlineNumbers).describe('The number that changed.'),
  status: z.enum(['up', 'down']).describe('Direction of the change.'),
  established: z.iso.date().describe('Day on which the change was established.'),
  since: z.iso.date().describe('First of the days that its test compared with those before.'),
  before: z.number().describe('Mean of the days before.'),
  after: z.number().describe('Mean of the days since, in the test that established the change.'),
})

/** Returns the changes whose tests have recent days in the window, in the order of the days on which they were established. */
export async function readPastChanges(window: Window): Promise<z.output<typeof PastChange>[]> {
  const { db, scope } = window
  if (isOtherView(scope)) return []
  const { rows } = await sql<z.output<typeof PastChange>>`
    select metric as number, direction as status, established, since, mean_before as before, mean_after as after
    from change_log
    where brand_id = ${scope.brand.id} and day = established and entity = 0 and group_key = ''
      and platform = case
        when exists (select from change_states where brand_id = ${scope.brand.id} and platform <> '') then ${scope.platforms?.[0] ?? ''}
        else ''
      end
      and established >= ${scope.from ?? '-infinity'}::date and since <= ${scope.to ?? 'infinity'}::date
    order by established, metric`.execute(db)
  return rows.map(({ before, after, ...change }) => {
    const show = shownAs(change.number)
    return { ...change, before: show(before), after: show(after) }
  })
}

/**
 * An established change of any series. `platform`: '' for all platforms. `entity`: 0 for the brand, else a competitor. `group`:
 * the prompts, null for all.
 */
export type EstablishedSeriesChange = {
  number: TestedNumber
  platform: string
  entity: number
  group: Group | null
  direction: 'up' | 'down'
  established: string
  since: string
  before: number
  after: number
}

/** Returns a text for people: `Up from 43.4% to 65.0% since 19 Oct 2026`. */
export function describeChange({
  number,
  direction,
  ...change
}: Pick<EstablishedSeriesChange, 'number' | 'direction' | 'before' | 'after' | 'since'>): Message {
  const before = numberText(number, change.before)
  const after = numberText(number, change.after)
  const since = dayValue(change.since)
  return direction === 'up'
    ? message('metrics.establishedChanges.upFromBeforeToAfterSince', { before, after, since })
    : message('metrics.establishedChanges.downFromBeforeToAfterSince', { before, after, since })
}

/** Returns all established changes of a brand, in the order of the days on which they were established. */
export async function listEstablishedChanges(
  { db }: Context,
  brandId: string,
): Promise<EstablishedSeriesChange[]> {
  const { rows } = await sql<Omit<EstablishedSeriesChange, 'group'> & { group_key: string }>`
    select
      metric as number, platform, entity, group_key, direction, established, since, mean_before as before,
      mean_after as after
    from change_log where brand_id = ${brandId} and day = established
    order by established, metric, platform, entity, group_key`.execute(db)
  return rows.map(({ group_key, before, after, ...change }) => {
    const show = shownAs(change.number)
    return { ...change, group: parseGroupKey(group_key), before: show(before), after: show(after) }
  })
}

const onlyAllPlatforms = message('metrics.establishedChanges.changesOfCompetitorsAreDetectedOver')

/** Returns why the state does not belong to the scope's answers, or null. */
function whyUnavailable(scope: Scope, evaluatedThrough: string | null): Message | null {
  const { to } = scope
  if (isOtherView(scope)) return message('metrics.establishedChanges.changesAreDetectedOverAllPlatforms')
  if (to !== null && evaluatedThrough !== null && to < evaluatedThrough)
    return message('metrics.establishedChanges.changesAreEvaluatedThroughDayWhich', {
      day: dayValue(evaluatedThrough),
    })
  return null
}

/** Whether the scope is neither all answers nor all answers of one platform. */
function isOtherView(scope: Scope): boolean {
  const { platforms, models, regions } = scope
  return models !== null || regions !== null || isByPrompt(scope) || (platforms?.length ?? 1) > 1
}

/** Returns the platform of the series, '' for all. A brand with one platform has only the series of all platforms. */
function toView({ platforms }: Scope, rows: readonly Row[]): string {
  const hasSeveral = rows.some(({ platform }) => platform !== '')
  return hasSeveral ? (platforms?.[0] ?? '') : ''
}

/** Tests start when two weeks can be compared. */
const daysBeforeTests = 14

function getState(row: Row): EstablishedState {
  const { status, number } = row
  if (status === 'steady' || row.established === null) {
    const days = dayNumber(row.evaluated_through) - dayNumber(row.level_start) + 1
    if (row.established === null && days < daysBeforeTests) return tooEarly(days)
    return {
      state: 'no_significant_change',
      reason: message('metrics.establishedChanges.noEstablishedChange'),
      established: null,
    }
  }
  const show = shownAs(number)
  const [before, after] = [show(row.mean_before), show(row.mean_after)]
  return {
    state: status,
    reason: message('metrics.establishedChanges.changeEstablishedOnDay', {
      change: describeChange({ number, direction: status, before, after, since: row.since }),
      day: dayValue(row.established),
    }),
    established: {
      status,
      established: row.established,
      since: row.since,
      before,
      after,
      p_value: row.p,
      q_value: row.q,
    },
  }
}

/** `days`: the closed days with data; today is the next one. */
const tooEarly = (days: number): EstablishedState => ({
  state: 'insufficient_data',
  reason: message('metrics.establishedChanges.changeDetectionStartsAfterDaysDays', {
    days: daysBeforeTests,
    day: days + 1,
  }),
  established: null,
})

/** Converts a mean from the unit of the sums. */
const shownAs =
  (number: TestedNumber) =>
  (mean: number): number =>
    twoDecimals(inShownUnit(number, mean) + (number === 'avg_position' ? 1 : 0))

/** Converts a difference from the unit of the sums. */
export function inShownUnit(number: TestedNumber | NumberName, difference: number): number {
  if (number === 'score' || number === 'competitor_score') return difference / 1000
  return number === 'avg_position' ? difference : 100 * difference
}
