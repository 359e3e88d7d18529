/** The content of a page that page-content.ts extracts. */
import type { PageKind } from '../../vocabulary/page-kinds.ts'

export type PageContent = {
  title: string
  /** The title and the main text, one line per block. */
  text: string
  kind: PageKind
  author: string | null
  /** YYYY-MM-DD, as the page states it. */
  published: string | null
  modified: string | null
  /** ISO 639-1; null if it is not known. */
  language: string | null
  /** The meta elements. Names are in lower case. */
  metas: { name: string; content: string }[]
}
