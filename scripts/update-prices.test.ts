import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allPrices, type ModelPrice } from '../src/engines/prices.ts'
import { formatPrices, updatePrices } from './update-prices.ts'

const row: ModelPrice = {
  vendor: 'openai',
  model: 'gpt-x',
  input: 1,
  cachedInput: 0.1,
  output: 5,
  search: 10,
  searchUnit: 'call',
  shutdown: '2027-01-01',
  source: 'https://prices.example/',
  checked: '2026-10-01',
}
const later: ModelPrice = { ...row, from: '2027-01-01', input: 9 }
const found = { input: 1, cachedInput: 0.1, output: 5 }
const today = '2026-11-23'
const update = (first: object, second: object = {}, added: string[] = []) =>
  updatePrices(
    { models: [row, later], units: [] },
    { first: new Map(Object.entries(first)), second: new Map(Object.entries(second)), added, today },
  )

test('an unchanged price gets the day of the check, and a later price stays as it is', () => {
  const { list, changed } = update({ 'openai/gpt-x': found })
  expect(list.models).toEqual([{ ...row, checked: today }, later])
  expect(changed).toEqual([])
})

test('a changed price becomes a new row from today, with the fees and the end date of the model', () => {
  const { list, changed } = update({ 'openai/gpt-x': { ...found, input: 2 } })
  expect(list.models).toEqual([row, { ...row, input: 2, from: today, checked: today }, later])
  expect(changed).toEqual(['openai/gpt-x: 1 / 0.1 / 5 → 2 / 0.1 / 5'])
})

test('a model that the first list does not have is left as it is', () => {
  expect(update({}).list.models).toEqual([row, later])
})

test('differences of the second list and unlisted models are reported, not written', () => {
  const { list, disputed, unlisted } = update(
    { 'openai/gpt-x': found, 'openai/gpt-y': found },
    { 'openai/gpt-x': { ...found, output: 6 } },
  )
  expect(disputed).toEqual(['openai/gpt-x: 1 / 0.1 / 5, second list 1 / 0.1 / 6'])
  expect(unlisted).toEqual(['openai/gpt-y'])
  expect(list.models).toHaveLength(2)
})

test('a model is added with the search fee of its vendor', () => {
  const { list } = update({ 'openai/gpt-y': found }, {}, ['openai/gpt-y'])
  expect(list.models.at(-1)).toEqual({
    vendor: 'openai',
    model: 'gpt-y',
    ...found,
    search: 10,
    searchUnit: 'call',
    source: row.source,
    checked: today,
  })
  expect(() => update({}, {}, ['openai/gpt-z'])).toThrow('no price of openai/gpt-z')
})

test('prices.json has the format that the script writes', () => {
  expect(readFileSync(new URL('../src/engines/prices.json', import.meta.url), 'utf8')).toBe(
    formatPrices(allPrices),
  )
})
