/**
 * The layout of email: a column of 600 px made of tables with inline styles, which all mail programs support. Classes only
 * add the colors of dark mode, for programs that support `prefers-color-scheme`. Texts are escaped here.
 */
import { readFileSync } from 'node:fs'
import type { Language } from '../../vocabulary/languages.ts'
import type { Mail } from './mailer.ts'

/** HTML that is complete: its texts are escaped. */
export type Html = string & { readonly isHtml: true }

/** Class → properties in light and in dark. The dashboard has the same colors (web/app.css). */
const palette = {
  canvas: [{ 'background-color': '#f1f1ed' }, { 'background-color': '#101312' }],
  surface: [{ 'background-color': '#ffffff' }, { 'background-color': '#181c1b' }],
  sunken: [{ 'background-color': '#f6f6f3' }, { 'background-color': '#212625' }],
  line: [{ 'border-color': '#e2e2dc' }, { 'border-color': '#2d3432' }],
  ink: [{ color: '#191c1b' }, { color: '#ecefed' }],
  muted: [{ color: '#555953' }, { color: '#adb7b2' }],
  accent: [{ color: '#0f6b62' }, { color: '#64cdbb' }],
  button: [
    { 'background-color': '#0f6b62', color: '#ffffff' },
    { 'background-color': '#64cdbb', color: '#05211d' },
  ],
  better: [{ color: '#1c6b3a' }, { color: '#7fd19b' }],
  worse: [{ color: '#ad2a20' }, { color: '#ff978d' }],
  neutral: [{ color: '#555953' }, { color: '#adb7b2' }],
  caution: [{ color: '#7d4e00' }, { color: '#ebbd6b' }],
  'bar-own': [{ 'background-color': '#0f6b62' }, { 'background-color': '#64cdbb' }],
  bar: [{ 'background-color': '#83857d' }, { 'background-color': '#75807b' }],
  // For narrow windows only; see the styles of the page.
  column: [{}, {}],
  padded: [{}, {}],
  stacked: [{}, {}],
  optional: [{}, {}],
} satisfies Record<string, [light: Record<string, string>, dark: Record<string, string>]>

export type MailClass = keyof typeof palette

const fonts =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"

/** Returns the attributes of an element: its classes and, inline, their light colors and `style`. */
export function look(classes: readonly MailClass[], style = ''): string {
  const colors = classes.flatMap((name) =>
    Object.entries(palette[name][0]).map(([property, value]) => `${property}:${value}`),
  )
  const css = [...colors, style].filter((part) => part !== '').join(';')
  return `${classes.length > 0 ? `class="${classes.join(' ')}" ` : ''}style="${css}"`
}

export type MailLogo = { content: Buffer; contentType: string }

/** An organization that sends email under its own name, color and logo; null: as Ansight. */
export type MailSender = { name: string | null; color: string | null; logo: MailLogo | null }

const darkRules = Object.entries(palette)
  .flatMap(([name, [, dark]]) => {
    const properties = Object.entries(dark).map(([property, value]) => `${property}:${value} !important`)
    return properties.length > 0 ? [`.${name}{${properties.join(';')}}`] : []
  })
  .join('\n')

/** The attributes of a table that is used for layout. */
export const layoutTable = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

export function escapeHtml(text: string): Html {
  const escaped = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return html(escaped)
}

/** Declares that a text is HTML: a template whose values are escaped. */
export const html = (text: string): Html => text as Html

export const link = (url: string, text: string, style = 'text-decoration:underline'): Html =>
  html(`<a href="${escapeHtml(url)}" ${look(['accent'], style)}>${escapeHtml(text)}</a>`)

export const button = (url: string, label: string): Html =>
  html(`<table ${layoutTable}><tr><td ${look(['button'], 'border-radius:6px')}>
<a href="${escapeHtml(url)}" ${look(['button'], 'display:inline-block;padding:11px 20px;font-size:15px;font-weight:600;text-decoration:none;border-radius:6px')}>${escapeHtml(label)}</a>
</td></tr></table>`)

export type MailPage = {
  language: Language
  /** The first line in the list of a mailbox, after the subject. */
  preview: string
  /** Next to the name in the header. */
  context: string
  body: Html
  footer: Html
  sender?: MailSender | undefined
}

const logo = readFileSync(new URL('logo.png', import.meta.url))
const logoId = 'logo@ansight'

