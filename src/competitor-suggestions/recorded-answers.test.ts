/**
 * Precision on recorded answers. They are not part of this project; without their folder the tests are skipped. A name
 * is correct when the labels or metadata of the recordings list it, or a product of that maker.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { extractNames } from './extract-names.ts'
import { nameGroupKey } from './name-form.ts'
import { countNames, groupNames, type NameCounts } from './name-groups.ts'

const folder = new URL('../../../shared/answers/', import.meta.url)
const present = existsSync(folder)
if (!present) console.log('Recorded answers are absent (../shared/answers): their tests are skipped.')

type LabeledAnswer = { id: string; entities: { name: string; aliases: string[] }[] }
type Recorded = {
  id: string
  answer_markdown: string
  meta: { query_set?: string; products_mentioned?: { name: string; brand: string | null }[] }
}

function toTextLines<T>(file: string): T[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n')
    .map((line): T => JSON.parse(line))
}

/** Returns the keys of the names that at least three answers of a set list, as the job would suggest them. */
function suggestedKeys(answers: Recorded[]): string[] {
  const counts: NameCounts = new Map()
  for (const answer of answers) countNames(counts, extractNames(answer.answer_markdown, null))
  return groupNames(counts, new Set()).flatMap((group) => (group.answers >= 3 ? [group.key] : []))
}

const labeled = present ? toTextLines<LabeledAnswer>('labels.jsonl').flatMap(({ entities }) => entities) : []
const labeledKeys = labeled.flatMap(({ name, aliases }) => [name, ...aliases]).map(nameGroupKey)

/** Returns whether one name contains the other as a sequence of whole words. */
const overlaps = (name: string, known: string) =>
  ` ${known} `.includes(` ${name} `) || ` ${name} `.includes(` ${known} `)

test.skipIf(!present)(
  'at least 90 % of the names suggested for shopping prompts are makers or products',
  () => {
    const sets = Map.groupBy(
      toTextLines<Recorded>('ai-product-bench.mit.jsonl'),
      ({ meta }) => meta.query_set ?? '',
    )
    const wrong: string[] = []
    let all = 0
    let top = 0
    let topWrong = 0
    for (const [set, answers] of sets) {
      const products = answers.flatMap(({ meta }) => meta.products_mentioned ?? [])
      const known = [
        ...labeledKeys,
        ...products.flatMap(({ name, brand }) => [name, brand ?? '', `${brand} ${name}`]).map(nameGroupKey),
      ].filter((key) => key !== '')
      for (const [index, name] of suggestedKeys(answers).entries()) {
        const isCorrect = known.some((each) => overlaps(name, each))
        all += 1
        if (!isCorrect) wrong.push(`${set}: ${name}`)
        if (index >= 3) continue
        top += 1
        if (!isCorrect) topWrong += 1
      }
    }
    const precision = 1 - wrong.length / all
    console.log(
      `${all} names suggested in ${sets.size} sets, ${(precision * 100).toFixed(1)} % listed by the recorders; ` +
        `of the first three of each set ${((1 - topWrong / top) * 100).toFixed(1)} %. Not listed: ${wrong.join(', ')}`,
    )
    expect(all).toBeGreaterThan(120)
    expect(precision).toBeGreaterThan(0.9)
    expect(1 - topWrong / top).toBeGreaterThan(0.97)
  },
)

test.skipIf(!present)('the first names suggested for password managers are password managers', () => {
  const names = suggestedKeys(toTextLines<Recorded>('password-managers.mit.jsonl'))
  console.log(`password managers: ${names.join(', ')}`)
  expect(names.slice(0, 6).sort()).toEqual([
    '1password',
    'bitwarden',
    'dashlane',
    'keepass',
    'keepassxc',
    'lastpass',
  ])
  const isCorrect = names.slice(0, 10).filter((name) => labeledKeys.some((key) => overlaps(name, key)))
  expect(isCorrect.length).toBeGreaterThanOrEqual(8)
})
