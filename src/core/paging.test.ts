import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageQuery } from './paging.ts'

const getLimit = (limit: unknown) => z.object(pageQuery).safeParse({ limit }).data?.limit

test('a limit is a decimal integer from 1 to 500, 50 by default', () => {
  expect([getLimit(undefined), getLimit('1'), getLimit('500')]).toEqual([50, 1, 500])
  for (const wrong of ['1e2', '0x10', ' 5', '5.0', '+5', '', '0', '501', '1000', ['5', '6']])
    expect(getLimit(wrong), JSON.stringify(wrong)).toBe(undefined)
})
