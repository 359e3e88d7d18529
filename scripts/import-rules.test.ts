import { expect, test } from 'vitest'
import { importProblems } from './import-rules.ts'

/** A tree of files that contain only imports: path → lines. */
const problems = (tree: Record<string, string[]>) =>
  importProblems(new Map(Object.entries(tree).map(([file, lines]) => [file, lines.join('\n')])))

test('entry points import features, features import foundations, and everything imports the vocabulary', () => {
  expect(
    problems({
      'src/app.ts': [
        "import { a } from './brands/routes.ts'",
        "import { s } from '../simulator/simulator.ts'",
      ],
      'src/routes.ts': ["import { v } from './prompts/volumes/routes.ts'"],
      'src/tracking/tracking.ts': [
        "import { b } from '../brands/platforms.ts'",
        "import { c } from '../db/database.ts'",
        "import { p } from './spend/report.ts'",
      ],
      'src/tracking/spend/report.ts': ["import { r } from '../run-limits.ts'", "import pg from 'pg'"],
      'src/alerts/alerts.ts': ["import { s } from '../metrics/statistics/intervals.ts'"],
      'src/http/server.ts': ["import { d } from '../db/database.ts'"],
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
  ['src/http/a.ts', "import { a } from '../brands/brands.ts'", 'foundation may not import feature'],
  ['src/db/a.ts', "import { a } from '../core/errors.ts'", 'db may not import core'],
  ['src/brands/brands.ts', "import { a } from '../app.ts'", 'feature may not import entry'],
  ['src/brands/brands.ts', "import { a } from '../tracking/routes.ts'", 'are for entry points'],
  ['src/brands/brands.ts', "import { a } from '../metrics/answer-list-routes.ts'", 'are for entry points'],
  ['src/brands/brands.ts', "import { a } from '../audits/jobs.ts'", 'are for entry points'],
  [
    'src/brands/brands.ts',
    "import { a } from '../tracking/spend/a.ts'",
    'subfolders of tracking are private',
  ],
  ['src/db/database.ts', "import { a } from './embedded.fixture.ts'", 'it is for tests'],
  ['src/brands/brands.ts', "import { a } from '../../web/api.ts'", 'feature may not import web'],
  ['src/brands/brands.ts', "const a = await import('../../simulator/a.ts')", 'may not import simulator'],
  ['web/a.tsx', "import { a } from '../src/core/ids.ts'", 'only types'],
  ['web/a.tsx', "import { type A } from '../src/core/ids.ts'", 'only types'],
  ['web/a.tsx', "import {\n  a,\n  type B,\n} from '../src/core/ids.ts'", 'only types'],
  ['web/a.tsx', "import 'node:fs'", 'package of the server'],
  ['web/a.tsx', "import cookie from '@fastify/cookie'", 'package of the server'],
  ['pixel/t.ts', "import { a } from '../vocabulary/a.ts'", 'pixel may not import vocabulary'],
  ['pixel/t.ts', "import a from 'react'", 'imports nothing'],
  ['vocabulary/a.ts', "import { z } from 'zod'", 'imports nothing'],
  ['simulator/a.ts', "import type { A } from '../src/engines/registry.ts'", 'may not import feature'],
])('%s may not contain %s', (file, line, reason) => {
  const found = problems({ [file]: [line] })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(reason)
})

test("only types are imported from the vendors' SDKs", () => {
  const source = (statement: string) => new Map([['simulator/wire/openai.ts', `${statement}\n`]])
  expect(
    importProblems(source("import type { Response } from 'openai/resources/responses/responses'")),
  ).toEqual([])
  for (const statement of ["import OpenAI from 'openai'", "import { type Model } from '@google/genai'"])
    expect(importProblems(source(statement))).toEqual([expect.stringMatching(/import only types of an SDK/)])
})

test('core imports no other foundation than db', () => {
  expect(problems({ 'src/core/a.ts': ["import { a } from '../http/route.ts'"] })).toContain(
    'src/core/a.ts imports src/http/route.ts: core may not import http',
  )
})

test('a cycle of folders is reported once, with the imports that form it, whether of types or values', () => {
  expect(
    problems({
      'src/a/a.ts': ["import type { B } from '../b/b.ts'"],
      'src/b/b.ts': ["import { c } from '../c/other.ts'"],
      'src/c/c.ts': ["import { a } from '../a/a.ts'"],
      'src/d/d.ts': ["import { a } from '../a/a.ts'"],
    }),
  ).toEqual([
    'cycle a → b → c → a: src/a/a.ts imports src/b/b.ts; src/b/b.ts imports src/c/other.ts; src/c/c.ts imports src/a/a.ts',
  ])
})

test('a cycle of files within one folder is reported', () => {
  expect(
    problems({
      'src/a/one.ts': ["import type { Two } from './two.ts'"],
      'src/a/two.ts': ["import { one } from './one.ts'"],
    }),
  ).toEqual([
    'cycle src/a/one.ts → src/a/two.ts → src/a/one.ts: src/a/one.ts imports src/a/two.ts; src/a/two.ts imports src/a/one.ts',
  ])
})

test('a folder with a sibling file of the same name is imported through that file', () => {
  expect(
    problems({
      'src/metrics/rollups.ts': ["import { a } from './rollups/rows.ts'"],
      'src/metrics/rollups/rows.ts': ["import { b } from './packed-rows.ts'"],
      'src/metrics/rollups/packed-rows.ts': [],
      'src/metrics/topics.ts': ["import { a } from './rollups/rows.ts'"],
    }),
  ).toEqual([
    'src/metrics/topics.ts imports src/metrics/rollups/rows.ts: enter the folder through src/metrics/rollups.ts',
  ])
})

test('a file of core that fewer than three folders use is reported', () => {
  const use = "import { a } from '../core/a.ts'"
  const used = { 'src/core/a.ts': [], 'src/x/x.ts': [use], 'src/y/y.ts': [use] }
  expect(problems(used)).toEqual(['src/core/a.ts: used by 2 folders; core is for what three or more use'])
  expect(problems({ ...used, 'src/z/z.ts': [use] })).toEqual([])
})

test('barrel files are reported; tests, fixtures and build settings import what they need', () => {
  expect(problems({ 'src/brands/index.ts': [] })).toEqual(['src/brands/index.ts: no barrel files'])
  expect(problems({ 'src/brands/all.ts': ["export { a } from './brands.ts'"] })).toEqual([
    'src/brands/all.ts: no barrel files',
  ])
  expect(
    problems({
      'src/db/database.test.ts': ["import { a } from '../brands/brands.ts'"],
      'src/brands/browser.fixture.ts': ["import { createApp } from '../app.ts'"],
      'web/vite.config.ts': ["import react from 'node:path'"],
    }),
  ).toEqual([])
})

test('text that resembles an import is not one', () => {
  expect(
    problems({ 'pixel/t.ts': ['export type A = string', 'const text = \'import a from "react"\''] }),
  ).toEqual([])
})
