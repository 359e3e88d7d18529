/** Recognizes a connection pooler, such as PgBouncer, between the service and PostgreSQL that is configured unsuitably. */
import type pg from 'pg'

/** Another client can take the released session of a pooler before ours does, so one attempt may not find it. */
const attempts = 5

/** Returns why the connections of a pool cannot be used through its pooler; null without a pooler or with a suitable one. */
export async function findPoolerProblem(pool: pg.Pool): Promise<string | null> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await sharesSessions(pool))
      return 'a connection pooler gives the sessions of a client to other clients (transaction pooling), but a worker holds a lock in its session while it runs a job; use session pooling: docs/running.md'
  }
  const { rows } = await pool.query<{ zone: string }>("select current_setting('timezone') as zone")
  const { zone = '' } = rows[0] ?? {}
  if (utcNames.has(zone)) return null
  return `a connection pooler ignores the settings of the session, so its time zone is ${zone}; set it for the user of the database: docs/running.md`
}

/** Time zones of servers that are equal to UTC. */
const utcNames = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'])

/** Explains a rejected connection; null for any other error. */
export function explainRejection(message: string): string | null {
  if (!message.includes('unsupported startup parameter')) return null
  return `a connection pooler rejects the settings of the session (${message}); add ignore_startup_parameters = options to its configuration: docs/running.md`
}

/** Returns whether a second client gets the session that the first one has just used and not closed. */
async function sharesSessions(pool: pg.Pool): Promise<boolean> {
  const first = await pool.connect()
  const second = await pool.connect()
  try {
    const used = await getPid(first)
    await second.query('begin')
    const held = await getPid(second)
    await second.query('rollback')
    return used === held
  } finally {
    first.release()
    second.release()
  }
}

async function getPid(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
