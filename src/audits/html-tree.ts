/**
 * HTML as a browser's parser reads it, however broken, as a row of steps. Without recursion: pages nest as deep as they
 * like.
 */
import { loadBuffer } from 'cheerio'

export type Element = { name: string; attributes: Record<string, string>; rawText: string }

export type Step =
  | { kind: 'text'; text: string }
  | { kind: 'enter'; element: Element }
  | { kind: 'leave'; element: Element }

/** `charset`: as the response's header names it; without one what the page itself says counts, then UTF-8. */
export function* walkHtml(body: Uint8Array, charset: string | null): Generator<Step> {
  const $ = loadBuffer(Buffer.from(body.buffer, body.byteOffset, body.byteLength), {
    encoding: { defaultEncoding: 'utf-8', ...(charset !== null && { transportLayerEncodingLabel: charset }) },
  })
  const root: TreeNode | undefined = $.root()[0]
  const open: { element: Element | null; children: readonly TreeNode[]; next: number }[] = []
  if (root) open.push({ element: null, children: root.children ?? [], next: 0 })
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const node = top.children[top.next]
    top.next += 1
    if (node === undefined) {
      open.pop()
      if (top.element) yield { kind: 'leave', element: top.element }
    } else if (node.nodeType === textNode) yield { kind: 'text', text: node.data ?? '' }
    else if (node.name !== undefined && node.attribs !== undefined) {
      const isClosed = unread.has(node.name)
      const element = {
        name: node.name,
        attributes: node.attribs,
        rawText: isClosed ? (node.children ?? []).map((child) => child.data ?? '').join('') : '',
      }
      yield { kind: 'enter', element }
      open.push({ element, children: isClosed ? [] : (node.children ?? []), next: 0 })
    }
  }
}

/** Of the parser's nodes, what is needed here. */
type TreeNode = {
  nodeType: number
  name?: string
  attribs?: Record<string, string>
  data?: string
  children?: TreeNode[]
}

const textNode = 3

/** What stands in these is no text of the page; `rawText` has it. */
const unread = new Set(['script', 'style', 'template', 'noscript', 'svg', 'title', 'iframe', 'textarea'])
