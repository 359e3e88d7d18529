import { defineConfig } from 'vitest/config'

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
    reporters: ['default', './test/tally-reporter.ts'],
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
