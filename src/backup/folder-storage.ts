import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isBackupName } from './manifest.ts'
import { type BackupDraft, type BackupStorage, backupManifestFile } from './storage.ts'

/** Stores each backup as a folder, which is renamed when it is complete. */
export function folderStorage(target: string): BackupStorage {
  const folder = resolve(target)
  return {
    list: () => listBackups(folder),
    create: async (name) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeInterrupted(folder)
      return createDraft(folder, name)
    },
    readManifest: (name) => readFile(join(folder, name, backupManifestFile), 'utf8'),
    read: async (name, file) => createReadStream(join(folder, name, file)),
    delete: (name) => deleteBackup(folder, name),
  }
}

const isDraft = (name: string) => name.startsWith('.partial-')

async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return names.filter(isBackupName).sort()
}

async function createDraft(folder: string, name: string): Promise<BackupDraft> {
  const draft = await mkdtemp(join(folder, '.partial-'))
  return {
    write: (file, content) =>
      pipeline(content, createWriteStream(join(draft, file), { flags: 'wx', mode: 0o600, flush: true })),
    commit: async (manifest) => {
      const file = await open(join(draft, backupManifestFile), 'wx', 0o600)
      await file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`)
      await file.sync()
      await file.close()
      await syncFolder(draft)
      await rename(draft, join(folder, name))
      await syncFolder(folder)
    },
    abort: () => rm(draft, { recursive: true, force: true }),
  }
}

/** Renames the folder first, so that a partly deleted backup is not listed. */
async function deleteBackup(folder: string, name: string): Promise<void> {
  const trash = join(folder, `.partial-${name}`)
  await rename(join(folder, name), trash)
  await rm(trash, { recursive: true, force: true })
}

async function removeInterrupted(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (isDraft(name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Flushes names to disk; Windows does this itself and cannot open folders. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
