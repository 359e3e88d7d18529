import { expect, test } from 'vitest'
import { durationMs, retryAfterMs } from './retry-after.ts'

const now = new Date('2026-08-20T12:00:00Z')
const google = (retryDelay: string) => ({
  error: { code: 429, details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay }] },
})

test.each<[string, Record<string, string>, unknown, number | null]>([
  ['seconds', { 'retry-after': '7' }, null, 7000],
  ['milliseconds before seconds', { 'retry-after-ms': '250', 'retry-after': '7' }, null, 250],
  ['an HTTP date', { 'retry-after': 'Thu, 20 Aug 2026 12:00:30 GMT' }, null, 30_000],
  ['a date in the past', { 'retry-after': 'Thu, 20 Aug 2026 11:00:00 GMT' }, null, 0],
  ['an invalid header', { 'retry-after': 'soon' }, null, null],
  ['Google’s RetryInfo', {}, google('34.4s'), 34_400],
  [
    'the exhausted limit, not the other',
    {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '12ms',
      'x-ratelimit-remaining-tokens': '90',
      'x-ratelimit-reset-tokens': '6m0s',
    },
    null,
    12,
  ],
  [
    'the longest reset when no limit is known to be exhausted',
    { 'x-ratelimit-reset-requests': '1s', 'x-ratelimit-reset-tokens': '6m0s' },
    null,
    360_000,
  ],
  [
    'the time of a reset',
    {
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': '2026-08-20T12:00:05Z',
    },
    null,
    5000,
  ],
  ['milliseconds since 1970', { 'x-ratelimit-reset': String(now.getTime() + 9000) }, null, 9000],
  [
    'the message',
    {},
    { error: { message: 'Rate limit reached. Please try again in 1m2.5s. Visit the page.' } },
    62_500,
  ],
  ['nothing', {}, { error: { message: 'Slow down.' } }, null],
])('the delay is read from %s', (_, headers, body, expected) => {
  expect(retryAfterMs({ status: 429, headers: new Headers(headers), body }, now)).toBe(expected)
})

test.each([
  ['12ms', 12],
  ['34.142s', 34_142],
  ['1h2m3s', 3_723_000],
  ['1d', 86_400_000],
  ['7', null],
  ['', null],
  ['5 s', null],
])('the duration %j is %s ms', (written, expected) => {
  expect(durationMs(written)).toBe(expected)
})
