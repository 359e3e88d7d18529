/** Classifies pages by their markup and title. The rules are in the order of their precision (docs/cited-pages.md). */

import type { PageKind } from '../../../vocabulary/page-kinds.ts'
import { listNames } from '../../audits/json-ld.ts'
import type { Post } from './posts.ts'

type Page = {
  document: Document
  title: string
  metas: readonly { name: string; content: string }[]
  objects: readonly Record<string, unknown>[]
  posts: readonly Post[]
}

export function classifyPage({ document, title, metas, objects, posts }: Page): PageKind {
  const types = objects.flatMap((object) => listNames(object['@type']))
  const isOf = (pattern: RegExp) => types.some((type) => pattern.test(type))
  const openGraph = metas.find(({ name }) => name === 'og:type')?.content.toLowerCase() ?? ''
  if (posts.length > 1 || isOf(/^(DiscussionForumPosting|QAPage)$/)) return 'forum'
  if (isOf(/^(Product|ProductGroup|IndividualProduct)$/) || openGraph.startsWith('product')) return 'shop'
  if ([...document.querySelectorAll('button, [type=submit]')].some(isBuyButton)) return 'shop'
  if (isOf(/NewsArticle$/)) return 'news'
  if (comparison.test(title)) return 'comparison'
  if (isOf(/Review$/) || review.test(title)) return 'review'
  if (isOf(/^ItemList$/) || list.test(title)) return 'list'
  if (isOf(/^(TechArticle|HowTo|APIReference)$/) || documentation.test(title)) return 'documentation'
  const isShort =
    title
      .replace(/\([^()]*\)/g, '')
      .trim()
      .split(/\s+/).length <= 2 && !/\p{sc=Hira}/u.test(title)
  const hasDate = [...document.querySelectorAll('time, [class~=date], [class~=byline]')].length > 0
  const isDated = hasDate || metas.some(({ name }) => name === 'article:published_time')
  const hasAuthor = objects.some(({ author }) => listNames(author).length > 0) || isWritten(document, metas)
  return !isShort && isDated && hasAuthor
    ? 'news'
    : isShort || !isDated
      ? referenceOrGuide(document, isShort)
      : 'reference'
}

const isWritten = (document: Document, metas: Page['metas']): boolean =>
  metas.some(({ name }) => name === 'author' || name === 'article:author') ||
  document.querySelector('[rel~=author], [itemprop=author], [class~=byline]') !== null

/** A page without author and date that has steps or code explains how to do something. */
const referenceOrGuide = (document: Document, isShort: boolean): PageKind =>
  !isShort && document.querySelector('ol, pre, code') !== null ? 'documentation' : 'reference'

const isBuyButton = (element: Element): boolean =>
  buy.test((element.textContent ?? element.getAttribute('value') ?? '').slice(0, 100))

const buy =
  /add to (?:cart|basket|bag)|buy now|in den (?:waren|einkaufs)korb|jetzt kaufen|ajouter au panier|commander|acheter|añadir (?:al carrito|a la cesta)|comprar|カートに入れる|購入/i

const comparison =
  /\b(?:vs\.?|versus|compared|comparison|im vergleich|vergleich|gegen|comparatif|comparaison|face à|comparativa|comparación|frente a)(?![\p{L}])|比較|対決/iu

const review =
  /\breviews?\b|\breviewed\b|\bhands[- ]on\b|\bim test\b|\btestbericht|\bpraxistest|\berfahrung|\bavis\b|^essai\b|\bnotre test\b|\btest d[eu’']|\breseña|\banálisis\b|\bopini[oó]n|\ba fondo\b|\bprobamos\b|レビュー|感想|試乗|使ってみた/iu

const list =
  /\bbest\b|\btop[ -]?\d|^(?:\d+|five|six|seven|eight|nine|ten|twelve)\s|\bbeste[nrs]?\b|\bauswahl\b|\bmeilleure?s?\b|\bles plus\b|\bpréférée?s\b|\bmejores\b|\bfavorit[oa]s\b|\balternatives?\b|おすすめ|ランキング|\d選|厳選/iu

const documentation =
  /\bhow to\b|\bset(?:ting)? up\b|\bguide\b|\binstall|\bconfigur|\bgetting started\b|\bdocs\b|\bdocumentation\b|\bmigrat|\bmigrer\b|\beinricht|\banleitung|\bimportieren\b|\bexport|\bcómo\b|\bcomment\b|\bmanual\b|設定|手順|使い方|方法/iu
