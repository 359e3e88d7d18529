import { read } from '../api.ts'

export const promptBy = (id: string) => read('GET /api/prompts/:prompt', { params: { prompt: id } })
