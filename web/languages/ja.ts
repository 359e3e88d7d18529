import type { Catalog } from './catalog.ts'

export const ja: Partial<Catalog> = {}
