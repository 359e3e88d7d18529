import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs files that start processes, servers or a browser first: they take longest and would delay the end of the run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => /\/(process|browser|embedded)\//.test(moduleId)
