import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { formatCsvCell } from './csv-cell.ts'

const formula = /^[\s"]*[=+\-@＝＋－＠]/

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  [' =1', " '=1"],
  ['a;=1', '"a;\'=1"'],
  ['a; =1', '"a; \'=1"'],
  ['a\t=1', '"a\t\'=1"'],
  ['a\n=1', '"a\n\'=1"'],
  ['a;"=1', '"a;""\'=1"'],
  ['x;=1;+2', '"x;\'=1;\'+2"'],
])('the cell %j is neutralized', (text, cell) => {
  expect(formatCsvCell(text)).toBe(cell)
})

test.each(['', 'Acme', 'a-b', 'a = b', 'a@b.test', '3 + 4', 'x; y', '"quoted"', 'a,b', 'a\nb'])(
  'the text %j is not changed',
  (text) => {
    expect(parse(`x,${formatCsvCell(text)}\r\n`)).toEqual([['x', text]])
  },
)

test('a cell of a million line breaks takes no longer than another long cell', () => {
  expect(formatCsvCell(`a${'\n'.repeat(1_000_000)}b`)).toHaveLength(1_000_004)
})

test.each([',', ';', '\t'])('no cell of a file read with the separator %j is a formula', (separator) => {
  const texts = ['=1', 'a;=1', 'a\t@b', 'a"=1', 'a;"=1', 'a\n-1', '＝1', 'a;＋1', 'x,=1', '";=1']
  const file = texts.map((text) => `name,${formatCsvCell(text)},end\r\n`).join('')
  const options = {
    delimiter: separator,
    relax_quotes: true,
    relax_column_count: true,
    quote: separator === ',' ? '"' : null,
  }
  const cells: string[] = parse(file, options).flat()
  expect(cells.filter((cell) => formula.test(cell))).toEqual([])
})
