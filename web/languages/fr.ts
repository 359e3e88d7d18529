import { catalogOf } from './catalog.ts'

export const fr = catalogOf(import.meta.glob<object>('./fr/**/*.ts', { eager: true, import: 'texts' }))
