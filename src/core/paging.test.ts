import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageQuery } from './paging.ts'

const limitOf = (limit: unknown) => z.object(pageQuery).safeParse({ limit }).data?.limit

test('a limit is a decimal integer from 1 to 500, 50 by default', () => {
  expect([limitOf(undefined), limitOf('1'), limitOf('500')]).toEqual([50, 1, 500])
  for (const wrong of ['1e2', '0x10', ' 5', '5.0', '+5', '', '0', '501', '1000', ['5', '6']])
    expect(limitOf(wrong), JSON.stringify(wrong)).toBe(undefined)
})
