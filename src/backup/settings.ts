/** The settings of backups. */
import { z } from 'zod'
import {
  cronExpression,
  httpUrl,
  nonEmptyText,
  optional,
  required,
  type SettingValues,
  trueOrFalse,
  wholeNumber,
} from '../core/settings.ts'

const group = 'Back up'

export const backupSettings = {
  BACKUP_SCHEDULE: optional(
    group,
    cronExpression,
    'When to back up (UTC); unset: no scheduled backups.',
    'No other tool backs up the database.',
  ),
  BACKUP_TARGET: optional(
    group,
    nonEmptyText,
    'Folder of the backups, or s3://bucket/prefix; unset: DATA_DIR/backups.',
    'Always in production: backups belong on another disk.',
  ),
  BACKUP_KEEP: required(
    group,
    '7',
    wholeNumber(1, 1000),
    'Number of scheduled backups to keep; older ones are deleted after a new one succeeds.',
    'You need to go further back, or space is short.',
  ),
  BACKUP_BEFORE_UPGRADE: required(
    group,
    'true',
    trueOrFalse,
    'Back up an embedded database to DATA_DIR/backups before migrating it. The last two of these backups are kept.',
    'You back up yourself before each upgrade, and space is short.',
  ),
  BACKUP_S3_ENDPOINT: optional(
    group,
    httpUrl,
    'URL of an S3-compatible service; unset: Amazon S3 in BACKUP_S3_REGION.',
    'The bucket is not at Amazon.',
  ),
  BACKUP_S3_REGION: required(
    group,
    'us-east-1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be a region, such as eu-central-1'),
    'Region of the bucket.',
    'The bucket is in another region.',
  ),
  BACKUP_S3_ACCESS_KEY_ID: optional(
    group,
    nonEmptyText,
    'Access key ID for the bucket.',
    'BACKUP_TARGET is a bucket.',
  ),
  BACKUP_S3_SECRET_ACCESS_KEY: optional(
    group,
    nonEmptyText,
    'Secret access key for the bucket.',
    'BACKUP_TARGET is a bucket.',
    'secret',
  ),
} as const

type BackupConfig = SettingValues<typeof backupSettings>

declare module '../core/config.ts' {
  interface Config extends BackupConfig {}
}
