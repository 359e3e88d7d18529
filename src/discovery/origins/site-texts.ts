/**
 * Questions of the brand's own pages that people could ask. Other titles and headings, and questions about the company itself, its
 * shop or its customers, are left out.
 */
import type { Brand } from '../../brands/brands.ts'
import { isCompany, isCompleteQuestion, type QueryForm, readQuery } from '../../search-queries/query-form.ts'
import type { QueriesOfSource } from '../origin.ts'
import { removeName } from '../page-title.ts'
import { getNames, type SubjectPage } from '../subjects.ts'

export function listSiteTexts(brand: Brand, pages: readonly SubjectPage[]): QueriesOfSource {
  const names = getNames(brand)
  const queries = pages.flatMap(({ url, title, headings }) => {
    const [main = ''] = headings
    const titles = [title === null ? '' : removeName(title, brand), main]
    const subject = new Set(titles.flatMap((text) => readQuery(text, names, brand.language).words))
    return [...new Set([...titles, ...headings].map(cutQuestion))].flatMap((query) => {
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

/** The question that a text starts with, or its part before a colon or a dash. */
function cutQuestion(text: string): string {
  const [asked] = /^[^?？]*[?？]/u.exec(text) ?? []
  return (asked ?? text.split(/[:：～〜]|\s[–—]\s/u, 1)[0] ?? text).trim()
}

/** Returns null if the text is not a question that a person would ask. */
export function readPageText(
  text: string,
  names: readonly string[],
  fallback: string | null,
): QueryForm | null {
  const form = readQuery(text, names, fallback)
  const isClear = isCompleteQuestion(text, form.language) && !form.branded && !isCompany(form)
  return form.isPrompt && isClear ? form : null
}
