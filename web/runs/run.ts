import type { Returns } from '../api.ts'

export type Run = Returns<'GET /api/tracking/status'>

export const isUnfinished = ({ status }: Run): boolean => status === 'waiting' || status === 'active'
