import { catalogOf } from './catalog.ts'

export const ja = catalogOf(import.meta.glob<object>('./ja/**/*.ts', { eager: true, import: 'texts' }))
