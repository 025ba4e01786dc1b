import { vi } from 'vitest'
import { main } from '../../src/tools/quire.ts'

/** Runs a command of the command line in this process. */
export async function quire(
  [name = '', ...args]: string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += String(chunk)
      return true
    }),
  )
  try {
    return { code: await main(name, args, environment), ...output }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
