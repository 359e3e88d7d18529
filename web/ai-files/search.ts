import { type FileName, fileNames } from '../../vocabulary/ai-files.ts'
import { getChoice, withoutUndefined } from '../search-params.ts'

/** Which hosted file is shown. */
export type AiFileSearch = { file?: FileName }

export const aiFileSearch = (search: Record<string, unknown>): AiFileSearch =>
  withoutUndefined({ file: getChoice(fileNames, search.file) })
