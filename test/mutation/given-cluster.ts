import type { TestProject } from 'vitest/node'

/** Replaces test/support/cluster.ts: the server is already running. */
export function setup(project: TestProject): void {
  project.provide('clusterUrl', process.env.QUIRE_MUTATION_CLUSTER ?? '')
}
