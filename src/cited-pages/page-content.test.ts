/** Precision and recall on labeled pages, and pages with bad input. Figures are in docs/cited-pages.md. */
import { expect, test } from 'vitest'
import { type Half, readPageFacts, readPages } from '../../test/labeled/labeled-claims.ts'
import { createAnalyzer, getEntities } from '../answers/analyzer.ts'
import { parseRobots } from '../audits/robots.ts'
import { listBlockedAgents } from './agents-access.ts'
import { readContent } from './page-content.ts'
import { toSearchedText } from './searched-text.ts'

const aliases = new Map(readPageFacts().map((fact) => [fact.entity, fact.aliases]))
const analyzer = createAnalyzer()

type Score = { right: number; found: number; stated: number }

function measure(half: Half) {
  const scores = new Map<string, Score>()
  const wrong: string[] = []
  const add = (property: string, found: unknown, stated: unknown, id: string) => {
    const score = scores.get(property) ?? { right: 0, found: 0, stated: 0 }
    score.right += Number(found !== null && found === stated)
    score.found += Number(found !== null)
    score.stated += Number(stated !== null)
    scores.set(property, score)
    if (found !== stated) wrong.push(`${id} ${property}: ${found} instead of ${stated}`)
  }
  for (const page of readPages(half)) {
    const content = readContent(Buffer.from(page.html), 'utf-8')
    const names = getEntities(
      page.brands.map((name) => ({ id: name, name, aliases: aliases.get(name) ?? [] })),
    )
    const [found = []] = analyzer.find(names, [toSearchedText(content)])
    const named = found.map(({ id }) => id)
    for (const brand of page.brands)
      if (named.includes(brand) || page.named.includes(brand))
        add('named', named.includes(brand) ? brand : null, page.named.includes(brand) ? brand : null, page.id)
    if (page.named.length > 1) add('order', named.join(), page.named.join(), page.id)
    for (const property of ['kind', 'author', 'published', 'modified', 'language'] as const)
      add(property, content[property], page[property], page.id)
    const robotsTags = Object.entries(page.headers).flatMap(([name, value]) =>
      name === 'x-robots-tag' ? [value] : [],
    )
    const blocked = listBlockedAgents(page.url, parseRobots(''), robotsTags, content.metas)
    add('reachable', blocked.length === 0, page.reachable, page.id)
  }
  return { scores: Object.fromEntries(scores), wrong }
}

const sizes = (half: Half) => {
  const { scores, wrong } = measure(half)
  return {
    wrong,
    sizes: Object.fromEntries(Object.entries(scores).map(([name, { stated }]) => [name, stated])),
  }
}

test('all properties of the labeled pages of the rules are read', () => {
  expect(sizes('rules')).toEqual({
    wrong: [],
    sizes: {
      named: 60,
      order: 18,
      kind: 38,
      author: 26,
      published: 28,
      modified: 26,
      language: 38,
      reachable: 38,
    },
  })
})

test('of pages that the rules were not written with, only kinds are wrong, and at most five of 29', () => {
  const { wrong, sizes: stated } = sizes('check')
  expect(wrong.filter((each) => !each.includes(' kind: '))).toEqual([])
  expect(wrong.length).toBeLessThanOrEqual(5)
  expect(stated).toMatchObject({ named: 46, order: 14, kind: 29, author: 20, published: 18, modified: 22 })
})

test('a page without markup, with nested elements or with a wrong charset has text or none', () => {
  const read = (body: string | Uint8Array, charset: string | null = null) =>
    readContent(typeof body === 'string' ? Buffer.from(body) : body, charset)
  expect(read('Zorvex is fast.').text).toContain('Zorvex is fast.')
  expect(read('').text).toBe('')
  expect(read(`<html><body>${'<b>'.repeat(500)}Zorvex${'</b>'.repeat(500)}`).text).toContain('Zorvex')
  const latin = Uint8Array.from([
    ...Buffer.from('<meta charset="iso-8859-1"><p>Caf'),
    0xe9,
    ...Buffer.from(' Zorvex</p>'),
  ])
  expect(read(latin).text).toContain('Café Zorvex')
  expect(read(latin, 'no such charset').text).toContain('Zorvex')
})
