/** Renders messages for webhooks of Discord: https://docs.discord.com/developers/resources/message#embed-object. Pure. */
import { message } from '../../languages/message.ts'
import type { RenderedContent, RenderedItem } from '../content.ts'
import { chatService } from './chat-service.ts'
import { factText, itemText, limitText, renderToFit } from './shorten.ts'

export const discord = chatService({
  name: 'discord',
  label: 'Discord',
  urlHint: message('notifications.channelForm.urlHints.discord'),
  body: (content, baseUrl) => discordBody(content, baseUrl),
  urlFor: withConfirmation,
})

const maxEmbeds = 10
/** Limit for the texts of all embeds together. */
const maxCharacters = 6_000
const maxTitleLength = 256
const maxDescriptionLength = 4_096
const maxFields = 25
const maxFieldNameLength = 256
const maxFieldValueLength = 1_024
const maxFooterLength = 2_048

type Embed = {
  title?: string
  url?: string
  description?: string
  color?: number
  fields?: { name: string; value: string; inline: boolean }[]
  footer?: { text: string }
}

export type DiscordBody = { username: string; allowed_mentions: { parse: [] }; embeds: Embed[] }

export const discordBody = (message: RenderedContent, baseUrl: string): DiscordBody =>
  renderToFit(message, (short) => render(short, baseUrl), fits)

const accentColor = 0x0f6b62

function render(message: RenderedContent, baseUrl: string): DiscordBody {
  const { title, context, summary, facts, facts_note, sections, action, note } = message
  const link = `[${escapeMarkdown(action.label)}](${baseUrl}${action.path})`
  const footer = [context, facts_note, note].filter((text) => text !== undefined).join(' · ')
  const first: Embed = {
    title: limitText(escapeMarkdown(title), maxTitleLength),
    url: baseUrl + action.path,
    description: [...summary.map(escapeMarkdown), link].join('\n\n'),
    color: accentColor,
    fields: facts.slice(0, maxFields).map((fact) => ({
      name: limitText(escapeMarkdown(fact.label), maxFieldNameLength),
      value: limitText(escapeMarkdown(factLines(fact)), maxFieldValueLength),
      inline: true,
    })),
  }
  const others = sections.slice(0, maxEmbeds - 1).map(
    ({ heading, items }): Embed => ({
      title: limitText(escapeMarkdown(heading), maxTitleLength),
      description: items.map((item) => itemLine(item, baseUrl)).join('\n'),
      color: accentColor,
    }),
  )
  const embeds = [first, ...others]
  const last = embeds.at(-1)
  if (last && footer !== '') last.footer = { text: limitText(footer, maxFooterLength) }
  return { username: 'Ansight', allowed_mentions: { parse: [] }, embeds }
}

const fits = ({ embeds }: DiscordBody): boolean =>
  embeds.every(({ description = '' }) => description.length <= maxDescriptionLength) &&
  embeds.reduce((sum, embed) => sum + charactersIn(embed), 0) <= maxCharacters

/** Counts the texts that Discord adds up. */
function charactersIn({ title = '', description = '', fields = [], footer }: Embed): number {
  const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0)
  return title.length + description.length + inFields + (footer?.text.length ?? 0)
}

const factLines = (fact: RenderedContent['facts'][number]): string =>
  fact.detail === undefined ? factText(fact) : `${factText(fact)}\n${fact.detail}`

function itemLine(item: RenderedItem, baseUrl: string): string {
  const text = escapeMarkdown(itemText(item))
  const shown = item.path === undefined ? text : `[${text}](${baseUrl}${item.path})`
  return item.detail === undefined ? `- ${shown}` : `- ${shown}\n  ${escapeMarkdown(item.detail)}`
}

/** Markdown characters in texts are shown as they are. */
const escapeMarkdown = (text: string): string => text.replace(/[\\*_~`|>#[\]()-]/g, '\\$&')

/** Discord then responds after it has stored the message, or with the reason why it has not. */
function withConfirmation(url: string): string {
  const confirmed = new URL(url)
  confirmed.searchParams.set('wait', 'true')
  return confirmed.href
}
