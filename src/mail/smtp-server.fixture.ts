/** A real SMTP server for tests. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; source: string; isEncrypted: boolean }

export type MailServer = {
  port: number
  received: ReceivedMail[]
  /** The next recipients or messages are rejected with these responses, in order. */
  rejections: { at: 'recipient' | 'message'; status: number; text: string }[]
  close(): Promise<void>
}

export type MailServerOptions = {
  account?: { user: string; password: string }
  hasStartTls?: boolean
  /** Accepts connections without a greeting. */
  isSilent?: boolean
}

export async function startMailServer({
  account,
  hasStartTls = true,
  isSilent = false,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const rejections: MailServer['rejections'] = []
  const rejectionAt = (at: 'recipient' | 'message') => {
    if (rejections[0]?.at !== at) return null
    const { status, text } = rejections.shift() ?? { status: 500, text: '' }
    return Object.assign(new Error(text), { responseCode: status })
  }
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: account === undefined,
    disabledCommands: hasStartTls ? [] : ['STARTTLS'],
    onConnect: (_session, done) => {
      if (!isSilent) done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === account?.user && password === account?.password) return done(null, { user: username })
      done(Object.assign(new Error('Authentication credentials invalid'), { responseCode: 535 }))
    },
    onRcptTo: (_address, _session, done) => done(rejectionAt('recipient')),
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const rejected = rejectionAt('message')
        if (rejected !== null) return done(rejected)
        const sender = envelope.mailFrom
        received.push({
          from: sender ? sender.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isEncrypted: secure,
        })
        done(null, 'OK: queued')
      })
    },
  })
  const listening = Promise.withResolvers<void>()
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  return {
    port: asAddress(listener.address()).port,
    received,
    rejections,
    close: () => {
      for (const { _socket: socket } of server.connections) socket.destroy()
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      return closed.promise
    },
  }
}

function asAddress(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address
}
