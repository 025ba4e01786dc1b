import { Moved, serveTasks, type TaskContext } from '../../src/platform/workers/worker-tasks.ts'

export const toyTasks = {
  double: (value: number) => value * 2,
  fail: (reason: string) => {
    throw Object.assign(new TypeError('It cannot be done.'), { reason })
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
  patiently: async (_: undefined, { ask }: TaskContext) => {
    await ask('wait')
    return 'done'
  },
  move: (size: number) => {
    const bytes = new Uint8Array(size)
    return new Moved({ bytes }, [bytes.buffer])
  },
  stream: (parts: number, { send }: TaskContext) => {
    for (let at = 0; at < parts; at += 1) {
      const bytes = new Uint8Array([at])
      send(bytes, [bytes.buffer])
    }
    return parts
  },
}

await serveTasks(toyTasks)
