/** HTML as a value: whatever is put into the template is escaped, unless it is HTML itself. */
export type Html = { html: string }
type Part = Html | string | number | false | null | undefined | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.reduce((before, text, index) => before + written(parts[index - 1]) + text) }
}

function written(part: Part): string {
  if (part === false || part === null || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('html' in part) return part.html
  return part.map(written).join('')
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
