import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { type Context, transaction } from '../core/context.ts'
import { encryptSecret } from '../db/encryption.ts'
import {
  addMember,
  confirmRecipients,
  createBrandFor,
  exampleMessage,
  organizationContext,
} from './notifications.fixture.ts'
import { type NewNotification, notify } from './notify.ts'

const service = await testService({ SMTP_URL: 'smtp://localhost', SMTP_FROM: 'ansight@example.com' })

async function organization() {
  const owner = await service.signUp()
  const ctx = await organizationContext(service, owner)
  const brand = await createBrandFor(owner, 'Acme')
  const other = await createBrandFor(owner, 'Other')
  const limited = await addMember(service, owner, { role: 'viewer', brandIds: [brand] })
  const { user } = await owner.ok('GET /api/auth/get-session')
  return { ctx, brand, other, ownerId: String(user.id), limitedId: limited.userId, limited }
}

const send = (ctx: Context, notification: Partial<NewNotification>) =>
  transaction(ctx, (tx) =>
    notify(tx, { brandId: null, kind: 'alert', key: 'cause', message: exampleMessage, ...notification }),
  )

async function inboxOwners(ctx: Context, id: string | null): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('inbox_items')
    .select('user_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('notification_id', '=', id)
    .execute()
  return rows.map((row) => row.user_id).sort()
}

const getDeliveries = (ctx: Context, id: string | null) =>
  ctx.db
    .selectFrom('deliveries')
    .select(['channel_id', 'user_id', 'recipient', 'status'])
    .where('organization_id', '=', ctx.organizationId)
    .where('notification_id', '=', id)
    .orderBy('recipient')
    .execute()

async function insertChannel(
  ctx: Context,
  values: {
    kind: 'email' | 'slack'
    brand_ids?: string[]
    notification_kinds?: string[]
    is_active?: boolean
  },
): Promise<string> {
  const id = crypto.randomUUID()
  const isEmail = values.kind === 'email'
  await ctx.db
    .insertInto('channels')
    .values({
      organization_id: ctx.organizationId,
      id,
      name: 'Channel',
      is_active: true,
      notification_kinds: ['alert'],
      recipients: isEmail ? ['b@example.com', 'a@example.com'] : null,
      url: isEmail ? null : encryptSecret(ctx, 'https://hooks.slack.com/services/T/B/X', id),
      created_at: ctx.now(),
      updated_at: ctx.now(),
      ...values,
    })
    .execute()
  await confirmRecipients(ctx)
  return id
}

test('a notification of a brand is in the inbox of the members who can see the brand', async () => {
  const { ctx, brand, other, ownerId, limitedId } = await organization()
  const seen = await send(ctx, { brandId: brand, key: 'one' })
  const hidden = await send(ctx, { brandId: other, key: 'two' })
  const both = await send(ctx, { brandIds: [brand, other], key: 'three' })
  expect(await inboxOwners(ctx, seen)).toEqual([ownerId, limitedId].sort())
  expect(await inboxOwners(ctx, hidden)).toEqual([ownerId])
  expect(await inboxOwners(ctx, both)).toEqual([ownerId])
})

test('chosen recipients get a notification only if they can see its brand', async () => {
  const { ctx, other, ownerId, limitedId } = await organization()
  const id = await send(ctx, { brandId: other, userIds: [limitedId, ownerId], emailUserIds: [limitedId] })
  expect(await inboxOwners(ctx, id)).toEqual([ownerId])
  expect(await getDeliveries(ctx, id)).toEqual([])
})

test('what concerns the organization reaches neither viewers nor members and channels that are limited to its brand', async () => {
  const { ctx, brand, ownerId } = await organization()
  const everywhere = await insertChannel(ctx, { kind: 'slack' })
  const ofBrand = await insertChannel(ctx, { kind: 'slack', brand_ids: [brand] })
  const plain = await send(ctx, { brandId: brand })
  expect(await inboxOwners(ctx, plain)).toHaveLength(2)
  expect((await getDeliveries(ctx, plain)).map((each) => each.channel_id).sort()).toEqual(
    [everywhere, ofBrand].sort(),
  )
  const hidden = await send(ctx, { brandId: brand, key: 'budget', isForOrganization: true })
  expect(await inboxOwners(ctx, hidden)).toEqual([ownerId])
  expect((await getDeliveries(ctx, hidden)).map((each) => each.channel_id)).toEqual([everywhere])
})

test('a second notification with the same key is not stored, also when both are written concurrently', async () => {
  const { ctx } = await organization()
  const ids = await Promise.all([send(ctx, {}), send(ctx, {}), send(ctx, {})])
  expect(ids.filter((id) => id !== null)).toHaveLength(1)
  expect(await send(ctx, {})).toBeNull()
  const another = await organization()
  expect(await send(another.ctx, {})).not.toBeNull()
})

test('a notification of a transaction that is rolled back is not stored, and its key is free', async () => {
  const { ctx } = await organization()
  const failing = transaction(ctx, async (tx) => {
    await notify(tx, { brandId: null, kind: 'system', key: 'cause', message: exampleMessage })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await send(ctx, {})).not.toBeNull()
})

test('a notification is delivered to the active channels of its kind and brand, once per address', async () => {
  const { ctx, brand, other } = await organization()
  const slack = await insertChannel(ctx, { kind: 'slack' })
  const email = await insertChannel(ctx, { kind: 'email', brand_ids: [brand] })
  await insertChannel(ctx, { kind: 'slack', notification_kinds: ['digest'] })
  await insertChannel(ctx, { kind: 'slack', is_active: false })
  const id = await send(ctx, { brandId: brand, key: 'one' })
  expect(await getDeliveries(ctx, id)).toEqual([
    { channel_id: email, user_id: null, recipient: 'a@example.com', status: 'waiting' },
    { channel_id: email, user_id: null, recipient: 'b@example.com', status: 'waiting' },
    { channel_id: slack, user_id: null, recipient: null, status: 'waiting' },
  ])
  const elsewhere = await send(ctx, { brandId: other, key: 'two' })
  expect((await getDeliveries(ctx, elsewhere)).map((row) => row.channel_id)).toEqual([slack])
})

test('chosen channels get a notification of any kind, except channels of other organizations', async () => {
  const { ctx } = await organization()
  const foreign = await insertChannel((await organization()).ctx, { kind: 'slack' })
  const chosen = await insertChannel(ctx, { kind: 'slack' })
  await insertChannel(ctx, { kind: 'slack', notification_kinds: ['report'] })
  const id = await send(ctx, { kind: 'report', channelIds: [chosen, foreign] })
  expect((await getDeliveries(ctx, id)).map((row) => row.channel_id)).toEqual([chosen])
})

test('removing a member removes their inbox', async () => {
  const { ctx, ownerId, limitedId, brand } = await organization()
  const id = await send(ctx, { brandId: brand })
  await ctx.db.deleteFrom('members').where('user_id', '=', limitedId).execute()
  expect(await inboxOwners(ctx, id)).toEqual([ownerId])
})
