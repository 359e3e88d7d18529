/** `node scripts/launch.mjs FILE ARGS…` runs a file of the project with a Node that is new enough. */
import Module from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideDashboard } from './build-dashboard.mjs'
import { nodeFlags, takeFlags } from './node-flags.mjs'
import { projectDir, provideNode, runtimeDir } from './node-runtime.mjs'
import { runChild } from './run-child.mjs'

const [file = 'src/cli.ts', ...args] = process.argv.slice(2)

stopWithNpm()
try {
  const node = provideNode()
  if (node === process.execPath) takeFlags(fileURLToPath(import.meta.url), [file, ...args])
  if (file === 'src/cli.ts' && args[0] === 'start') provideDashboard(node, { projectDir, runtimeDir })
  run(node, resolve(projectDir, file), args)
} catch (error) {
  process.stderr.write(`ansight: ${error.message}\n`)
  process.exitCode = 1
}

/**
 * A signal to npm ends npm and its shell, and nobody passes it on: we would be left behind, holding the port and the data
 * folder. So a parent that is gone is taken as the signal. Only under npm: a service that a script started on purpose, and
 * outlives it, goes on.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid === parent) return
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** What is compiled is kept, which saves two fifths of the time that a start takes. Where nothing can be written, it is not. */
function run(node, path, rest) {
  process.env.NODE_COMPILE_CACHE ??= join(runtimeDir, 'compile-cache')
  if (node !== process.execPath) return runChild(node, [...nodeFlags, path, ...rest])
  Module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  // As if Node had been called with the file: no second process, and `import.meta.main` is true there.
  process.argv = [process.execPath, path, ...rest]
  Module.runMain()
}
