/**
 * The content of a notification, independent of the channel. Each channel and the inbox render the same message. Texts
 * are plain text, and paths start with `/` and are relative to BASE_URL.
 */
import { z } from 'zod'
import { thirdParty } from '../http/third-party-text.ts'

const Path = z
  .string()
  .regex(/^\//, 'must start with a slash')
  .describe('A path of the dashboard, relative to the URL of the service.')

/** A short text next to a value or item, such as “▲ 1.2” or “New”. `tone` says whether it is good for the brand. */
const Mark = z.object({ text: z.string(), tone: z.enum(['better', 'worse', 'neutral']) })

const Fact = z.object({
  label: z.string(),
  value: z.string(),
  detail: z.string().optional().describe('The interval, the sample size.'),
  mark: Mark.optional(),
})

const Item = z.object({
  text: thirdParty(z.string()),
  detail: thirdParty(z.string()).optional(),
  path: Path.optional(),
  mark: Mark.optional(),
  bar: z
    .object({ value: z.string(), share: z.number().min(0).max(1), is_own: z.boolean() })
    .optional()
    .describe('The value as a bar; `share` is its length compared with the longest possible one.'),
})

const Sender = z
  .object({
    name: z.string().nullable(),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/)
      .nullable()
      .describe('Dark enough for text on white.'),
  })
  .describe(
    'The name and color that an email shows in place of those of Ansight, with the logo of the organization.',
  )

export const Message = z
  .object({
    title: z.string().min(1),
    context: z
      .string()
      .optional()
      .describe('What the message is, such as “Acme weekly digest, 16–22 Nov 2026”.'),
    summary: z.array(thirdParty(z.string())).describe('Paragraphs of plain text.'),
    facts: z.array(Fact),
    facts_note: z
      .string()
      .optional()
      .describe('The explanation of the facts, such as the number of answers.'),
    sections: z.array(z.object({ heading: z.string(), items: z.array(Item) })),
    action: z.object({ label: z.string(), path: Path }),
    note: z.string().optional().describe('A line at the end, such as “Simulated data”.'),
    sender: Sender.optional(),
  })
  .meta({
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

export type Message = z.output<typeof Message>
export type MessageItem = z.output<typeof Item>
export type MessageMark = z.output<typeof Mark>
