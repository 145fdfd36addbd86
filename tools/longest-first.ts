import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that only say which part of a large sweep is theirs: short, and the longest of all. */
const isPart = ({ moduleId }: TestSpecification): boolean => /-\d+\.test\.ts$/.test(moduleId)

/**
 * What takes longest begins first, so that nothing runs alone at the end. Where no earlier run has measured it, as in a new clone,
 * the runner goes by the size of a file, which would put the parts of large sweeps last.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isKnown = (file: TestSpecification): boolean => this.ctx.cache.getTestSpecificationResult(file) !== undefined
    const rank = (file: TestSpecification): number => (isPart(file) && !isKnown(file) ? 0 : 1)
    const project = (file: TestSpecification): number => sorted.findIndex((other) => other.project.name === file.project.name)
    return sorted.toSorted((one, other) => project(one) - project(other) || rank(one) - rank(other))
  }
}
