/** Who says it, when, and on what grounds? */

import { getDomain } from 'tldts'
import { utcDay } from '../../core/days.ts'
import {
  type Check,
  counted,
  failed,
  finding,
  notApplicable,
  ofContent,
  partial,
  passed,
  quoted,
} from '../finding.ts'
import type { Page } from '../page.ts'

const dayMs = 86_400_000

export const trustChecks: Record<string, Check> = {
  date: ofContent((page, { url }, { now }) => {
    const newest = [...datesOf(page).modified, ...datesOf(page).published, ...datesOf(page).visible]
      .filter((date) => date.getTime() <= now.getTime() + dayMs)
      .sort((a, b) => b.getTime() - a.getTime())[0]
    const isHome = new URL(url).pathname === '/'
    if (newest === undefined)
      return isHome ? notApplicable('The first page of a site needs no date') : failed('There is no date')
    const days = Math.max(0, Math.round((now.getTime() - newest.getTime()) / dayMs))
    const evidence = `${utcDay(newest)}, ${counted(days, 'day', 'days')} ago`
    return finding(days <= 365 ? 1 : days <= 3 * 365 ? 0.5 : 0, evidence)
  }),

  'dates-agree': ofContent((page, _visit, { now }) => {
    const { published, modified, visible } = datesOf(page)
    const all = [...published, ...modified, ...visible]
    if (all.length < 2) return notApplicable('There are not two dates to compare')
    const future = all.find((date) => date.getTime() > now.getTime() + dayMs)
    if (future) return failed(`A date in the future: ${utcDay(future)}`)
    const [from] = published
    const [to] = modified
    if (from && to && to.getTime() < from.getTime() - dayMs)
      return failed(`Changed ${utcDay(to)}, before it was published ${utcDay(from)}`)
    const told = [...published, ...modified].map(utcDay)
    const shown = visible.map(utcDay)
    if (told.length === 0 || shown.length === 0 || shown.some((day) => told.includes(day)))
      return passed(`${counted(all.length, 'date', 'dates')}, none against another`)
    return partial(`The page shows ${shown[0]}, its data say ${told[0]}`)
  }),

  author: ofContent(({ structuredData, metas, hasAuthor }) => {
    const named = metas.find(({ name, content }) => name === 'author' && content.trim() !== '')?.content
    const [author = named] = structuredData.authors
    if (author !== undefined) return passed(quoted(author))
    if (hasAuthor) return passed('An author is marked in the page')
    const organization = structuredData.types.some((type) =>
      /Organization|LocalBusiness|Person|Store/.test(type),
    )
    return organization ? partial('An organization is described, but no author') : failed('Nobody is named')
  }),

  contact: ofContent(({ anchors, structuredData, hasAddress }, { url }) => {
    const direct = anchors.find(({ href }) => /^(mailto|tel):/i.test(href))
    if (direct) return passed(direct.href.slice(0, 80))
    if (hasAddress) return passed('An address element')
    if (structuredData.hasContact) return passed('In JSON-LD')
    const link = anchors.find(
      ({ href }) => URL.canParse(href, url) && isContactPath(new URL(href, url).pathname),
    )
    return link
      ? passed(`A link to ${link.href.slice(0, 80)}`)
      : failed('No address, mail, telephone or contact page')
  }),

  sources: ofContent(({ anchors, letters }, { url }) => {
    const own = getDomain(url) ?? new URL(url).hostname
    const others = new Set(
      anchors.flatMap(({ href, isContent }) => {
        if (!isContent || !URL.canParse(href, url)) return []
        const target = new URL(href, url)
        const domain = getDomain(target.href) ?? target.hostname
        return /^https?:$/.test(target.protocol) && domain !== own && !social.has(domain) ? [domain] : []
      }),
    )
    const evidence = `${counted(others.size, 'other site', 'other sites')} linked from the content`
    if (others.size > 0) return passed(`${evidence}: ${[...others].slice(0, 3).join(', ')}`)
    return letters.content < 1_500 ? notApplicable('A short page that needs no sources') : failed(evidence)
  }),
}

type Dates = { published: Date[]; modified: Date[]; visible: Date[] }

function datesOf({ structuredData, metas, times }: Page): Dates {
  const meta = (names: RegExp) => metas.filter(({ name }) => names.test(name)).map(({ content }) => content)
  return {
    published: [
      ...structuredData.published,
      ...meta(/^(article:published_time|datepublished|date|dc\.date|dcterms\.created|pubdate)$/),
    ].flatMap(dateIn),
    modified: [
      ...structuredData.modified,
      ...meta(/^(article:modified_time|datemodified|og:updated_time|last-modified|dcterms\.modified)$/),
    ].flatMap(dateIn),
    visible: times.flatMap(dateIn),
  }
}

/** ISO 8601 from its year and month on: other forms mean one thing here and another there. */
function dateIn(text: string): Date[] {
  const form = text.trim().match(/^(\d{4})-(\d{2})(-\d{2})?(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?/)
  if (!form) return []
  const date = new Date(`${form[1]}-${form[2]}${form[3] ?? '-01'}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? [] : [date]
}

const isContactPath = (path: string) => {
  try {
    return contactWords.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

const contactWords =
  /contact|kontakt|contatt|contato|impressum|imprint|about|a-propos|ueber-uns|über-uns|chi-siamo|sobre|over-ons|mentions-legales|aviso-legal|legal|company|お問い合わせ|会社|联系|聯絡|关于|關於|문의|контакт|о-нас/i

/** Links to one's own profiles are no sources. */
const social = new Set([
  'facebook.com',
  'instagram.com',
  'linkedin.com',
  'pinterest.com',
  'tiktok.com',
  'twitter.com',
  'x.com',
  'youtube.com',
])
