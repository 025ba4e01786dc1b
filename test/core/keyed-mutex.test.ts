import { expect, test } from 'vitest'
import { KeyedMutex } from '../../src/core/operations/keyed-mutex.ts'

/** Work that ends on demand. */
function held() {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  return { over, end: () => end() }
}

test('callers with the same key run one after the other, in order', async () => {
  const turns = new KeyedMutex()
  const seen: string[] = []
  const first = held()
  const all = [
    turns.run('a', async () => {
      seen.push('first begins')
      await first.over
      seen.push('first ends')
    }),
    turns.run('a', async () => void seen.push('second')),
    turns.run('a', async () => void seen.push('third')),
    turns.run('b', async () => void seen.push('another')),
  ]
  await all[3]
  first.end()
  await Promise.all(all)
  expect(seen).toEqual(['first begins', 'another', 'first ends', 'second', 'third'])
})

test('a caller that fails is followed by the next one', async () => {
  const turns = new KeyedMutex()
  const failing = turns.run('a', async () => {
    throw new Error('failed')
  })
  const next = turns.run('a', async () => 'passed')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('passed')
})

test('a caller that waits too long gets an error, and the order of the others is kept', async () => {
  const turns = new KeyedMutex(10)
  const first = held()
  let isFirstOver = false
  const working = turns.run('a', () => first.over).then(() => (isFirstOver = true))
  await expect(turns.run('a', async () => {})).rejects.toMatchObject({ reason: 'unavailable' })
  const last = turns.run('a', async () => isFirstOver)
  first.end()
  await working
  expect(await last).toBe(true)
})
