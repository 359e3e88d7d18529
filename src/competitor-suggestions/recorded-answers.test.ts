/**
 * Precision on real answers, which are no part of this project: these tests are skipped where the folder is missing. A name
 * is right when whoever recorded or labelled the answers lists it, or a product that it makes.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { extractNames } from './extract-names.ts'
import { nameGroupKey } from './name-form.ts'
import { countNames, groupNames, type NameCounts } from './name-groups.ts'

const folder = new URL('../../../shared/answers/', import.meta.url)
const present = existsSync(folder)
if (!present) console.log('skipped: recorded answers are not beside the project (../shared/answers)')

type Labelled = { id: string; entities: { name: string; aliases: string[] }[] }
type Recorded = {
  id: string
  answer_markdown: string
  meta: { query_set?: string; products_mentioned?: { name: string; brand: string | null }[] }
}

function linesOf<T>(file: string): T[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

/** The names that at least three answers of a set treat as things of their list, as the job offers them. */
function offered(answers: Recorded[]): string[] {
  const tally: NameCounts = new Map()
  for (const answer of answers) countNames(tally, extractNames(answer.answer_markdown, null))
  return groupNames(tally, new Set()).flatMap((group) => (group.answers >= 3 ? [group.key] : []))
}

const labelled = present ? linesOf<Labelled>('labels.jsonl').flatMap(({ entities }) => entities) : []
const labelledKeys = labelled.flatMap(({ name, aliases }) => [name, ...aliases]).map(nameGroupKey)

/** Whether one is the other's beginning, word by word, or stands in it as a word. */
const within = (name: string, known: string) =>
  ` ${known} `.includes(` ${name} `) || ` ${name} `.includes(` ${known} `)

test.skipIf(!present)(
  'of the names offered for shopping questions nine in ten are makers or products',
  () => {
    const sets = Map.groupBy(
      linesOf<Recorded>('ai-product-bench.mit.jsonl'),
      ({ meta }) => meta.query_set ?? '',
    )
    const wrong: string[] = []
    let all = 0
    let top = 0
    let topWrong = 0
    for (const [set, answers] of sets) {
      const products = answers.flatMap(({ meta }) => meta.products_mentioned ?? [])
      const known = [
        ...labelledKeys,
        ...products.flatMap(({ name, brand }) => [name, brand ?? '', `${brand} ${name}`]).map(nameGroupKey),
      ].filter((key) => key !== '')
      for (const [place, name] of offered(answers).entries()) {
        const right = known.some((each) => within(name, each))
        all += 1
        if (!right) wrong.push(`${set}: ${name}`)
        if (place >= 3) continue
        top += 1
        if (!right) topWrong += 1
      }
    }
    const precision = 1 - wrong.length / all
    console.log(
      `${all} names offered in ${sets.size} sets, ${(precision * 100).toFixed(1)} % listed by the recorders; ` +
        `of the first three of each set ${((1 - topWrong / top) * 100).toFixed(1)} %. Not listed: ${wrong.join(', ')}`,
    )
    expect(all).toBeGreaterThan(120)
    expect(precision).toBeGreaterThan(0.9)
    expect(1 - topWrong / top).toBeGreaterThan(0.97)
  },
)

test.skipIf(!present)('the names offered first for password managers are password managers', () => {
  const names = offered(linesOf<Recorded>('password-managers.mit.jsonl'))
  console.log(`password managers: ${names.join(', ')}`)
  expect(names.slice(0, 6).sort()).toEqual([
    '1password',
    'bitwarden',
    'dashlane',
    'keepass',
    'keepassxc',
    'lastpass',
  ])
  const right = names.slice(0, 10).filter((name) => labelledKeys.some((key) => within(name, key)))
  expect(right.length).toBeGreaterThanOrEqual(8)
})
