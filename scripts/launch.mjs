/** `node scripts/launch.mjs FILE ARGS…` runs a file of the project with a supported Node. */
import Module from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { provideDashboard } from './build-dashboard.mjs'
import { nodeFlags, restartWithFlags } from './node-flags.mjs'
import { projectDir, provideNode, runtimeDir } from './node-runtime.mjs'
import { runChild } from './run-child.mjs'

const [file = 'src/cli.ts', ...args] = process.argv.slice(2)

stopWithNpm()
try {
  const node = provideNode()
  if (node === process.execPath) restartWithFlags(fileURLToPath(import.meta.url), [file, ...args])
  if (file === 'src/cli.ts' && args[0] === 'start') provideDashboard(node, { projectDir, runtimeDir })
  run(node, resolve(projectDir, file), args)
} catch (error) {
  process.stderr.write(`ansight: ${error.message}\n`)
  process.exitCode = 1
}

/**
 * Stops this process when its parent exits. A signal ends npm and its shell, which do not forward it, and the service would
 * keep the port and the data folder. Only under npm, because other scripts may start a service that outlives them.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid === parent) return
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/** The compile cache saves two fifths of the startup time; Node runs without it where it cannot be written. */
function run(node, path, rest) {
  process.env.NODE_COMPILE_CACHE ??= join(runtimeDir, 'compile-cache')
  if (node !== process.execPath) return runChild(node, [...nodeFlags, path, ...rest])
  Module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  // Runs the file in this process as the main module, so that `import.meta.main` is true in it.
  process.argv = [process.execPath, path, ...rest]
  Module.runMain()
}
