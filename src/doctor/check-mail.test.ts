import { expect, test } from 'vitest'
import { contextWith, sharedService } from '../../test/support.ts'
import { startMailServer } from '../mail/smtp-server.fixture.ts'
import { checkMail } from './check-mail.ts'

const service = await sharedService()

function examine(url: string | null, online: boolean) {
  const config = { ...service.base.config, SMTP_URL: url, SMTP_FROM: 'ansight@acme.com' }
  return checkMail(contextWith(service.base, { config }), { online })
}

test('without SMTP_URL there is no check, and without --online no connection', async () => {
  expect(await examine(null, true)).toEqual([])
  expect(await examine('smtp://127.0.0.1:1', false)).toMatchObject([{ id: 'email.smtp', verdict: 'ok' }])
})

test('the check signs in to the server, and a failure contains its response', async () => {
  const server = await startMailServer({ account: { user: 'ansight', password: 'right' } })
  const url = (password: string) =>
    `smtp://ansight:${password}@127.0.0.1:${server.port}?tls.rejectUnauthorized=false`
  expect(await examine(url('right'), true)).toMatchObject([{ verdict: 'ok' }])
  expect(await examine(url('wrong'), true)).toMatchObject([
    { verdict: 'fail', message: expect.stringContaining('535') },
  ])
  await server.close()
})
