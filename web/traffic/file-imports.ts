import { t } from '../../vocabulary/texts.ts'
import type { Returns } from '../api.ts'

export type FileImport = Returns<'GET /api/brands/:brand/file-imports'>['items'][number]

/** What changes with an import: grounding queries are candidates for prompts. */
export const fileImportAddresses = [
  'GET /api/brands/:brand/file-imports',
  'GET /api/metrics/prompt-candidates',
] as const

export const countedLabel = (kind: FileImport['kind']) =>
  kind.startsWith('google') ? t('traffic.files.impressions') : t('traffic.files.citations')
