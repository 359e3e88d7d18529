/** Settings of PostgreSQL by its own names: https://www.postgresql.org/docs/18/runtime-config.html */
export type ServerSettings = Record<string, string>

/** For a small machine that also runs Ansight itself. Durability is PostgreSQL's default: every commit is flushed. */
export const defaultSettings: ServerSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel plans did not pay on two cores, and their shared memory does not fit a container's 64 MB /dev/shm.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_checkpoints: 'off',
  // Statements and error details carry prompts, answers and addresses, which never belong in a log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** What the server may know of our environment: its `PG*` and locale variables would change how it behaves. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  return {
    ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}
