import { expect, test } from 'vitest'
import {
  brandFilter,
  filterCount,
  formatDays,
  metricQuery,
  rangeOfDays,
  stepPeriod,
  withoutPromptFilters,
} from './filter.ts'

const topic = '01a1fcea-8a86-713f-a69e-2abb7abb7cab'

test('period and filters are read from the URL, and unknown values are ignored', () => {
  expect(brandFilter({ days: '7', platform: 'gemini', region: 'DE', topic, branded: 'no', x: 1 })).toEqual({
    days: 7,
    platform: 'gemini',
    region: 'DE',
    topic,
    branded: 'no',
  })
  expect(
    brandFilter({ days: '8', platform: 'altavista', region: 'Germany', topic: 'shoes', branded: '' }),
  ).toEqual({})
  expect(brandFilter({ days: 'all' })).toEqual({ days: 'all' })
  expect(brandFilter({ days: 7, from: '2026-01-01' })).toEqual({ from: '2026-01-01' })
})

test('metrics default to the last 30 days', () => {
  expect(metricQuery('b', {})).toEqual({ brand_id: 'b', days: '30' })
  expect(metricQuery('b', { days: 'all' })).toEqual({ brand_id: 'b' })
  expect(metricQuery('b', { from: '2026-01-01', platform: 'grok', topic, branded: 'yes' })).toEqual({
    brand_id: 'b',
    date_from: '2026-01-01',
    platform: 'grok',
    topic_id: topic,
    branded: 'true',
  })
})

test('a step leads to the period of the same length, and not beyond today', () => {
  const now = Date.parse('2026-11-28T18:00:00Z')
  const week = { from: '2026-11-09', to: '2026-11-15' }
  const step = (filter: Parameters<typeof stepPeriod>[0], direction: 1 | -1) =>
    stepPeriod(filter, direction, now)
  expect(step(week, -1)).toEqual({ from: '2026-11-02', to: '2026-11-08', days: '' })
  expect(step(week, 1)).toEqual({ from: '2026-11-16', to: '2026-11-22', days: '' })
  expect(step({ from: '2026-11-16', to: '2026-11-22' }, 1)).toBeNull()
  expect(step({ days: 7 }, -1)).toEqual({ from: '2026-11-15', to: '2026-11-21', days: '' })
  expect(step({ from: '2026-11-15', to: '2026-11-21' }, 1)).toEqual({ from: '', to: '', days: '7' })
  expect(step({ days: 7 }, 1)).toBeNull()
  expect(step({ days: 'all' }, -1)).toBeNull()
})

test('the period is formatted as text, and filters are counted', () => {
  expect(formatDays({})).toBe('the last 30 days')
  expect(formatDays({ days: 'all' })).toBe('the full history')
  expect(formatDays({ from: '2026-01-01', to: '2026-02-01' })).toBe(
    'the period from 1 Jan 2026 to 1 Feb 2026',
  )
  expect(filterCount({ days: 7, platform: 'grok', branded: 'no' })).toBe(2)
})

test('several platforms and topics are kept, without unknown and duplicate ones', () => {
  const other = topic.replace('01a1', '02b2')
  const filter = brandFilter({ platform: 'grok,altavista,gemini,grok', topic: `${topic},shoes,${other}` })
  expect(filter).toEqual({ platform: 'grok,gemini', topic: `${topic},${other}` })
  expect(metricQuery('b', filter)).toMatchObject({ platform: 'grok,gemini', topic_id: `${topic},${other}` })
  expect(filterCount(filter)).toBe(4)
})

test('tags are kept as a list, also one of digits, which the router parses as a number', () => {
  expect(brandFilter({ tag: 'Launch,Q4,Launch,' })).toEqual({ tag: 'Launch,Q4' })
  expect(brandFilter({ tag: 2026 })).toEqual({ tag: '2026' })
  expect(metricQuery('b', { tag: 'Launch,Q4' })).toMatchObject({ tag: 'Launch,Q4' })
  expect(filterCount({ tag: 'Launch,Q4' })).toBe(2)
})

test('a period is compared with the month before only if it has at most 31 days', () => {
  const compare = 'last_month'
  expect(brandFilter({ compare })).toEqual({ compare })
  expect(brandFilter({ compare, days: 90 })).toEqual({ days: 90 })
  expect(brandFilter({ compare, days: 'all' })).toEqual({ days: 'all' })
  const month = { from: '2026-01-01', to: '2026-01-31' }
  expect(brandFilter({ compare, ...month })).toEqual({ compare, ...month })
  expect(brandFilter({ compare, from: '2026-01-01', to: '2026-02-01' })).not.toHaveProperty('compare')
})

test('the custom range of the last 30 days has 30 days and ends today', () => {
  const range = rangeOfDays(30, Date.parse('2026-03-15T23:59:00Z'))
  expect(range).toEqual({ from: '2026-02-14', to: '2026-03-15' })
  expect((Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1).toBe(30)
})

test('personas, countries and languages are kept, without unknown ones, and removed for a prompt', () => {
  const filter = brandFilter({
    persona: `none,baker,${topic}`,
    region: 'DE,Germany,none',
    language: 'de,none,german!',
  })
  expect(filter).toEqual({ persona: `none,${topic}`, region: 'DE,none', language: 'de,none' })
  expect(filterCount(filter)).toBe(6)
  const query = metricQuery('b', { ...filter, tag: 'a' })
  expect(query).toMatchObject({
    persona_id: `none,${topic}`,
    region: 'DE,none',
    language: 'de,none',
    tag: 'a',
  })
  expect(withoutPromptFilters(query)).toEqual({ brand_id: 'b', days: '30', region: 'DE,none' })
})
