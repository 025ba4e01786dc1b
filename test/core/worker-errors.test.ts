import { describe, expect, it } from 'vitest'
import { DomainError } from '../../src/core/errors.ts'
import { refusedByPool, reviveDomainError } from '../../src/core/worker-errors.ts'
import { WorkerPoolBusy } from '../../src/platform/workers/worker-pool.ts'

describe('errors of worker threads', () => {
  it('are domain errors again if they were', () => {
    const details = [{ path: ['url'], message: 'No.' }]
    const revived = reviveDomainError({
      name: 'DomainError',
      message: 'No.',
      fields: { reason: 'invalid_input', details },
    })
    expect(revived).toEqual(new DomainError('invalid_input', 'No.', details))
    expect(revived).toBeInstanceOf(DomainError)
  })

  it('stay plain errors otherwise', () => {
    const revived = reviveDomainError({ name: 'TypeError', message: 'Bug.', fields: {} })
    expect(revived).toMatchObject({ name: 'TypeError', message: 'Bug.' })
    expect(revived).not.toBeInstanceOf(DomainError)
  })

  it('are 503 when the pool is full', () => {
    expect(refusedByPool(new WorkerPoolBusy('Full.'))).toMatchObject({ status: 503, message: 'Full.' })
    const other = new Error('Other.')
    expect(refusedByPool(other)).toBe(other)
  })
})
