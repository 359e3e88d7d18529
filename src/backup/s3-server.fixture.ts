/** The part of the S3 API that backups use, in memory. It checks that requests are signed, not the signature. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFileEnd } from '../../test/cleanup.ts'

export type S3Server = {
  url: string
  objects: Map<string, Buffer>
  /** Returns the number of parts in which an object was uploaded. */
  uploadedParts(key: string): number
  failUploads(fail: boolean): void
  /** Refuses the start of uploads in parts. */
  refuseUploads(refuse: boolean): void
  /** No request is answered from now on, or after one whose URL ends with `after`. Resolves when the next one has arrived. */
  stopAnswering(after?: string): Promise<void>
}

export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const state = { failing: false, refusing: false }
  const silence = { isOn: false, after: '', arrived: (): void => undefined }
  const server = createServer(async (request, response) => {
    if (silence.isOn) return silence.arrived()
    const { status, headers = {}, body = '' } = await answer(request)
    silence.isOn = silence.after !== '' && (request.url ?? '').endsWith(silence.after)
    response.writeHead(status, headers).end(body)
  })
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const key = decodeURIComponent(url.pathname).replace(`/${bucket}`, '').slice(1)
    const content = await buffer(request)
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return { status: 403 }
    if (state.failing && request.method === 'PUT')
      return { status: 403, body: '<Error><Code>Denied</Code></Error>' }
    if (state.refusing && request.method === 'POST' && url.searchParams.has('uploads'))
      return { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }
    if (request.method === 'GET' && url.searchParams.has('list-type'))
      return { status: 200, body: listing([...objects], url.searchParams.get('prefix') ?? '') }
    if (request.method === 'GET') return found(objects.get(key))
    if (request.method === 'DELETE') return { status: objects.delete(key) ? 204 : 404 }
    if (request.method === 'POST' && url.searchParams.has('delete'))
      return deleteAll(objects, content.toString())
    if (request.method === 'PUT' || request.method === 'POST')
      return upload({ objects, uploads }, key, url.searchParams, request.method, content)
    return { status: 400 }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFileEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploadedParts: (key) => uploads.get(key)?.size ?? 0,
    failUploads: (fail) => {
      state.failing = fail
    },
    refuseUploads: (refuse) => {
      state.refusing = refuse
    },
    stopAnswering: (after = '') =>
      new Promise((arrived) => {
        Object.assign(silence, { isOn: after === '', after, arrived })
      }),
  }
}

type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer }
type Stored = { objects: Map<string, Buffer>; uploads: Map<string, Map<number, Buffer>> }

function upload(
  { objects, uploads }: Stored,
  key: string,
  query: URLSearchParams,
  method: 'PUT' | 'POST',
  content: Buffer,
): Answer {
  const id = query.get('uploadId')
  const ETag = `"${createHash('md5').update(content).digest('hex')}"`
  if (method === 'POST' && id === null) {
    uploads.set(key, new Map())
    return {
      status: 200,
      body: `<InitiateMultipartUploadResult><UploadId>${key}</UploadId></InitiateMultipartUploadResult>`,
    }
  }
  if (method === 'PUT' && id === null) objects.set(key, content)
  if (method === 'PUT' && id !== null) uploads.get(id)?.set(Number(query.get('partNumber')), content)
  if (method === 'PUT') return { status: 200, headers: { ETag } }
  const parts = [...(uploads.get(key) ?? [])].sort(([a], [b]) => a - b)
  objects.set(key, Buffer.concat(parts.map(([, part]) => part)))
  return {
    status: 200,
    body: `<CompleteMultipartUploadResult><ETag>${ETag}</ETag></CompleteMultipartUploadResult>`,
  }
}

const found = (body: Buffer | undefined): Answer =>
  body === undefined ? { status: 404 } : { status: 200, body }

function deleteAll(objects: Map<string, Buffer>, request: string): Answer {
  const keys = [...request.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
  for (const key of keys) objects.delete(key)
  const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')
  return { status: 200, body: `<DeleteResult>${deleted}</DeleteResult>` }
}

function listing(objects: [string, Buffer][], prefix: string): string {
  const contents = objects
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { length }]) => `<Contents><Key>${key}</Key><Size>${length}</Size></Contents>`)
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}
