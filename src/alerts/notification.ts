/** The notification about a new alert. */
import type { AlertKind, AlertSeverity } from '../../vocabulary/alerts.ts'
import type { Brand } from '../brands/brands.ts'
import { dayValue, type Message, message } from '../languages/message.ts'
import type { ContentMark, NotificationContent } from '../notifications/content.ts'
import { brandPath } from './alerts.ts'
import type { Cause, StoredItem } from './causes.ts'

/** Keeps notifications short. */
const maxItems = 10

export function notificationOf(
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
    action: { label: message('Open the alert'), path: brandPath(brand, `alerts?alert=${alertId}`) },
  }
}

const contexts: Record<AlertSeverity, (brand: string, day: number) => Message> = {
  high: (brand, day) => message('{brand} · High · {day, date, day}', { brand, day }),
  medium: (brand, day) => message('{brand} · Medium · {day, date, day}', { brand, day }),
  low: (brand, day) => message('{brand} · Low · {day, date, day}', { brand, day }),
}

/** The labels of the kinds in the dashboard. */
const headings: Record<AlertKind, Message> = {
  number_changed: message('A metric of the brand changed'),
  competitor_changed: message('The score of a competitor changed'),
  competitor_overtook: message('A competitor overtook the brand, or the brand overtook it'),
  competitor_appeared: message('A new competitor appears in answers'),
  source_changed: message('A source is newly cited or no longer cited'),
  own_page_changed: message('A page of the brand is newly cited or no longer cited'),
  negative_sentiment: message('Negative answers appear'),
  run_failed: message('A run failed or was partial'),
  engine_key_failed: message('An engine rejects its key'),
  budget_reached: message('A spend limit was reached'),
  audit_got_worse: message('A site audit got worse'),
  traffic_changed: message('Visits from AI platforms changed'),
}

const marks: Record<Exclude<StoredItem['tone'], 'neutral'>, ContentMark> = {
  better: { text: message('Better'), tone: 'better' },
  worse: { text: message('Worse'), tone: 'worse' },
}
