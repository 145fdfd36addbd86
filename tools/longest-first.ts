import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that only say which part of a large sweep is theirs: short, and the longest of all. */
const isPart = /-\d+\.test\.ts$/
/** Each of their files opens all screens, or ends and starts a platform many times; a watch is over after whole minutes. */
const isLong = /\/tests\/(sweeps\/screens|durability)\/|\/app\/sweeps\/|\/journeys\/change-watch\./

/** A file of minutes each begins first, and what has a server and a browser for each file comes when all others have begun. */
const rankOfProject = (name: string): number => (name.startsWith('swept-') ? 0 : name === 'journeys' ? 2 : 1)
const rankOf = (moduleId: string): number => (isPart.test(moduleId) ? 0 : isLong.test(moduleId) ? 1 : 2)

/**
 * What takes longest begins first, so that nothing runs alone at the end. Where no earlier run has measured it, as in a new clone,
 * the runner goes by the size of a file, which says little of those that run through many screens.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isKnown = (file: TestSpecification): boolean => this.ctx.cache.getTestSpecificationResult(file) !== undefined
    const rank = (file: TestSpecification): number => (isKnown(file) ? 2 : rankOf(file.moduleId))
    const project = (file: TestSpecification): number => sorted.findIndex((other) => other.project.name === file.project.name)
    const kind = (file: TestSpecification): number => rankOfProject(file.project.name)
    return sorted.toSorted((one, other) => kind(one) - kind(other) || project(one) - project(other) || rank(one) - rank(other))
  }
}