/** Returns the images that the layout refers to. */
export function mailAttachments(sender?: MailSender): NonNullable<Mail['attachments']> {
  if (sender?.logo) {
    const { contentType } = sender.logo
    return [{ filename: contentType.replace('image/', 'logo.'), cid: logoId, ...sender.logo }]
  }
  if (hasOwnName(sender)) return []
  return [{ filename: 'ansight.png', content: logo, cid: logoId, contentType: 'image/png' }]
}

const hasOwnName = (sender: MailSender | undefined): sender is MailSender & { name: string } =>
  sender !== undefined && sender.name !== null

/** Returns the HTML with its images inside, for a browser, which has no attachments. */
export const withInlineImages = (page: string): string =>
  page.replaceAll(`cid:${logoId}`, `data:image/png;base64,${logo.toString('base64')}`)

export function mailPage(
  title: string,
  { language, preview, context, body, footer, sender }: MailPage,
): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root{color-scheme:light dark}
@media (max-width:620px){
.column{width:100% !important}
.padded{padding-left:20px !important;padding-right:20px !important}
.stacked{display:block !important;width:auto !important;border-left-width:0 !important;border-top-width:1px !important;border-top-style:solid !important}
.optional{display:none !important}
}
@media (prefers-color-scheme:dark){
${darkRules}
}
${colorRules(sender?.color ?? null)}
</style>
</head>
<body ${look(['canvas', 'ink'], `margin:0;padding:0;font-family:${fonts}`)}>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table ${layoutTable} width="100%" ${look(['canvas'])}><tr><td align="center" style="padding:24px 8px">
<table ${layoutTable} width="600" ${look(['column', 'surface', 'line'], `width:600px;max-width:100%;border-width:1px;border-style:solid;border-radius:10px;border-collapse:separate;font-family:${fonts}`)}>
<tr><td ${look(['padded', 'line'], 'padding:20px 32px;border-bottom-width:1px;border-bottom-style:solid')}>${header(context, sender)}</td></tr>
<tr><td class="padded" style="padding:28px 32px 32px;word-break:break-word;overflow-wrap:anywhere">${body}</td></tr>
<tr><td ${look(['padded', 'sunken', 'line', 'muted'], 'padding:20px 32px;border-top-width:1px;border-top-style:solid;border-radius:0 0 10px 10px;font-size:13px;line-height:20px')}>${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The rules that replace the accent by the color of the sender, which is lighter in dark mode. */
function colorRules(color: string | null): string {
  if (color === null) return ''
  const rules = (shown: string, textOnIt: string) =>
    `.accent{color:${shown} !important}.bar-own{background-color:${shown} !important}
.button{background-color:${shown} !important;color:${textOnIt} !important}`
  return `${rules(color, '#ffffff')}
@media (prefers-color-scheme:dark){
${rules(lightened(color), '#05211d')}
}`
}

/** Mixes the color with white, so that its contrast to the dark surface is at least 4.5:1. */
const lightened = (color: string): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(color.slice(at, at + 2), 16) * 0.45 + 255 * 0.55))
    .map((channel) => channel.toString(16).padStart(2, '0'))
    .join('')}`

const header = (context: string, sender: MailSender | undefined): Html =>
  html(`<table ${layoutTable} width="100%"><tr>
<td width="24" style="padding-right:8px">${getMark(sender)}</td>
<td ${look(['ink'], 'font-size:16px;font-weight:600')}>${escapeHtml(sender?.name ?? 'Ansight')}</td>
<td align="right" ${look(['muted'], 'font-size:14px;padding-left:16px')}>${escapeHtml(context)}</td>
</tr></table>`)

function getMark(sender: MailSender | undefined): string {
  if (sender?.logo) return senderLogo
  return hasOwnName(sender) ? getInitial(sender.name) : logoImage
}

/** White in dark mode too, because most logos are drawn for a light page. */
const senderLogo = `<div style="display:inline-block;background-color:#ffffff;border-radius:6px;padding:3px"><img src="cid:${logoId}" height="28" alt="" style="display:block;border:0;height:28px;width:auto;max-width:160px"></div>`

const logoImage = `<img src="cid:${logoId}" width="24" height="24" alt="" style="display:block;border:0">`

const getInitial = (name: string): string =>
  `<div aria-hidden="true" ${look(['button'], 'width:24px;height:24px;border-radius:6px;font-size:14px;line-height:24px;font-weight:600;text-align:center')}>${escapeHtml([...name][0]?.toUpperCase() ?? '')}</div>`
