import pg from 'pg'

const checkIntervalMs = 5_000

type Listener = {
  onNotification: (payload: string) => void
  /** Called after each connection, because the notifications before it are lost. */
  onConnected: () => void
}

/**
 * Listens to a channel of PostgreSQL on the dedicated connection of a process. A connection that replaces a broken one
 * listens after a few seconds. Returns a function that stops calling the listener.
 */
export async function listen(dedicated: pg.Pool, channel: string, listener: Listener): Promise<() => void> {
  let current: pg.PoolClient | undefined
  let stopped = false
  const subscribe = async (client: pg.PoolClient) => {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    client.on('notification', ({ payload = '' }) => stopped || listener.onNotification(payload))
    current = client
    listener.onConnected()
  }
  const check = async () => {
    const client = await dedicated.connect()
    try {
      // Only a query notices that a connection is broken.
      await (client === current ? client.query('select 1') : subscribe(client))
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  await check()
  const timer = setInterval(() => check().catch(() => undefined), checkIntervalMs)
  return () => {
    stopped = true
    clearInterval(timer)
  }
}
