/** A local language model server: it classifies as each test decides and records its requests. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** One text of a request, between its delimiters. */
export type LlmRequest = {
  text: string
  entities: { entity: number; name: string; called: string[] }[]
  system: string
  user: string
}

export type Classification = { entity: number; label: string; quote: string }

/** A `status` other than 200 fails; `content` replaces the whole reply; null leaves the call open. */
export type Reply = { classifications: Classification[] } | { status: number } | { content: string } | null

export type ModelServer = {
  env: { MODEL: 'compatible'; COMPATIBLE_BASE_URL: string; COMPATIBLE_MODEL: string }
  /** The texts of all calls. */
  requests: LlmRequest[]
  /** Replies to one text; anything but classifications replaces the reply to the whole call. */
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
    const texts = parseRequest(JSON.parse(Buffer.concat(chunks).toString()))
    fake.requests.push(...texts)
    const replies = await Promise.all(texts.map((text) => fake.reply(text)))
    const other = replies.find((reply) => reply === null || !('classifications' in reply))
    if (other === null) return
    const reply = other ?? {
      classifications: replies.flatMap((each, index) =>
        each && 'classifications' in each
          ? each.classifications.map((classification) => ({ text: index + 1, ...classification }))
          : [],
      ),
    }
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
      COMPATIBLE_BASE_URL: getUrl(server.address()),
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
  return { entity, label: 'positive', quote: text.slice(start, start + 20) }
}

/** A request that is not about sentiment is one text without entities. */
function parseRequest({ messages }: { messages: { content: string }[] }): LlmRequest[] {
  const [system = '', user = ''] = messages.map(({ content }) => content)
  const parts = /Text \d+\. Entities:\n(.*)\n\nThe text, .* say (text-\w+):\n\2\n([\s\S]*?)\n\2/g
  const texts = [...user.matchAll(parts)].map(([, list = '[]', , text = '']) => ({
    system,
    user,
    entities: JSON.parse(list),
    text,
  }))
  return texts.length > 0 ? texts : [{ system, user, entities: [], text: user }]
}

function completion(reply: { classifications: Classification[] } | { content: string }) {
  const content = 'content' in reply ? reply.content : JSON.stringify(reply)
  return {
    model: 'classifier-1-2026',
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, cost: 0.001 },
  }
}

function getUrl(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The model server has no port.')
  return `http://127.0.0.1:${address.port}`
}
