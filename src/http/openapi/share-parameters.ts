/** Moves parameters that several operations have in common to the components of the document. */
import type { OpenApi, Parameter, WebhookOperation } from './document.ts'

/**
 * Replaces shared parameters by references, in place, and returns the components. The most frequent definition of each
 * name becomes the component; others stay with their operations.
 */
export function shareParameters({
  paths,
  webhooks,
}: Pick<OpenApi, 'paths' | 'webhooks'>): Record<string, Parameter> {
  const operations = [
    ...Object.values(paths).flatMap((verbs) => Object.values(verbs)),
    ...Object.values(webhooks).map(({ post }) => post),
  ]
  const shared = new Map(
    [...definitionsByName(operations)].flatMap(([name, definitions]) => {
      const [[text, count] = ['', 0]] = [...definitions].sort(([, a], [, b]) => b - a)
      return count > 1 ? [[name, text]] : []
    }),
  )
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((parameter) => {
      if ('$ref' in parameter || shared.get(parameter.name) !== JSON.stringify(parameter)) return parameter
      return { $ref: `#/components/parameters/${parameter.name}` }
    })
  }
  const components = [...shared].map(([name, text]): [string, Parameter] => [name, JSON.parse(text)])
  return Object.fromEntries(components.sort(([a], [b]) => a.localeCompare(b)))
}

/** Name → definition as JSON → number of operations. */
function definitionsByName(
  operations: readonly Pick<WebhookOperation, 'parameters'>[],
): Map<string, Map<string, number>> {
  const names = new Map<string, Map<string, number>>()
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    if ('$ref' in parameter) continue
    const definitions = names.get(parameter.name) ?? new Map<string, number>()
    const text = JSON.stringify(parameter)
    names.set(parameter.name, definitions.set(text, (definitions.get(text) ?? 0) + 1))
  }
  return names
}
