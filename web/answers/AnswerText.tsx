import { Fragment, type ReactNode, useMemo } from 'react'
import { inParentheses } from '../../vocabulary/formats.ts'
import { t } from '../../vocabulary/texts.ts'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { type Highlight, splitAtHighlights } from './highlights.ts'
import {
  getEnd,
  getSource,
  getStart,
  locateLines,
  type Node,
  parseMarkdown,
  type Root,
  type TextSpan,
  webUrl,
} from './markdown.ts'

/**
 * An answer as the engine wrote it, with the mentions highlighted. Nothing in it becomes HTML, nothing is fetched for it,
 * and links lead only to web pages.
 */
export function AnswerText({ markdown, highlights }: { markdown: string; highlights: readonly Highlight[] }) {
  const tree = useMemo(() => parseMarkdown(markdown), [markdown])
  const answer: Answer = {
    source: markdown,
    highlights,
    levels: headingLevels(tree),
    urls: definedUrls(tree),
    isInLink: false,
  }
  return <div className="answer-text">{drawAll(answer, tree.children, 0)}</div>
}

/** What drawing a node needs to know about the whole answer. */
type Answer = {
  source: string
  highlights: readonly Highlight[]
  levels: number[]
  /** Identifier → URL of the definitions that link references name. */
  urls: ReadonlyMap<string, string>
  isInLink: boolean
}

/** The page's own heading is the first level; headings of the answer start below it, at whatever level they start. */
const headings = ['h2', 'h3', 'h4'] as const

function headingLevels({ children }: Root): number[] {
  const levels = children.flatMap((node) => (node.type === 'heading' ? [node.depth] : []))
  return [...new Set(levels)].toSorted((a, b) => a - b)
}

/** The first definition of an identifier counts. */
const definedUrls = ({ children }: Root): Map<string, string> =>
  new Map(
    children
      .toReversed()
      .flatMap((node) => (node.type === 'definition' ? [[node.identifier, node.url]] : [])),
  )

/** Deeper nodes are shown as their source: answers that nest this deep are noise, and recursion needs a limit. */
const maxDepth = 50

const drawAll = (answer: Answer, nodes: readonly Node[], depth: number): ReactNode =>
  // The tree of one answer never changes, so the index identifies a node.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  nodes.map((node, index) => <Fragment key={index}>{drawNode(answer, node, depth)}</Fragment>)

function drawNode(answer: Answer, node: Node, depth: number): ReactNode {
  if (depth > maxDepth) return drawText(answer, getSource(answer.source, node))
  const children = () => ('children' in node ? drawAll(answer, node.children, depth + 1) : null)
  switch (node.type) {
    case 'heading': {
      const Heading = headings[Math.max(0, answer.levels.indexOf(node.depth))] ?? 'h4'
      return <Heading>{children()}</Heading>
    }
    case 'paragraph':
      return <p>{children()}</p>
    case 'blockquote':
      return <blockquote>{children()}</blockquote>
    case 'thematicBreak':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>{drawCode(answer, node)}</code>
        </pre>
      )
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{children()}</ol> : <ul>{children()}</ul>
    case 'listItem':
      return <li>{drawItem(answer, node, depth)}</li>
    case 'table':
      return <AnswerTable answer={answer} table={node} depth={depth} />
    case 'text':
      return drawText(answer, { text: node.value, start: getStart(node), end: getEnd(node) })
    case 'strong':
      return <strong className="font-semibold">{children()}</strong>
    case 'emphasis':
      return <em>{children()}</em>
    case 'delete':
      return <del>{children()}</del>
    case 'inlineCode':
      return (
        <code>
          {drawSpans(answer, locateLines(answer.source, node, node.value, codeStart(answer.source, node)))}
        </code>
      )
    case 'break':
      return <br />
    case 'html':
      return /^<br *\/?>$/i.test(node.value) ? <br /> : drawText(answer, getSource(answer.source, node))
    case 'link':
      return drawLink(answer, node.url, node.children, depth)
    case 'linkReference':
      return drawLink(answer, answer.urls.get(node.identifier) ?? '', node.children, depth)
    case 'image':
      return drawImage(answer, node, node.url)
    case 'imageReference':
      return drawImage(answer, node, answer.urls.get(node.identifier) ?? '')
    case 'definition':
      return null
    case 'footnoteDefinition':
      return (
        <div className="text-sm text-muted">
          {`[${node.label ?? node.identifier}] `}
          {children()}
        </div>
      )
    default:
      return drawText(answer, getSource(answer.source, node))
  }
}

