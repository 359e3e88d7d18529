/** The files that backups and restores create. */
import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs'

/** Resolves when a file or folder whose name starts with the prefix appears. */
export function appearance(folder: string, prefix: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(folder) || !readdirSync(folder).some((name) => name.startsWith(prefix))) return
      watcher.close()
      resolve()
    })
  })
}

/** Returns the name of the first backup in the output of a command. */
export const backupNameIn = (output: string): string => /ansight-\d{8}T\d{6}Z/.exec(output)?.[0] ?? ''
