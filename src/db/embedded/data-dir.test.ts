import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureDataDir } from './data-dir.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'ansight-data-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('the data folder is created with its parents, private to its owner, also by two callers at once', async () => {
  const deep = join(folder(), 'a', 'b')
  await Promise.all([ensureDataDir(deep), ensureDataDir(deep), ensureDataDir(deep)])
  expect(statSync(deep).mode & 0o777).toBe(0o700)
  await ensureDataDir(deep)
})

test('a file at the path is named in one line', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')])
    await expect(ensureDataDir(path)).rejects.toThrow(`DATA_DIR ("${path}") cannot be created as a folder (E`)
})

test.skipIf(process.platform !== 'linux')('a path that cannot be created is an error', async () => {
  await expect(ensureDataDir('/proc/ansight')).rejects.toThrow('cannot be created as a folder (ENOENT)')
  await expect(ensureDataDir('/proc/ansight/below')).rejects.toThrow('cannot be created as a folder (ENOENT)')
})
