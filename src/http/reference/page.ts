/** The OpenAPI document as one page that needs no script and asks nobody else for anything. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Access } from '../../core/context.ts'
import { type ErrorCode, errorMeanings, errorStatuses } from '../../core/errors.ts'
import type { Schema } from '../json-schemas.ts'
import type { OpenApi, Operation, Parameter, Ref, Response, Verb } from '../openapi/document.ts'
import { curlOf, resolved, schemaName } from './curl.ts'
import { type Html, html } from './html.ts'

const styles = readFileSync(new URL('./page.css', import.meta.url), 'utf8')

/** The page's own Content-Security-Policy: its one style sheet, and nothing else at all. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function referencePage(document: OpenApi): string {
  const tags = operationsByTag(document)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<style>${{ html: styles }}</style>
</head>
<body>
<a class="skip" href="#reference">Skip to the reference</a>
<div class="frame">
${navigation(document, tags)}
<main id="reference">
${introduction(document)}
${authentication(document)}
${errors()}
${document.tags.map(({ name }) => tagPart(document, name, tags.get(name) ?? []))}
${schemas(document)}
</main>
</div>
</body>
</html>
`.html
}

type Described = { path: string; verb: Verb; operation: Operation }

function operationsByTag(document: OpenApi): Map<string, Described[]> {
  const all = Object.entries(document.paths).flatMap(([path, verbs]) =>
    verbsOf(verbs).map(([verb, operation]) => ({ path, verb, operation })),
  )
  return Map.groupBy(all, ({ operation }) => operation.tags[0] ?? '')
}

const verbs = ['get', 'post', 'put', 'patch', 'delete'] as const

const verbsOf = (of: Partial<Record<Verb, Operation>>): [Verb, Operation][] =>
  verbs.flatMap((verb) => (of[verb] ? [[verb, of[verb]]] : []))

function navigation(document: OpenApi, tags: Map<string, Described[]>): Html {
  return html`<nav aria-label="Contents">
<a class="home" href="#reference">${document.info.title}</a>
<ul class="tags">
<li><a href="#authentication">Authentication</a></li>
<li><a href="#errors">Errors</a></li>
<li><a href="#schemas">Schemas</a></li>
</ul>
${document['x-tagGroups'].map(
  (group) => html`<p class="group">${group.name}</p>
<ul class="tags">${group.tags.map(
    (tag) => html`
<li><a href="#${tagId(tag)}">${tagTitle(tag)}</a>
<ul class="operations">${(tags.get(tag) ?? []).map(
      ({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`,
    )}</ul></li>`,
  )}
</ul>`,
)}
</nav>`
}

const tagId = (tag: string) => `tag-${tag.replace(/[^A-Za-z0-9-]/g, '-')}`

/** `v1` is read as it stands in the address, `api-keys` as words. */
function tagTitle(tag: string): string {
  if (/^(v\d+|mcp)$/.test(tag)) return `/api/${tag}`
  const words = tag.replaceAll('-', ' ').replace(/\bapi\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function introduction({ info, servers }: OpenApi): Html {
  return html`<header class="intro">
<h1>${info.title}</h1>
${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
<dl class="facts">
<dt>Base URL</dt><dd><code>${servers[0]?.url}</code></dd>
<dt>Version</dt><dd>${info.version}</dd>
<dt>OpenAPI 3.1</dt><dd><a href="/api/openapi.json">/api/openapi.json</a></dd>
</dl>
</header>`
}

/** The one mark that texts of the document use: `code` between back quotes. */
const prose = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

function authentication({ components }: OpenApi): Html {
  return html`<section class="part" id="authentication">
<h2>Authentication</h2>
<table>
<thead><tr><th scope="col">Proof</th><th scope="col">How it is sent</th><th scope="col">What it is</th></tr></thead>
<tbody>${Object.entries(components.securitySchemes).map(
    ([name, scheme]) =>
      html`<tr><td>${name}</td><td>${sentAs(scheme)}</td><td>${prose(scheme.description ?? '')}</td></tr>`,
  )}</tbody>
</table>
</section>`
}

function sentAs({ type, bearerFormat, name, in: place }: Record<string, string>): Html {
  if (type === 'http') return html`<code>Authorization: Bearer ${bearerFormat ?? '…'}</code>`
  return place === 'header' ? html`<code>${name}: …</code>` : html`Cookie <code>${name}</code>`
}

function errors(): Html {
  const codes = Object.entries(errorStatuses).filter(([code]) => code !== 'invalid_setting')
  return html`<section class="part" id="errors">
<h2>Errors</h2>
<p>Every error has the body ${schemaLink('Error')}: a sentence for people, a code for programs.</p>
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${codes.map(
    ([code, status], index) =>
      html`<tr${codes[index - 1]?.[1] !== status && html` id="error-${status}"`}><td>${status}</td><td><code>${code}</code></td><td>${prose(meaningOf(code))}</td></tr>`,
  )}</tbody>
</table>
</section>`
}

/** `Object.entries` forgets what the keys of a constant are. */
function meaningOf(code: string): string {
  return errorMeanings[code as ErrorCode]
}

function tagPart(document: OpenApi, tag: string, operations: Described[]): Html {
  return html`<section class="part" id="${tagId(tag)}">
<h2>${tagTitle(tag)}</h2>
${operations.map((each) => endpoint(document, each))}
</section>`
}

function endpoint(document: OpenApi, { path, verb, operation }: Described): Html {
  const body = operation.requestBody?.content['application/json']?.schema
  return html`<article id="${operation.operationId}">
<div>
<h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="address"><span class="verb ${verb}">${verb.toUpperCase()}</span>${breakable(path)}</p>
<p class="proof">${proofSentence(operation)}</p>
${operation.description !== undefined && html`<p class="told">${prose(operation.description)}</p>`}
${parameters('Path parameters', operation, 'path')}
${parameters('Query parameters', operation, 'query')}
${body && shown(document, 'Body', body, 'sent')}
${outcomes(document, operation)}
</div>
<div class="request"><h4>Request</h4><pre><code>${curlOf(document, path, verb, operation)}</code></pre></div>
</article>`
}

const breakable = (path: string) =>
  path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`)

function proofSentence(operation: Operation): string {
  const [security] = operation.security
  if (!security) return 'Open to all: no proof is asked for.'
  if ('cron' in security) return 'With the cron secret.'
  return `With ${'apiKey' in security ? 'an API key' : 'a session'}; ${roles[operation['x-access']]}.`
}

const roles: Record<Access, string> = {
  none: 'no role is asked for',
  read: 'any role',
  write: 'members, admins and owners',
  manage: 'admins and owners',
  own: 'owners',
  cron: 'no role is asked for',
}

function parameters(title: string, operation: Operation, place: Parameter['in']): Html | null {
  const those = operation.parameters.filter((parameter) => parameter.in === place)
  if (those.length === 0) return null
  return html`<h4>${title}</h4>
<ul class="fields">${those.map(({ name, required, description, schema }) =>
    field(name, { ...schema, ...(description !== undefined && { description }) }, required, 'sent'),
  )}</ul>`
}

function outcomes(document: OpenApi, { responses }: Operation): Html {
  const successes = Object.entries(responses).flatMap(([status, response]) =>
    isRef(response) ? [] : [success(document, status, response)],
  )
  const failures = Object.entries(responses).filter(
    ([status, response]) => isRef(response) && status !== 'default',
  )
  return html`${successes}
<h4>Errors</h4>
<p class="told">${failures.map(([status]) => html`<a class="status" href="#error-${status}">${status}</a> `)}</p>`
}

const isRef = (response: Response | Ref): response is Ref => '$ref' in response

function success(document: OpenApi, status: string, { description, content = {} }: Response): Html {
  const title = `Response ${status}`
  const schema = content['application/json']?.schema
  if (schema && Object.keys(schema).length > 0) return shown(document, title, schema, 'received')
  const types = joined(
    Object.keys(content).map((type) => html`<code>${type}</code>`),
    ' or ',
  )
  return html`<h4>${title} ${types}</h4>
<p class="told">${prose(description)}</p>`
}

/** A field that may be missing is worth a word in what comes back, one that must be there in what is sent. */
type Direction = 'sent' | 'received'

/** A schema with its fields; one that is a component, or a list of it, is opened one level and linked. */
function shown(document: OpenApi, title: string, schema: Schema, direction: Direction): Html {
  const inner = itemsOf(schema) ?? schema
  const open = inner.$ref === undefined ? inner : resolved(document, inner.$ref)
  return html`<h4>${title} <span class="type">${typeOf(schema)}</span></h4>
${fieldsOf(open, direction)}`
}

function fieldsOf(schema: Schema, direction: Direction): Html | null {
  const { properties, required = [] } = schema
  if (properties) {
    return html`<ul class="fields">${Object.entries(properties).map(([name, property]) =>
      field(name, asSchema(property), required.includes(name), direction),
    )}</ul>`
  }
  const inner = itemsOf(schema) ?? valuesOf(schema)
  if (inner) return fieldsOf(inner, direction)
  const choices = choicesOf(schema).filter((choice) => choice.properties !== undefined)
  if (choices.length === 0) return null
  return html`${choices.map(
    (choice, index) => html`${index > 0 && html`<p class="or">or</p>`}${fieldsOf(choice, direction)}`,
  )}`
}

function field(name: string, schema: Schema, required: boolean, direction: Direction): Html {
  return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${
    direction === 'sent' && required && html` <span class="must">required</span>`
  }${direction === 'received' && !required && html` <span class="note">may be absent</span>`}${bounds(schema)}${
    schema.description !== undefined && html`<p>${prose(schema.description)}</p>`
  }${fieldsOf(schema, direction)}</li>`
}

function typeOf(schema: Schema): Html {
  if (schema.$ref !== undefined) return schemaLink(schemaName(schema.$ref))
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' · ',
    )
  const choices = choicesOf(schema)
  if (choices.length > 0) return joined(choices.map(typeOf), ' or ')
  const items = itemsOf(schema)
  if (items) return html`array of ${typeOf(items)}`
  const values = valuesOf(schema)
  if (values) return html`object of ${typeOf(values)}`
  const type = [schema.type ?? 'any value'].flat().join(' or ')
  return html`${type}${schema.format !== undefined && ` (${schema.format})`}`
}

