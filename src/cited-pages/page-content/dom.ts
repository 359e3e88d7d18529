/** The used part of the DOM. The server does not load the DOM types of TypeScript. */
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

/** Wraps text and markup without an html element in one. */
export const parseDocument = (html: string): DomDocument =>
  parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document
