import { afterAll, expect } from 'vitest'
import { takeProblems } from './watch.ts'

// Registered before the hooks of the test file, so it runs after them.
afterAll(() => {
  expect(
    takeProblems(),
    'requests and responses that the OpenAPI document or clients of the public API do not describe',
  ).toEqual([])
})
