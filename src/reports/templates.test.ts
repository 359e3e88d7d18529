import { expect, test } from 'vitest'
import { sharedService } from '../../test/support.ts'

const service = await sharedService()

const sections = [
  { section: 'trend', note: 'Without branded prompts.' },
  { section: 'figures', note: '' },
]

test('a template keeps sections, order and notes, and members of another organization cannot delete it', async () => {
  const owner = await service.signUp()
  const template = await owner.ok('POST /api/report-templates', { name: 'Monthly', sections })
  expect(await owner.ok('GET /api/report-templates')).toEqual({ items: [template] })
  expect(template).toMatchObject({ name: 'Monthly', sections })
  const other = await service.signUp()
  expect(await other.ok('GET /api/report-templates')).toEqual({ items: [] })
  expect((await other.call(`DELETE /api/report-templates/${template.id}`)).status).toBe(404)
  await owner.ok(`DELETE /api/report-templates/${template.id}`)
  expect(await owner.ok('GET /api/report-templates')).toEqual({ items: [] })
})

test('a template replaces the one of the same name', async () => {
  const owner = await service.signUp()
  const first = await owner.ok('POST /api/report-templates', { name: 'Monthly', sections })
  const second = await owner.ok('POST /api/report-templates', {
    name: 'Monthly',
    sections: [{ section: 'method' }],
  })
  expect(second).toMatchObject({ id: first.id, sections: [{ section: 'method', note: '' }] })
  expect((await owner.ok('GET /api/report-templates')).items).toHaveLength(1)
})

test('an organization can have 50 templates, and replace one of them then', async () => {
  const owner = await service.signUp()
  const save = (name: string) => owner.call('POST /api/report-templates', { name, sections })
  for (let number = 1; number <= 50; number += 1) await save(`Template ${number}`)
  expect((await save('One more')).status).toBe(409)
  expect((await save('Template 7')).status).toBe(201)
})

test('a template without sections, or with a section twice, is rejected', async () => {
  const owner = await service.signUp()
  const save = (list: object[]) =>
    owner.call('POST /api/report-templates', { name: 'Monthly', sections: list })
  expect((await save([])).status).toBe(400)
  expect((await save([{ section: 'trend' }, { section: 'trend' }])).status).toBe(400)
})
