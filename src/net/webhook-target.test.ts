import { expect, test } from 'vitest'
import { WebhookSecret } from './webhook-target.ts'

const encoded = (bytes: number) => `whsec_${Buffer.alloc(bytes, 0xfb).toString('base64')}`
const isAccepted = (secret: string) => WebhookSecret.safeParse(secret).success

test('a secret with the prefix of Standard Webhooks is accepted if it decodes to at least 16 bytes', () => {
  expect([encoded(16), encoded(16).replace(/=+$/, ''), encoded(24), encoded(64)].map(isAccepted)).toEqual(
    Array(4).fill(true),
  )
  expect([encoded(15), encoded(3), 'whsec_'].map(isAccepted)).toEqual(Array(3).fill(false))
})

test('a secret whose encoding contains characters that are not base64 is refused, so its key is never shorter than it appears', () => {
  const valid = encoded(24).slice('whsec_'.length)
  for (const text of [
    '!'.repeat(40),
    `${valid}!`,
    `!${valid}`,
    valid.replaceAll('+', '-'),
    `${valid} ${valid}`,
  ])
    expect(isAccepted(`whsec_${text}`), text).toBe(false)
})

test('a secret without the prefix is used as text', () => {
  expect(isAccepted('a secret of the receiver!')).toBe(true)
})
