/** Formats a structured result as Markdown: a line per value, a table per list. */

/** Further rows are only in the structured result. */
const maxRows = 50
const maxCellCharacters = 300

/** `title` becomes the heading. The names of the fields with a path in `untrustedText` are marked. */
export function formatResult(title: string, value: unknown, untrustedText: readonly string[] = []): string {
  const isThirdParty = (path: string) =>
    untrustedText.some((each) => each === path || each.startsWith(`${path}.`))
  const getLabel: Label = (name, path = name) => (isThirdParty(path) ? `${name} (third-party)` : name)
  const { lines, tables } = getParts(value, '', getLabel)
  return [`## ${title}`, ...(lines.length > 0 ? [lines.join('\n')] : []), ...tables].join('\n\n')
}

/** Returns the shown name of a field; `path` is its full path, where it differs from the name. */
type Label = (name: string, path?: string) => string

type Parts = { lines: string[]; tables: string[] }

function getParts(value: unknown, path: string, getLabel: Label): Parts {
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, inner]) =>
      formatMember(inner, path === '' ? name : `${path}.${name}`, getLabel),
    )
    return { lines: parts.flatMap(({ lines }) => lines), tables: parts.flatMap(({ tables }) => tables) }
  }
  return formatMember(value, path === '' ? 'result' : path, getLabel)
}

function formatMember(value: unknown, path: string, getLabel: Label): Parts {
  if (isInterval(value)) return { lines: [`- ${getLabel(path)}: ${formatCell(value)}`], tables: [] }
  if (isRecord(value)) return getParts(value, path, getLabel)
  if (Array.isArray(value) && value.some(isRecord))
    return { lines: [], tables: [formatTable(path, value, getLabel)] }
  return { lines: [`- ${getLabel(path)}: ${formatCell(value)}`], tables: [] }
}

function formatTable(title: string, items: readonly unknown[], getLabel: Label): string {
  const rows = items.slice(0, maxRows).map(flat)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const remaining = items.length - rows.length
  return [
    `### ${title} (${items.length})`,
    '',
    `| ${columns.map((column) => getLabel(column, `${title}.${column}`)).join(' | ')} |`,
    `| ${columns.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${columns.map((column) => formatCell(row[column])).join(' | ')} |`),
    ...(remaining > 0 ? ['', `and ${remaining} more in the structured result`] : []),
  ].join('\n')
}

/** Flattens one level of objects within a row into columns. */
function flat(item: unknown): Record<string, unknown> {
  if (!isRecord(item)) return { value: item }
  const cells = Object.entries(item).flatMap(([name, value]) =>
    isRecord(value) && !isInterval(value)
      ? Object.entries(value).map(([inner, cell]) => [`${name}.${inner}`, cell])
      : [[name, value]],
  )
  return Object.fromEntries(cells)
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (isInterval(value)) return `${value.low} to ${value.high}`
  const text = Array.isArray(value) && !value.some(isRecord) ? value.join(', ') : asText(value)
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  return line.length > maxCellCharacters ? `${line.slice(0, maxCellCharacters)}…` : line
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isInterval = (value: unknown): value is { low: number; high: number } =>
  isRecord(value) &&
  'low' in value &&
  'high' in value &&
  typeof value.low === 'number' &&
  typeof value.high === 'number'
