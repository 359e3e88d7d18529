#!/usr/bin/env node
/** The `ansight` command: the command line of src/cli.ts. */
process.argv.splice(2, 0, 'src/cli.ts')
await import('./launch.mjs')
