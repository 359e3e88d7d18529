import { catalogOf } from './catalog.ts'

export const es = catalogOf(import.meta.glob<object>('./es/**/*.ts', { eager: true, import: 'texts' }))
