/** Renders a message as an email: plain text and HTML. Pure. */
import type { Language } from '../../vocabulary/languages.ts'
import { localize, withLocale } from '../languages/localized.ts'
import { type MessageOrText, message } from '../languages/message.ts'
import {
  button,
  escapeHtml,
  type Html,
  html,
  layoutTable,
  link,
  look,
  type MailClass,
  type MailLogo,
  type MailSender,
  mailPage,
} from '../mail/layout.ts'
import { type NotificationContent, RenderedContent, type RenderedItem, type RenderedMark } from './content.ts'

export type EmailFrame = {
  baseUrl: string
  /** Why the recipient gets the message. */
  reason: MessageOrText
  links: readonly { label: MessageOrText; url: string }[]
  language: Language
  /** The logo of the organization, for messages with a sender. */
  logo?: MailLogo | null
}

/** Renders the content in the language of the frame. */
export const renderEmail = (
  content: NotificationContent,
  frame: EmailFrame,
): { subject: string; text: string; html: string } =>
  withLocale(frame.language, () => {
    const message = RenderedContent.parse(content)
    return {
      subject: message.title,
      text: renderText(message, frame),
      html: mailPage(message.title, {
        language: frame.language,
        preview: message.summary[0] ?? '',
        context: message.context ?? '',
        body: renderBody(message, frame.baseUrl),
        footer: renderFooter(message, frame),
        sender: getSender(message, frame),
      }),
    }
  })

/** Returns what the email shows in place of the name, color and logo of Ansight. */
export const getSender = (
  { sender }: Pick<NotificationContent, 'sender'>,
  { logo = null }: Pick<EmailFrame, 'logo'>,
): MailSender | undefined => sender && { ...sender, logo }

const factsPerRow = 3

function renderBody(message: RenderedContent, baseUrl: string): Html {
  const { title, summary, facts, facts_note, sections, action } = message
  const parts = [
    `<h1 ${look(['ink'], 'margin:0 0 8px;font-size:24px;line-height:30px;font-weight:600')}>${escapeHtml(title)}</h1>`,
    ...summary.map(
      (text) =>
        `<p ${look(['muted'], 'margin:0 0 12px;font-size:15px;line-height:23px')}>${escapeHtml(text)}</p>`,
    ),
    facts.length > 0 ? factTable(facts) : '',
    facts_note === undefined
      ? ''
      : `<p ${look(['muted'], 'margin:8px 0 0;font-size:13px;line-height:19px')}>${escapeHtml(facts_note)}</p>`,
    ...sections.filter(({ items }) => items.length > 0).map((section) => renderSection(section, baseUrl)),
    `<div style="padding-top:28px">${button(baseUrl + action.path, action.label)}</div>`,
  ]
  return html(parts.filter((part) => part !== '').join('\n'))
}

function factTable(facts: RenderedContent['facts']): Html {
  const rows = Array.from({ length: Math.ceil(facts.length / factsPerRow) }, (_, row) =>
    facts.slice(row * factsPerRow, (row + 1) * factsPerRow),
  )
  const cells = (row: RenderedContent['facts'], rowNumber: number) =>
    row
      .map((fact, column) => {
        const lines = `${rowNumber > 0 ? 'border-top-width:1px;border-top-style:solid;' : ''}${column > 0 ? 'border-left-width:1px;border-left-style:solid;' : ''}`
        return `<td valign="top" width="${Math.floor(100 / Math.min(factsPerRow, facts.length))}%" ${look(['stacked', 'line'], `${lines}padding:14px 18px`)}>${factCell(fact)}</td>`
      })
      .join('')
  return html(`<table ${layoutTable} width="100%" ${look(['line'], 'margin-top:16px;border-width:1px;border-style:solid;border-radius:8px;border-collapse:separate')}>
${rows.map((row, number) => `<tr>${cells(row, number)}</tr>`).join('\n')}
</table>`)
}

const factCell = ({ label, value, detail, mark }: RenderedContent['facts'][number]): Html =>
  html(`<div ${look(['muted'], 'font-size:13px;line-height:18px')}>${escapeHtml(label)}</div>
<div ${look(['ink'], 'font-size:22px;line-height:30px;font-weight:600')}>${escapeHtml(value)}${mark ? ` ${markText(mark)}` : ''}</div>
${detail === undefined ? '' : `<div ${look(['muted'], 'font-size:12px;line-height:17px')}>${escapeHtml(detail)}</div>`}`)

const markText = ({ text, tone }: RenderedMark): Html =>
  html(
    `<span ${look([tone], 'font-size:13px;font-weight:500;white-space:nowrap')}>${escapeHtml(text)}</span>`,
  )

