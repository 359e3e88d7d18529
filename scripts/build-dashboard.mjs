/** Builds the dashboard into `web/dist` when its sources have changed. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const digestFile = '.built-from'

/** Builds `web/dist` with this Node unless it is up to date. Does nothing in a checkout without the sources. */
export function provideDashboard(node, { projectDir, runtimeDir }) {
  const web = join(projectDir, 'web')
  if (!existsSync(join(web, 'vite.config.ts'))) return
  const digest = computeDigest(projectDir)
  const dist = join(web, 'dist')
  if (readIfThere(join(dist, digestFile)) === digest) return
  process.stderr.write('ansight: building the dashboard\n')
  mkdirSync(runtimeDir, { recursive: true })
  const partial = mkdtempSync(join(runtimeDir, 'dashboard-'))
  try {
    build(node, projectDir, join(partial, 'dist'))
    writeFileSync(join(partial, 'dist', digestFile), digest)
    swap(join(partial, 'dist'), dist, partial)
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function computeDigest(projectDir) {
  const hash = createHash('sha256')
  for (const file of [
    'package-lock.json',
    ...filesIn(projectDir, 'vocabulary'),
    ...filesIn(projectDir, 'web'),
  ]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(projectDir, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(projectDir, folder) {
  return readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectDir, join(entry.parentPath ?? entry.path, entry.name)))
    .filter((file) => !/^web[/\\]dist[/\\]/.test(file))
    .sort()
}

function build(node, projectDir, outDir) {
  const vite = join('node_modules', 'vite', 'bin', 'vite.js')
  try {
    execFileSync(node, [vite, 'build', 'web', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: projectDir,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    const output = stripVTControlCharacters(`${error.stdout ?? ''}${error.stderr ?? error.message}`)
    throw new Error(`The dashboard could not be built.\n${output.trim()}`)
  }
}

/** A running server misses the files only between the two renames. Several processes may swap at the same time. */
function swap(fresh, dist, trash, attempts = 3) {
  try {
    if (existsSync(dist)) renameSync(dist, join(trash, `old-${attempts}`))
    renameSync(fresh, dist)
  } catch (error) {
    if (attempts === 1) throw error
    swap(fresh, dist, trash, attempts - 1)
  }
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
