import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getKey, type Json, testService } from '../../test/support.ts'
import { insertAlert } from '../../test/tenant-rows.ts'
import { visibilityScoreMilli } from '../answers/visibility-score.ts'
import { daysAfter, utcDay } from '../core/days.ts'
import { newId } from '../core/ids.ts'
import { keyRejectionMessage } from '../engines/key-rejection.ts'
import { messageOrText, withLocale } from '../languages/localized.ts'
import { inEnglish } from '../languages/message.ts'
import { createTestBrand } from '../metrics/answers.fixture.ts'
import {
  addAnswers,
  createHistory,
  type History,
  type WrittenAnswer,
} from '../metrics/random-history.fixture.ts'
import { seededRandom } from '../metrics/statistics/seeded-random.ts'
import { addMember, confirmRecipients } from '../notifications/notifications.fixture.ts'
import { rawValuesIn } from '../notifications/raw-values.fixture.ts'
import { evaluateAlerts, evaluateDueAlerts } from './evaluate.ts'
import { AlertPreview, previewRule } from './preview.ts'
import { openRule } from './rules.fixture.ts'

const service = await testService()
const start = '2025-01-01'
const lastDay = 75

/** Shared by the tests of its only change, which run in order and delete the alerts of the test before. */
const history = await createStepHistory({ step: 71 })

test('changes established within a week are one alert, which is sent once and links the answers', async () => {
  for (let day = 72; day <= lastDay + 1; day += 1) await evaluateOn(history, day)
  const alerts = await listAlerts(history)
  const [change, ...others] = alerts.filter(({ kind }) => kind === 'number_changed')
  expect(others).toEqual([])
  expect(change).toMatchObject({
    status: 'open',
    severity: 'low',
    title: expect.stringMatching(/, and \d+ more$/),
  })
  expect(change?.items.map(({ label }) => label)).toContain('Visibility score')
  for (const { path } of change?.items ?? [])
    expect(path).toMatch(
      /^\/dashboard\/brands\/zorvex[\w-]*\/answers\?from=2025-0[1-3]-\d\d&to=2025-0[1-3]-\d\d/,
    )
  expect(await countNotifications(history, 'numbers better')).toBe(1)
  await evaluateOn(history, lastDay + 1)
  expect(await listAlerts(history)).toEqual(alerts)
})

test('alerts that were deleted with their state are created again from the same causes', async () => {
  const before = (await storedAlerts(history)).map(derivedPart)
  await forgetAlerts(history)
  await evaluateOn(history, lastDay + 1)
  expect(before.length).toBeGreaterThan(0)
  expect((await storedAlerts(history)).map(derivedPart)).toEqual(before)
})

test('alerts, previews and notifications have the language and formats of the dashboard, and programs get English', async () => {
  await forgetAlerts(history)
  await evaluateOn(history, lastDay + 1)
  const items = (await listAlerts(history)).flatMap((alert) => alert.items)
  const toDetail = (label: string) => items.find((item) => item.label === label)?.detail
  expect(toDetail('Visibility score')).toMatch(/^Up from \d+\.\d to \d+\.\d since \d+ \w+ 2025\.$/)
  expect(toDetail('Mention rate')).toMatch(/^Up from \d+\.\d% to \d+\.\d% since \d+ \w+ 2025\.$/)
  const { owner, brand } = history
  const english: Json = await owner.ok('GET /api/notifications')
  expect(english.items.length).toBeGreaterThan(0)
  expect(rawValuesIn(english.items)).toEqual([])
  expect(english.items[0].message.context).toMatch(/ · \d+ \w+ 2025$/)

  const german = { 'accept-language': 'de' }
  const { body }: Json = await owner.call(`GET /api/brands/${brand.id}/alerts`, undefined, german)
  const [alert] = body.items
  expect(alert.title).toMatch(/ ist gestiegen und \d weitere$/)
  expect(alert.items.map(({ label }: ShownItem) => label)).toContain('Erwähnungsrate')
  expect(alert.items.map(({ detail }: ShownItem) => detail)).toContainEqual(
    expect.stringMatching(/^Seit dem \d\d\.\d\d\.2025 von \d+,\d auf \d+,\d gestiegen\.$/),
  )
  const inbox: Json = await owner.call('GET /api/notifications', undefined, german)
  expect(inbox.body.items[0].message).toMatchObject({
    title: alert.title,
    sections: [{ heading: 'Eine Metrik der Marke hat sich verändert' }],
    action: { label: 'Alert öffnen' },
  })
  const replay = await previewRule(onDay(history, lastDay + 1), brand.id, {
    ...openRule,
    kind: 'number_changed',
  })
  const preview = withLocale('de', () => AlertPreview.parse(replay))
  expect(preview.alerts.map(({ title }) => title)).toContain(alert.title)
  const send = await getKey(owner, service.app)
  for (const surface of ['v1', 'mcp']) {
    const reply: Json = await send(`GET /api/${surface}/alerts?brand_id=${brand.id}`, german)
    expect(reply.body.items[0].title).toMatch(/ is up, and \d more$/)
  }
})

