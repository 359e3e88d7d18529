/** Which hosted file is shown. */
export const fileNames = ['llms.txt', 'llms-full.txt', 'brand.json', 'faq.md'] as const
export type FileName = (typeof fileNames)[number]

export type AiFileSearch = { file?: FileName }

export function aiFileSearch(search: Record<string, unknown>): AiFileSearch {
  const file = fileNames.find((each) => each === search.file)
  return file ? { file } : {}
}
