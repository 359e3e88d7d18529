import { expect, test } from 'vitest'
import { importProblems } from './import-rules.ts'

/** A tree whose files hold only imports: path → lines. */
const problems = (tree: Record<string, string[]>) =>
  importProblems(new Map(Object.entries(tree).map(([file, lines]) => [file, lines.join('\n')])))

test('the ways down are open: top to nouns to core, and the vocabulary to all', () => {
  expect(
    problems({
      'src/app.ts': [
        "import { a } from './brands/routes.ts'",
        "import { s } from '../simulator/simulator.ts'",
      ],
      'src/tracking/tracking.ts': [
        "import { b } from '../brands/platforms.ts'",
        "import { c } from '../core/db.ts'",
      ],
      'src/runs/wire/wire.ts': ["import { r } from '../runs.ts'", "import pg from 'pg'"],
      'src/core/version.ts': ["import manifest from '../../package.json' with { type: 'json' }"],
      'web/main.tsx': [
        "import type { Routes } from '../src/routes.ts'",
        "import { platforms } from '../vocabulary/platforms.ts'",
        "import { useState } from 'react'",
      ],
      'simulator/main.ts': ["import { Engine } from '../src/engines/engine.ts'"],
    }),
  ).toEqual([])
})

test.each([
  ['src/db/database.ts', "import { a } from '../brands/brands.ts'", 'core may not use a noun'],
  ['src/brands/brands.ts', "import { a } from '../app.ts'", 'a noun may not use the top of src'],
  ['src/brands/brands.ts', "import { a } from '../runs/routes.ts'", 'for the top'],
  ['src/brands/brands.ts', "import { a } from '../runs/wire/a.ts'", 'subfolders of runs are its own'],
  ['src/db/database.ts', "import { world } from './world.fixture.ts'", 'it is for tests'],
  ['src/brands/brands.ts', "export { a } from '../../web/api.ts'", 'a noun may not use web'],
  ['src/brands/brands.ts', "const a = await import('../../simulator/a.ts')", 'a noun may not use simulator'],
  ['web/a.tsx', "import { a } from '../src/core/ids.ts'", 'types only'],
  ['web/a.tsx', "import { type A } from '../src/core/ids.ts'", 'types only'],
  ['web/a.tsx', "import {\n  a,\n  type B,\n} from '../src/core/ids.ts'", 'types only'],
  ['web/a.tsx', "import 'node:fs'", 'package of the server'],
  ['web/a.tsx', "import cookie from '@fastify/cookie'", 'package of the server'],
  ['pixel/t.ts', "import { a } from '../vocabulary/a.ts'", 'pixel may not use vocabulary'],
  ['pixel/t.ts', "import a from 'react'", 'imports nothing'],
  ['vocabulary/a.ts', "import { z } from 'zod'", 'imports nothing'],
  ['simulator/a.ts', "import type { A } from '../src/engines/registry.ts'", 'simulator may not use a noun'],
])('%s may not say %s', (file, line, reason) => {
  const found = problems({ [file]: [line] })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(reason)
})

test('a circle of nouns is told once, with the imports that make it, whether of types or values', () => {
  expect(
    problems({
      'src/a/a.ts': ["import type { B } from '../b/b.ts'"],
      'src/b/b.ts': ["import { c } from '../c/other.ts'"],
      'src/c/c.ts': ["import { a } from '../a/a.ts'"],
      'src/d/d.ts': ["import { a } from '../a/a.ts'"],
    }),
  ).toEqual([
    'circle a → b → c → a: src/a/a.ts imports src/b/b.ts; src/b/b.ts imports src/c/other.ts; src/c/c.ts imports src/a/a.ts',
  ])
})

test('barrels are refused, tests, their fixtures and build settings may look anywhere', () => {
  expect(problems({ 'src/brands/index.ts': [] })).toEqual([
    'src/brands/index.ts: no barrels; name the file for what it holds',
  ])
  expect(
    problems({
      'src/db/database.test.ts': ["import { a } from '../brands/brands.ts'"],
      'src/brands/browser.fixture.ts': ["import { createApp } from '../app.ts'"],
      'web/vite.config.ts': ["import react from 'node:path'"],
    }),
  ).toEqual([])
})

test('what only looks like an import is not one', () => {
  expect(
    problems({ 'pixel/t.ts': ['export type A = string', 'const text = \'import a from "react"\''] }),
  ).toEqual([])
})
