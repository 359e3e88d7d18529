import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret } from './encryption.ts'

const keysWith = (secretKey: string, previous: string[] = []) => ({
  secretKey,
  config: { SECRET_KEY_PREVIOUS: previous },
})
const secretKey = 'a secret of the tests, long enough for them'
const key = keysWith(secretKey)

test('an encrypted secret decrypts to itself, does not contain the plaintext, and differs each time', () => {
  const encrypted = encryptSecret(key, 'whsec_ünïcode', 'row-1')
  expect(decryptSecret(key, encrypted, 'row-1')).toBe('whsec_ünïcode')
  expect(encrypted.includes('whsec')).toBe(false)
  expect(encryptSecret(key, 'whsec_ünïcode', 'row-1').equals(encrypted)).toBe(false)
  expect(decryptSecret(key, encryptSecret(key, '', 'row-1'), 'row-1')).toBe('')
})

test('decryption fails for another row, for a changed byte, and for bytes that are not a ciphertext', () => {
  const encrypted = encryptSecret(key, 'secret', 'row-1')
  expect(() => decryptSecret(key, encrypted, 'row-2')).toThrow()
  for (const at of [5, 20, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decryptSecret(key, changed, 'row-1'), `byte ${at}`).toThrow()
  }
  expect(() => decryptSecret(key, Buffer.from('plain text'), 'row-1')).toThrow('not an encrypted secret')
})

test('a secret encrypted with another SECRET_KEY decrypts to null, unless SECRET_KEY_PREVIOUS contains that key', () => {
  const encrypted = encryptSecret(key, 'secret', 'row-1')
  const next = `${secretKey}!`
  expect(decryptSecret(keysWith(next), encrypted, 'row-1')).toBeNull()
  expect(decryptSecret(keysWith(next, ['another key', secretKey]), encrypted, 'row-1')).toBe('secret')
})
