import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that start processes, servers or a browser take longest, whatever their size: begun first, they do not keep the
 * whole run waiting for them at its end.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => /\/(process|browser|embedded)\//.test(moduleId)
