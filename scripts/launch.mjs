/** `node scripts/launch.mjs FILE ARGS…` runs a file of the project with a Node that is new enough. */
import Module from 'node:module'
import { resolve } from 'node:path'
import { provideDashboard } from './dashboard.mjs'
import { projectDir, provideNode, runtimeDir } from './node-runtime.mjs'
import { runChild } from './run-child.mjs'

const [file = 'src/cli.ts', ...args] = process.argv.slice(2)

try {
  const node = provideNode()
  if (file === 'src/cli.ts' && args[0] === 'start') provideDashboard(node, { projectDir, runtimeDir })
  run(node, resolve(projectDir, file), args)
} catch (error) {
  process.stderr.write(`ansight: ${error.message}\n`)
  process.exitCode = 1
}

function run(node, path, rest) {
  if (node !== process.execPath) return runChild(node, [path, ...rest])
  // As if Node had been called with the file: no second process, and `import.meta.main` is true there.
  process.argv = [process.execPath, path, ...rest]
  Module.runMain()
}
