/**
 * The content of a notification, independent of the channel and the language. Each channel and the inbox render the same
 * content. Texts are plain text, and paths start with `/` and are relative to BASE_URL.
 */
import { z } from 'zod'
import { languages } from '../../vocabulary/languages.ts'
import { untrustedText } from '../http/untrusted-text.ts'
import { localizedText, messageOrText } from '../languages/localized.ts'

const Path = z
  .string()
  .regex(/^\//, 'must start with a slash')
  .describe('A path of the dashboard, relative to the URL of the service.')

const Sender = z
  .object({
    name: z.string().nullable(),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .nullable()
      .describe('Dark enough for text on white.'),
  })
  .describe('The name and color that an email shows instead of Ansight, with the logo of the organization.')

function contentWith<T extends z.ZodType>(text: T) {
  /** A short text next to a value or item, such as “▲ 1.2” or “New”. `tone` says whether it is good for the brand. */
  const Mark = z.object({ text, tone: z.enum(['better', 'worse', 'neutral']) })
  const Fact = z.object({
    label: text,
    value: text,
    detail: text.optional().describe('The interval, the sample size.'),
    mark: Mark.optional(),
  })
  const Item = z.object({
    text: untrustedText(text),
    detail: untrustedText(text).optional(),
    path: Path.optional(),
    mark: Mark.optional(),
    bar: z
      .object({ value: text, share: z.number().min(0).max(1), is_own: z.boolean() })
      .optional()
      .describe('The value as a bar; `share` is its length compared with the longest possible one.'),
  })
  return z.object({
    title: text,
    context: text.optional().describe('What the message is, such as “Acme weekly digest, 16–22 Nov 2026”.'),
    summary: z.array(untrustedText(text)).describe('Paragraphs of plain text.'),
    facts: z.array(Fact),
    facts_note: text.optional().describe('The explanation of the facts, such as the number of answers.'),
    sections: z.array(z.object({ heading: text, items: z.array(Item) })),
    action: z.object({ label: text, path: Path }),
    note: text.optional().describe('A line at the end, such as “Simulated data”.'),
    sender: Sender.optional(),
  })
}

/** The content as it is composed and stored. `language`: of a content for all readers, such as a report. */
export const NotificationContent = contentWith(messageOrText).extend({
  language: z.enum(languages).optional(),
})

/** The content in the language of a reader. */
export const RenderedContent = contentWith(localizedText()).meta({
  id: 'NotificationMessage',
  examples: [
    {
      title: 'Stridora: mention rate on Gemini fell',
      context: 'Stridora, 20 Nov 2026',
      summary: ['The mention rate on Gemini fell from 54.0% to 41.0%.'],
      facts: [{ label: 'Mention rate', value: '41.0%', mark: { text: '▼ 13.0', tone: 'worse' as const } }],
      sections: [],
      action: { label: 'Open the alert', path: '/dashboard/brands/stridora' },
    },
  ],
})

export type NotificationContent = z.output<typeof NotificationContent>
export type ContentSection = NotificationContent['sections'][number]
export type ContentItem = ContentSection['items'][number]
export type ContentFact = NotificationContent['facts'][number]
export type ContentMark = NonNullable<ContentFact['mark']>

export type RenderedContent = z.output<typeof RenderedContent>
export type RenderedItem = RenderedContent['sections'][number]['items'][number]
export type RenderedMark = NonNullable<RenderedItem['mark']>
