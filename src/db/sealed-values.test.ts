import { expect, test } from 'vitest'
import { testService } from '../../test/support.ts'
import { decryptSecret, encryptSecret } from './encryption.ts'
import { countSealedValues, reencryptSecrets } from './sealed-values.ts'

const service = await testService()
const old = { secretKey: 'an old secret key that is long enough', config: { SECRET_KEY_PREVIOUS: [] } }
const lost = { secretKey: 'a lost secret key that is long enough', config: { SECRET_KEY_PREVIOUS: [] } }
const base = {
  ...service.base,
  config: { ...service.base.config, SECRET_KEY_PREVIOUS: [old.secretKey] },
}

test('rotating the key encrypts every readable value with the current key, in batches, and changes nothing the second time', async () => {
  const owner = await service.signUp()
  const { id: organization_id } = await owner.ok('GET /api/organization')
  const brand = await owner.ok('POST /api/brands', { name: 'Quilmar', domain: 'quilmar.com' })
  const keyRow = (backend: string, keys: typeof old) => ({
    organization_id,
    backend,
    credentials: encryptSecret(keys, `secret of ${backend}`, `${organization_id} ${backend}`),
    updated_at: new Date(),
  })
  const olds = Array.from({ length: 1_001 }, (_, number) => keyRow(`backend-${number}`, old))
  const damaged = keyRow('damaged', old)
  damaged.credentials[40] = (damaged.credentials[40] ?? 0) ^ 1
  await base.db
    .insertInto('engine_keys')
    .values([...olds, damaged, keyRow('lost', lost)])
    .execute()
  await base.db
    .insertInto('channels')
    .values({
      organization_id,
      id: brand.id,
      brand_id: brand.id,
      kind: 'opportunity_webhook',
      name: 'Quilmar',
      notification_kinds: [],
      url: encryptSecret(old, 'https://example.com/', brand.id),
      secret: encryptSecret(base, 'new', brand.id),
      previous_secret: encryptSecret(old, 'previous', brand.id),
      previous_secret_until: new Date(),
      is_active: false,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  expect(await countSealedValues(base)).toEqual({ current: 1, old: 1_004, unreadable: 1 })
  expect(await reencryptSecrets(base)).toEqual({ reencrypted: 1_003, damaged: 1 })
  expect(await countSealedValues(base)).toEqual({ current: 1_004, old: 1, unreadable: 1 })
  expect(await reencryptSecrets(base)).toEqual({ reencrypted: 0, damaged: 1 })

  const current = { ...base, config: { ...base.config, SECRET_KEY_PREVIOUS: [] } }
  const row = await base.db
    .selectFrom('engine_keys')
    .select('credentials')
    .where('backend', '=', 'backend-1000')
    .executeTakeFirstOrThrow()
  expect(decryptSecret(current, row.credentials ?? Buffer.alloc(0), `${organization_id} backend-1000`)).toBe(
    'secret of backend-1000',
  )
  const webhook = await base.db.selectFrom('channels').selectAll().executeTakeFirstOrThrow()
  expect(decryptSecret(current, webhook.previous_secret ?? Buffer.alloc(0), brand.id)).toBe('previous')
})
