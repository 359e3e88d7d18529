import type { SourceCategory } from '../../vocabulary/source-categories.ts'
import { classifySource } from './parser/citations/source-category.ts'

/** Returns the category of the site whose host is a name: `Wirecutter` of wirecutter.com. */
export function categoryOfName(name: string): SourceCategory {
  const compact = name.toLowerCase().replace(/[^a-z0-9.]/g, '')
  return classifySource({ host: /\.[a-z]+$/.test(compact) ? compact : `${compact}.com`, path: '' })
}
