import type { Returns } from '../../api.ts'

export type Preview = Returns<'POST /api/prompts/import/preview'>

/** How the text is read. Everything is recognized at first and can be corrected. */
export type ImportLayout = { format?: Preview['format']; columns?: string; header?: 'true' | 'false' }
