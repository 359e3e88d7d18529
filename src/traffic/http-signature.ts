/**
 * Web Bot Auth: HTTP message signatures (RFC 9421) with which an agent signs its requests. The signed text is rebuilt from what
 * the log contains, in both forms of `Signature-Agent`: a string (older drafts) and a dictionary
 * (draft-ietf-webbotauth-httpsig-protocol-00).
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

/** What a log contains of a signed request. Names of headers are in lower case. */
export type SignedMessage = {
  authority: string
  method: string | null
  /** Path and query. */
  target: string
  headers: ReadonlyMap<string, string>
}

export type RequestSignature = {
  /** The host that publishes the keys. */
  host: string
  keyId: string
  /** Seconds since 1970. */
  created: number
  expires: number
  /** The signed text. */
  base: string
  /** In base64. */
  signature: string
}

const maxHeaderLength = 8_000

/** Returns null without a signature of Web Bot Auth, or if the log lacks a part of what was signed. */
export function readSignature(message: SignedMessage): RequestSignature | null {
  const inputs = parseDictionary(message.headers.get('signature-input'))
  const signatures = parseDictionary(message.headers.get('signature'))
  for (const [label, input] of inputs ?? []) {
    if (getText(input.params.get('tag')) !== 'web-bot-auth') continue
    const signature = signatures?.get(label)?.value
    const found = typeof signature === 'string' ? readInput(message, label, input) : null
    const bytes = typeof signature === 'string' ? /^:(.{86}==):$/.exec(signature)?.[1] : undefined
    if (found !== null && bytes !== undefined) return { ...found, signature: bytes }
  }
  return null
}

function readInput(
  message: SignedMessage,
  label: string,
  input: Member,
): Omit<RequestSignature, 'signature'> | null {
  const { params, value } = input
  const keyId = getText(params.get('keyid'))
  const created = getInteger(params.get('created'))
  const expires = getInteger(params.get('expires'))
  const isEd25519 = (getText(params.get('alg')) ?? 'ed25519') === 'ed25519'
  if (typeof value === 'string' || keyId === null || created === null || expires === null || !isEd25519)
    return null
  const isCovered = (name: string) => value.some((item) => getText(item.value) === name)
  const host = isCovered('@authority') ? findHost(message, label, value) : null
  const base = host === null ? null : getSignatureBase(message, input)
  return host === null || base === null ? null : { host, keyId, created, expires, base }
}

/** Returns the host of the covered `Signature-Agent`. */
function findHost({ headers }: SignedMessage, label: string, components: readonly Item[]): string | null {
  const component = components.find(({ value }) => getText(value) === 'signature-agent')
  const header = headers.get('signature-agent')
  if (component === undefined || header === undefined) return null
  const key = getText(component.params.get('key'))
  const members = parseDictionary(header)
  const member = members?.get(key ?? label) ?? (members?.size === 1 ? [...members.values()][0] : undefined)
  const value = key === null && members === null ? header.trim() : member?.value
  if ((member?.params.get('type') ?? 'directory') !== 'directory' || typeof value !== 'string') return null
  const url = getText(value)
  return url !== null && /^https:\/\//.test(url) && URL.canParse(url) ? new URL(url).host : null
}

/** Returns the text that is signed (RFC 9421, section 2.5), or null if the log lacks a part of it. */
export function getSignatureBase(message: SignedMessage, { value, params }: Member): string | null {
  if (typeof value === 'string') return null
  const lines = value.map((item) => {
    const component = getComponent(message, item)
    return component === null ? null : `${serialize(item)}: ${component}`
  })
  if (lines.includes(null)) return null
  const list = `(${value.map(serialize).join(' ')})${serializeParams(params)}`
  return [...lines, `"@signature-params": ${list}`].join('\n')
}

