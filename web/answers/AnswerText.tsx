import { Fragment, type ReactNode, useMemo } from 'react'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { type Highlight, splitAtHighlights } from './highlights.ts'
import type { Inline } from './inline.ts'
import { type Block, parseMarkdown } from './markdown.ts'

/**
 * An answer as the engine wrote it, with who is named in it marked. It is drawn from its own tree: nothing in it becomes
 * markup, nothing is fetched for it, and its links are followed only when a person does.
 */
export function AnswerText({ markdown, marks }: { markdown: string; marks: readonly Highlight[] }) {
  const blocks = useMemo(() => parseMarkdown(markdown), [markdown])
  return <div className="answer-text">{drawBlocks({ marks, levels: headingLevels(blocks) }, blocks)}</div>
}

/** What drawing needs to know of the whole answer. */
type Whole = { marks: readonly Highlight[]; levels: number[] }

/** The page's own heading is the first level; the answer's begin below, whatever level it began with. */
const headings = ['h2', 'h3', 'h4'] as const

function headingLevels(blocks: Block[]): number[] {
  const levels = blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []))
  return [...new Set(levels)].toSorted((a, b) => a - b)
}

const drawBlocks = (whole: Whole, blocks: Block[]): ReactNode =>
  // The tree of one markdown never changes, so a place in it is as good a key as any.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  blocks.map((block, index) => <Fragment key={index}>{drawBlock(whole, block)}</Fragment>)

function drawBlock(whole: Whole, block: Block): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = headings[Math.max(0, whole.levels.indexOf(block.level))] ?? 'h4'
      return <Heading>{drawInlines(whole, block.children)}</Heading>
    }
    case 'paragraph':
      return <p>{drawInlines(whole, block.children)}</p>
    case 'quote':
      return <blockquote>{drawBlocks(whole, block.children)}</blockquote>
    case 'rule':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>
            {drawInlines(
              whole,
              block.lines.flatMap(({ text, start }) => [
                { kind: 'text', text, start, end: start + text.length },
                { kind: 'text', text: '\n', start: start + text.length, end: start + text.length },
              ]),
            )}
          </code>
        </pre>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as in drawBlocks
        <li key={index}>{drawItem(whole, item)}</li>
      ))
      return block.ordered ? <ol start={block.first}>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return <AnswerTable whole={whole} table={block} />
  }
}

/** The text of an item that is a single paragraph stands in the item itself. */
function drawItem(whole: Whole, item: Block[]): ReactNode {
  const [first, ...rest] = item
  if (first?.kind !== 'paragraph') return drawBlocks(whole, item)
  return (
    <>
      {drawInlines(whole, first.children)}
      {drawBlocks(whole, rest)}
    </>
  )
}

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' }

function AnswerTable({ whole, table }: { whole: Whole; table: Extract<Block, { kind: 'table' }> }) {
  const align = (column: number) => alignments[table.align[column] ?? 'left']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable by keyboard
    <section aria-label="Table in the answer" tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            {table.head.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as in drawBlocks
              <th key={column} scope="col" className={align(column)}>
                {drawInlines(whole, cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as in drawBlocks
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as in drawBlocks
                <td key={column} className={align(column)}>
                  {drawInlines(whole, cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const drawInlines = (whole: Whole, inlines: Inline[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as in drawBlocks
  inlines.map((inline, index) => <Fragment key={index}>{drawInline(whole, inline)}</Fragment>)

function drawInline(whole: Whole, inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return drawText(whole, inline)
    case 'strong':
      return <strong className="font-semibold">{drawInlines(whole, inline.children)}</strong>
    case 'emphasis':
      return <em>{drawInlines(whole, inline.children)}</em>
    case 'deleted':
      return <del>{drawInlines(whole, inline.children)}</del>
    case 'code':
      return <code>{drawInlines(whole, inline.children)}</code>
    case 'break':
      return <br />
    case 'link':
      return drawLink(whole, inline)
  }
}

/** A link says where it leads before it is followed: its host stands behind its text, unless the text is the address. */
function drawLink(whole: Whole, { url, children }: Extract<Inline, { kind: 'link' }>): ReactNode {
  const text = drawInlines(whole, children)
  if (url === null) return text
  const host = new URL(url).host.replace(/^www\./, '')
  return (
    <ExternalLink href={url}>
      {text}
      {!plainText(children).includes(host) && <span className="ml-1 text-xs text-muted">({host})</span>}
    </ExternalLink>
  )
}

const plainText = (inlines: Inline[]): string =>
  inlines
    .map((inline) =>
      inline.kind === 'text' ? inline.text : 'children' in inline ? plainText(inline.children) : '',
    )
    .join('')

function drawText({ marks }: Whole, text: Extract<Inline, { kind: 'text' }>): ReactNode {
  return splitAtHighlights(text, marks).map(({ text: piece, mark }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: as in drawBlocks
    if (mark === null) return <Fragment key={index}>{piece}</Fragment>
    if (mark.competitor === null) {
      return (
        <mark key={index} className="own-mention">
          {piece}
        </mark>
      )
    }
    return (
      <span key={index} title={`Competitor: ${mark.competitor}`} className="competitor-mention">
        {piece}
      </span>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as in drawBlocks
  })
}
