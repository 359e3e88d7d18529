import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'))

test('npm run sbom writes a CycloneDX document in which the packages of an installation are required and development tools are not', async () => {
  const cli = process.env.npm_execpath
  const args = ['run', '--silent', 'sbom']
  const { stdout } = await promisify(execFile)(
    cli === undefined ? 'npm' : process.execPath,
    cli === undefined ? args : [cli, ...args],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  const { bomFormat, components } = JSON.parse(stdout)
  expect(bomFormat).toBe('CycloneDX')
  const scopes = new Map(
    components.map(({ purl, scope }: { purl: string; scope: string }) => [decodeURIComponent(purl), scope]),
  )
  const { packages } = read('package-lock.json')
  const { dependencies, devDependencies } = read('package.json')
  const getScope = (name: string) => scopes.get(`pkg:npm/${name}@${packages[`node_modules/${name}`].version}`)
  expect(Object.keys(dependencies).filter((name) => getScope(name) !== 'required')).toEqual([])
  // `--omit=dev` would also omit packages that an installation and a development tool share.
  for (const name of ['vitest', 'knip', '@biomejs/biome']) {
    expect(devDependencies).toHaveProperty([name])
    expect(getScope(name), name).toBe('optional')
  }
})
