/** A language model on this machine: it judges as a test tells it to, and remembers what it was asked. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Asked = {
  /** The text between the marks. */
  text: string
  entities: { entity: number; name: string; called: string[] }[]
  system: string
  user: string
}

export type Said = { entity: number; label: string; confidence: number; quote: string }

/** `status` other than 200 fails; `content` is what the model says in place of judgements; null holds the call open. */
export type Reply = { judgements: Said[] } | { status: number } | { content: string } | null

export type ModelServer = {
  env: { MODEL_BASE_URL: string; MODEL_NAME: string }
  asked: Asked[]
  reply: (asked: Asked) => Reply | Promise<Reply>
  /** Calls that have begun and not ended. */
  open(): number
}

/** Open until the last test of the file has ended. */
export async function modelServer(): Promise<ModelServer> {
  let open = 0
  const server = createServer(async (incoming, outgoing) => {
    open += 1
    outgoing.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const asked = askedIn(JSON.parse(Buffer.concat(chunks).toString()))
    fake.asked.push(asked)
    const reply = await fake.reply(asked)
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
    env: { MODEL_BASE_URL: urlOf(server.address()), MODEL_NAME: 'judge-1' },
    asked: [],
    reply: (asked) => ({ judgements: asked.entities.map((each) => praise(asked, each)) }),
    open: () => open,
  }
  return fake
}

/** Praise that quotes the entity's first spelling. */
export function praise({ text }: Asked, { entity, called }: Asked['entities'][number]): Said {
  const start = text.indexOf(called[0] ?? '')
  return { entity, label: 'positive', confidence: 0.9, quote: text.slice(start, start + 20) }
}

function askedIn({ messages }: { messages: { content: string }[] }): Asked {
  const [system = '', user = ''] = messages.map(({ content }) => content)
  const [, list = '[]', mark = ''] = /^Entities:\n(.*)\n\nThe text, .* say (text-\w+):\n/.exec(user) ?? []
  const [, text = ''] = user.split(`\n${mark}\n`)
  // A reminder may follow the closing mark.
  return {
    system,
    user,
    entities: JSON.parse(list),
    text: text.replace(new RegExp(`\\n${mark}[\\s\\S]*$`), ''),
  }
}

function completion(reply: { judgements: Said[] } | { content: string }) {
  const content = 'content' in reply ? reply.content : JSON.stringify(reply)
  return {
    model: 'judge-1-2026',
    choices: [{ message: { content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 80, cost: 0.001 },
  }
}

function urlOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The model has no port.')
  return `http://127.0.0.1:${address.port}`
}