test('an evaluation that fails before its commit leaves neither an alert nor a notification', async () => {
  await forgetAlerts(history)
  const ctx = onDay(history, lastDay + 1)
  await expect(
    ctx.db.transaction().execute(async (db) => {
      await evaluateAlerts({ ...ctx, db }, history.brand.id)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await storedAlerts(history)).toEqual([])
  expect(await countNotifications(history, 'numbers better')).toBe(0)
  await evaluateOn(history, lastDay + 1)
  expect(await countNotifications(history, 'numbers better')).toBe(1)
})

test('a preview shows the alerts that the stored history gives, without saving anything', async () => {
  await forgetAlerts(history)
  const ctx = onDay(history, lastDay + 1)
  const rule = { ...openRule, kind: 'number_changed' } as const
  const preview = await previewRule(ctx, history.brand.id, { ...rule, direction: 'up' })
  expect(preview).toMatchObject({ date_from: start, date_to: daysAfter(start, lastDay + 1) })
  expect(preview.alerts).toMatchObject([{ severity: 'low' }])
  expect(preview.per_month).toBeCloseTo((1 / (lastDay + 2)) * 30, 1)
  const down = await previewRule(ctx, history.brand.id, { ...rule, direction: 'down', applies_from: null })
  expect(down.alerts).toEqual([])
  expect(await storedAlerts(history)).toEqual([])
})

test('an alert that only muted rules match is not sent, even if another rule of its kind is not muted', async () => {
  await forgetAlerts(history)
  const { owner, brand } = history
  const rules = `/api/brands/${brand.id}/alert-rules`
  const { items } = await owner.ok(`GET ${rules}`)
  const { id } = items.find(({ kind }: { kind: string }) => kind === 'number_changed')
  await owner.ok(`PATCH ${rules}/${id}`, { muted_until: '2100-01-01T00:00:00Z' })
  await owner.ok(`POST ${rules}`, { kind: 'number_changed', direction: 'down' })
  await evaluateOn(history, lastDay + 1)
  expect((await listAlerts(history)).filter(({ kind }) => kind === 'number_changed')).toHaveLength(1)
  expect(await countNotifications(history, 'numbers better')).toBe(0)
})

test('an alert goes to the channels that its rule names, and its detail says what became of the messages', async () => {
  await forgetAlerts(history)
  const { owner, brand, ctx } = history
  const add = async (name: string) =>
    (await owner.ok('POST /api/channels', { kind: 'email', name, recipients: [`${name}@example.com`] }))
      .channel.id
  const [chosen] = [await add('marketing'), await add('others')]
  await confirmRecipients(ctx)
  const channels = await owner.ok(`GET /api/brands/${brand.id}/alert-channels`)
  expect(channels.items).toMatchObject([{ name: 'marketing', is_subscribed: true }, { name: 'others' }])
  await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
  await sql`update alert_rules set channel_ids = array[${chosen}::uuid] where brand_id = ${brand.id}`.execute(
    ctx.db,
  )
  await evaluateOn(history, lastDay + 1)
  const alert = (await listAlerts(history)).find(({ kind }) => kind === 'number_changed')
  const detail = await owner.ok(`GET /api/brands/${brand.id}/alerts/${alert?.id}/deliveries`)
  expect(detail).toMatchObject({
    inboxes: 1,
    items: [{ channel: 'marketing', recipient: 'marketing@example.com', status: 'waiting' }],
  })
  expect(alert?.items.find(({ label }) => label === 'Visibility score')?.change).toMatchObject({
    number: 'score',
    platform: '',
    before: expect.any(Number),
    after: expect.any(Number),
  })
  await sql`delete from channels where organization_id = ${ctx.organizationId}`.execute(ctx.db)
})

test('a rule with a smallest change creates no alert for a smaller one', async () => {
  await forgetAlerts(history)
  await evaluateOn(history, lastDay + 1)
  const changes = (await listAlerts(history)).flatMap(({ items }) =>
    items.flatMap(({ change }) => change ?? []),
  )
  const score = changes.find(({ number, platform }) => number === 'score' && platform === '')
  if (!score) throw new Error('The history has a change of the score')
  const size = Math.abs(score.after - score.before)
  const preview = (min_change: number) =>
    previewRule(onDay(history, lastDay + 1), history.brand.id, {
      ...openRule,
      kind: 'number_changed',
      number: 'score',
      platform: '',
      min_change,
    })
  expect((await preview(size * 0.9)).alerts).toHaveLength(1)
  expect((await preview(size * 1.1)).alerts).toEqual([])
})

test('a rule for a topic adds its changes to the alert with the same cause, named and linked by the topic', async () => {
  await forgetAlerts(history)
  const { owner, brand, topics, prompts } = history
  const [shoes] = topics
  await owner.ok('POST /api/prompts/bulk', {
    brand_id: brand.id,
    prompt_ids: prompts.map(({ id }) => id),
    topic_id: shoes.id,
  })
  const change = async () => {
    await evaluateOn(history, lastDay + 1)
    const alerts = (await listAlerts(history)).filter(({ kind }) => kind === 'number_changed')
    expect(alerts).toHaveLength(1)
    return alerts[0]?.items.filter(({ label }) => label.includes('topic')) ?? []
  }
  expect(await change()).toEqual([])
  const rules = `/api/brands/${brand.id}/alert-rules`
  const { id } = await owner.ok(`POST ${rules}`, { kind: 'number_changed', topic_id: shoes.id })
  await sql`update alert_rules set applies_from = null where id = ${id}`.execute(history.ctx.db)
  const items = await change()
  expect(items.map(({ label }) => label)).toContain('Visibility score for the topic Shoes')
  for (const { path } of items) expect(path).toContain(`&topic=${shoes.id}`)
  const score = items.map(({ label }) => label).indexOf('Visibility score for the topic Shoes')
  expect(items[score]?.path).toMatch(/\/answers\?from=2025-0[1-3]-\d\d&to=2025-0[1-3]-\d\d&topic=[\da-f-]+$/)
})

test('a rule for a topic alone creates alerts of the topic alone, and the replay shows the same', async () => {
  const [shoes, bags] = history.topics
  await changePrompts(history.prompts.slice(0, 6), { topic_id: shoes.id })
  await changePrompts(history.prompts.slice(6), { topic_id: bags.id })
  await evaluateOnly({ topic_id: bags.id })
  const title = 'Visibility score for the topic Bags is up'
  expect(await storedAlerts(history)).toMatchObject([{ title, items: [{ label: expect.any(Object) }] }])
  expect(await countNotifications(history, 'numbers better')).toBe(1)
  expect(await replayTitles({ topic_id: bags.id })).toEqual([title])
})

test('a rule for a tag, a persona or a market creates alerts of its prompts alone, which link their answers', async () => {
  const { prompts, personas, brand, ctx } = history
  await changePrompts(prompts, { remove_tags: [...new Set(prompts.flatMap(({ tags }) => tags))] })
  await changePrompts(prompts.slice(0, 6), { add_tags: ['B2B & more'] })
  await changePrompts(prompts.slice(6), { add_tags: ['retail'] })
  await sql`
    update prompts set persona_id = ${personas[0].id}, language = 'pt-BR', region = 'BR'
    where brand_id = ${brand.id} and id = any(${prompts.slice(0, 6).map(({ id }) => id)}::uuid[])`.execute(
    ctx.db,
  )
  await sql`update answers set region = 'BR' where brand_id = ${brand.id}`.execute(ctx.db)
  await sql`update segments set region = 'BR' where brand_id = ${brand.id}`.execute(ctx.db)
  const rules = [
    [{ tag: 'B2B & more' }, 'for the tag B2B & more', 'tag=B2B+%26+more'],
    [{ persona_id: personas[0].id }, 'for the persona Baker', `persona=${personas[0].id}`],
    [{ market: 'BR/pt-BR' }, 'in the market BR/pt-BR', 'region=BR&language=pt-BR'],
  ] as const
  for (const [subject, name, query] of rules) {
    await evaluateOnly(subject)
    const title = `Visibility score ${name} is up`
    const alerts = await listAlerts(history)
    expect(alerts).toMatchObject([{ title, items: [{ path: expect.stringContaining(`&${query}`) }] }])
    expect(await replayTitles(subject)).toEqual([title])
  }
  await evaluateOnly({ tag: 'retail' })
  expect((await storedAlerts(history)).map(({ title }) => title)).toEqual([
    'Visibility score for the tag retail is up',
  ])
})

test('a rule whose tag no prompt has any more stays, and its alert is withdrawn', async () => {
  const { owner, brand, prompts, personas, ctx } = history
  await evaluateOnly({ tag: 'retail' })
  const rules = `/api/brands/${brand.id}/alert-rules`
  await owner.ok(`PATCH /api/brands/${brand.id}/personas/${personas[0].id}`, { name: 'Chef' })
  const ofPersona = await owner.ok(`POST ${rules}`, { ...scoreRule, persona_id: personas[0].id })
  const ofBrand = await owner.ok(`POST ${rules}`, { kind: 'number_changed', number: 'citation_rate' })
  const ruleIds = async () => (await owner.ok(`GET ${rules}`)).items.map(({ id }: Json) => id)
  await sql`update alert_rules set applies_from = null where brand_id = ${brand.id}`.execute(ctx.db)
  await changePrompts(prompts.slice(6), { remove_tags: ['retail'], add_tags: ['shops'] })
  await evaluateOn(history, lastDay + 1)
  const [ofTag, ...others] = await ruleIds()
  expect(others).toEqual([ofPersona.id, ofBrand.id])
  const tagged = {
    title: 'Visibility score for the tag retail is up',
    status: 'resolved',
    resolution: 'withdrawn',
  }
  expect(await storedAlerts(history)).toMatchObject([
    { title: 'Visibility score for the persona Chef is up', status: 'open' },
    tagged,
  ])
  await sql`update prompts set persona_id = null where brand_id = ${brand.id}`.execute(ctx.db)
  await owner.ok(`DELETE /api/brands/${brand.id}/personas/${personas[0].id}`)
  expect(await ruleIds()).toEqual([ofTag, ofBrand.id])
  await evaluateOn(history, lastDay + 1)
  expect(await storedAlerts(history)).toMatchObject([
    { title: 'Visibility score for the persona Chef is up', status: 'resolved', resolution: 'withdrawn' },
    tagged,
  ])
})

test('a change that late answers no longer confirm is withdrawn, and one that moved by a day is not sent again', async () => {
  await forgetAlerts(history)
  await evaluateOn(history, lastDay + 1)
  const [{ cause, id } = { cause: '', id: '' }] = await storedAlerts(history)
  const move = (days: number) =>
    sql`
      update change_log set day = day + ${days}::int, established = established + ${days}::int
      where brand_id = ${history.brand.id} and day = established`.execute(history.ctx.db)
  await move(-1)
  await evaluateOn(history, lastDay + 1)
  const [moved] = await storedAlerts(history)
  expect(moved?.id).toBe(id)
  expect(moved?.cause).not.toBe(cause)
  expect(await countNotifications(history, 'numbers better')).toBe(1)
  await sql`delete from change_log where brand_id = ${history.brand.id}`.execute(history.ctx.db)
  await evaluateOn(history, lastDay + 1)
  expect(await storedAlerts(history)).toMatchObject([{ status: 'resolved', resolution: 'withdrawn' }])
})

test('two concurrent evaluations create each alert and notification once', async () => {
  const history = await createStepHistory({ step: 71 })
  await Promise.all([evaluateOn(history, lastDay + 1), evaluateOn(history, lastDay + 1)])
  const causes = (await storedAlerts(history)).map(({ cause }) => cause)
  expect(causes.length).toBeGreaterThan(0)
  expect(new Set(causes).size).toBe(causes.length)
})

test('days on which a platform fails are never reported as a drop', async () => {
  const history = await createStepHistory({ step: 1_000, outage: { platform: 'gemini', from: 60 } })
  await evaluateOn(history, lastDay + 1)
  const alerts = await listAlerts(history)
  expect(alerts.filter(({ kind }) => kind === 'number_changed')).toEqual([])
})

test('consecutive failed runs extend one alert, which the next complete run resolves', async () => {
  const brand = await createBrand()
  const failed = await brand.addRun('2026-03-01', null)
  await brand.evaluate('2026-03-01')
  const partial = await brand.addRun('2026-03-02', [10, 5])
  await brand.evaluate('2026-03-02')
  expect(await brand.alerts()).toMatchObject([
    { kind: 'run_failed', severity: 'high', status: 'open', day: '2026-03-01', last_day: '2026-03-02' },
  ])
  expect((await brand.alerts())[0]?.items[0]?.path).toContain(`/runs/${partial}`)
  expect(failed).not.toBe(partial)
  await brand.addRun('2026-03-03', [15, 0])
  await brand.evaluate('2026-03-03')
  expect(await brand.alerts()).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
  await brand.addRun('2026-03-04', [15, 1])
  await brand.evaluate('2026-03-04')
  expect(await brand.alerts()).toHaveLength(1)
})

test('an engine that rejects its key has one alert until it answers again', async () => {
  const brand = await createBrand()
  await brand.addFailure('2026-03-01')
  await brand.evaluate('2026-03-01')
  await brand.addFailure('2026-03-02')
  await brand.evaluate('2026-03-02')
  expect(await brand.alerts()).toMatchObject([
    { kind: 'engine_key_failed', status: 'open', severity: 'high', last_day: '2026-03-02' },
  ])
  await brand.write({ prompt: brand.prompts.plain, day: '2026-03-03', text: 'Zorvex.', surface: 'api' })
  await brand.evaluate('2026-03-03')
  expect(await brand.alerts()).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
})

test('negative answers after weeks without any are an alert with the quote', async () => {
  const brand = await createBrand()
  for (let day = 1; day <= 40; day += 1)
    await brand.write({
      prompt: brand.prompts.plain,
      day: daysAfter('2026-02-01', day),
      text: 'Zorvex is excellent and outstanding.',
    })
  const text = 'Zorvex is not recommended: unreliable and terrible.'
  await brand.write({ prompt: brand.prompts.plain, day: '2026-03-11', text })
  await brand.write({ prompt: brand.prompts.branded, day: '2026-03-12', text })
  await brand.evaluate('2026-03-14')
  expect(await brand.alerts()).toEqual([])
  await brand.write({ prompt: brand.prompts.branded, day: '2026-03-13', text })
  await brand.evaluate('2026-03-15')
  const [alert, ...others] = await brand.alerts()
  expect(others).toEqual([])
  expect(alert).toMatchObject({ kind: 'negative_sentiment', day: '2026-03-13' })
  expect(alert?.items[0]?.quote).toContain('unreliable')
  expect(alert?.items[0]?.path).toContain('sentiment=negative')
})

test('an audit with a score that is five points lower is an alert, and one with a small loss is not', async () => {
  const brand = await createBrand()
  await brand.addAudit('2026-03-01', 80)
  await brand.addAudit('2026-03-02', 77)
  await brand.addAudit('2026-03-03', 60)
  await brand.evaluate('2026-03-03')
  expect(await brand.alerts()).toMatchObject([{ kind: 'audit_got_worse', day: '2026-03-03' }])
})

test('a used-up spend limit is one alert per month, for brands that spent something', async () => {
  const brand = await createBrand()
  const other = await brand.owner.ok('POST /api/brands', { name: 'Unspent', domain: 'unspent.com' })
  await sql`update organizations set spend_limit_micros = 1000 where id = ${brand.ctx.organizationId}`.execute(
    brand.ctx.db,
  )
  await sql`
    insert into spend values (${brand.ctx.organizationId}, '2026-03-01', 'answers', 'openai', ${brand.brand.id}, 1, 2000, 0)`.execute(
    brand.ctx.db,
  )
  await brand.evaluate('2026-03-02')
  await brand.evaluate('2026-03-05')
  expect(await brand.alerts()).toMatchObject([{ kind: 'budget_reached', status: 'open', day: '2026-03-02' }])
  await evaluateAlerts(brand.on('2026-03-05'), other.id)
  expect((await brand.owner.ok(`GET /api/brands/${other.id}/alerts`)).items).toEqual([])
  await brand.evaluate('2026-04-01')
  expect(await brand.alerts()).toMatchObject([{ status: 'resolved', resolution: 'recovered' }])
})

test('the used-up limits of the organization and of the brand are two alerts', async () => {
  const brand = await createBrand()
  await brand.owner.ok(`PUT /api/brands/${brand.brand.id}/spend-limit`, { spend_limit_micros: 1_500 })
  await sql`
    insert into spend values (${brand.ctx.organizationId}, '2026-03-01', 'answers', 'openai', ${brand.brand.id}, 1, 2000, 0)`.execute(
    brand.ctx.db,
  )
  const labels = async () =>
    (await brand.alerts()).flatMap(({ items }) => items.map(({ label }: Json) => label)).toSorted()
  await brand.evaluate('2026-03-02')
  expect(await labels()).toEqual(['Monthly spend limit of the brand'])
  await brand.owner.ok('PATCH /api/organization', { spend_limit_micros: 1_000 })
  await brand.evaluate('2026-03-03')
  expect(await labels()).toEqual(['Monthly spend limit', 'Monthly spend limit of the brand'])
})

test('a snoozed alert is not open until its time, and acknowledging ends the snooze', async () => {
  const brand = await createBrand()
  await brand.addRun('2026-03-01', null)
  await brand.evaluate('2026-03-01')
  const [alert] = await brand.alerts()
  const path = `/api/brands/${brand.brand.id}/alerts`
  const later = new Date(Date.now() + 86_400_000).toISOString()
  await brand.owner.ok(`PATCH ${path}/${alert?.id}`, { snoozed_until: later })
  const list = async (status: string) => (await brand.owner.ok(`GET ${path}?status=${status}`)).items.length
  expect([await list('open'), await list('snoozed')]).toEqual([0, 1])
  await brand.owner.ok(`PATCH ${path}/${alert?.id}`, { status: 'acknowledged' })
  expect([await list('open'), await list('snoozed'), await list('acknowledged')]).toEqual([0, 0, 1])
  await brand.evaluate('2026-03-01')
  expect([await list('open'), await list('acknowledged')]).toEqual([0, 1])
})

test('an alert has an owner, who is a member with access to its brand', async () => {
  const { owner, brand } = await createTestBrand(service)
  const id = await insertAlert(service, brand.id, 'Zorvex')
  const path = `/api/brands/${brand.id}/alerts/${id}`
  const { items: members } = await owner.ok('GET /api/members')
  const { user_id, name } = members[0]
  expect(await owner.ok(`PATCH ${path}`, { owner_id: user_id })).toMatchObject({ owner: { user_id, name } })
  expect(await owner.ok(`PATCH ${path}`, { status: 'acknowledged' })).toMatchObject({ owner: { name } })
  expect((await owner.ok(`GET /api/brands/${brand.id}/alerts`)).items).toMatchObject([{ owner: { name } }])
  const stranger = (await (await service.signUp()).ok('GET /api/members')).items[0].user_id
  expect(await owner.call(`PATCH ${path}`, { owner_id: stranger })).toMatchObject({ status: 404 })
  const other = await owner.ok('POST /api/brands', { name: 'Aldine', domain: 'aldine.com' })
  await addMember(service, owner, { role: 'editor', brandIds: [other.id] })
  const limited = (await owner.ok('GET /api/members')).items.find(({ role }: Json) => role === 'editor')
  expect(await owner.call(`PATCH ${path}`, { owner_id: limited.user_id })).toMatchObject({ status: 400 })
  expect(await owner.ok(`PATCH ${path}`, { owner_id: null })).toMatchObject({ owner: null })
})

test('a rule keeps the day from which it applies unless its filter changes', async () => {
  const { owner, brand, ctx } = await createTestBrand(service)
  const { items } = await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
  const rule = items.find(({ kind }: Json) => kind === 'number_changed')
  const change = (body: Json) => owner.ok(`PATCH /api/brands/${brand.id}/alert-rules/${rule.id}`, body)
  const appliesFrom = async () => {
    const { applies_from } = await ctx.db
      .selectFrom('alert_rules')
      .select('applies_from')
      .where('id', '=', rule.id)
      .executeTakeFirstOrThrow()
    return applies_from
  }
  const { number, platform, direction } = rule
  await change({ number, platform, direction, channel_ids: [] })
  expect(await appliesFrom()).toBe(null)
  expect(await change({ min_change: 3 })).toMatchObject({ min_change: 3, channel_ids: [] })
  expect(await appliesFrom()).toBe(utcDay(service.base.now()))
})

test('a muted rule lists its alerts without sending them, and a disabled one creates none', async () => {
  const muted = await createBrand()
  await muted.changeRule('run_failed', { muted_until: '2026-04-01T00:00:00Z' })
  await muted.addRun('2026-03-01', null)
  await muted.evaluate('2026-03-01')
  expect(await muted.alerts()).toHaveLength(1)
  expect(await countNotifications(muted, 'run')).toBe(0)
  const disabled = await createBrand()
  await disabled.changeRule('run_failed', { is_enabled: false })
  await disabled.addRun('2026-03-01', null)
  await disabled.evaluate('2026-03-01')
  expect(await disabled.alerts()).toEqual([])
})

test('the timer evaluates a brand whose run ended without an evaluation', async () => {
  const brand = await createBrand()
  await brand.addRun('2026-03-01', null)
  await evaluateDueAlerts(
    { ...service.base, now: () => new Date('2026-03-01T23:59:00Z') },
    new AbortController().signal,
  )
  expect(await brand.alerts()).toMatchObject([{ kind: 'run_failed' }])
})

test('a rule is validated by its kind, and a competitor, topic or persona of another brand is not found', async () => {
  const brand = await createBrand()
  const other = await createBrand()
  const [competitor] = await other.owner
    .ok(`GET /api/brands/${other.brand.id}/competitors`)
    .then(({ items }) => items)
  const create = (body: object) => brand.owner.call(`POST /api/brands/${brand.brand.id}/alert-rules`, body)
  expect((await create({ kind: 'run_failed', number: 'score' })).status).toBe(400)
  expect((await create({ kind: 'number_changed', direction: 'new' })).status).toBe(400)
  expect((await create({ kind: 'competitor_changed', competitor_id: competitor.id })).status).toBe(404)
  const addTopic = ({ owner, brand: { id } }: typeof brand) =>
    owner.ok(`POST /api/brands/${id}/topics`, { name: 'Trainers' })
  const [own, foreign] = [await addTopic(brand), await addTopic(other)]
  expect((await create({ kind: 'number_changed', topic_id: foreign.id })).status).toBe(404)
  expect((await create({ kind: 'competitor_changed', topic_id: own.id })).status).toBe(400)
  expect((await create({ kind: 'number_changed', topic_id: own.id, platform: 'gemini' })).status).toBe(400)
  expect((await create({ kind: 'number_changed', topic_id: own.id })).status).toBe(201)
  const addPersona = ({ owner, brand: { id } }: typeof brand) =>
    owner.ok(`POST /api/brands/${id}/personas`, { name: 'Baker', instruction: 'I am a baker.' })
  const [ownPersona, foreignPersona] = [await addPersona(brand), await addPersona(other)]
  expect(await create({ kind: 'number_changed', persona_id: foreignPersona.id })).toMatchObject({
    status: 404,
  })
  expect(await create({ kind: 'number_changed', persona_id: ownPersona.id, topic_id: own.id })).toMatchObject(
    {
      status: 400,
      text: expect.stringContaining('persona_id: cannot be given together with topic_id'),
    },
  )
  expect(await create({ kind: 'number_changed', persona_id: ownPersona.id })).toMatchObject({
    status: 201,
    body: { persona_id: ownPersona.id, topic_id: null, tag: null, market: null },
  })
  expect((await create({ kind: 'number_changed', number: 'score', direction: 'down' })).status).toBe(201)
})

test('a tag or market that no prompt has is an error that says so', async () => {
  const { owner, brand } = await createTestBrand(service)
  const add = (body: object) => owner.ok('POST /api/prompts', { brand_id: brand.id, region: null, ...body })
  await add({ text: 'Which shop?', tags: ['retail'], language: 'de' })
  const { id } = await add({ text: 'Which wholesaler?', tags: ['b2b'], region: 'FR', language: null })
  await add({ text: 'Which of all?', language: null })
  const create = async (body: object) => {
    const { status, text } = await owner.call(`POST /api/brands/${brand.id}/alert-rules`, {
      kind: 'number_changed',
      ...body,
    })
    return status === 201 ? 201 : [status, text]
  }
  const isRefused = (sentence: string) => [400, expect.stringContaining(sentence)]
  const noTag = isRefused('tag: must be the tag of a prompt of this brand')
  const noMarket = isRefused('market: must be the country and language of a prompt of this brand')
  expect(await create({ tag: 'retail' })).toBe(201)
  expect(await create({ market: 'none/de' })).toBe(201)
  expect(await create({ market: 'FR/none' })).toBe(201)
  for (const tag of ['Retail', 'other', "retail' or true", '%']) expect(await create({ tag })).toEqual(noTag)
  for (const market of ['none/none', 'DE/de', 'de', '/', 'FR/none/none'])
    expect(await create({ market })).toEqual(noMarket)
  for (const body of [{ tag: '' }, { tag: 'a'.repeat(51) }, { market: 'a'.repeat(31) }, { tag: ['retail'] }])
    expect(await create(body)).toMatchObject([400, expect.any(String)])
  await owner.ok(`DELETE /api/prompts/${id}`)
  expect(await create({ tag: 'b2b' })).toEqual(noTag)
  expect(await create({ market: 'FR/none' })).toEqual(noMarket)
})

test('API keys and MCP read the alerts of their brands only', async () => {
  const brand = await createBrand()
  const other = await createBrand()
  await brand.addRun('2026-03-01', null)
  await brand.evaluate('2026-03-01')
  const send = await getKey(brand.owner, service.app)
  const foreign = await getKey(other.owner, service.app)
  for (const surface of ['v1', 'mcp']) {
    const address = `GET /api/${surface}/alerts?brand_id=${brand.brand.id}`
    expect(await send(address)).toMatchObject({ status: 200, text: expect.stringContaining('run_failed') })
    expect((await foreign(address)).status).toBe(404)
  }
})

type Derived = {
  cause: string
  kind: string
  title: string
  day: string
  items: unknown
  id: string
  status: string
  resolution: string | null
}

const derivedPart = ({ cause, kind, title, day, items }: Derived) => ({ cause, kind, title, day, items })

async function storedAlerts({ ctx, brand }: Pick<History, 'ctx' | 'brand'>): Promise<Derived[]> {
  const { rows } =
    await sql<Derived>`select * from alerts where brand_id = ${brand.id} order by cause`.execute(ctx.db)
  return rows.map((row) => ({ ...row, title: inEnglish(messageOrText.parse(row.title)) }))
}

type ShownItem = {
  label: string
  detail: string
  path: string
  quote: string | null
  change: { number: string; platform: string; before: number; after: number } | null
}
type ShownAlert = { id: string; kind: string; title: string; items: ShownItem[] }

/** Lists the alerts, whose texts have the formats of the dashboard. */
async function listAlerts({ owner, brand }: Pick<History, 'owner' | 'brand'>): Promise<ShownAlert[]> {
  const { items } = await owner.ok(`GET /api/brands/${brand.id}/alerts`)
  expect(rawValuesIn(items)).toEqual([])
  return items
}

async function countNotifications(
  { ctx, brand }: Pick<History, 'ctx' | 'brand'>,
  cause: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications
    where brand_id = ${brand.id} and dedupe_key like ${`alert ${brand.id} ${cause}%`}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

const onDay = ({ ctx }: Pick<History, 'ctx'>, today: number) => ({
  ...ctx,
  now: () => new Date(`${daysAfter(start, today)}T12:00:00Z`),
})

/** Deletes the alerts with their notifications, rules and state. */
async function forgetAlerts({ ctx, brand }: History): Promise<void> {
  for (const table of ['alerts', 'alert_rules', 'alert_states', 'notifications'])
    await sql`delete from ${sql.table(table)} where brand_id = ${brand.id}`.execute(ctx.db)
}

const evaluateOn = (history: History, today: number) =>
  evaluateAlerts(onDay(history, today), history.brand.id)

const changePrompts = (prompts: readonly { id: string }[], change: object) =>
  history.owner.ok('POST /api/prompts/bulk', {
    brand_id: history.brand.id,
    prompt_ids: prompts.map(({ id }) => id),
    ...change,
  })

const scoreRule = { kind: 'number_changed', number: 'score' } as const

/** Replaces all rules of the history by one for the score of a group of prompts. */
async function evaluateOnly(subject: object): Promise<void> {
  await forgetAlerts(history)
  const rules = `/api/brands/${history.brand.id}/alert-rules`
  await history.owner.ok(`GET ${rules}`)
  await sql`delete from alert_rules where brand_id = ${history.brand.id}`.execute(history.ctx.db)
  await history.owner.ok(`POST ${rules}`, { ...scoreRule, ...subject })
  await sql`update alert_rules set applies_from = null where brand_id = ${history.brand.id}`.execute(
    history.ctx.db,
  )
  await evaluateOn(history, lastDay + 1)
}

async function replayTitles(subject: object): Promise<string[]> {
  const rule = { ...openRule, ...scoreRule, ...subject }
  const preview = await previewRule(onDay(history, lastDay + 1), history.brand.id, rule)
  return preview.alerts.map((alert) => inEnglish(alert.title))
}

/** Answers of two platforms to all prompts. The brand is mentioned three times as often from the step on. */
async function createStepHistory({
  step,
  outage,
}: {
  step: number
  outage?: { platform: string; from: number }
}): Promise<History> {
  const history = await createHistory(service)
  const random = seededRandom(1)
  const answers: WrittenAnswer[] = []
  for (let day = 0; day <= lastDay; day += 1)
    for (const prompt of history.prompts)
      for (const platform of ['chatgpt', 'gemini']) {
        const isNamed = random() < (day < step ? 0.3 : 0.9)
        if (outage?.platform === platform && day >= outage.from) continue
        const milli = visibilityScoreMilli({ named: isNamed, cited: false, rank: isNamed ? 1 : null })
        const facts = {
          mentions: Number(isNamed),
          rank: isNamed ? 1 : 0,
          own: 0,
          milli,
          sentiment: isNamed ? 1 : 0,
        }
        answers.push({
          id: newId(),
          day: daysAfter(start, day),
          prompt,
          platform,
          model: 'm-1',
          region: '',
          entities: new Map([[0, facts]]),
          cites: [],
        })
      }
  await addAnswers(history, answers)
  return history
}

async function createBrand() {
  const created = await createTestBrand(service)
  const { ctx, brand, owner } = created
  const on = (day: string) => ({ ...ctx, now: () => new Date(`${day}T12:00:00Z`) })
  const addJob = async (kind: 'run' | 'audit', day: string, values: object) => {
    const id = newId(Date.parse(day))
    await ctx.db
      .insertInto('jobs')
      .values({
        brand_id: brand.id,
        id,
        kind,
        status: 'completed',
        input: '{}',
        actor_kind: 'system',
        finished_at: new Date(`${day}T10:00:00Z`),
        ...values,
      })
      .execute()
    return id
  }
  return {
    ...created,
    on,
    evaluate: (day: string) => evaluateAlerts(on(day), brand.id),
    alerts: () => listAlerts(created),
    /** `counts`: answered and failed queries; null for a failed run. */
    addRun: (day: string, counts: [answered: number, failed: number] | null) =>
      counts === null
        ? addJob('run', day, {
            status: 'failed',
            failed_reason: '{"id":"common.texts.plain","values":{"text":"No query was answered."}}',
          })
        : addJob('run', day, {
            result: JSON.stringify({
              platforms: [
                { platform: 'chatgpt', answered: counts[0], failed: counts[1], skipped: 0, error: null },
              ],
            }),
          }),
    addAudit: async (day: string, score: number) => {
      const id = await addJob('audit', day, {})
      await ctx.db
        .insertInto('site_audits')
        .values({
          brand_id: brand.id,
          id,
          url: 'https://zorvex.com/',
          pages: 1,
          score,
          report: '{}',
          created_at: new Date(day),
        })
        .execute()
    },
    addFailure: async (day: string) => {
      await created.write({ prompt: created.prompts.plain, day, text: null, surface: 'api' })
      await sql`
        update answers set failure = ${keyRejectionMessage('OpenAI', 'OPENAI_API_KEY')}
        where brand_id = ${brand.id} and status = 'failed'`.execute(ctx.db)
    },
    changeRule: async (kind: string, change: object) => {
      const { items } = await owner.ok(`GET /api/brands/${brand.id}/alert-rules`)
      const rule = items.find((each: { kind: string }) => each.kind === kind)
      await owner.ok(`PATCH /api/brands/${brand.id}/alert-rules/${rule.id}`, change)
    },
  }
}
