/**
 * Texts of the brand's own pages that people could ask: titles, main headings, and questions. Texts about the company itself,
 * its shop or its customers are left out, because nobody asks an engine for them.
 */
import type { Brand } from '../../brands/brands.ts'
import { isCompany, type QueryForm, readQuery } from '../../search-queries/query-form.ts'
import type { QueriesOfSource } from '../origin.ts'
import { removeName } from '../page-title.ts'
import { getNames, type SubjectPage } from '../subjects.ts'

export function listSiteTexts(brand: Brand, pages: readonly SubjectPage[]): QueriesOfSource {
  const names = getNames(brand)
  const queries = pages.flatMap(({ url, title, headings }) => {
    const [main = ''] = headings
    const statements = [title === null ? '' : removeName(title, brand), main].map(cutSubtitle)
    const subject = new Set(statements.flatMap((text) => readQuery(text, names, brand.language).words))
    return [...new Set([...statements, ...headings.filter(isAsked)])].flatMap((query) => {
      const form = readPageText(query, names, brand.language)
      // A question without a word of the title needs its page to be understood.
      const isClear = form?.words.some((word) => !word.startsWith('=') && subject.has(word)) ?? false
      return isClear ? [{ query, page: url }] : []
    })
  })
  return {
    source: { origin: 'site', name: '', first_day: null, last_day: null, days: null },
    queries: [...new Map(queries.map((each) => [each.query, each])).values()],
  }
}

const isAsked = (text: string) => /[?？]\s*$/.test(text)

/** The question that a title starts with, or its part before a colon or a dash. */
function cutSubtitle(text: string): string {
  const [asked] = /^[^?？:：]*[?？]/u.exec(text) ?? []
  return asked ?? text.split(/[:：～〜]|\s[–—]\s/u, 1)[0]?.trim() ?? text
}

/** Returns null for a text that nobody would ask. */
export function readPageText(
  text: string,
  names: readonly string[],
  fallback: string | null,
): QueryForm | null {
  const form = readQuery(text, names, fallback)
  return form.isPrompt && !form.branded && !isCompany(form) ? form : null
}
