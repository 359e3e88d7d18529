/** The words of a change. Only an established change, or a significant one of a list, is called up or down. */
import { formatPoints, formatPosition, formatScore, formatShortDay } from '../../vocabulary/formats.ts'
import type { changeStates } from '../../vocabulary/labels.ts'
import { t } from '../../vocabulary/texts.ts'

type Established = {
  status: 'up' | 'down'
  since: string
  established: string
  before: number
  after: number
}

export type DisplayedChange = {
  state: (typeof changeStates)[number]
  delta: number | null
  reason: string
  /** Absent for a change that is tested on request, such as the change of a prompt; null without an established change. */
  established?: Established | null
}

export const isUpOrDown = ({ state }: DisplayedChange): boolean => state === 'up' || state === 'down'

/** Whether changes of this number are established, and none is. */
const isSteady = ({ state, established }: DisplayedChange): boolean =>
  state === 'no_significant_change' && established !== undefined

export const changeLabel = (change: DisplayedChange): string =>
  isSteady(change) ? t('ui.change.steady') : t(`labels.change.${change.state}`)

/** Returns by how much a number went up or down: an established change has its own means, whatever the chosen period. */
export function changedBy({ delta, established }: DisplayedChange): number | null {
  return established ? established.after - established.before : delta
}

/** A number of 0 for changes that are not up or down, so that they are sorted between drops and increases. */
export const changeOrder = (change: DisplayedChange): number | null =>
  isUpOrDown(change) ? changedBy(change) : 0

type Named = { label: string; isPosition?: boolean; format?: (value: number | null) => string }

/** The change in one sentence, with its dates if it is established. */
export function changeSentence(change: DisplayedChange, named: Named): string {
  if (change.established) return establishedSentence(change.established, named)
  return isSteady(change) ? t('ui.change.steadySentence') : change.reason
}

/** An established change in one sentence. */
export function establishedSentence(
  { status, before, after, since, established }: Established,
  { label, isPosition = false, format }: Named,
): string {
  const show = format ?? (isPosition ? formatPosition : formatScore)
  return t('ui.change.established', {
    label,
    status,
    amount: isPosition
      ? formatPosition(Math.abs(after - before))
      : t('ui.change.points', { points: Math.abs(after - before) }),
    range: t('ui.change.range', { before: show(before), after: show(after) }),
    since: formatShortDay(since),
    established: formatShortDay(established),
  })
}

/** The period that differences compare with; undefined is the one before. */
export const comparedWith = (compare: 'last_month' | undefined): string =>
  t(`ui.change.comparedWith.${compare ?? 'previous'}`)

/** The difference between the chosen period and the one that it is compared with, which may be chance. */
export function differenceText(
  {
    previous,
    current,
    delta,
  }: {
    previous: number | null
    current: number | null
    delta: number | null
  },
  format: (value: number | null) => string,
  compare: 'last_month' | undefined,
): string | null {
  if (previous === null || current === null || delta === null) return null
  return t('ui.change.difference', {
    previous: format(previous),
    period: comparedWith(compare),
    current: format(current),
    delta: formatPoints(delta),
  })
}
