import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'
import type { Context } from '../core/context.ts'
import { daysAfter } from '../core/days.ts'
import { newId, sha256 } from '../core/ids.ts'
import { inEnglish } from '../languages/message.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'
import { type AddedRequest, addRequests } from '../traffic/agent-requests.fixture.ts'
import { findOccurrenceGroups, getCause } from './causes.ts'

const service = await sharedService()
const start = '2026-01-01'
const range = { from: daysAfter(start, 40), to: daysAfter(start, 89) }

type Hits = Partial<AddedRequest> & { isActive(day: number): boolean }

async function addHits(ctx: Context, brandId: string, all: readonly Hits[]) {
  const requests = all.flatMap(({ isActive, ...request }) =>
    Array.from({ length: 90 }, (_, day) => day)
      .filter(isActive)
      .map((day) => ({ ...request, day: daysAfter(start, day) })),
  )
  await addRequests(ctx, brandId, requests)
}

async function addSource({ db, organizationId }: Context, brandId: string, lastReceivedDay: number) {
  const id = newId()
  await db
    .insertInto('log_sources')
    .values({
      organization_id: organizationId,
      id,
      brand_id: brandId,
      sender: 'cloudflare',
      name: 'Shop',
      token_hash: sha256(id),
      created_at: new Date(start),
      last_received_at: new Date(`${daysAfter(start, lastReceivedDay)}T10:00:00Z`),
    })
    .execute()
}

async function listAlerts(ctx: Context, brandId: string) {
  const groups = await findOccurrenceGroups(ctx, brandId, ['agents_stopped'], range, () => true)
  return groups.map(getCause).map(({ title, day, isOngoing, items }) => ({
    title: inEnglish(title),
    day,
    isOngoing,
    details: items.map(({ detail }) => inEnglish(detail)),
  }))
}

const always = () => true
const until = (last: number) => (day: number) => day < last

test('an agent that stops is an alert until it returns, and its spoofed requests do not count', async () => {
  const { ctx, brand } = await createTestBrand(service)
  await addHits(ctx, brand.id, [
    { agent: 'GPTBot', isActive: until(60) },
    { agent: 'GPTBot', isActive: always, verification: 'spoofed' },
    { agent: 'ClaudeBot', isActive: (day) => day % 5 > 0 },
    { agent: 'PerplexityBot', isActive: (day) => day % 9 === 0 },
  ])
  await addSource(ctx, brand.id, 89)
  const [alert] = await listAlerts(ctx, brand.id)
  expect(alert).toEqual({
    title: 'GPTBot has stopped requesting pages',
    day: daysAfter(start, 66),
    isOngoing: true,
    details: ['No requests since 2 Mar 2026. Before, there were requests on 56 of 56 measured days.'],
  })
  await addHits(ctx, brand.id, [{ agent: 'GPTBot', isActive: (day) => day === 85 }])
  expect(await listAlerts(ctx, brand.id)).toMatchObject([{ title: alert?.title, isOngoing: false }])
})

test('agents that stop within a week are one alert', async () => {
  const { ctx, brand } = await createTestBrand(service)
  await addHits(ctx, brand.id, [
    { agent: 'GPTBot', isActive: until(60) },
    { agent: 'OAI-SearchBot', isActive: until(62) },
    { agent: 'ClaudeBot', isActive: always },
  ])
  const alerts = await listAlerts(ctx, brand.id)
  expect(alerts).toMatchObject([{ isOngoing: true }])
  expect(alerts[0]?.details).toHaveLength(2)
})

test('when the log is silent, the alert says that the log has stopped, not its agents', async () => {
  const { ctx, brand } = await createTestBrand(service)
  await addHits(ctx, brand.id, [
    { agent: 'GPTBot', isActive: until(80) },
    { agent: 'ClaudeBot', isActive: until(80) },
  ])
  expect(await listAlerts(ctx, brand.id)).toEqual([])
  await addSource(ctx, brand.id, 79)
  expect(await listAlerts(ctx, brand.id)).toEqual([
    {
      title: 'The log has stopped: requests of AI agents are not measured',
      day: daysAfter(start, 82),
      isOngoing: true,
      details: ['No log source has sent a line since 21 Mar 2026. Check the sender.'],
    },
  ])
})

test('when the log continues without any agent, all agents have stopped', async () => {
  const { ctx, brand } = await createTestBrand(service)
  await addHits(ctx, brand.id, [{ agent: 'GPTBot', isActive: until(70) }])
  await addSource(ctx, brand.id, 89)
  expect(await listAlerts(ctx, brand.id)).toMatchObject([
    {
      title: 'AI agents have stopped requesting pages, and the log continues',
      details: ['No requests since 12 Mar 2026. Before, there were requests on 56 of 56 measured days.'],
    },
  ])
})
