/** The JSON-LD objects that describe the page itself. Nested objects, such as the reviews of a product, are not returned. */
import type { DomDocument } from './dom.ts'

type JsonObject = Record<string, unknown>

const maxObjects = 200

export function readRootObjects(document: DomDocument): JsonObject[] {
  const scripts = [...document.querySelectorAll('script[type^="application/ld+json"]')]
  return scripts.flatMap((script) => listRoots(parse(script.textContent ?? ''))).slice(0, maxObjects)
}

const listRoots = (value: unknown): JsonObject[] =>
  (Array.isArray(value) ? value.slice(0, maxObjects) : [value])
    .filter(isObject)
    .flatMap((object) => (Array.isArray(object['@graph']) ? object['@graph'].filter(isObject) : [object]))

/** Returns the texts of a property, and the names of its objects. */
export const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 20) : [value])
    .map((each) => (isObject(each) ? each.name : each))
    .filter((each) => typeof each === 'string')

function parse(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null
