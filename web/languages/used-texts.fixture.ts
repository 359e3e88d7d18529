/**
 * Finds the texts that the dashboard reads: every chain of properties from an imported `copy`, such as
 * `copy.page.title`, also through names that a file gives to a part: `const { page: texts } = copy`. A chain that ends
 * at a group of texts, or continues with a computed key, uses the whole group.
 */
import { posix } from 'node:path'
import { parseSync } from 'vite'

type Node = { type: string; [field: string]: unknown }

/** A `copy.ts` and the keys below its `copy`. */
type Reference = { file: string; path: string[] }

/** Returns the used paths by `copy.ts`. `files`: path from web → source. */
export function findUsedTexts(files: Map<string, string>): Map<string, string[][]> {
  const used = new Map<string, string[][]>()
  for (const [file, source] of files) {
    for (const { file: copyFile, path } of usesIn(file, source)) {
      used.set(copyFile, [...(used.get(copyFile) ?? []), path])
    }
  }
  return used
}

function usesIn(file: string, source: string): Reference[] {
  const { program } = parseSync(file, source)
  const names = importedCopies(asNode(program), file)
  if (names.size === 0) return []
  const declarations = all(asNode(program)).filter(({ type }) => type === 'VariableDeclarator')
  // A name may be given to a part of a part that is declared later in the file.
  for (let known = 0; known < countOf(names); ) {
    known = countOf(names)
    for (const { id, init } of declarations) {
      for (const found of resolve(init, names)) bind(id, found, names)
    }
  }
  return uses(asNode(program), names)
}

type Names = Map<string, Reference[]>

const countOf = (names: Names) => [...names.values()].flat().length

function importedCopies(program: Node, file: string): Names {
  const names: Names = new Map()
  for (const each of all(program).filter(({ type }) => type === 'ImportDeclaration')) {
    const target = String(asNode(each.source).value)
    if (!target.endsWith('/copy.ts')) continue
    for (const specifier of nodesOf(each.specifiers)) {
      add(names, nameOf(specifier.local), { file: posix.join(file, '..', target), path: [] })
    }
  }
  return names
}

/** Returns what a chain of properties refers to; empty for every other expression. */
function resolve(expression: unknown, names: Names): Reference[] {
  if (!isNode(expression)) return []
  if (expression.type === 'Identifier') return names.get(nameOf(expression)) ?? []
  if (expression.type !== 'MemberExpression' || expression.computed) return []
  return resolve(expression.object, names).map(({ file, path }) => ({
    file,
    path: [...path, nameOf(expression.property)],
  }))
}

/** Gives the names of a pattern to the parts of a reference. */
function bind(pattern: unknown, { file, path }: Reference, names: Names): void {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') add(names, nameOf(pattern), { file, path })
  if (pattern.type !== 'ObjectPattern') return
  for (const property of nodesOf(pattern.properties)) {
    if (property.type === 'RestElement') bind(property.argument, { file, path }, names)
    else bind(property.value, { file, path: [...path, nameOf(property.key)] }, names)
  }
}

function add(names: Names, name: string, reference: Reference): void {
  const present = names.get(name) ?? []
  if (present.some(({ file, path }) => file === reference.file && path.join() === reference.path.join()))
    return
  names.set(name, [...present, reference])
}

function uses(node: Node, names: Names): Reference[] {
  if (node.type === 'ImportDeclaration' || isTypeOnly(node)) return []
  if (node.type === 'VariableDeclarator' && resolve(node.init, names).length > 0) return []
  const found = resolve(node, names)
  if (found.length > 0) return found
  return childrenOf(node).flatMap((child) => uses(child, names))
}

/** Types and the names of properties use no texts. */
function childrenOf(node: Node): Node[] {
  const skipped =
    (node.type === 'MemberExpression' || node.type === 'Property') && !node.computed
      ? node.type === 'Property'
        ? 'key'
        : 'property'
      : null
  return Object.entries(node).flatMap(([field, value]) => (field === skipped ? [] : nodesOf(value)))
}

const isTypeOnly = ({ type }: Node) => type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(type)

const all = (node: Node): Node[] => [node, ...Object.values(node).flatMap(nodesOf).flatMap(all)]

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value) : '')

/** The parser's types name each kind of node; this walk looks at all kinds alike. */
const asNode = (node: unknown): Node => node as Node
