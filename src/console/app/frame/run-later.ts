import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import { loadCode } from './load-code.ts'

/** Runs what few people do on a screen: its code is loaded with the first use. Without the server it could not be done anyway. */
export async function runLater<Module>(
  load: () => Promise<Module>,
  run: (module: Module) => unknown,
): Promise<void> {
  const code = await loadCode(load).catch(() => undefined)
  if (code) await run(code)
  else toast(texts.errors.unreachableTitle)
}
