import { expect, test } from 'vitest'
import { forbidden, presentable } from '../../src/core/errors.ts'

test.each([
  'Raw query failed. Code: `N/A`. Message: `Server has closed the connection.`',
  'Transaction API error: A query cannot be executed on an expired transaction. The timeout was 20000 ms.',
  'Transaction API error: Unable to start a transaction in the given time.',
  'timeout exceeded when trying to connect',
  'connect ENOENT /data/postgres/.s.PGSQL.5432',
])('a temporary failure is answered with 503: %s', (message) => {
  expect(presentable(new Error(message)).reason).toBe('unavailable')
})

test('an exceeded time limit is reported, with the note that nothing was changed', () => {
  const expired = new Error('Transaction API error: A query cannot be executed on an expired transaction.')
  expect(presentable(expired)).toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining('exceeded its time limit, and nothing was changed'),
  })
})

test.each([{ code: '57014' }, { code: '57P01' }, { meta: { driverAdapterError: { code: '57P03' } } }])(
  'a temporary failure is answered with 503 wherever the code is: %j',
  (error) => {
    expect(presentable(error).reason).toBe('unavailable')
  },
)

test('any other error is answered with 500', () => {
  expect(presentable(new Error('undefined is not a function')).reason).toBe('internal')
})

test('an error for the caller records no stack, whose first read would parse the source maps', () => {
  expect(forbidden('You need the role admin.').stack).toBe('DomainError: You need the role admin.')
  expect(new Error('unexpected').stack).toContain('errors.test.ts')
})
