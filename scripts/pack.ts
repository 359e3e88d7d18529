/**
 * `npm run package -- FOLDER` writes the npm package into a folder, for `npx ansight start`. Node runs no TypeScript in
 * `node_modules`, so the package contains the sources without their types, as JavaScript.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareRelease } from './prepare-release.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

if (import.meta.main) pack(resolve(process.argv[2] ?? '.'))

function pack(destination: string): void {
  const folder = join(mkdtempSync(join(tmpdir(), 'ansight-package-')), 'ansight')
  try {
    prepareRelease(root, folder)
    copyFileSync(join(root, 'README.md'), join(folder, 'README.md'))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) convert(join(folder, name))
    allowPublishing(join(folder, 'package.json'))
    execFileSync('npm', ['pack', '--pack-destination', destination], { cwd: folder, stdio: 'inherit' })
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true })
  }
}

function convert(path: string): void {
  if (!/\.(ts|mjs)$/.test(path)) return
  const text = toJavaScript(readFileSync(path, 'utf8'))
  writeFileSync(path, text)
  if (path.endsWith('.ts')) renameSync(path, path.replace(/\.ts$/, '.js'))
}

/** Removes the types, and changes the paths of TypeScript files in strings. */
export function toJavaScript(text: string): string {
  return stripTypeScriptTypes(text).replace(/(?<=(['"])(?:\.{1,2}|src)\/[\w./-]+)\.ts(?=\1)/g, '.js')
}

function allowPublishing(path: string): void {
  const { private: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}
