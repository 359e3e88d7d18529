/**
 * Walks HTML, however malformed, as a sequence of steps in document order. Iterative, because pages may be nested
 * arbitrarily deep.
 */
import { loadBuffer } from 'cheerio'

export type Element = { name: string; attributes: Record<string, string>; rawText: string }

export type Step =
  | { kind: 'text'; text: string }
  | { kind: 'enter'; element: Element }
  | { kind: 'leave'; element: Element }

/**
 * Yields the steps of an HTML document. `charset` comes from the Content-Type header; without it the page's own
 * declaration applies, then UTF-8.
 */
export function* walkHtml(body: Uint8Array, charset: string | null): Generator<Step> {
  const $ = loadBuffer(Buffer.from(body.buffer, body.byteOffset, body.byteLength), {
    encoding: { defaultEncoding: 'utf-8', ...(charset !== null && { transportLayerEncodingLabel: charset }) },
  })
  const root: TreeNode | undefined = $.root()[0]
  const stack: { element: Element | null; children: readonly TreeNode[]; next: number }[] = []
  if (root) stack.push({ element: null, children: root.children ?? [], next: 0 })
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const node = top.children[top.next]
    top.next += 1
    if (node === undefined) {
      stack.pop()
      if (top.element) yield { kind: 'leave', element: top.element }
    } else if (node.nodeType === textNode) yield { kind: 'text', text: node.data ?? '' }
    else if (node.name !== undefined && node.attribs !== undefined) {
      const isRaw = rawTextElements.has(node.name)
      const element = {
        name: node.name,
        attributes: node.attribs,
        rawText: isRaw ? (node.children ?? []).map((child) => child.data ?? '').join('') : '',
      }
      yield { kind: 'enter', element }
      stack.push({ element, children: isRaw ? [] : (node.children ?? []), next: 0 })
    }
  }
}

/** The used part of the parser's node type. */
type TreeNode = {
  nodeType: number
  name?: string
  attribs?: Record<string, string>
  data?: string
  children?: TreeNode[]
}

const textNode = 3

/** The content of these elements is not text of the page; `rawText` has it. */
const rawTextElements = new Set('script style template noscript svg title iframe textarea'.split(' '))
