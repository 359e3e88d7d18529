import { createHook } from 'node:async_hooks'
import { scryptSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Resource } from '../core/context.ts'
import { hashPassword, isPassword, passwordCost } from './passwords.ts'

const appWith = (...provided: unknown[]) => {
  const opened = new Map<string, unknown>(provided.length > 0 ? [[passwordCost.name, provided[0]]] : [])
  const use = <T>(resource: Resource<T>): T => {
    if (!opened.has(resource.name)) opened.set(resource.name, resource.open(undefined as never))
    return opened.get(resource.name) as T
  }
  return { use }
}
const app = appWith({ logN: 8, r: 1, p: 1 })
const email = 'ada@example.com'
const verify = (password: string, hash: string) => isPassword(app, { account: email, password }, hash)

test('a hash has the cost of production, at which it is verified', async () => {
  const hash = await hashPassword(appWith(), { account: email, password: 'correct horse' })
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await verify('correct horse', hash)).toBe(true)
})

test('a hash verifies its own password only, and has its own salt', async () => {
  const guess = { account: email, password: 'correct horse' }
  const [hash, another] = [await hashPassword(app, guess), await hashPassword(app, guess)]
  expect(await verify(guess.password, hash)).toBe(true)
  expect(await verify('Correct horse', hash)).toBe(false)
  expect(another.split('$')[4]).not.toBe(hash.split('$')[4])
  expect(await verify(guess.password, another)).toBe(true)
})

test('composed and decomposed forms of a character are the same password', async () => {
  expect(await verify('cafe\u0301', await hashPassword(app, { account: email, password: 'caf\u00e9' }))).toBe(
    true,
  )
})

test('a hash with another cost is verified at its own cost', async () => {
  const salt = Buffer.from('0123456789abcdef')
  const key = scryptSync('secret', salt, 32, { N: 2 ** 10, r: 8, p: 2 })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = `$scrypt$ln=10,r=8,p=2$${text(salt)}$${text(key)}`
  expect(await verify('secret', hash)).toBe(true)
  expect(await verify('secret2', hash)).toBe(false)
})

test.each(['', 'secret', '$scrypt$ln=14,r=16,p=1$$', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$a2V5'])(
  'the malformed hash "%s" throws instead of verifying',
  async (hash) => {
    await expect(verify('secret', hash)).rejects.toThrow('malformed')
  },
)

test('at most two passwords are hashed at a time, so that memory stays bounded', async () => {
  let running = 0
  let most = 0
  const ids = new Set<number>()
  const hook = createHook({
    init: (id, type) => {
      if (type !== 'SCRYPTREQUEST') return
      ids.add(id)
      running += 1
      most = Math.max(most, running)
    },
    before: (id) => {
      if (ids.delete(id)) running -= 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  const callers = [app, callerAt('192.0.2.1'), callerAt('192.0.2.2')]
  await Promise.all(
    callers.flatMap((caller) =>
      Array.from({ length: 5 }, () => hashPassword(caller, { account: email, password: 'correct horse' })),
    ),
  )
  expect(most).toBe(2)
})

const callerAt = (ip: string, isKnownAddress = false) => ({ ...app, request: { id: '', ip, isKnownAddress } })

test('many guesses of a stranger delay neither known addresses nor other networks, and leave turns to other accounts', async () => {
  const hashed: string[] = []
  const hash = (name: string, caller: typeof app, account: string) =>
    hashPassword(caller, { account, password: 'correct horse' }).then(() => void hashed.push(name))
  const stranger = callerAt('192.0.2.1')
  const attack = Array.from({ length: 30 }, (_, n) => hash('stranger', stranger, `user${n % 2}@example.com`))
  const others = [
    hash('known', callerAt('192.0.2.1', true), email),
    hash('other network', callerAt('198.51.100.1'), 'user0@example.com'),
    hash('other account', stranger, email),
  ]
  await Promise.all(others)
  expect(hashed.filter((name) => name === 'stranger').length).toBeLessThan(10)
  await Promise.all(attack)
})

test('strangers of many networks do not delay a known address', async () => {
  let strangers = 0
  const attack = Array.from({ length: 30 }, async (_, n) => {
    await hashPassword(callerAt(`192.0.2.${n}`), { account: email, password: 'correct horse' })
    strangers += 1
  })
  await hashPassword(callerAt('198.51.100.1', true), { account: email, password: 'correct horse' })
  expect(strangers).toBeLessThan(10)
  await Promise.all(attack)
})

test('a network with many waiting passwords gets an error, and others do not', async () => {
  const attack = Array.from({ length: 60 }, () =>
    hashPassword(callerAt('192.0.2.1'), { account: email, password: 'correct horse' }),
  )
  const other = hashPassword(callerAt('198.51.100.1'), { account: email, password: 'correct horse' })
  const outcomes = await Promise.allSettled(attack)
  expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([])
  await other
})
