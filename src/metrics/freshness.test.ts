import { expect, test } from 'vitest'
import { z } from 'zod'
import { metricRoutes } from './routes.ts'

test('every metric says when they were counted and whether that is outdated', () => {
  const silent = []
  for (const [address, route] of Object.entries(metricRoutes)) {
    if (route.kind !== 'json') continue
    const response = JSON.stringify(z.toJSONSchema(route.returns, { io: 'output', unrepresentable: 'any' }))
    if (!response.includes('"as_of"') || !response.includes('"refreshing"')) silent.push(address)
  }
  expect(silent).toEqual([])
})
