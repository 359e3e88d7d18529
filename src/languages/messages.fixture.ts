/** Finds the texts of messages in the source of the server. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import data from '../audits/checks/checks.json' with { type: 'json' }

export type UsedMessage = { file: string; text: string; values: string[] }

/** Returns every call of `message()`. Throws if a text is not a literal or the values are not listed by name. */
export const findMessages = (root: string): UsedMessage[] =>
  sourcesIn(root).flatMap(({ file, source }) => messagesIn(file, source))

/** Returns the files that have texts without translations. */
export const filesWithUntranslated = (root: string): string[] =>
  sourcesIn(root).flatMap(({ file, source }) => (/\buntranslated\(/.test(source) ? [file] : []))

const sourcesIn = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))

/** Returns the texts of the checks of site audits, which are data. They have no values. */
export function checkTexts(): string[] {
  const texts = [...data.categories, ...data.checks].flatMap((entry) =>
    'about' in entry ? [entry.label, entry.about] : [entry.label, entry.why, entry.fix],
  )
  return texts
}

export function messagesIn(file: string, source: string): UsedMessage[] {
  if (!source.includes('message(')) return []
  const found: UsedMessage[] = []
  new Visitor({
    CallExpression({ callee, arguments: [text, values] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'message') return
      if (text?.type !== 'Literal' || typeof text.value !== 'string')
        throw new Error(`${file}: the text of a message is not a literal: ${at(source, text)}`)
      found.push({ file, text: text.value, values: values === undefined ? [] : namesIn(values) })
    },
  }).visit(parseSync(file, source).program)
  return found

  function namesIn(values: { type: string; start: number; end: number }): string[] {
    const properties = 'properties' in values && Array.isArray(values.properties) ? values.properties : null
    const names = properties?.map(({ key }) => key?.name)
    if (!names?.every((name) => typeof name === 'string'))
      throw new Error(`${file}: the values of a message are not listed by name: ${at(source, values)}`)
    return names
  }
}

const at = (source: string, node: { start: number; end: number } | undefined) =>
  node === undefined ? '' : source.slice(node.start, node.end)
