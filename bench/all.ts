/**
 * `npm run bench`: every measurement, one after the other, each in a process of its own so that none warms another. What
 * they need besides lies in the folders.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const own = basename(import.meta.url)

for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && name !== own)) {
  console.log(`\n${file}`)
  const { status } = spawnSync(process.execPath, [...process.execArgv, `${folder}${file}`], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
