/** PostgreSQL settings by name: https://www.postgresql.org/docs/18/runtime-config.html */
export type ServerSettings = Record<string, string>

/** For a small machine that also runs Ansight. Durability is PostgreSQL's default: every commit is flushed. */
export const defaultSettings: ServerSettings = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel plans were not faster on two cores, and their shared memory exceeds a container's 64 MB /dev/shm.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  log_checkpoints: 'off',
  // Statements and error details contain prompts, answers and email addresses, which must not be logged.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Returns the environment of the server, without `PG*` and locale variables, which would change its behavior. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  return {
    ...Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}
