import { type Returns, read } from '../api.ts'

export type AiFile = Returns<'GET /api/brands/:brand/ai-files'>['items'][number]

export const aiFilesQuery = (slug: string) =>
  read('GET /api/brands/:brand/ai-files', { params: { brand: slug } })
