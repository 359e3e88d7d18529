import { defineConfig } from 'vitest/config'
import LongestFirst from './test/longest-first-sequencer.ts'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'simulator/**/*.test.ts',
      'vocabulary/**/*.test.ts',
      'scripts/**/*.test.ts',
      'integrations/**/*.test.ts',
      'test/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
    ],
    globalSetup: ['test/database-server.ts'],
    setupFiles: ['test/run-cleanup.ts'],
    reporters: ['default', './test/summary-reporter.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: 3,
    // The files of a worker share the modules they import, which hold nothing that one test could leave to another.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is polled for has to come; how soon is asserted where it matters.
    expect: { poll: { timeout: 20_000 } },
  },
})
