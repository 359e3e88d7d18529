import { type FileName, fileNames } from '../../vocabulary/ai-files.ts'

/** Which hosted file is shown. */
export type AiFileSearch = { file?: FileName }

export function aiFileSearch(search: Record<string, unknown>): AiFileSearch {
  const file = fileNames.find((each) => each === search.file)
  return file ? { file } : {}
}
