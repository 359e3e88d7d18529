import { expect, test } from 'vitest'
import { sameSitePath } from './after-sign-in.ts'

const origin = 'https://ansight.example'

test('a path on this site is followed, including its query', () => {
  expect(sameSitePath('/dashboard/brands/acme?days=90#answers', origin)).toBe(
    '/dashboard/brands/acme?days=90#answers',
  )
})

test.each([
  undefined,
  '',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  'javascript:alert(1)',
])('%j leads to the dashboard, not elsewhere', (next) => {
  expect(sameSitePath(next, origin)).toBe('/dashboard')
})
