import { expect, test } from 'vitest'
import { Password, Role } from '../src/accounts/fields.ts'
import { roles } from './accounts.ts'
import { passwordMinLength } from './password-length.ts'

test('the displayed password rule matches the enforced one', () => {
  expect(Password.safeParse('x'.repeat(passwordMinLength)).success).toBe(true)
  expect(Password.safeParse('x'.repeat(passwordMinLength - 1)).success).toBe(false)
})

test('every role of the API has labels', () => {
  expect(roles.toSorted()).toEqual(Role.options.toSorted())
})
