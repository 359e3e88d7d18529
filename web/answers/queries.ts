import { read } from '../api.ts'

export const answerQuery = (id: string) => read('GET /api/answers/:id', { params: { id } })
