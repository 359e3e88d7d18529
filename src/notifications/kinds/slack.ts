/** Renders messages for incoming webhooks of Slack: https://docs.slack.dev/reference/block-kit/blocks. Pure. */
import { message } from '../../languages/message.ts'
import type { RenderedContent, RenderedItem } from '../content.ts'
import { chatService } from './chat-service.ts'
import { factText, itemText, limitText, renderToFit } from './shorten.ts'

export const slack = chatService({
  name: 'slack',
  label: 'Slack',
  urlHint: message('notifications.channelForm.urlHints.slack'),
  body: (content, baseUrl) => slackBody(content, baseUrl),
})

const maxBlocks = 50
const maxTextLength = 3_000
const maxFields = 10
const maxFieldLength = 2_000
const maxHeaderLength = 150

type Text = { type: 'mrkdwn' | 'plain_text'; text: string }
type Block = { type: string; text?: Text; fields?: Text[]; elements?: unknown[] }
export type SlackBody = { text: string; blocks: Block[] }

export const slackBody = (message: RenderedContent, baseUrl: string): SlackBody =>
  renderToFit(message, (short) => render(short, baseUrl), fits)

const fits = ({ blocks }: SlackBody): boolean =>
  blocks.length <= maxBlocks &&
  blocks.every(
    ({ text, fields = [] }) =>
      (text?.text.length ?? 0) <= maxTextLength &&
      fields.every((field) => field.text.length <= maxFieldLength),
  )

function render(message: RenderedContent, baseUrl: string): SlackBody {
  const { title, context, summary, facts, facts_note, sections, action, note } = message
  const small = [context, facts_note, note].filter((text) => text !== undefined)
  return {
    // Shown in notifications of the operating system.
    text: escapeMrkdwn(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: limitText(title, maxHeaderLength) } },
      ...summary.map((text) => section(escapeMrkdwn(text))),
      ...factBlocks(facts),
      ...sections.map(({ heading, items }) =>
        section(`*${escapeMrkdwn(heading)}*\n${items.map((item) => itemLine(item, baseUrl)).join('\n')}`),
      ),
      ...(small.length > 0
        ? [{ type: 'context', elements: small.map((text) => mrkdwn(escapeMrkdwn(text))) }]
        : []),
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: action.label },
            url: baseUrl + action.path,
          },
        ],
      },
    ],
  }
}

function factBlocks(facts: RenderedContent['facts']): Block[] {
  const fields = facts.map((fact) => {
    const detail = fact.detail === undefined ? '' : `\n${escapeMrkdwn(fact.detail)}`
    return mrkdwn(`*${escapeMrkdwn(fact.label)}*\n${escapeMrkdwn(factText(fact))}${detail}`)
  })
  return Array.from({ length: Math.ceil(fields.length / maxFields) }, (_, index) => ({
    type: 'section',
    fields: fields.slice(index * maxFields, (index + 1) * maxFields),
  }))
}

function itemLine(item: RenderedItem, baseUrl: string): string {
  const text = escapeMrkdwn(itemText(item))
  const shown = item.path === undefined ? text : `<${escapeMrkdwn(baseUrl + item.path)}|${text}>`
  return item.detail === undefined ? `• ${shown}` : `• ${shown}\n   ${escapeMrkdwn(item.detail)}`
}

const section = (text: string): Block => ({ type: 'section', text: mrkdwn(text) })

const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text })

/** These three characters are the only ones with a meaning that a text must not have, such as mentions of a channel. */
const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
