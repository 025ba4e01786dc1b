import { Session } from 'node:inspector/promises'

// Runs in its own process, which loads only the measured code: it counts how often the blocks of that code run, which
// does not depend on the machine or its load. Work inside a built-in call, such as a copy, is not counted.
const [module = '', name = '', warmUp = ''] = process.argv.slice(2)
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
// Only code that is compiled after this is counted.
const { [name]: work } = await import(module)
work(warmUp)

async function stepsOf(text) {
  await session.post('Profiler.takePreciseCoverage')
  work(text)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  let steps = 0
  for (const { functions } of result)
    for (const { ranges } of functions) for (const { count } of ranges) steps += count
  return steps
}

process.on('message', async ({ id, text }) => process.send?.({ id, steps: await stepsOf(text) }))
process.send?.('ready')
