/**
 * Extracts the main text, kind, author, dates and language of a page, without network or database access. Readability
 * selects the main text: it drops navigation, footers, related pages and comments of readers. All results are untrusted.
 */
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { outlineAnswer } from '../answers/outline.ts'
import { listNames, listRootObjects } from '../audits/json-ld.ts'
import { decodeHtml } from './page-content/decode-html.ts'
import { findDates } from './page-content/page-dates.ts'
import { classifyPage } from './page-content/page-kind.ts'
import { findPosts } from './page-content/posts.ts'
import { listLines } from './page-content/text-lines.ts'
import type { PageContent } from './page-fields.ts'

/** The limit of the name search. */
const maxLetters = 250_000

export function readContent(body: Uint8Array, charset: string | null): PageContent {
  const document = parseDocument(decodeHtml(body, charset))
  const metas = [...document.querySelectorAll('meta')].slice(0, 1_000).map((meta) => ({
    name: (meta.getAttribute('name') ?? meta.getAttribute('property') ?? '').trim().toLowerCase(),
    content: meta.getAttribute('content') ?? '',
  }))
  const title =
    clean(document.querySelector('title')?.textContent) || clean(document.querySelector('h1')?.textContent)
  const scripts = [...document.querySelectorAll('script[type^="application/ld+json"]')]
  const objects = listRootObjects(scripts.map(({ textContent }) => textContent ?? ''))
  const posts = findPosts(document)
  const kind = classifyPage({ document, title, metas, objects, posts })
  const author = kind === 'shop' ? null : (posts[0]?.author ?? findAuthor(document, metas, objects))
  const dates =
    kind === 'shop'
      ? { published: null, modified: null }
      : posts.length > 0
        ? { published: posts[0]?.day ?? null, modified: posts.at(-1)?.day ?? null }
        : findDates(document, metas, objects)
  const declared = document.documentElement?.getAttribute('lang') ?? null
  // Both change the document, so everything else is read first. In a thread, Readability would drop the posts as comments.
  removeFrame(document)
  const lines = kind === 'forum' ? listLines(document.body) : mainLines(document)
  const text = [title, ...lines].join('\n').slice(0, maxLetters).toWellFormed()
  return { title, text, kind, author, ...dates, language: detectLanguage(text, declared), metas }
}

/** Wraps text and markup without an html element in one. */
const parseDocument = (html: string): Document =>
  parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document

/** Readability keeps navigation on short pages. */
function removeFrame(document: Document): void {
  for (const element of document.querySelectorAll(frame)) element.remove()
}

const frame =
  'nav, footer, aside, body > header, [role=navigation], [role=contentinfo], [class=menu], [class*=sidebar]'

function mainLines(document: Document): string[] {
  const options = { charThreshold: 0, disableJSONLD: true, serializer: (element: Node) => element }
  const main = new Readability<Node>(document, options).parse()?.content
  // It finds nothing on a page without a body element.
  return listLines(main ?? document.documentElement)
}

function findAuthor(
  document: Document,
  metas: PageContent['metas'],
  objects: readonly Record<string, unknown>[],
): string | null {
  const named = objects.flatMap(({ author }) => listNames(author))
  const inMeta = metas.filter(({ name }) => /^(author|article:author|dc\.creator)$/.test(name))
  const marked = document.querySelector('[rel~=author], [itemprop=author]')
  const byline = document.querySelector('[class~=byline], [class~=author]')
  const found = [
    ...named,
    ...inMeta.map(({ content }) => content),
    clean(marked?.textContent),
    clean(byline?.textContent).replace(bylinePrefix, ''),
  ]
  // Some pages have the URL of a profile instead of a name.
  return found.map(clean).find((name) => name !== '' && name.length <= 100 && !/^https?:/i.test(name)) ?? null
}

const bylinePrefix = /^(?:(?:by|von|par|por|text|autor|auteur)[\s:]\s*|(?:文|執筆|著者|筆者)[::]\s*)/i

function detectLanguage(text: string, declared: string | null): string | null {
  const letters = text.slice(0, 20_000).match(/\p{L}/gu) ?? []
  const kana = letters.filter((letter) => /[\p{sc=Hira}\p{sc=Kana}]/u.test(letter))
  if (kana.length >= letters.length / 10 && kana.length > 0) return 'ja'
  const tag = declared?.trim().toLowerCase() ?? ''
  const detected = outlineAnswer(text.slice(0, 20_000), tag || null).language
  return detected ?? (/^[a-z]{2}(?:$|[-_])/.test(tag) ? tag.slice(0, 2) : null)
}

const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/gu, ' ').trim()
