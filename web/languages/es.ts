import type { Catalog } from './catalog.ts'

export const es: Partial<Catalog> = {}
