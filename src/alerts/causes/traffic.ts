/** Established changes of the visits from AI platforms. */
import { formatDay, formatScore } from '../../../vocabulary/formats.ts'
import { labelOf } from '../../../vocabulary/label-of.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { listVisitChanges } from '../../metrics/visit-changes.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

export const findTrafficChanges: FindOccurrences = async (ctx, brandId) => {
  const changes = await listVisitChanges(ctx, brandId)
  return changes.map(({ platform, day, since, direction, before, after }): Occurrence => {
    const label =
      platform === ''
        ? 'Visits from AI platforms'
        : `Visits from ${labelOf(platformLabels, platform) ?? platform}`
    return {
      kind: 'traffic_changed',
      topic: `traffic ${direction}`,
      day,
      lastDay: day,
      isOngoing: null,
      direction,
      severity: direction === 'down' ? 'medium' : 'low',
      platform,
      title: `${label} are ${direction}`,
      item: {
        subject: `visits ${platform}`,
        label,
        detail: `${direction === 'up' ? 'Up' : 'Down'} from ${formatScore(before)} to ${formatScore(after)} per day since ${formatDay(since)}.`,
        quote: null,
        tone: direction === 'up' ? 'better' : 'worse',
        path: pathTo('traffic', { from: since, to: day }),
      },
    }
  })
}
