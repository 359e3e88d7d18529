import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { transfer } from './transfer.ts'

/** More than all buffers, so that a source without a reader waits. */
const large = () => Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)))

test('a side that fails before it reads ends the other side', async () => {
  const source = large()
  const [used] = await transfer(source, new PassThrough(), () => Promise.reject(new Error('refused')))
  expect(used).toMatchObject({ status: 'rejected', reason: { message: 'refused' } })
  expect(source.destroyed).toBe(true)
})

test('a failed read fails the use with its cause', async () => {
  const source = Readable.from(
    (async function* () {
      yield Buffer.alloc(10)
      throw new Error('unreadable')
    })(),
  )
  const [used] = await transfer(source, new PassThrough(), buffer)
  expect(used).toMatchObject({ status: 'rejected', reason: { message: 'unreadable' } })
})
