import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Schema, toJsonSchema } from '../src/http/json-schemas.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { authentication, routes } from '../src/routes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync(['*.md', '{docs,deploy,integrations,simulator}/**/*.md'], {
  cwd: root,
  exclude: (name) => name === 'node_modules',
})
const getText = (page: string) => readFileSync(join(root, page), 'utf8')

/** Returns the anchors of the headings, as GitHub derives them. */
const listAnchors = (page: string) =>
  [...getText(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

test('every link of the docs leads to a file and a heading', () => {
  const links = pages.flatMap((page) =>
    [...getText(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
      ([link, file = '', anchor]) => ({ page, link, anchor, path: file && join(dirname(page), file) }),
    ),
  )
  expect(links.length).toBeGreaterThan(100)
  const broken = links.filter(({ page, path, anchor }) => {
    const target = path || page
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !listAnchors(target).includes(anchor)
  })
  expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([])
})

const { paths, components } = openApiDocument(routes, authentication, {
  version: '0',
  baseUrl: 'http://localhost',
})
const metrics = Object.entries(paths).flatMap(([path, { get }]) =>
  get && path.startsWith('/api/metrics/') && !path.endsWith('.csv') ? [{ path, get }] : [],
)

test('docs/metrics.md names every metric', () => {
  const names = metrics.map(({ path }) => path.slice('/api/metrics/'.length))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !getText('docs/metrics.md').includes(`\`${name}\``))).toEqual([])
})

test('every field of every metric has a meaning', () => {
  const fields = metrics.flatMap(({ path, get }) => {
    const response = get.responses['200']
    const schema = response && 'content' in response ? response.content?.['application/json']?.schema : {}
    return fieldsFor(schema ?? {}, path)
  })
  expect(fields.length).toBeGreaterThan(300)
  expect(fields.filter(({ meaning }) => !/^[\w`].*\.$/.test(meaning))).toEqual([])
})

function fieldsFor(schema: Schema, path: string): { path: string; meaning: string }[] {
  const whole = resolved(schema)
  const parts = whole.allOf?.map((part) => resolved(toJsonSchema(part))) ?? [whole]
  return parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const field = toJsonSchema(property)
      const inner = resolved(field)
      const below = fieldsFor(inner.type === 'array' ? toJsonSchema(inner.items) : inner, `${path} ${name}`)
      const meaning = field.description ?? inner.description ?? ''
      return below.length > 0 ? below : [{ path: `${path} ${name}`, meaning }]
    }),
  )
}

/** Returns the schema of the value when it is not null, without a reference. */
function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined)
    return resolved(components.schemas[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  const choice = schema.anyOf?.map(toJsonSchema).find(({ type }) => type !== 'null')
  return choice
    ? { ...resolved(choice), ...(schema.description && { description: schema.description }) }
    : schema
}
