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
  weights: '',
  entities: '',
  mentions: '',
  ranks: '',
  own_citations: '',
  scores: '',
}
const entry = (version: string) => ({ kind: 'day' as const, version, day: decodeDay(empty), citations: null })

test('the memory stays within its limit: the least recently read days are released first', () => {
  const cache = createDayCache(300)
  cache.put('brand', '2026-01-01', entry('a'), { bytes: 100, scan: cache.startScan('brand', []) })
  cache.put('brand', '2026-01-02', entry('a'), { bytes: 100, scan: cache.startScan('brand', []) })
  cache.put('brand', '2026-01-03', entry('a'), { bytes: 100, scan: cache.startScan('brand', []) })
  expect(cache.findDay('brand', '2026-01-01', 'a')).toBeDefined()
  cache.put('brand', '2026-01-04', entry('a'), { bytes: 150, scan: cache.startScan('brand', []) })
  const isKept = (day: string) => cache.findDay('brand', day, 'a') !== undefined
  expect(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map(isKept)).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(cache.usedBytes()).toBe(250)
  cache.put('brand', '2026-01-05', entry('a'), { bytes: 301, scan: cache.startScan('brand', []) })
  expect(isKept('2026-01-05')).toBe(false)
  expect(cache.usedBytes()).toBe(250)
})

test('a day of another version or brand is not found, and a new version replaces the old one', () => {
  const cache = createDayCache(300)
  cache.put('brand', '2026-01-01', entry('a'), { bytes: 100, scan: cache.startScan('brand', []) })
  expect(cache.findDay('brand', '2026-01-01', 'b')).toBeUndefined()
  expect(cache.findDay('other', '2026-01-01', 'a')).toBeUndefined()
  cache.put('brand', '2026-01-01', entry('b'), { bytes: 120, scan: cache.startScan('brand', []) })
  expect(cache.findDay('brand', '2026-01-01', 'a')).toBeUndefined()
  expect(cache.findDay('brand', '2026-01-01', 'b')).toBeDefined()
  expect(cache.usedBytes()).toBe(120)
})

test('a history that does not fit does not displace its own days', () => {
  const cache = createDayCache(300)
  const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((day) => ({ day, version: 'a' }))
  const readAll = () => {
    const scan = cache.startScan('brand', days)
    return days.flatMap(({ day, version }) => {
      if (cache.findDay('brand', day, version)) return []
      cache.put('brand', day, entry(version), { bytes: 100, scan })
      return [day]
    })
  }
  cache.put('other', '2026-01-01', entry('a'), { bytes: 100, scan: cache.startScan('other', []) })
  expect(readAll()).toHaveLength(4)
  expect(readAll()).toEqual(['2026-01-04'])
  expect(readAll()).toEqual(['2026-01-04'])
  expect(cache.usedBytes()).toBe(300)
})
