/** A name server on a loopback port that answers with TXT records. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { onTestFileEnd } from '../../test/cleanup.ts'
import type { AppContext } from '../core/context.ts'
import { dnsResolver } from './domains.ts'

export type NameServer = {
  /** Domain → TXT records. A domain that is not in it does not exist. */
  records: Map<string, string[]>
  /** Answers with an error of the server (SERVFAIL). */
  isBroken: boolean
}

/** Starts a name server, which the service then asks. */
export async function startNameServer(base: AppContext): Promise<NameServer> {
  const server: NameServer = { records: new Map(), isBroken: false }
  const socket = createSocket('udp4')
  socket.on('message', (query, sender) => socket.send(answer(query, server), sender.port, sender.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  base.use(dnsResolver).setServers([`127.0.0.1:${socket.address().port}`])
  onTestFileEnd(async () => {
    socket.close()
    await once(socket, 'close')
  })
  return server
}

/** RFC 1035, section 4. */
function answer(query: Buffer, { records, isBroken }: NameServer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const question = query.subarray(12, at + 5)
  const texts = isBroken ? undefined : records.get(labels.join('.').toLowerCase())
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // Response codes: 0 no error, 2 SERVFAIL, 3 no such domain.
  header.writeUInt16BE(0x8180 | (isBroken ? 2 : texts ? 0 : 3), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  return Buffer.concat([header, question, ...(texts ?? []).map(toRecord)])
}

function toRecord(text: string): Buffer {
  const data = Buffer.from(text)
  // The name of the question, type TXT, class IN, 0 seconds, and the length.
  const fields = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, data.length + 1, data.length])
  return Buffer.concat([fields, data])
}
