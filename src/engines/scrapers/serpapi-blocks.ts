/** Rebuilds markdown from the blocks into which SerpApi splits Google's answers, with the spans that references support. */
import { asArray, asFiniteNumber, asRecords, asString, valueAt } from '../client/json.ts'

/** `index` is the number of the reference; offsets count UTF-16 units of `markdown`. */
export type Marker = { index: number; start: number; end: number }

type Piece = { text: string; references: number[] }

export function blocksToMarkdown(blocks: readonly unknown[]): { markdown: string; markers: Marker[] } {
  let markdown = ''
  const markers: Marker[] = []
  for (const { text, references } of blocks.flatMap((block) => getPieces(block))) {
    if (markdown !== '') markdown += text.startsWith('- ') || text.startsWith('  ') ? '\n' : '\n\n'
    const start = markdown.length
    markdown += text
    for (const index of references) markers.push({ index, start, end: markdown.length })
  }
  return { markdown, markers }
}

function getPieces(block: unknown): Piece[] {
  const snippet = asString(valueAt(block, 'snippet')) ?? asString(valueAt(block, 'text')) ?? ''
  const title = asString(valueAt(block, 'title')) ?? ''
  switch (valueAt(block, 'type')) {
    case 'heading':
      return [piece(`### ${snippet || title}`, block)]
    case 'list':
      return [...textPiece(snippet, block), ...listPieces(block, 0)]
    case 'table':
    case 'comparison':
      return [...textPiece(snippet, block), ...tablePieces(block)]
    case 'expandable':
      return [
        ...textPiece(title && `### ${title}`, null),
        ...textPiece(snippet, block),
        ...nestedPieces(block),
      ]
  }
  return [...textPiece(snippet, block), ...listPieces(block, 0), ...nestedPieces(block)]
}

const nestedPieces = (block: unknown): Piece[] =>
  asArray(valueAt(block, 'text_blocks')).flatMap((inner) => getPieces(inner))

function listPieces(block: unknown, depth: number): Piece[] {
  return asArray(valueAt(block, 'list')).flatMap((item) => {
    const title = asString(valueAt(item, 'title')) ?? ''
    const snippet = asString(valueAt(item, 'snippet')) ?? ''
    const text = [title && `**${title.replace(/:$/, '')}**`, snippet].filter(Boolean).join(': ')
    const own = text === '' ? [] : [piece(`${'  '.repeat(depth)}- ${text}`, item)]
    return [...own, ...listPieces(item, depth + 1), ...nestedPieces(item)]
  })
}

/** Converts a table, whose first row is the header, or a comparison of products by their features. */
function tablePieces(block: unknown): Piece[] {
  const rows = asArray(valueAt(block, 'table')).map((row) => asArray(row).map((cell) => asString(cell) ?? ''))
  if (rows.length === 0) return comparisonPieces(block)
  const [head = [], ...rest] = rows
  return textPiece([head, head.map(() => '---'), ...rest].map(buildRow).join('\n'), block)
}

function comparisonPieces(block: unknown): Piece[] {
  const labels = asArray(valueAt(block, 'product_labels')).map((label) => asString(label) ?? '')
  const features = asRecords(valueAt(block, 'comparison')).map(({ feature, values }) => [
    asString(feature) ?? '',
    ...asArray(values).map((value) => asString(value) ?? ''),
  ])
  if (labels.length === 0 || features.length === 0) return []
  const head = ['', ...labels]
  return textPiece([head, head.map(() => '---'), ...features].map(buildRow).join('\n'), block)
}

const buildRow = (cells: string[]) => `| ${cells.join(' | ')} |`

const textPiece = (text: string, block: unknown): Piece[] => (text === '' ? [] : [piece(text, block)])

const piece = (text: string, block: unknown): Piece => ({
  text,
  references: asArray(valueAt(block, 'reference_indexes'))
    .map(asFiniteNumber)
    .filter((index) => index !== null),
})
