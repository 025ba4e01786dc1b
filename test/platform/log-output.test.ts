import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logOutput } from '../../src/platform/log-output.ts'

const writes: string[] = []
const destination = { write: (text: string) => void writes.push(text) }

beforeEach(() => {
  vi.useFakeTimers()
  writes.length = 0
})
afterEach(() => vi.useRealTimers())

it('the log writes lines that follow each other together', () => {
  const output = logOutput(destination)
  output.write('one\n')
  output.write('two\n')
  expect(writes).toEqual([])
  vi.advanceTimersByTime(20)
  output.write('three\n')
  vi.advanceTimersByTime(20)
  expect(writes).toEqual(['one\ntwo\n', 'three\n'])
})

it('the log does not wait with many lines', () => {
  const output = logOutput(destination)
  const line = `${'x'.repeat(9_999)}\n`
  output.write(line)
  output.write(line)
  expect(writes).toEqual([line + line])
  vi.advanceTimersByTime(20)
  expect(writes).toHaveLength(1)
})

it('the log writes what is left when the process ends', () => {
  const output = logOutput(destination)
  const [atExit] = process.listeners('exit') as ((code: number) => void)[]
  output.write('the last line\n')
  atExit?.(0)
  expect(writes).toEqual(['the last line\n'])
})
