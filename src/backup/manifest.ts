import { z } from 'zod'
import { parseJson } from '../core/json.ts'

export const backupReasons = ['manual', 'scheduled', 'before_upgrade'] as const
export type BackupReason = (typeof backupReasons)[number]

const manifestFormat = 1

/** Describes a backup. Written last, so a backup without a manifest is incomplete. */
export const BackupManifest = z.object({
  format: z.literal(manifestFormat),
  name: z.string(),
  created_at: z.iso.datetime(),
  reason: z.enum(backupReasons),
  ansight_version: z.string(),
  /** `cluster`: the files of the embedded PostgreSQL. `dump`: the rows of all tables of another server. */
  kind: z.enum(['cluster', 'dump']),
  /** The major version of the server. */
  postgres: z.string(),
  /** The names of the applied migrations. */
  migrations: z.array(z.string()),
  has_secret_key: z.boolean(),
  files: z.array(z.object({ name: z.string(), size_bytes: z.number().int(), sha256: z.string() })),
})
export type BackupManifest = z.infer<typeof BackupManifest>
export type BackupFile = BackupManifest['files'][number]

/** Throws when the text is damaged or comes from a newer version of Ansight. */
export function parseManifest(text: string, name: string): BackupManifest {
  const given = parseJson(text)
  const { format } = z.object({ format: z.number() }).safeParse(given).data ?? {}
  if (format !== undefined && format > manifestFormat)
    throw new Error(`The backup ${name} was made by a newer version of Ansight; use that version.`)
  const { data } = BackupManifest.safeParse(given)
  if (data?.name !== name) throw new Error(`The manifest of the backup ${name} is damaged.`)
  return data
}

/** Returns a name that sorts by time, such as `ansight-20261122T171500Z`. */
export const backupName = (at: Date): string => `ansight-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

export const isBackupName = (name: string): boolean => /^ansight-\d{8}T\d{6}Z$/.test(name)
