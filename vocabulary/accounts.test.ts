import { expect, test } from 'vitest'
import { Password, Role } from '../src/accounts/fields.ts'
import { roleLabels, roleMeanings } from './accounts.ts'
import { passwordMinLength } from './password-length.ts'

test('the displayed password rule matches the enforced one', () => {
  expect(Password.safeParse('x'.repeat(passwordMinLength)).success).toBe(true)
  expect(Password.safeParse('x'.repeat(passwordMinLength - 1)).success).toBe(false)
})

test('every role has a label and a description', () => {
  expect(Object.keys(roleLabels).toSorted()).toEqual(Role.options.toSorted())
  expect(Object.keys(roleMeanings).toSorted()).toEqual(Role.options.toSorted())
})
