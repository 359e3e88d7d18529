/** Established changes of the visits from AI platforms. */
import { getLabel } from '../../../vocabulary/label.ts'
import { platformLabels } from '../../../vocabulary/platforms.ts'
import { dayValue, message } from '../../languages/message.ts'
import { listVisitChanges } from '../../metrics/visit-changes.ts'
import { type FindOccurrences, type Occurrence, pathTo } from './occurrence.ts'

export const findTrafficChanges: FindOccurrences = async (ctx, brandId) => {
  const changes = await listVisitChanges(ctx, brandId)
  return changes.map(({ platform, day, since, direction, before, after }): Occurrence => {
    const isUp = direction === 'up'
    const label =
      platform === ''
        ? message('alerts.traffic.visitsFromAIPlatforms')
        : message('alerts.traffic.visitsFromPlatform', {
            platform: getLabel(platformLabels, platform) ?? platform,
          })
    return {
      kind: 'traffic_changed',
      topic: `traffic ${direction}`,
      day,
      lastDay: day,
      isOngoing: null,
      direction,
      severity: isUp ? 'low' : 'medium',
      platform,
      title: isUp
        ? message('alerts.traffic.visitsAreUp', { visits: label })
        : message('alerts.traffic.visitsAreDown', { visits: label }),
      item: {
        subject: `visits ${platform}`,
        label,
        detail: isUp
          ? message('alerts.traffic.upFromBeforeToAfterPer', { before, after, since: dayValue(since) })
          : message('alerts.traffic.downFromBeforeToAfterPer', { before, after, since: dayValue(since) }),
        quote: null,
        tone: isUp ? 'better' : 'worse',
        path: pathTo('traffic', { from: since, to: day }),
      },
    }
  })
}
