import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'

const service = await sharedService()

async function createBrand() {
  const owner = await service.signUp()
  const brand = await owner.ok('POST /api/brands', { name: 'Acme', domain: 'acme.com' })
  return { owner, notes: `/api/brands/${brand.id}/notes` }
}

test('a note is added, changed in part, listed and removed, and each is in the audit log', async () => {
  const { owner, notes } = await createBrand()
  const note = await owner.ok(`POST ${notes}`, { day: '2026-11-08', text: '  Site   relaunch ' })
  expect(note).toMatchObject({ day: '2026-11-08', text: 'Site relaunch' })
  expect(await owner.ok(`PATCH ${notes}/${note.id}`, { text: 'Relaunch' })).toMatchObject({
    id: note.id,
    day: '2026-11-08',
    text: 'Relaunch',
  })
  expect((await owner.ok(`GET ${notes}`)).items).toEqual([await owner.ok(`GET ${notes}/${note.id}`)])
  expect((await owner.call(`DELETE ${notes}/${note.id}`)).status).toBe(204)
  expect((await owner.ok(`GET ${notes}`)).items).toEqual([])
  expect((await owner.call(`GET ${notes}/${note.id}`)).status).toBe(404)
  const { items } = await owner.ok('GET /api/audit-log?limit=3')
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'note.deleted',
    'note.changed',
    'note.created',
  ])
})

test('a note needs a day that exists and a text in one line of at most 120 characters', async () => {
  const { owner, notes } = await createBrand()
  const given = [
    { day: '2026-02-30', text: 'Relaunch' },
    { day: '2026-02-28', text: ' ' },
    { day: '2026-02-28', text: 'a'.repeat(121) },
    { text: 'Relaunch' },
  ]
  for (const body of given) expect((await owner.call(`POST ${notes}`, body)).status).toBe(400)
})
