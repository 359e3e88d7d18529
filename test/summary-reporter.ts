import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one line that any program can read. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0,
    )
    process.stdout.write(
      `\n${count('passed')} passed, ${count('failed') + broken.length} failed, ${count('skipped')} skipped\n`,
    )
  }
}