function renderSection({ heading, items }: RenderedContent['sections'][number], baseUrl: string): Html {
  const hasMarks = items.some(({ mark }) => mark)
  const rows = items.map((item, index) =>
    item.bar ? barRow(item, item.bar) : itemRow(item, { baseUrl, hasMarks, isFirst: index === 0 }),
  )
  return html(`<h2 ${look(['ink'], 'margin:28px 0 8px;font-size:16px;line-height:22px;font-weight:600')}>${escapeHtml(heading)}</h2>
<table ${layoutTable} width="100%">
${rows.join('\n')}
</table>`)
}

function itemRow(
  { text, detail, path, mark }: RenderedItem,
  { baseUrl, hasMarks, isFirst }: { baseUrl: string; hasMarks: boolean; isFirst: boolean },
): Html {
  const line = isFirst ? '' : 'border-top-width:1px;border-top-style:solid;'
  const markCell = `<td valign="top" width="108" ${look(['line'], `${line}padding:9px 8px 9px 0;line-height:22px`)}>${mark ? markText(mark) : ''}</td>`
  const shown =
    path === undefined ? escapeHtml(text) : link(baseUrl + path, text, 'text-decoration:none;font-weight:500')
  const shownDetail =
    detail === undefined ? '' : `<br><span ${look(['muted'], 'font-size:13px')}>${escapeHtml(detail)}</span>`
  return html(
    `<tr>${hasMarks ? markCell : ''}<td valign="top" ${look(['ink', 'line'], `${line}padding:9px 0;font-size:15px;line-height:22px`)}>${shown}${shownDetail}</td></tr>`,
  )
}

const minBarPct = 1

function barRow(
  { text, mark }: RenderedItem,
  { value, share, is_own }: NonNullable<RenderedItem['bar']>,
): Html {
  const weight = is_own ? 'font-weight:600;' : ''
  const color: MailClass = is_own ? 'bar-own' : 'bar'
  const filled = `<td width="${Math.max(minBarPct, Math.round(share * 100))}%" height="10" ${look([color], 'border-radius:3px;font-size:1px;line-height:10px')}>&nbsp;</td>`
  return html(`<tr>
<td ${look(['ink'], `${weight}padding:7px 12px 7px 0;font-size:15px;line-height:20px`)}>${escapeHtml(text)}</td>
<td width="45%" ${look(['optional'])}><table ${layoutTable} width="100%"><tr>${filled}<td style="font-size:1px">&nbsp;</td></tr></table></td>
<td width="60" align="right" ${look(['ink'], `${weight}font-size:15px`)}>${escapeHtml(value)}</td>
<td width="64" align="right">${mark ? markText(mark) : ''}</td>
</tr>`)
}

function renderFooter({ note }: RenderedContent, { reason, links }: EmailFrame): Html {
  const shownNote =
    note === undefined
      ? ''
      : `<div ${look(['caution'], 'font-weight:600;padding-bottom:4px')}>${escapeHtml(note)}</div>`
  const shownLinks = links.map(({ label, url }) => link(url, localize(label))).join(' · ')
  return html(`${shownNote}${escapeHtml(localize(reason))} ${shownLinks}`)
}

function renderText(content: RenderedContent, { baseUrl, reason, links }: EmailFrame): string {
  const { title, summary, facts, facts_note, sections, action, note } = content
  const blocks = [
    title,
    ...summary,
    facts.map(factLine).join('\n'),
    facts_note ?? '',
    ...sections
      .filter(({ items }) => items.length > 0)
      .map(({ heading, items }) => [heading, ...items.map((item) => itemLines(item, baseUrl))].join('\n')),
    labeled(action.label, baseUrl + action.path),
    ['--', note ?? '', localize(reason), ...links.map(({ label, url }) => labeled(label, url))]
      .filter((line) => line !== '')
      .join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

const labeled = (label: MessageOrText, value: string): string =>
  localize(message('notifications.email.labelValue', { label, value }))

const withMark = (text: string, mark: RenderedMark | undefined) => (mark ? `${text} (${mark.text})` : text)

const factLine = ({ label, value, detail, mark }: RenderedContent['facts'][number]): string =>
  labeled(label, withMark(value, mark)) + (detail === undefined ? '' : `, ${detail}`)

function itemLines({ text, detail, path, mark, bar }: RenderedItem, baseUrl: string): string {
  const first = bar ? labeled(text, bar.value) : text
  const more = [detail, path && baseUrl + path].filter((line) => line !== undefined)
  return [`- ${withMark(first, mark)}`, ...more.map((line) => `  ${line}`)].join('\n')
}
