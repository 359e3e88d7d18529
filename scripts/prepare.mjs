/** Runs after `npm ci`: downloads Node if needed and builds the dashboard if it is missing or stale. */
import { provideDashboard } from './build-dashboard.mjs'
import { onMusl, projectDir, provideNode, runtimeDir } from './node-runtime.mjs'

try {
  if (onMusl())
    process.stderr.write('ansight: the embedded PostgreSQL does not run on musl (Alpine); set DATABASE_URL\n')
  provideDashboard(provideNode(), { projectDir, runtimeDir })
} catch (error) {
  process.stderr.write(`ansight: ${error.message}\n`)
  process.exitCode = 1
}
