import { spawnSync } from 'node:child_process'

// Imported for this check: without git, dozens of tests would fail with different messages.
if (spawnSync('git', ['--version']).status !== 0) {
  throw new Error('These tests need git on the PATH, as merges do: apt-get install git')
}
