import { expect, test } from 'vitest'
import { z } from 'zod'
import { crawlerReport } from './crawler-report.ts'
import { metricRoutes } from './routes.ts'

test('every metric says when they were counted and whether that is outdated', () => {
  const silent = []
  for (const [address, route] of Object.entries(metricRoutes)) {
    // The sums of agent requests are stored with the requests, so they are never outdated.
    if (route.kind !== 'json' || route === crawlerReport) continue
    const response = JSON.stringify(z.toJSONSchema(route.returns, { io: 'output', unrepresentable: 'any' }))
    if (!response.includes('"as_of"') || !response.includes('"refreshing"')) silent.push(address)
  }
  expect(silent).toEqual([])
})
