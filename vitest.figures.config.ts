import { mergeConfig } from 'vitest/config'
import attack from './vitest.attack.config.ts'
import faults from './vitest.faults.config.ts'

// Runs the attacks and the faults together, with all figures in one table.
const { test, ...rest } = attack
export default mergeConfig(rest, {
  test: { ...test, include: [...(test?.include ?? []), ...(faults.test?.include ?? [])] },
})
