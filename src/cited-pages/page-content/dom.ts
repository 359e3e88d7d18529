/** The used part of the DOM, whose types the server does not load. */
import { parseHTML } from 'linkedom'

export type DomNode = {
  nodeType: number
  nodeName: string
  textContent: string | null
  lastChild: DomNode | null
  previousSibling: DomNode | null
}

export type DomElement = DomNode & {
  getAttribute(name: string): string | null
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): Iterable<DomElement>
  closest(selector: string): DomElement | null
  remove(): void
}

export type DomDocument = Pick<DomElement, 'querySelector' | 'querySelectorAll'> & {
  body: DomElement | null
  documentElement: DomElement | null
}

/** Markup without an html element, or no markup at all, is the content of one. */
export const parseDocument = (html: string): DomDocument =>
  parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document
