import { expect, test } from 'vitest'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { metricTerms } from '../src/metrics/metric-terms.ts'
import { authentication, routes } from '../src/routes.ts'
import { metricParts } from './generate-metrics-document.ts'

const parts = metricParts(
  openApiDocument(routes, authentication, { version: '0', baseUrl: 'http://localhost' }),
)
const rows = parts
  .filter((part) => part.startsWith('| Field |'))
  .flatMap((part) => part.split('\n').slice(2))
  .map((row) => row.split(/ (?<!\\)\| /).map((cell) => cell.replace(/^\| | \|$/g, '')))

test('every field of every metric has a meaning', () => {
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter(([, meaning = '']) => !/^[\w`].*\.$/.test(meaning))).toEqual([])
})

test('no formula and no definition is repeated', () => {
  const formulas = rows.map(([, meaning = '']) => meaning).filter((meaning) => meaning.includes(' / '))
  expect(formulas.length).toBeGreaterThan(5)
  expect(formulas.filter((formula, index) => formulas.indexOf(formula) !== index)).toEqual([])
  const page = parts.join('\n')
  for (const { definition } of Object.values(metricTerms)) expect(page.split(definition)).toHaveLength(2)
})
