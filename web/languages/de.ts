import { catalogOf } from './catalog.ts'

export const de = catalogOf(import.meta.glob<object>('./de/**/*.ts', { eager: true, import: 'texts' }))