type NodeWithType<Type extends Node['type']> = Extract<Node, { type: Type }>

/** A fence's first line holds the language, which can look like the code. */
function drawCode(answer: Answer, node: NodeWithType<'code'>): ReactNode {
  const infoEnd = answer.source.indexOf('\n', getStart(node))
  return drawSpans(
    answer,
    locateLines(answer.source, node, node.value, infoEnd === -1 ? getEnd(node) : infoEnd),
  )
}

function codeStart(source: string, node: NodeWithType<'inlineCode'>): number {
  let at = getStart(node)
  while (source[at] === '`') at += 1
  return at
}

/** A first paragraph is drawn without its element, on the line of the bullet. */
function drawItem(answer: Answer, { checked, children }: NodeWithType<'listItem'>, depth: number): ReactNode {
  const [first, ...rest] = children
  return (
    <>
      {typeof checked === 'boolean' && (checked ? '☑ ' : '☐ ')}
      {first?.type === 'paragraph'
        ? drawAll(answer, first.children, depth + 1)
        : first && drawNode(answer, first, depth + 1)}
      {drawAll(answer, rest, depth + 1)}
    </>
  )
}

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' }

type AnswerTableProps = { answer: Answer; table: NodeWithType<'table'>; depth: number }

function AnswerTable({ answer, table, depth }: AnswerTableProps) {
  const [head, ...rows] = table.children
  const align = (column: number) => alignments[table.align?.[column] ?? 'left']
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={t('answers.answer.table')} tabIndex={0} className="overflow-x-auto">
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as in drawAll
              <th key={column} scope="col" className={align(column)}>
                {drawAll(answer, cell.children, depth + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as in drawAll
            <tr key={index}>
              {row.children.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as in drawAll
                <td key={column} className={align(column)}>
                  {drawAll(answer, cell.children, depth + 1)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function drawLink(answer: Answer, url: string, children: readonly Node[], depth: number): ReactNode {
  const text = drawAll({ ...answer, isInLink: true }, children, depth + 1)
  return linkTo(answer, url, plainText(children), text)
}

/** Shows the host after the text of the link, unless the text contains it. */
function linkTo({ isInLink }: Answer, url: string, plain: string, text: ReactNode): ReactNode {
  const href = isInLink ? null : webUrl(url)
  if (href === null) return text
  const host = new URL(href).host.replace(/^www\./, '')
  return (
    <ExternalLink href={href}>
      {text}
      {!plain.includes(host) && <span className="text-xs text-muted">{inParentheses(host)}</span>}
    </ExternalLink>
  )
}

const plainText = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => ('children' in node ? plainText(node.children) : 'value' in node ? node.value : ''))
    .join('')

/** Images are never fetched: their description is shown instead, linked to the image. */
function drawImage(answer: Answer, node: NodeWithType<'image' | 'imageReference'>, url: string): ReactNode {
  const alt = node.alt ?? ''
  const text = drawSpans(answer, locateLines(answer.source, node, alt, getStart(node) + 2))
  return linkTo(answer, url, alt, text)
}

const drawSpans = (answer: Answer, spans: TextSpan[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: as in drawAll
  spans.map((span, index) => <Fragment key={index}>{drawText(answer, span)}</Fragment>)

function drawText({ highlights }: Answer, span: TextSpan): ReactNode {
  return splitAtHighlights(span, highlights).map(({ text, highlight }, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: as in drawAll
    if (highlight === null) return <Fragment key={index}>{text}</Fragment>
    if (highlight.verdict !== undefined) {
      return (
        <mark
          key={index}
          title={t('claims.answer.quote', { verdict: t(`labels.verdict.${highlight.verdict}`) })}
          className="claim"
          data-verdict={highlight.verdict}
        >
          {text}
        </mark>
      )
    }
    if (highlight.competitor === null) {
      return (
        <mark key={index} className="own-mention">
          {text}
        </mark>
      )
    }
    return (
      <span
        key={index}
        title={t('answers.answer.competitor', { name: highlight.competitor })}
        className="competitor-mention"
      >
        {text}
      </span>
    )
    // biome-ignore-end lint/suspicious/noArrayIndexKey: as in drawAll
  })
}
