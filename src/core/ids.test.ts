import { expect, test } from 'vitest'
import { newId } from './ids.ts'

const nowMs = Date.UTC(2026, 0, 31)

test('ids of one millisecond sort in the order of their creation and are unique', () => {
  const ids = Array.from({ length: 10_000 }, () => newId(nowMs))
  expect(ids.filter((id, index) => id <= (ids[index - 1] ?? ''))).toEqual([])
})

test('an id is a version 7 UUID of the given time', () => {
  const id = newId(nowMs)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(nowMs)
  expect(newId(nowMs + 1) > id).toBe(true)
})
