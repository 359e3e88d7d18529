/** Shortens messages to the limits of a service. Pure. */
import type { RenderedContent, RenderedItem } from '../content.ts'

/** Returns the text, or its beginning with an ellipsis. Never cuts a character that is a surrogate pair. */
export function limitText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const cut = text.slice(0, maxLength - 1)
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

type Limits = { paragraphs: number; facts: number; sections: number; items: number; textLength: number }

/** From the least to the most shortened. */
const steps: readonly Limits[] = [
  { paragraphs: 20, facts: 20, sections: 20, items: 25, textLength: 1_000 },
  { paragraphs: 10, facts: 12, sections: 10, items: 10, textLength: 400 },
  { paragraphs: 5, facts: 8, sections: 8, items: 5, textLength: 200 },
  { paragraphs: 3, facts: 6, sections: 6, items: 3, textLength: 100 },
  { paragraphs: 2, facts: 6, sections: 4, items: 1, textLength: 60 },
  { paragraphs: 1, facts: 3, sections: 0, items: 0, textLength: 60 },
]

/** Renders as much of the message as fits. The last step is used even if it does not fit. */
export function renderToFit<T>(
  message: RenderedContent,
  render: (message: RenderedContent) => T,
  fits: (rendered: T) => boolean,
): T {
  const [first, ...others] = steps
  if (first === undefined) throw new Error('There are no steps')
  let rendered = render(shorten(message, first))
  for (const limits of others) {
    if (fits(rendered)) break
    rendered = render(shorten(message, limits))
  }
  return rendered
}

function shorten(message: RenderedContent, limits: Limits): RenderedContent {
  const short = (text: string) => limitText(text, limits.textLength)
  const { context, facts_note, note } = message
  return {
    title: limitText(message.title, 150),
    summary: message.summary.slice(0, limits.paragraphs).map(short),
    facts: message.facts.slice(0, limits.facts).map((fact) => ({
      label: short(fact.label),
      value: limitText(fact.value, 50),
      ...(fact.mark && { mark: shortMark(fact.mark) }),
      ...(fact.detail !== undefined && { detail: short(fact.detail) }),
    })),
    sections: message.sections
      .filter(({ items }) => items.length > 0)
      .slice(0, limits.sections)
      .map(({ heading, items }) => ({
        heading: limitText(heading, 100),
        items: shortenItems(items, limits.items, short),
      })),
    action: { ...message.action, label: limitText(message.action.label, 70) },
    ...(context !== undefined && { context: limitText(context, 150) }),
    ...(facts_note !== undefined && { facts_note: short(facts_note) }),
    ...(note !== undefined && { note: short(note) }),
  }
}

/** The last item says how many are left out. */
function shortenItems(items: readonly RenderedItem[], max: number, short: (text: string) => string) {
  const shown = items.slice(0, max).map(({ text, detail, path, mark, bar }) => ({
    text: short(text),
    ...(detail !== undefined && { detail: short(detail) }),
    ...(path !== undefined && path.length <= 500 && { path }),
    ...(mark && { mark: shortMark(mark) }),
    ...(bar && { bar }),
  }))
  const hidden = items.length - shown.length
  return hidden === 0 ? shown : [...shown, { text: `${hidden} more` }]
}

const shortMark = (mark: NonNullable<RenderedItem['mark']>) => ({ ...mark, text: limitText(mark.text, 30) })

/** Returns an item as one line: its mark, text and value. */
export function itemText({ text, mark, bar }: RenderedItem): string {
  const value = bar ? `${text}: ${bar.value}` : text
  return mark ? `${value} (${mark.text})` : value
}

export const factText = ({ value, mark }: RenderedContent['facts'][number]): string =>
  mark ? `${value} (${mark.text})` : value