const joined = (parts: Html[], by: string): Html =>
  html`${parts.map((part, index) => html`${index > 0 && by}${part}`)}`

function bounds(schema: Schema): Html | null {
  const notes = [
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} entries`,
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter((note) => note !== false)
  return notes.length > 0 ? html` <span class="note">${notes.join(', ')}</span>` : null
}

const choicesOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
const itemsOf = ({ items }: Schema): Schema | null =>
  items === undefined ? null : asSchema(Array.isArray(items) ? items[0] : items)
const valuesOf = ({ properties, additionalProperties: values }: Schema): Schema | null =>
  properties === undefined && typeof values === 'object' ? values : null
const asSchema = (schema: Schema | boolean | undefined): Schema => (typeof schema === 'object' ? schema : {})

const schemaLink = (name: string): Html => html`<a href="#${schemaId(name)}">${name}</a>`
const schemaId = (name: string) => `schema-${name}`

function schemas({ components }: OpenApi): Html {
  return html`<section class="part" id="schemas">
<h2>Schemas</h2>
${Object.entries(components.schemas).map(
  ([name, schema]) => html`<article id="${schemaId(name)}">
<div>
<h3><a href="#${schemaId(name)}">${name}</a></h3>
${schema.description !== undefined && html`<p class="told">${prose(schema.description)}</p>`}
${schema.properties === undefined && html`<p class="told">${typeOf(schema)}</p>`}
${fieldsOf(schema, name.endsWith('Input') ? 'sent' : 'received')}
</div>
</article>`,
)}
</section>`
}
