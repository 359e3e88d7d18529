import { expect, test } from 'vitest'
import { handleReauthentication, reauthenticate } from './reauthentication.ts'

const refusal = new Error('Confirm who you are first.')

test('concurrent requests ask the person once, and a later request asks again', async () => {
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let questions = 0
  const remove = handleReauthentication(() => asked[questions++]?.promise ?? Promise.reject(refusal))
  const both = Promise.all([reauthenticate(refusal), reauthenticate(refusal)])
  asked[0]?.resolve()
  await both
  expect(questions).toBe(1)
  const later = reauthenticate(refusal)
  asked[1]?.reject(new Error('cancelled'))
  await expect(later).rejects.toThrow('cancelled')
  expect(questions).toBe(2)
  remove()
})

test('a page that cannot ask shows the refusal of the server', async () => {
  await expect(reauthenticate(refusal)).rejects.toBe(refusal)
})
