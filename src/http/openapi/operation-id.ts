/** Operation ids and paths, derived from the address of a route. */

/**
 * Derives verb and noun from the route alone, so that an id changes only with its route: `GET /api/brands/:brand` is
 * getBrand, `POST /api/brands` createBrand, `GET /api/content/:id` getContentById.
 */
export function getOperationId(method: string, url: string): string {
  const segments = url
    .replace(/^\/api\//, '/')
    .split('/')
    .filter((segment) => segment !== '')
  const words = segments.flatMap((segment, index) => {
    if (!isParameter(segment)) return isParameter(segments[index + 1] ?? '') ? [singular(segment)] : [segment]
    const before = segments[index - 1] ?? ''
    const isImplied = index < segments.length - 1 || singular(before) !== before
    return isImplied ? [] : ['by', parameterName(segment)]
  })
  const last = words.at(-1) ?? 'home'
  const isCreate = method === 'POST' && singular(last) !== last
  const noun = [...words.slice(0, -1), isCreate ? singular(last) : last]
  return (isCreate ? 'create' : verbs[method]) + noun.map(capitalized).join('')
}

/** Returns the path in the form of OpenAPI: `/api/brands/{brand}`. */
export const toOpenApiPath = (url: string) =>
  url
    .split('/')
    .map((segment) => (isParameter(segment) ? `{${parameterName(segment)}}` : segment))
    .join('/')

const verbs: Record<string, string> = {
  GET: 'get',
  POST: 'post',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/([^sui])s$/, '$1')

const capitalized = (words: string) =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const isParameter = (segment: string) => segment.startsWith(':') || segment === '*'
const parameterName = (segment: string) => (segment === '*' ? 'path' : segment.slice(1))
