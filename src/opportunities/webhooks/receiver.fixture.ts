/** A local webhook receiver: responds as each test decides and records the requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Json } from '../../../test/support.ts'
import type { AppContext } from '../../core/context.ts'
import { encryptSecret } from '../../db/encryption.ts'
import { getUrl } from '../../engines/apis/local-vendor.fixture.ts'

export type Received = { headers: IncomingHttpHeaders; raw: string; body: Json }
export type Receiver = { url: string; received: Received[]; socketsSeen: Socket[] }

/** Closes with the test. */
export async function receiver(
  answer: (outgoing: ServerResponse, received: Received) => unknown,
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString()
    const request = { headers: incoming.headers, raw, body: JSON.parse(raw) }
    received.push(request)
    await answer(outgoing, request)
  })
  const socketsSeen: Socket[] = []
  server.on('connection', (socket) => {
    socketsSeen.push(socket)
    // The sender disconnects when it has read enough.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: getUrl(server), received, socketsSeen }
}

/** Changes the stored URL of a brand's webhook, as if its host or the settings had changed since it was saved. */
export async function moveWebhook(base: AppContext, brandId: string, url: string): Promise<void> {
  const { id } = await base.db
    .selectFrom('channels')
    .select('id')
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow()
  await base.db
    .updateTable('channels')
    .set({ url: encryptSecret(base, url, id) })
    .where('id', '=', id)
    .execute()
}
