import { getPriority } from 'node:os'
import { getHeapSpaceStatistics } from 'node:v8'
import { InParts, Moved, serveTasks, type TaskContext } from '../../src/platform/workers/worker-tasks.ts'

export const toyTasks = {
  priority: () => getPriority(0),
  double: (value: number) => value * 2,
  fail: (reason: string) => {
    throw Object.assign(new TypeError('It cannot be done.'), { reason })
  },
  /** Bytes of the heap for new objects after many of them were created. */
  churn: () => {
    // Some are alive at each collection: otherwise the space for them stays small.
    for (let round = 0; round < 20; round += 1) Array.from({ length: 300_000 }, (_, at) => ({ at }))
    const spaces = getHeapSpaceStatistics()
    return spaces.find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
  },
  crash: () => process.exit(1),
  spin: () => {
    for (;;);
  },
  hoard: () => {
    const held: string[][] = []
    for (;;) held.push(Array.from({ length: 1000 }, (_, at) => `${held.length} ${at}`))
  },
  greet: async (greeting: string, { ask }: TaskContext) => `${greeting} ${await ask<string>('name')}`,
  greetAll: async (names: readonly string[], { ask }: TaskContext) =>
    Promise.all(names.map((name) => ask<string>(name))),
  hurry: async (_: undefined, { ask }: TaskContext) => {
    void ask('name')
    throw new Error('It did not wait.')
  },
  patiently: async (_: undefined, { ask }: TaskContext) => {
    await ask('wait')
    return 'done'
  },
  move: (size: number) => {
    const bytes = new Uint8Array(size)
    return new Moved({ bytes }, [bytes.buffer])
  },
  list: (count: number) =>
    new InParts(
      'all',
      Array.from({ length: count }, (_, at) => at),
      () => 64 * 1024,
    ),
  stream: (parts: number, { send }: TaskContext) => {
    for (let at = 0; at < parts; at += 1) {
      const bytes = new Uint8Array([at])
      send(bytes, [bytes.buffer])
    }
    return parts
  },
}

await serveTasks(toyTasks)
