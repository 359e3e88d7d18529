import { constants, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { maxZippedBytes, readZip } from './read-zip.ts'
import { makeZip } from './zip.fixture.ts'

const csv = { name: 'Pages.csv', text: 'a,1\n' }

test('returns the CSV files, and ignores folders and files that systems add', async () => {
  const zip = makeZip([
    { name: 'export/' },
    { name: 'export/Seiten.csv', text: 'ä,1\n' },
    { name: '__MACOSX/._Seiten.csv', text: 'x' },
    { name: 'export/.DS_Store', text: 'x' },
  ])
  const files = await readZip(zip)
  expect(files.map(({ name, bytes }) => [name, bytes.toString()])).toEqual([['export/Seiten.csv', 'ä,1\n']])
})

test.each([
  ['is not a ZIP', Buffer.from('PK nothing'), 'cannot be read'],
  ['is cut off', makeZip([csv]).subarray(0, 60), 'cannot be read'],
  ['has a wrong checksum', damaged(), 'cannot be read'],
  [
    'has a path to another folder',
    makeZip([{ ...csv, name: '../../x.csv' }]),
    'invalid relative path: ../../x.csv',
  ],
  ['has an absolute path', makeZip([{ ...csv, name: '/etc/x.csv' }]), 'absolute path: /etc/x.csv'],
  ['is encrypted', makeZip([{ ...csv, isEncrypted: true }]), 'encrypted'],
  ['contains a ZIP', makeZip([csv, { name: 'more.zip', text: 'PK' }]), 'more.zip, which is not a CSV file'],
  [
    'has many files',
    makeZip(Array.from({ length: 31 }, (_, n) => ({ ...csv, name: `${n}.csv` }))),
    'more than 30',
  ],
  ['says that it expands to 4 GB', makeZip([{ ...csv, sizeBytes: 4_294_967_294 }]), 'expands to more'],
  [
    'expands to more than it says',
    makeZip([{ ...bomb(64), name: 'a.csv', sizeBytes: 10 }]),
    'cannot be read',
  ],
  [
    'expands to 10 GB',
    makeZip([{ ...bomb(10_240), name: 'a.csv', sizeBytes: maxZippedBytes }]),
    'cannot be read',
  ],
  [
    'expands 1,000 times',
    makeZip([{ name: 'a.csv', text: '0'.repeat(2 * 1024 * 1024) }]),
    'expands to more than a report contains',
  ],
])('rejects a file that %s', async (_, bytes, reason) => {
  await expect(readZip(bytes)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(reason),
  })
})

test('many files together do not exceed the limit', async () => {
  const text = Array.from({ length: 120_000 }, (_, n) => `https://acme.com/${n * 7919},${n % 97}`).join('\n')
  const zip = makeZip(['a.csv', 'b.csv', 'c.csv'].map((name) => ({ name, text })))
  expect(text.length).toBeLessThan(maxZippedBytes / 2)
  await expect(readZip(zip)).rejects.toThrow('expands to more')
})

/** A compressed file of zeros. A block after a full flush does not depend on others, so it can be repeated. */
function bomb(megabytes: number) {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  return { deflated: Buffer.concat([...Array(megabytes).fill(block), deflateRawSync(Buffer.alloc(0))]) }
}

function damaged(): Buffer {
  const zip = makeZip([csv])
  const crc = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16
  zip.writeUInt32LE(1, crc)
  return zip
}
