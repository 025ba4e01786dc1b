import { RecordSource } from 'relay-runtime'
import { describe, expect, it } from 'vitest'
import { NewestStore } from '../../src/console/app/relay/newest-store.ts'

/** A change request as an answer has it, with a part, a list and somebody who was asked to review it. */
const answer = (version: number, subject: string, reviewer: string, more: object = {}) =>
  new RecordSource({
    crq_1: {
      __id: 'crq_1',
      __typename: 'ChangeRequest',
      id: 'crq_1',
      version,
      subject,
      merge: { __ref: 'client:crq_1:merge' },
      ...more,
    },
    'client:crq_1:merge': { __id: 'client:crq_1:merge', __typename: 'Merge', state: subject },
    'client:crq_1:list': { __id: 'client:crq_1:list', __typename: 'CommentConnection', edges: [subject] },
    'client:root:0': { __id: 'client:root:0', __typename: 'RequestedReviewer', version, reviewer },
  } as never)

const fieldOf = (store: NewestStore, id: string, field: string) =>
  (store.getSource().get(id) as Record<string, unknown> | null | undefined)?.[field]

describe('the store of the console', () => {
  it('keeps the newer version of a resource and of its parts when an older answer arrives later', () => {
    const store = new NewestStore(new RecordSource())
    store.publish(answer(2, 'new', 'Ann'))
    store.publish(answer(1, 'old', 'Bo', { description: 'only in the older answer' }))
    expect(fieldOf(store, 'crq_1', 'subject')).toBe('new')
    expect(fieldOf(store, 'crq_1', 'version')).toBe(2)
    expect(fieldOf(store, 'client:crq_1:merge', 'state')).toBe('new')
    expect(fieldOf(store, 'crq_1', 'description')).toBe('only in the older answer')
    // Lists grow by answers, and what has no ID of its own may be something else now.
    expect(fieldOf(store, 'client:crq_1:list', 'edges')).toEqual(['old'])
    expect(fieldOf(store, 'client:root:0', 'reviewer')).toBe('Bo')
  })

  it('takes the same and later versions, and deletions', () => {
    const store = new NewestStore(new RecordSource())
    store.publish(answer(2, 'new', 'Ann'))
    store.publish(answer(2, 'same', 'Ann'))
    expect(fieldOf(store, 'crq_1', 'subject')).toBe('same')
    store.publish(answer(3, 'newer', 'Ann'))
    expect(fieldOf(store, 'crq_1', 'subject')).toBe('newer')
    const deletion = new RecordSource()
    deletion.delete('crq_1')
    store.publish(deletion)
    expect(store.getSource().get('crq_1')).toBeNull()
  })
})
