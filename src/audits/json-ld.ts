/** Reads the JSON-LD of a page without errors: what is invalid is left out. */

export type JsonObject = Record<string, unknown>

/** Returns undefined for invalid JSON. */
export function parseJsonLd(block: string): unknown {
  try {
    return JSON.parse(block.trim())
  } catch {
    return undefined
  }
}

const maxRoots = 200

/** Returns the objects that describe the page itself. Nested objects, such as the reviews of a product, are not returned. */
export const listRootObjects = (blocks: readonly string[]): JsonObject[] =>
  blocks.flatMap((block) => listRoots(parseJsonLd(block))).slice(0, maxRoots)

const listRoots = (value: unknown): JsonObject[] =>
  (Array.isArray(value) ? value.slice(0, maxRoots) : [value])
    .filter(isObject)
    .flatMap((object) => (Array.isArray(object['@graph']) ? object['@graph'].filter(isObject) : [object]))

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

const maxTexts = 20

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

export const listObjectsOf = (value: unknown): JsonObject[] =>
  asList(value).filter(isObject).slice(0, maxTexts)

export const listTexts = (value: unknown): string[] =>
  asList(value)
    .filter((each) => typeof each === 'string')
    .slice(0, maxTexts)

/** Returns the texts of a property, and the names of its objects. */
export const listNames = (value: unknown): string[] =>
  asList(value)
    .slice(0, maxTexts)
    .flatMap((each) => listTexts(isObject(each) ? each.name : each))
