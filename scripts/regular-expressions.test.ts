import { expect, test } from 'vitest'
import { getLiterals, slowness } from './regular-expressions.ts'

test.each([/(a+)+$/, /^(\w+\s?)*$/])('the exponential expression %s is found', (expression) => {
  expect(slowness(expression)).toMatch(/^takes exponential time on a repeated/)
})

test.each([/\/+$/, /\s+\|/, /^\s*(.*)$/, /(^|[;\n])([\s"]*)(?==)/g, /[^"]*"/])(
  'the quadratic expression %s is found',
  (expression) => {
    expect(slowness(expression)).toMatch(/^takes quadratic time on a repeated/)
  },
)

test.each([/(?<!\/)\/+$/, /^\s+/, /^\w{1,100}\W/])('the linear expression %s is accepted', (expression) => {
  expect(slowness(expression)).toBeNull()
})

test('the expressions of a file are found with their lines', () => {
  const source = "const a = 'x'\nconst b = a.replace(/\\/+$/g, '') // not /(b+)+/\n"
  expect(getLiterals('src/a.ts', source)).toEqual([{ place: 'src/a.ts:2', expression: /\/+$/g }])
})
