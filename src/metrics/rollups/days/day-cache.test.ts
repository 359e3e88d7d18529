import { expect, test } from 'vitest'
import { decodeDay } from './day.ts'
import { createDayCache } from './day-cache.ts'

const empty = {
  segments: '',
  prompts: '',
  sentiments: '',
  citations: '',
  searchable: '',
  simulated: '',
  tracked: '',
  fact_counts: '',
  entities: '',
  mentions: '',
  ranks: '',
  own_citations: '',
  scores: '',
}
const entry = (version: string) => ({ kind: 'day' as const, version, day: decodeDay(empty), citations: null })

test('the memory stays within its limit: the least recently read days are released first', () => {
  const cache = createDayCache(300)
  cache.put('brand', '2026-01-01', entry('a'), 100)
  cache.put('brand', '2026-01-02', entry('a'), 100)
  cache.put('brand', '2026-01-03', entry('a'), 100)
  expect(cache.findDay('brand', '2026-01-01', 'a')).toBeDefined()
  cache.put('brand', '2026-01-04', entry('a'), 150)
  const isKept = (day: string) => cache.findDay('brand', day, 'a') !== undefined
  expect(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(isKept)).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(cache.usedBytes()).toBe(250)
  cache.put('brand', '2026-01-05', entry('a'), 301)
  expect(isKept('2026-01-05')).toBe(false)
  expect(cache.usedBytes()).toBe(250)
})

test('a day of another version or brand is not found, and a new version replaces the old one', () => {
  const cache = createDayCache(300)
  cache.put('brand', '2026-01-01', entry('a'), 100)
  expect(cache.findDay('brand', '2026-01-01', 'b')).toBeUndefined()
  expect(cache.findDay('other', '2026-01-01', 'a')).toBeUndefined()
  cache.put('brand', '2026-01-01', entry('b'), 120)
  expect(cache.findDay('brand', '2026-01-01', 'a')).toBeUndefined()
  expect(cache.findDay('brand', '2026-01-01', 'b')).toBeDefined()
  expect(cache.usedBytes()).toBe(120)
})
