/** The settings of backups. */
import { z } from 'zod'
import {
  cronExpression,
  httpUrl,
  optional,
  required,
  type SettingValues,
  text,
  trueOrFalse,
  wholeNumber,
} from '../core/settings.ts'

export const backupSettings = {
  BACKUP_TARGET: optional(
    'Backups',
    text,
    'Folder of the backups, or s3://bucket/prefix; unset: DATA_DIR/backups.',
  ),
  BACKUP_SCHEDULE: optional('Backups', cronExpression, 'When to back up (UTC); unset: no scheduled backups.'),
  BACKUP_KEEP: required(
    'Backups',
    '7',
    wholeNumber(1, 1000),
    'Number of scheduled backups to keep; older ones are deleted after a new one succeeds.',
  ),
  BACKUP_BEFORE_UPGRADE: required(
    'Backups',
    'true',
    trueOrFalse,
    'Back up an embedded database to DATA_DIR/backups before migrating it. The last two of these backups are kept.',
  ),
  BACKUP_S3_ENDPOINT: optional(
    'Backups',
    httpUrl,
    'URL of an S3-compatible service; unset: Amazon S3 in BACKUP_S3_REGION.',
  ),
  BACKUP_S3_REGION: required(
    'Backups',
    'us-east-1',
    z.string().regex(/^[a-z0-9-]+$/, 'must be a region, such as eu-central-1'),
    'Region of the bucket.',
  ),
  BACKUP_S3_ACCESS_KEY_ID: optional('Backups', text, 'Access key ID for the bucket.'),
  BACKUP_S3_SECRET_ACCESS_KEY: optional('Backups', text, 'Secret access key for the bucket.', 'secret'),
} as const

type BackupConfig = SettingValues<typeof backupSettings>

declare module '../core/config.ts' {
  interface Config extends BackupConfig {}
}
