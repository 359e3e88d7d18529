/** Who is the author, when was it written, and what are the sources? */

import { getDomain } from 'tldts'
import { utcDay } from '../../core/days.ts'
import { message } from '../../languages/message.ts'
import {
  contentCheck,
  failed,
  finding,
  notApplicable,
  type PageCheck,
  partial,
  passed,
  quote,
} from '../finding.ts'
import type { AuditedPage } from '../page.ts'

const dayMs = 86_400_000

export const trustChecks: Record<string, PageCheck> = {
  date: contentCheck((page, { url }, { now }) => {
    const newest = [...listDates(page).modified, ...listDates(page).published, ...listDates(page).visible]
      .filter((date) => date.getTime() <= now.getTime() + dayMs)
      .sort((a, b) => b.getTime() - a.getTime())[0]
    const isHome = new URL(url).pathname === '/'
    if (newest === undefined)
      return isHome
        ? notApplicable(message('audits.trust.theHomePageOfASite'))
        : failed(message('audits.trust.thereIsNoDate'))
    const days = Math.max(0, Math.round((now.getTime() - newest.getTime()) / dayMs))
    const evidence = message('audits.trust.dayDaysAgo', { day: utcDay(newest), days })
    return finding(days <= 365 ? 1 : days <= 3 * 365 ? 0.5 : 0, evidence)
  }),

  'dates-agree': contentCheck((page, _visit, { now }) => {
    const { published, modified, visible } = listDates(page)
    const all = [...published, ...modified, ...visible]
    if (all.length < 2) return notApplicable(message('audits.trust.thereAreNoTwoDatesTo'))
    const future = all.find((date) => date.getTime() > now.getTime() + dayMs)
    if (future) return failed(message('audits.trust.aDateInTheFutureDay', { day: utcDay(future) }))
    const [from] = published
    const [to] = modified
    if (from && to && to.getTime() < from.getTime() - dayMs)
      return failed(
        message('audits.trust.modifiedModifiedBeforeItsPublication', {
          modified: utcDay(to),
          published: utcDay(from),
        }),
      )
    const stated = [...published, ...modified].map(utcDay)
    const shown = visible.map(utcDay)
    if (stated.length === 0 || shown.length === 0 || shown.some((day) => stated.includes(day)))
      return passed(message('audits.trust.datesWithoutContradictions', { dates: all.length }))
    return partial(
      message('audits.trust.thePageShowsShownItsMetadata', {
        shown: shown[0] ?? '',
        stated: stated[0] ?? '',
      }),
    )
  }),

  author: contentCheck(({ structuredData, metas, hasAuthor }) => {
    const metaAuthor = metas.find(({ name, content }) => name === 'author' && content.trim() !== '')?.content
    const [author = metaAuthor] = structuredData.authors
    if (author !== undefined) return passed(quote(author))
    if (hasAuthor) return passed(message('audits.trust.thePageMarksAnAuthor'))
    const organization = structuredData.types.some((type) =>
      /Organization|LocalBusiness|Person|Store/.test(type),
    )
    return organization
      ? partial(message('audits.trust.anOrganizationIsDescribedButNo'))
      : failed(message('audits.trust.noAuthorOrOrganizationIsNamed'))
  }),

  contact: contentCheck(({ anchors, structuredData, hasAddress }, { url }) => {
    const direct = anchors.find(({ href }) => /^(mailto|tel):/i.test(href))
    if (direct) return passed(direct.href.slice(0, 80))
    if (hasAddress) return passed(message('audits.trust.anAddressElement'))
    if (structuredData.hasContact) return passed(message('audits.trust.inJSONLD'))
    const link = anchors.find(
      ({ href }) => URL.canParse(href, url) && isContactPath(new URL(href, url).pathname),
    )
    return link
      ? passed(message('audits.trust.aLinkToHref', { href: link.href.slice(0, 80) }))
      : failed(message('audits.trust.noAddressEmailTelephoneNumberOr'))
  }),

  sources: contentCheck(({ anchors, letters }, { url }) => {
    const ownDomain = getDomain(url) ?? new URL(url).hostname
    const others = new Set(
      anchors.flatMap(({ href, isContent }) => {
        if (!isContent || !URL.canParse(href, url)) return []
        const target = new URL(href, url)
        const domain = getDomain(target.href) ?? target.hostname
        return /^https?:$/.test(target.protocol) && domain !== ownDomain && !social.has(domain)
          ? [domain]
          : []
      }),
    )
    if (others.size > 0)
      return passed(
        message('audits.trust.otherSitesLinkedFromTheContent', {
          sites: others.size,
          examples: [...others].slice(0, 3).join(', '),
        }),
      )
    return letters.content < 1_500
      ? notApplicable(message('audits.trust.aShortPageThatNeedsNo'))
      : failed(message('audits.trust.n0OtherSitesLinkedFromThe'))
  }),
}

type Dates = { published: Date[]; modified: Date[]; visible: Date[] }

function listDates({ structuredData, metas, times }: AuditedPage): Dates {
  const meta = (names: RegExp) => metas.filter(({ name }) => names.test(name)).map(({ content }) => content)
  return {
    published: [
      ...structuredData.published,
      ...meta(/^(article:published_time|datepublished|date|dc\.date|dcterms\.created|pubdate)$/),
    ].flatMap(parseDates),
    modified: [
      ...structuredData.modified,
      ...meta(/^(article:modified_time|datemodified|og:updated_time|last-modified|dcterms\.modified)$/),
    ].flatMap(parseDates),
    visible: times.flatMap(parseDates),
  }
}

/** Parses ISO 8601 dates with at least year and month, because other formats are ambiguous. */
function parseDates(text: string): Date[] {
  const match = text.trim().match(/^(\d{4})-(\d{2})(-\d{2})?(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?/)
  if (!match) return []
  const date = new Date(`${match[1]}-${match[2]}${match[3] ?? '-01'}T00:00:00Z`)
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

/** Links to social profiles are not sources. */
const social = new Set(
  'facebook.com instagram.com linkedin.com pinterest.com tiktok.com twitter.com x.com youtube.com'.split(' '),
)
