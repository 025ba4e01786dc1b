import { mergeConfig } from 'vitest/config'
import attack from './vitest.attack.config.ts'
import faults from './vitest.faults.config.ts'

// Every figure in one table: the attacks and the faults in one run.
const { test, ...rest } = attack
export default mergeConfig(rest, {
  test: { ...test, include: [...(test?.include ?? []), ...(faults.test?.include ?? [])] },
})
