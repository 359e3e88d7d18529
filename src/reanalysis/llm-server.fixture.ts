/** A local language model server: it classifies as each test decides and records its requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type LlmRequest = {
  /** The untrusted text between the delimiters. */
  text: string
  entities: { entity: number; name: string; called: string[] }[]
  system: string
  user: string
}

export type Classification = { entity: number; label: string; confidence: number; quote: string }

/** A `status` other than 200 fails; `content` replaces the whole reply; null leaves the call open. */
export type Reply = { classifications: Classification[] } | { status: number } | { content: string } | null

export type ModelServer = {
  env: { MODEL: 'compatible'; COMPATIBLE_BASE_URL: string; COMPATIBLE_MODEL: string }
  requests: LlmRequest[]
  reply: (request: LlmRequest) => Reply | Promise<Reply>
  /** Calls in flight. */
  inFlight(): number
}

/** Closed after the last test of the file. */
export async function modelServer(): Promise<ModelServer> {
  let inFlight = 0
  const server = createServer(async (incoming, outgoing) => {
    inFlight += 1
    outgoing.on('close', () => {
      inFlight -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = parseRequest(JSON.parse(Buffer.concat(chunks).toString()))
    fake.requests.push(request)
    const reply = await fake.reply(request)
    if (reply === null) return
    outgoing.writeHead('status' in reply ? reply.status : 200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify('status' in reply ? {} : completion(reply)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const fake: ModelServer = {
    env: {
      MODEL: 'compatible',
      COMPATIBLE_BASE_URL: urlOf(server.address()),
      COMPATIBLE_MODEL: 'classifier-1',
    },
    requests: [],
    reply: (request) => ({
      classifications: request.entities.map((each) => positiveClassification(request, each)),
    }),
    inFlight: () => inFlight,
  }
  return fake
}

/** A positive classification that quotes the entity's first spelling. */
export function positiveClassification(
  { text }: LlmRequest,
  { entity, called }: LlmRequest['entities'][number],
): Classification {
  const start = text.indexOf(called[0] ?? '')
  return { entity, label: 'positive', confidence: 0.9, quote: text.slice(start, start + 20) }
}

function parseRequest({ messages }: { messages: { content: string }[] }): LlmRequest {
  const [system = '', user = ''] = messages.map(({ content }) => content)
  const [, list = '[]', delimiter = ''] =
    /^Entities:\n(.*)\n\nThe text, .* say (text-\w+):\n/.exec(user) ?? []
  const [, text = ''] = user.split(`\n${delimiter}\n`)
  // A reminder may follow the closing delimiter.
  return {
    system,
    user,
    entities: JSON.parse(list),
    text: text.replace(new RegExp(`\\n${delimiter}[\\s\\S]*$`), ''),
  }
}

function completion(reply: { classifications: Classification[] } | { content: string }) {
  const content = 'content' in reply ? reply.content : JSON.stringify(reply)
  return {
    model: 'classifier-1-2026',
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, cost: 0.001 },
  }
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.')
  return `http://127.0.0.1:${address.port}`
}
