import { read } from '../api.ts'

export const answerBy = (id: string) => read('GET /api/answers/:id', { params: { id } })
