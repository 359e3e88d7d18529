import { join } from 'node:path'
import type { Config } from '../core/config.ts'
import { folderStorage } from './folder-storage.ts'
import type { BackupStorage } from './storage.ts'

/** The folder of restore points, and of all backups without BACKUP_TARGET. */
export const localBackups = ({ DATA_DIR }: Config): string => join(DATA_DIR, 'backups')

export const backupTarget = (config: Config): string => config.BACKUP_TARGET ?? localBackups(config)

/** `target`: a folder, or `s3://bucket/prefix`. */
export async function openStorage(target: string, config: Config): Promise<BackupStorage> {
  if (!target.startsWith('s3://')) return folderStorage(target)
  // Loaded on demand, because most installations use a folder.
  const { s3Storage } = await import('./s3-storage.ts')
  return s3Storage(target, config)
}
