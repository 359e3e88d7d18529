import { defineConfig } from 'vitest/config'
import LongestFirst from './test/longest-first-sequencer.ts'
import { findMemoryFolder } from './test/memory-folder.ts'
import { texts } from './web/texts-plugin.ts'

const tests = [
  'src/**/*.test.ts',
  'simulator/**/*.test.ts',
  'vocabulary/**/*.test.ts',
  'scripts/**/*.test.ts',
  'deploy/**/*.test.ts',
  'integrations/**/*.test.ts',
  'test/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  '!test/citus/**',
]

/** The files that import test/soak.ts, and the browser tests, whose dashboard.ts does. */
const soakTests = [
  'test/fuzz.test.ts',
  'test/browser/*.test.ts',
  'test/process/{alert-kill,backup,beacon,dump-backup,http,kill,roles,settings}.test.ts',
  'src/db/embedded/{crash,embedded}.test.ts',
  'src/answers/{name-changes,parser.properties}.test.ts',
  'src/answers/parser/markdown/markdown-library.test.ts',
  'src/data-transfer/import-answers.test.ts',
  'src/metrics/{differences,interval-coverage,metrics,rollups.history}.test.ts',
  'src/metrics/statistics/change-detection/{interval-coverage,simulation,usual-change}.test.ts',
  'src/metrics/statistics/simulation.test.ts',
  'test/recorded-answers.test.ts',
]

/** The main part of the suite, which `npm run test:citus` runs in a Citus cluster. */
const citusTests = [
  'src/db/distribution.test.ts',
  'src/{accounts,actions,alerts,cited-pages,claims,data-transfer,digests,discovery,doctor,first-party,jobs,metrics,notifications,oauth,opportunities,plans,prompts,reanalysis,reports,scale-out,sso,tracking,traffic}/*.test.ts',
  'src/metrics/{citations,competitors,prompts,score-change,searches,trend}/*.test.ts',
  'src/first-party/files/*.test.ts',
  'src/tracking/{sampling,spend}/*.test.ts',
  'src/opportunities/{briefs,webhooks}/*.test.ts',
  // Ends a connection of the server that it is connected to.
  '!src/metrics/rollups.history.test.ts',
]

const included: Record<string, string[]> = {
  soak: soakTests,
  citus: citusTests,
  'citus-faults': ['test/citus/faults.test.ts'],
}

const memoryFolder = process.env.TMPDIR ? null : findMemoryFolder()
// Workers and the processes that they start inherit it.
if (memoryFolder) process.env.TMPDIR = memoryFolder

export default defineConfig(({ mode }) => {
  const isSoak = mode === 'soak'
  return {
    plugins: [texts()],
    test: {
      include: included[mode] ?? tests,
      env: { SOAK: isSoak ? '1' : '0' },
      // The tests of faults start separate servers.
      globalSetup: mode === 'citus-faults' ? [] : ['test/database-server.ts'],
      setupFiles: ['test/run-cleanup.ts'],
      reporters: ['default', './test/summary-reporter.ts'],
      sequence: { sequencer: LongestFirst },
      maxWorkers: 3,
      // The files of a worker share imported modules; their only state is what sharedService() and sharedBrowser() return.
      isolate: false,
      // A larger young generation makes garbage collections rarer; each one stops the worker.
      execArgv: ['--min-semi-space-size=16', '--max-semi-space-size=64'],
      // The only time limits of the tests. They wait for events, and no assertion depends on the speed of the machine.
      testTimeout: isSoak ? 3_600_000 : 120_000,
      hookTimeout: 120_000,
      teardownTimeout: 120_000,
      expect: { poll: { timeout: 100_000 } },
    },
  }
})
