import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Client, type Json, testService } from '../../test/support.ts'
import { setPlan } from '../accounts/organizations.ts'
import { systemContext, transaction } from '../core/context.ts'
import { getQuota, type PlanLimits, plans, requireQuota } from './plans.ts'

let now = new Date('2026-03-14T12:00:00Z')
const service = await testService({ DEPLOYMENT: 'cloud' }, { now: () => now })

const createContextFor = async (owner: Client) =>
  systemContext(service.base, (await owner.ok('GET /api/organization')).id)

const addBrand = (owner: Client, name: string) =>
  owner.call('POST /api/brands', { name, domain: `${name}.com` })

test('a plan limits brands, including concurrently created ones', async () => {
  const owner = await service.signUp()
  const replies = await Promise.all(['one', 'two', 'three'].map((name) => addBrand(owner, name)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 402, 402])
  expect(replies.find(({ status }) => status === 402)?.body).toMatchObject({
    error: 'Your plan limits brands to 1; 1 already used.',
    code: 'plan_limit',
    quota: { resource: 'brands', limit: 1, used: 1, resets_at: null },
  })
  expect(await owner.ok('GET /api/plan')).toMatchObject({
    name: 'none',
    deployment: 'cloud',
    limits: { brands: 1 },
  })
  await setPlan(await createContextFor(owner), 'growth')
  expect((await addBrand(owner, 'two')).status).toBe(201)
})

test('a plan limits active prompts and members, however they are added', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Prompts', domain: 'prompts.com' })
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `Question ${n}?`).join('\n')
  const load = (text: string) =>
    owner.call(`POST /api/prompts/import?brand_id=${id}`, text, { 'content-type': 'text/plain' })
  expect(await load(lines(26))).toMatchObject({
    status: 402,
    body: { quota: { resource: 'prompts', used: 0 } },
  })
  expect(await load(lines(25))).toMatchObject({ status: 200, body: { created: 25 } })
  expect((await load(lines(25))).status).toBe(200)
  const add = (body: object) => owner.call('POST /api/prompts', { brand_id: id, text: 'One more?', ...body })
  expect(await add({})).toMatchObject({ status: 402, body: { quota: { used: 25, limit: 25 } } })
  const inactive = await add({ is_active: false })
  expect(inactive.status).toBe(201)
  const { id: prompt } = await owner.ok(`PATCH /api/prompts/${JSON.parse(inactive.text).id}`, {
    category: 'other',
  })
  expect((await owner.call(`PATCH /api/prompts/${prompt}`, { is_active: true })).status).toBe(402)

  const invite = (email: string) => owner.call('POST /api/invitations', { email, role: 'viewer' })
  expect((await invite('first@people.test')).status).toBe(201)
  expect((await invite('first@people.test')).status).toBe(201)
  expect(await invite('second@people.test')).toMatchObject({
    status: 402,
    body: { quota: { resource: 'members', used: 2, limit: 2 } },
  })
})

test('a plan limits the platforms of a brand and prefers explicitly enabled ones', async () => {
  const owner = await service.signUp()
  const { id } = await owner.ok('POST /api/brands', { name: 'Platforms', domain: 'platforms.com' })
  const enabled = async () =>
    (await owner.ok(`GET /api/brands/${id}/platforms`))
      .filter((each: Json) => each.enabled)
      .map((each: Json) => each.platform)
  expect(await enabled()).toEqual(['chatgpt', 'gemini', 'perplexity'])
  await owner.ok(`PUT /api/brands/${id}/platforms`, [{ platform: 'grok', enabled: true }])
  expect(await enabled()).toEqual(['chatgpt', 'gemini', 'grok'])
  const more = ['claude', 'copilot', 'gemini'].map((platform) => ({ platform, enabled: true }))
  expect(await owner.call(`PUT /api/brands/${id}/platforms`, more)).toMatchObject({
    status: 402,
    body: {
      error: 'Your plan limits platforms per brand to 3; this request needs 4.',
      quota: { resource: 'platforms', limit: 3, used: 1 },
    },
  })
})

test('the table of plans in the docs matches the code', () => {
  const text = readFileSync(new URL('../../docs/spend.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && /[∞–]/.test(line))
  const documented = rows.map((line) =>
    line
      .split('|')
      .slice(2, 6)
      .map((cell) => numberIn(cell.trim())),
  )
  const keys = Object.keys(plans.enterprise.limits) as (keyof PlanLimits)[]
  const limits = keys.map((key) =>
    [plans.none, plans.starter, plans.growth, plans.enterprise].map(({ limits }) => limits[key]),
  )
  expect(documented).toEqual(limits)
})

/** Parses `$1,000` into micro-dollars and `15 min` into seconds, the units of the plans. */
function numberIn(cell: string): number | null {
  if (cell === '∞' || cell === '–') return null
  const unit = cell.startsWith('$') ? 1_000_000 : cell.endsWith(' h') ? 3600 : cell.endsWith(' min') ? 60 : 1
  return Number(cell.replace(/[^\d]/g, '')) * unit
}

test('monthly quotas count from the start of the month and report when they reset', async () => {
  const ctx = await createContextFor(await service.signUp())
  await setPlan(ctx, 'starter')
  const counted: Date[] = []
  const used = async (since: Date) => {
    counted.push(since)
    return 10
  }
  await expect(transaction(ctx, (tx) => requireQuota(tx, 'site_audits', used))).rejects.toMatchObject({
    code: 'plan_limit',
    message: 'Your plan limits site audits per month to 10; 10 already used. The count resets on 1 Apr 2026.',
    extra: { quota: { resource: 'site_audits', limit: 10, used: 10, resets_at: '2026-04-01T00:00:00.000Z' } },
  })
  await transaction(ctx, (tx) => requireQuota(tx, 'briefs', used))
  now = new Date('2026-12-31T23:59:59Z')
  expect(await getQuota(ctx, 'briefs', used)).toEqual({
    resource: 'briefs',
    limit: 20,
    used: 10,
    remaining: 10,
    resets_at: '2027-01-01T00:00:00.000Z',
  })
  expect(counted.map((since) => since.toISOString().slice(0, 10))).toEqual([
    '2026-03-01',
    '2026-03-01',
    '2026-12-01',
  ])
})
