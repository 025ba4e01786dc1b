import { spawnSync } from 'node:child_process'

// Imported for this alone: without it dozens of tests would fail, each in words of its own.
if (spawnSync('git', ['--version']).status !== 0) {
  throw new Error('These tests need git on the PATH, as merges do: apt-get install git')
}
