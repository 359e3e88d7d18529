import { foldPlainText } from '../../answers/named-text.ts'
import { contextKeys, countOf, keysIn, linkAt, namesOtherModel, windowAt } from './evidence.ts'
import { passageAt, type ReadText } from './passages.ts'
import type { PreparedFact } from './prepared-fact.ts'
import type { Statement } from './statements.ts'

/** Codes that exclude each other: a product has one of each family. */
const FAMILIES: readonly { member: RegExp; all: RegExp }[] = [
  { member: /^ip[x\d][x\d]$/, all: /(?<![\p{L}\p{N}])ip[x\d][x\d](?![\p{L}\p{N}])/gu },
  { member: /^wi-?fi \d\w?$/, all: /(?<![\p{L}\p{N}])wi-?fi [4-8]e?(?![\p{L}\p{N}])/gu },
]

/** Finds the statements of a text value, such as a certification `IP67`. */
export function compareCodes(text: ReadText, fact: PreparedFact): Statement[] {
  const value = normalize(String(fact.value))
  const earlier = fact.earlier.map((each) => normalize(String(each.value)))
  const family = FAMILIES.find(({ member }) => member.test(value))
  if (!family) return []
  return [...text.text.matchAll(family.all)].flatMap(({ 0: code, index }): Statement[] => {
    const place = { start: index, end: index + code.length }
    const window = windowAt(text, place)
    const { block } = text.sentences[passageAt(text.sentences, index)] ?? { block: -1 }
    const found = new Set([...keysIn(text, window), ...contextKeys(text, block)])
    const link = linkAt(text, fact, place)
    const isNamed = countOf(fact.identifiers, found) === fact.identifiers.length
    if (link === 'none' || !isNamed) return []
    const said = normalize(code)
    if (said === value) return [{ verdict: 'right', ...place, score: 1 }]
    const isOther = namesOtherModel(text, [window, ...(text.leads[block] ?? [])], fact)
    if (isOther || link !== 'clear' || [...window.text.matchAll(family.all)].length > 1) return []
    return [{ verdict: earlier.includes(said) ? 'outdated' : 'wrong', ...place, score: 1 }]
  })
}

const normalize = (code: string) => foldPlainText(code).replace('wifi', 'wi-fi')
