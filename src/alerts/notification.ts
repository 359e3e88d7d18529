/** The notification about a new alert. */
import type { AlertKind, AlertSeverity } from '../../vocabulary/alerts.ts'
import type { Brand } from '../brands/brands.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import type { ContentMark, NotificationContent } from '../notifications/content.ts'
import { brandPath } from './alerts.ts'
import type { Cause, StoredItem } from './causes.ts'

/** Keeps notifications short. */
const maxItems = 10

export function getNotification(
  brand: Pick<Brand, 'name' | 'slug'>,
  alertId: string,
  cause: Cause,
): NotificationContent {
  const { severity, kind, items, title, day } = cause
  const quotes = items.flatMap(({ quote }) => quote ?? [])
  return {
    title,
    context: contexts[severity](brand.name, dayValue(day)),
    summary: quotes,
    facts: [],
    sections: [
      {
        heading: headings[kind],
        items: items.slice(0, maxItems).map((item) => ({
          text: item.label,
          detail: item.detail,
          path: brandPath(brand, item.path),
          ...(item.tone !== 'neutral' && { mark: marks[item.tone] }),
        })),
      },
    ],
    action: {
      label: message('alerts.notification.openTheAlert'),
      path: brandPath(brand, `alerts?alert=${alertId}`),
    },
  }
}

const contexts: Record<AlertSeverity, (brand: string, day: number) => Message> = {
  high: (brand, day) => message('alerts.notification.brandHighDay', { brand, day }),
  medium: (brand, day) => message('alerts.notification.brandMediumDay', { brand, day }),
  low: (brand, day) => message('alerts.notification.brandLowDay', { brand, day }),
}

/** The labels of the kinds in the dashboard. */
const headings: Record<AlertKind, Message> = {
  number_changed: message('labels.alertKind.number_changed'),
  competitor_changed: message('labels.alertKind.competitor_changed'),
  competitor_overtook: message('labels.alertKind.competitor_overtook'),
  competitor_appeared: message('labels.alertKind.competitor_appeared'),
  source_changed: message('labels.alertKind.source_changed'),
  own_page_changed: message('labels.alertKind.own_page_changed'),
  negative_sentiment: message('labels.alertKind.negative_sentiment'),
  wrong_claim: message('labels.alertKind.wrong_claim'),
  run_failed: message('labels.alertKind.run_failed'),
  engine_key_failed: message('labels.alertKind.engine_key_failed'),
  budget_reached: message('labels.alertKind.budget_reached'),
  audit_got_worse: message('labels.alertKind.audit_got_worse'),
  traffic_changed: message('labels.alertKind.traffic_changed'),
  agents_stopped: message('labels.alertKind.agents_stopped'),
}

const marks: Record<Exclude<StoredItem['tone'], 'neutral'>, ContentMark> = {
  better: { text: message('alerts.notification.better'), tone: 'better' },
  worse: { text: message('alerts.notification.worse'), tone: 'worse' },
}
