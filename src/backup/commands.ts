/** The commands that back up and restore. */
import type { Command } from '../core/command.ts'
import type { Config } from '../core/config.ts'
import { printLine } from '../core/terminal.ts'
import { createLog } from '../monitoring/log.ts'
import { createBackup, getSize, listBackups } from './backup.ts'
import type { BackupManifest } from './manifest.ts'
import { backupTarget, openStorage } from './open-storage.ts'
import { restoreBackup } from './restore.ts'
import type { WithAppFor } from './verify.ts'

const from = { type: 'string', description: 'Folder or s3://bucket/prefix; default: BACKUP_TARGET.' } as const

export const backupCommands = (readConfig: () => Config, withAppFor: WithAppFor): Record<string, Command> => {
  const openFrom = async (values: Record<string, string | undefined>) => {
    const config = readConfig()
    return { config, storage: await openStorage(values.from ?? backupTarget(config), config) }
  }
  return {
    backup: {
      summary: 'Back up the database and the secret key. The service may be running.',
      options: {
        to: { type: 'string', description: 'Folder or s3://bucket/prefix; default: BACKUP_TARGET.' },
      },
      run: async ({ values }) => {
        const config = readConfig()
        const target = values.to ?? backupTarget(config)
        const manifest = await createBackup(config, quietLog(config), { reason: 'manual', target })
        printLine(`Backed up to ${target}: ${manifest.name}, ${formatSize(manifest)}`)
      },
    },
    'backup list': {
      summary: 'List the complete backups, oldest first.',
      options: { from },
      run: async ({ values }) => {
        const { storage } = await openFrom(values)
        for (const each of await listBackups(storage))
          printLine(
            `${each.name}  ${formatSize(each).padStart(9)}  ${each.reason}  Ansight ${each.ansight_version}`,
          )
      },
    },
    'backup verify': {
      summary: 'Restore a backup into a temporary installation and check it; default: the newest.',
      options: {
        from,
        scratch: { type: 'string', description: 'Folder for the temporary installation; default: TMPDIR.' },
      },
      positionals: '[name]',
      run: async ({ values, positionals }) => {
        // The other commands do not need the doctor's modules.
        const { verifyBackup } = await import('./verify.ts')
        const { config, storage } = await openFrom(values)
        const name = positionals[0] ?? (await storage.list()).at(-1)
        if (name === undefined) throw new Error('No backup found.')
        const scratch = values.scratch
        const { answers, failures } = await verifyBackup(config, storage, name, {
          withAppFor,
          log: quietLog(config),
          ...(scratch !== undefined && { scratch }),
        })
        if (failures.length > 0) throw new Error(`${name} was restored, but a check failed: ${failures[0]}`)
        printLine(`${name} can be restored: ${answers} answers, all checks passed.`)
      },
    },
    restore: {
      summary: 'Restore a backup into an empty DATA_DIR, or a dump into the empty database of DATABASE_URL.',
      options: { from },
      positionals: '<name>',
      run: async ({ values, positionals: [name] }) => {
        if (name === undefined)
          throw new Error('Provide the name of a backup. List the backups with ansight backup list.')
        const { config, storage } = await openFrom(values)
        const { has_secret_key } = await restoreBackup(config, storage, name)
        printLine(`Restored ${name}.`)
        if (!has_secret_key && config.SECRET_KEY === null)
          printLine(
            'The backup contains no secret key: set the SECRET_KEY of the old installation before you start.',
          )
      },
    },
  }
}

const formatSize = ({ files }: BackupManifest) => `${(getSize(files) / 1e6).toFixed(1)} MB`

const quietLog = (config: Config) =>
  createLog({ ...config, LOG_LEVEL: config.LOG_LEVEL === 'info' ? 'warn' : config.LOG_LEVEL })
