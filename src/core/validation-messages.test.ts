import { expect, test } from 'vitest'
import { z } from 'zod'
import { validationMessage } from './validation-messages.ts'

const Order = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.number().int().min(1).max(20),
  day: z.iso.date(),
  kinds: z.array(z.enum(['a', 'b'])).min(1),
  own: z.boolean(),
  shares: z.record(z.string().min(2), z.number()),
})

const valid = { name: 'x', count: 1, day: '2026-01-31', kinds: ['a'], own: true, shares: {} }

function messagesFor(change: Record<string, unknown>): string[] {
  const { error } = Order.safeParse({ ...valid, ...change }, { error: validationMessage })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
}

test.each([
  [{}, []],
  [{ name: undefined }, ['name is required']],
  [{ name: 5 }, ['name must be a string']],
  [{ name: null }, ['name must be a string']],
  [{ name: '' }, ['name must have at least 1 character']],
  [{ name: 'long' }, ['name must have at most 3 characters']],
  [{ count: '1' }, ['count must be a number']],
  [{ count: 1.5 }, ['count must be an integer']],
  [{ count: 0 }, ['count must be at least 1']],
  [{ count: 21 }, ['count must be at most 20']],
  [{ day: '2026-02-30' }, ['day must be a date such as 2026-01-31']],
  [{ kinds: [] }, ['kinds must have at least 1 entry']],
  [{ kinds: 'a' }, ['kinds must be a list']],
  [{ kinds: ['c'] }, ['kinds.0 must be one of a, b']],
  [{ own: 'yes' }, ['own must be true or false']],
  [{ shares: { x: 1 } }, ['shares.x must have at least 2 characters']],
])('%j has an actionable message', (change, messages) => {
  expect(messagesFor(change)).toEqual(messages)
})

test('a message of the schema itself takes precedence', () => {
  const { error } = z.string({ error: 'must be a name' }).safeParse(5, { error: validationMessage })
  expect(error?.issues[0]?.message).toBe('must be a name')
})

test('an optional field that another schema requires is reported as required', () => {
  const schema = z.strictObject({ name: z.string() }).partial().required({ name: true })
  const { error } = schema.safeParse({}, { error: validationMessage })
  expect(error?.issues[0]?.message).toBe('is required')
})
