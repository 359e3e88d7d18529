/** SerpApi takes Google's answers apart into blocks; put together again they are markdown, with the places that its references support. */
import { asArray, asFiniteNumber, asRecords, asString, valueAt } from '../client/json.ts'

/** `index`: which reference; offsets are UTF-16 units of `markdown`. */
export type Mark = { index: number; start: number; end: number }

type Piece = { text: string; references: number[] }

export function blocksToMarkdown(blocks: readonly unknown[]): { markdown: string; marks: Mark[] } {
  let markdown = ''
  const marks: Mark[] = []
  for (const { text: written, references } of blocks.flatMap((block) => piecesOf(block))) {
    if (markdown !== '') markdown += written.startsWith('- ') || written.startsWith('  ') ? '\n' : '\n\n'
    const start = markdown.length
    markdown += written
    for (const index of references) marks.push({ index, start, end: markdown.length })
  }
  return { markdown, marks }
}

function piecesOf(block: unknown): Piece[] {
  const snippet = asString(valueAt(block, 'snippet')) ?? asString(valueAt(block, 'text')) ?? ''
  const title = asString(valueAt(block, 'title')) ?? ''
  switch (valueAt(block, 'type')) {
    case 'heading':
      return [piece(`### ${snippet || title}`, block)]
    case 'list':
      return [...said(snippet, block), ...listed(block, 0)]
    case 'table':
    case 'comparison':
      return [...said(snippet, block), ...tabled(block)]
    case 'expandable':
      return [...said(title && `### ${title}`, null), ...said(snippet, block), ...nested(block)]
  }
  return [...said(snippet, block), ...listed(block, 0), ...nested(block)]
}

const nested = (block: unknown): Piece[] =>
  asArray(valueAt(block, 'text_blocks')).flatMap((inner) => piecesOf(inner))

function listed(block: unknown, depth: number): Piece[] {
  return asArray(valueAt(block, 'list')).flatMap((item) => {
    const title = asString(valueAt(item, 'title')) ?? ''
    const snippet = asString(valueAt(item, 'snippet')) ?? ''
    const words = [title && `**${title.replace(/:$/, '')}**`, snippet].filter(Boolean).join(': ')
    const own = words === '' ? [] : [piece(`${'  '.repeat(depth)}- ${words}`, item)]
    return [...own, ...listed(item, depth + 1), ...nested(item)]
  })
}

/** Rows of cells, the first with the heads; or, of a comparison, the products beside each other with their features. */
function tabled(block: unknown): Piece[] {
  const rows = asArray(valueAt(block, 'table')).map((row) => asArray(row).map((cell) => asString(cell) ?? ''))
  if (rows.length === 0) return compared(block)
  const [head = [], ...rest] = rows
  return said([head, head.map(() => '---'), ...rest].map(rowOf).join('\n'), block)
}

function compared(block: unknown): Piece[] {
  const labels = asArray(valueAt(block, 'product_labels')).map((label) => asString(label) ?? '')
  const features = asRecords(valueAt(block, 'comparison')).map(({ feature, values }) => [
    asString(feature) ?? '',
    ...asArray(values).map((value) => asString(value) ?? ''),
  ])
  if (labels.length === 0 || features.length === 0) return []
  const head = ['', ...labels]
  return said([head, head.map(() => '---'), ...features].map(rowOf).join('\n'), block)
}

const rowOf = (cells: string[]) => `| ${cells.join(' | ')} |`

const said = (written: string, block: unknown): Piece[] => (written === '' ? [] : [piece(written, block)])

const piece = (written: string, block: unknown): Piece => ({
  text: written,
  references: asArray(valueAt(block, 'reference_indexes'))
    .map(asFiniteNumber)
    .filter((index) => index !== null),
})