function getComponent({ authority, method, target, headers }: SignedMessage, item: Item): string | null {
  const name = getText(item.value)
  const key = getText(item.params.get('key'))
  if (name === null || item.params.size > (key === null ? 0 : 1)) return null
  const header = headers.get(name)
  if (key !== null) {
    const member = parseDictionary(header)?.get(key)
    return member === undefined || typeof member.value !== 'string'
      ? null
      : serialize({ value: member.value, params: member.params })
  }
  const [path = '', query = ''] = target.split(/(?=\?)/s)
  switch (name) {
    case '@authority':
      return authority.toLowerCase().replace(/:(80|443)$/, '')
    case '@method':
      return method
    case '@path':
      return path || '/'
    case '@query':
      return query || '?'
    default:
      return header?.trim() ?? null
  }
}

/** A key of Ed25519 in a JSON Web Key Set: `x` is the public key in base64url. */
export const isSignedBy = ({ base, signature }: Pick<RequestSignature, 'base' | 'signature'>, x: string) =>
  verify(
    null,
    Buffer.from(base),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
    Buffer.from(signature, 'base64'),
  )

/** Returns the id of a key (RFC 7638). */
export const getThumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')

/** Structured fields (RFC 9651): values as they are serialized. A parameter without a value is true. */
type Params = ReadonlyMap<string, string>
type Item = { value: string; params: Params }
type Member = { value: string | Item[]; params: Params }

const bareItem = String.raw`"(?:[ !#-[\]-~]|\\["\\])*"|:[\w+/=]*:|-?\d{1,15}|\?[01]|[A-Za-z*][\w!#$%&'*+.^|~:/\x60-]*`
const patterns = {
  key: /[a-z*][\w.*-]*/y,
  equals: /=/y,
  item: new RegExp(bareItem, 'y'),
  param: new RegExp(`; *([a-z*][\\w.*-]*)(?:=(${bareItem}))?`, 'y'),
  open: /\( */y,
  close: / *\)/y,
  spaces: / +/y,
  comma: /[ \t]*,[ \t]*/y,
}

type Scan = { take(pattern: keyof typeof patterns): RegExpExecArray | null; isAtEnd(): boolean }

function createScan(text: string): Scan {
  let at = 0
  return {
    take: (name) => {
      const pattern = patterns[name]
      pattern.lastIndex = at
      const match = pattern.exec(text)
      at += match?.[0].length ?? 0
      return match
    },
    isAtEnd: () => at === text.length,
  }
}

/** Returns null for a text that is not a dictionary. */
export function parseDictionary(text: string | undefined): Map<string, Member> | null {
  if (text === undefined || text.length > maxHeaderLength) return null
  const scan = createScan(text.trim())
  const members = new Map<string, Member>()
  do {
    const key = scan.take('key')?.[0]
    const value = scan.take('equals') === null ? '?1' : readValue(scan)
    if (key === undefined || value === null) return null
    members.set(key, { value, params: readParams(scan) })
  } while (scan.take('comma') !== null)
  return scan.isAtEnd() ? members : null
}

function readValue(scan: Scan): string | Item[] | null {
  if (scan.take('open') === null) return scan.take('item')?.[0] ?? null
  const items: Item[] = []
  while (scan.take('close') === null) {
    const value = items.length > 0 && scan.take('spaces') === null ? undefined : scan.take('item')?.[0]
    if (value === undefined) return null
    items.push({ value, params: readParams(scan) })
  }
  return items
}

function readParams(scan: Scan): Params {
  const params = new Map<string, string>()
  for (let match = scan.take('param'); match !== null; match = scan.take('param'))
    params.set(match[1] ?? '', match[2] ?? '?1')
  return params
}

const serialize = ({ value, params }: Item): string => `${value}${serializeParams(params)}`

const serializeParams = (params: Params): string =>
  [...params].map(([name, value]) => (value === '?1' ? `;${name}` : `;${name}=${value}`)).join('')

/** Returns the text of a string, or null for another value. */
const getText = (value: string | undefined): string | null =>
  value?.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : null

const getInteger = (value: string | undefined): number | null =>
  value !== undefined && /^\d+$/.test(value) ? Number(value) : null
