import { expect, test } from 'vitest'
import { decryptSecret, encryptSecret } from './encryption.ts'

const key = 'a secret of the tests, long enough for them'

test('a sealed secret opens again, and shows nothing of itself', () => {
  const sealed = encryptSecret(key, 'whsec_ünïcode', 'row-1')
  expect(decryptSecret(key, sealed, 'row-1')).toBe('whsec_ünïcode')
  expect(sealed.includes('whsec')).toBe(false)
  expect(encryptSecret(key, 'whsec_ünïcode', 'row-1').equals(sealed)).toBe(false)
  expect(decryptSecret(key, encryptSecret(key, '', 'row-1'), 'row-1')).toBe('')
})

test('it opens for no other row, and not when a byte was changed', () => {
  const sealed = encryptSecret(key, 'secret', 'row-1')
  expect(() => decryptSecret(key, sealed, 'row-2')).toThrow()
  for (const at of [5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => decryptSecret(key, changed, 'row-1'), `byte ${at}`).toThrow()
  }
  expect(() => decryptSecret(key, Buffer.from('no seal'), 'row-1')).toThrow('not an encrypted secret')
})

test('with another SECRET_KEY it is known to be sealed, and not to be opened', () => {
  expect(decryptSecret(`${key}!`, encryptSecret(key, 'secret', 'row-1'), 'row-1')).toBeNull()
})
