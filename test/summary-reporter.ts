import type { Reporter, TestModule } from 'vitest/node'

/** Prints `<n> passed, <n> failed, <n> skipped` as the last line of a run. A file that fails to load counts as failed. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const failedModules = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    )
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + failedModules.length} failed, ${count('skipped')} skipped\n`,
    )
  }
}
