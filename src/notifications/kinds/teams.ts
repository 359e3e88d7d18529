/**
 * Renders messages for Workflows webhooks of Microsoft Teams, as an Adaptive Card 1.5:
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using. Pure.
 */
import { message } from '../../languages/message.ts'
import type { RenderedContent, RenderedItem } from '../content.ts'
import { chatService } from './chat-service.ts'
import { factText, itemText, renderToFit } from './shorten.ts'

export const teams = chatService({
  name: 'teams',
  label: 'Microsoft Teams',
  urlHint: message('notifications.channelForm.urlHints.teams'),
  body: (content, baseUrl) => teamsBody(content, baseUrl),
})

/** Teams accepts 28 KB. The rest is a margin for what the workflow adds. */
const maxBytes = 26_000

type Element = Record<string, unknown>

export type TeamsBody = {
  type: 'message'
  attachments: { contentType: string; contentUrl: null; content: Record<string, unknown> }[]
}

export const teamsBody = (message: RenderedContent, baseUrl: string): TeamsBody =>
  renderToFit(
    message,
    (short) => render(short, baseUrl),
    (body) => Buffer.byteLength(JSON.stringify(body)) <= maxBytes,
  )

const render = (message: RenderedContent, baseUrl: string): TeamsBody => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.5',
        msteams: { width: 'Full' },
        body: elements(message, baseUrl),
        actions: [
          { type: 'Action.OpenUrl', title: message.action.label, url: baseUrl + message.action.path },
        ],
      },
    },
  ],
})

function elements(message: RenderedContent, baseUrl: string): Element[] {
  const { title, context, summary, facts, facts_note, sections, note } = message
  const small = [facts_note, note].filter((text) => text !== undefined)
  return [
    ...(context === undefined ? [] : [textBlock(escapeMarkdown(context), { size: 'Small', isSubtle: true })]),
    textBlock(escapeMarkdown(title), { size: 'Large', weight: 'Bolder' }),
    ...summary.map((text) => textBlock(escapeMarkdown(text))),
    ...(facts.length > 0 ? [factSet(facts)] : []),
    ...sections.flatMap(({ heading, items }) => [
      textBlock(escapeMarkdown(heading), { weight: 'Bolder', spacing: 'Medium' }),
      ...items.map((item) => textBlock(itemLine(item, baseUrl), { spacing: 'Small' })),
    ]),
    ...small.map((text) => textBlock(escapeMarkdown(text), { size: 'Small', isSubtle: true })),
  ]
}

const textBlock = (text: string, style: Element = {}): Element => ({
  type: 'TextBlock',
  text,
  wrap: true,
  ...style,
})

const factSet = (facts: RenderedContent['facts']): Element => ({
  type: 'FactSet',
  facts: facts.map((fact) => ({
    title: fact.label,
    value: escapeMarkdown(fact.detail === undefined ? factText(fact) : `${factText(fact)}, ${fact.detail}`),
  })),
})

function itemLine(item: RenderedItem, baseUrl: string): string {
  const text = escapeMarkdown(itemText(item))
  const shown = item.path === undefined ? text : `[${text}](${baseUrl}${item.path})`
  return item.detail === undefined ? shown : `${shown}\n\n${escapeMarkdown(item.detail)}`
}

/** Markdown characters in texts are shown as they are. */
const escapeMarkdown = (text: string): string => text.replace(/[\\*_[\]()`#>~-]/g, '\\$&')
