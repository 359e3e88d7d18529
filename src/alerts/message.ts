/** The notification about a new alert. */
import { alertKindLabels, alertSeverityLabels } from '../../vocabulary/alerts.ts'
import { formatDay } from '../../vocabulary/formats.ts'
import type { Brand } from '../brands/brands.ts'
import type { Message, MessageMark } from '../notifications/message.ts'
import { brandPath } from './alerts.ts'
import type { Cause, StoredItem } from './causes.ts'

/** Keeps messages short. */
const maxItems = 10

export function messageOf(brand: Pick<Brand, 'name' | 'slug'>, alertId: string, cause: Cause): Message {
  const { severity, kind, items, title, day } = cause
  const quotes = items.flatMap(({ quote }) => quote ?? [])
  return {
    title,
    context: `${brand.name} · ${alertSeverityLabels[severity]} · ${formatDay(day)}`,
    summary: quotes,
    facts: [],
    sections: [
      {
        heading: alertKindLabels[kind],
        items: items.slice(0, maxItems).map((item) => ({
          text: item.label,
          detail: item.detail,
          path: brandPath(brand, item.path),
          ...(item.tone !== 'neutral' && { mark: marks[item.tone] }),
        })),
      },
    ],
    action: { label: 'Open the alert', path: brandPath(brand, `alerts?alert=${alertId}`) },
  }
}

const marks: Record<Exclude<StoredItem['tone'], 'neutral'>, MessageMark> = {
  better: { text: 'Better', tone: 'better' },
  worse: { text: 'Worse', tone: 'worse' },
}
