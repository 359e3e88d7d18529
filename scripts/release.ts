/**
 * `npm run release -- VERSION` prepares a release: sets the version in package.json, the lock file and the Helm chart,
 * dates the changelog, commits and tags. It pushes and publishes nothing; the commands for that are printed.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

if (import.meta.main) {
  const [version = ''] = process.argv.slice(2)
  release(version)
}

function release(version: string): void {
  const current: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  requireNext(current, version)
  if (run('git', 'status', '--porcelain') !== '') throw new Error('Commit or discard the changes first.')
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version')
  edit('deploy/helm/ansight/Chart.yaml', (text) => withChartVersion(text, version))
  edit('CHANGELOG.md', (text) => withRelease(text, version, new Date().toISOString().slice(0, 10)))
  run('git', 'commit', '--all', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', `v${version}`, '--message', `Ansight ${version}`)
  process.stdout.write(`${publishCommands(version).join('\n')}\n`)
}

/** Throws unless the version is newer. */
export function requireNext(current: string, next: string): void {
  const parts = (version: string) => /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number)
  const [from, to] = [parts(current), parts(next)]
  if (!from || !to) throw new Error(`"${next}" is not a version such as 1.2.3.`)
  const changed = to.findIndex((part, index) => part !== from[index])
  if (changed >= 0 && (to[changed] ?? 0) < (from[changed] ?? 0))
    throw new Error(`${next} is older than ${current}.`)
}

export const withChartVersion = (text: string, version: string): string =>
  text.replace(/^(version|appVersion): .*$/gm, `$1: ${version}`)

/** Turns the heading of the unreleased changes into the heading of the release. Throws when there are none. */
export function withRelease(changelog: string, version: string, date: string): string {
  const heading = /^## Unreleased.*$/m
  const [, after = ''] = changelog.split(heading)
  if (!heading.test(changelog) || !/^- /m.test(after.split(/^## /m)[0] ?? ''))
    throw new Error('CHANGELOG.md lists no unreleased changes.')
  return changelog.replace(heading, `## Unreleased\n\n## ${version} (${date})`)
}

/** Images get the tags 1.2.3, 1.2, 1 and latest. */
export function imageTags(version: string): string[] {
  const [major, minor] = version.split('.')
  return [version, `${major}.${minor}`, `${major}`, 'latest']
}

function publishCommands(version: string): string[] {
  const tags = imageTags(version).map((tag) => `--tag "$IMAGE:${tag}"`)
  return [
    `git push origin main v${version}`,
    `docker buildx build --platform linux/amd64,linux/arm64 --build-arg VERSION=${version} --build-arg REVISION=$(git rev-parse HEAD) ${tags.join(' ')} --push .`,
  ]
}

function edit(file: string, change: (text: string) => string): void {
  const path = join(root, file)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

function run(file: string, ...args: string[]): string {
  return execFileSync(file, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}
