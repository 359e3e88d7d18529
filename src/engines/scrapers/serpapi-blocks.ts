/** SerpApi takes Google's answers apart into blocks; put together again they are markdown, with the places that its references support. */
import { at, finite, list, records, text } from '../client/json.ts'

/** `index`: which reference; offsets are UTF-16 units of `markdown`. */
export type Mark = { index: number; start: number; end: number }

type Piece = { text: string; references: number[] }

export function readBlocks(blocks: readonly unknown[]): { markdown: string; marks: Mark[] } {
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
  const snippet = text(at(block, 'snippet')) ?? text(at(block, 'text')) ?? ''
  const title = text(at(block, 'title')) ?? ''
  switch (at(block, 'type')) {
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

const nested = (block: unknown): Piece[] => list(at(block, 'text_blocks')).flatMap((inner) => piecesOf(inner))

function listed(block: unknown, depth: number): Piece[] {
  return list(at(block, 'list')).flatMap((item) => {
    const title = text(at(item, 'title')) ?? ''
    const snippet = text(at(item, 'snippet')) ?? ''
    const words = [title && `**${title.replace(/:$/, '')}**`, snippet].filter(Boolean).join(': ')
    const own = words === '' ? [] : [piece(`${'  '.repeat(depth)}- ${words}`, item)]
    return [...own, ...listed(item, depth + 1), ...nested(item)]
  })
}

/** Rows of cells, the first with the heads; or, of a comparison, the products beside each other with their features. */
function tabled(block: unknown): Piece[] {
  const rows = list(at(block, 'table')).map((row) => list(row).map((cell) => text(cell) ?? ''))
  if (rows.length === 0) return compared(block)
  const [head = [], ...rest] = rows
  return said([head, head.map(() => '---'), ...rest].map(rowOf).join('\n'), block)
}

function compared(block: unknown): Piece[] {
  const labels = list(at(block, 'product_labels')).map((label) => text(label) ?? '')
  const features = records(at(block, 'comparison')).map(({ feature, values }) => [
    text(feature) ?? '',
    ...list(values).map((value) => text(value) ?? ''),
  ])
  if (labels.length === 0 || features.length === 0) return []
  const head = ['', ...labels]
  return said([head, head.map(() => '---'), ...features].map(rowOf).join('\n'), block)
}

const rowOf = (cells: string[]) => `| ${cells.join(' | ')} |`

const said = (written: string, block: unknown): Piece[] => (written === '' ? [] : [piece(written, block)])

const piece = (written: string, block: unknown): Piece => ({
  text: written,
  references: list(at(block, 'reference_indexes'))
    .map(finite)
    .filter((index) => index !== null),
})
