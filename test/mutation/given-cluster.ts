import type { TestProject } from 'vitest/node'

/** In place of test/support/cluster.ts: the server was started before. */
export function setup(project: TestProject): void {
  project.provide('clusterUrl', process.env.QUIRE_MUTATION_CLUSTER ?? '')
}
