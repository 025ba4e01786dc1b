import { availableParallelism } from 'node:os'
import { refusedByPool, reviveDomainError } from '../../../../core/worker-errors.ts'
import { WorkerPool } from '../../../../platform/workers/worker-pool.ts'
import { areShort } from '../../../documents/index.ts'
import { renderDocument } from '../document/render-blocks.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import type { ParsedText, RenderedDocument, SpecBlock } from '../views.ts'
import { parseNow, type RenderInput, type renderingTasks } from './tasks.ts'

// One core is left for the main thread. Threads start with the first long text and end when idle.
const pool = new WorkerPool<typeof renderingTasks>({
  file: 'modules/publishing/rendering/threads/rendering.worker',
  threads: Math.min(4, Math.max(1, availableParallelism() - 1)),
  heapMegabytes: 512,
  maxQueued: 500,
  maxQueuedBytes: 128 * 1024 * 1024,
  reviveError: reviveDomainError,
})

const inThread: typeof pool.run = async (task, payload, options) => {
  try {
    return await pool.run(task, payload, options)
  } catch (error) {
    throw refusedByPool(error)
  }
}

/** Parses a text, in a worker thread if it is long. Its references must be resolved before it is rendered. */
export async function parseText(markdown: string): Promise<ParsedText> {
  return areShort(markdown) ? parseNow(markdown) : inThread('parse', markdown)
}

/** Renders a parsed text, in a worker thread if it is long or shows parts of an OpenAPI document. */
export async function renderText({ tree }: ParsedText, input: RenderInput): Promise<RenderedDocument> {
  if (tree instanceof Uint8Array) return inThread('render', { tree, input })
  if (Object.keys(input.specs).length === 0) return renderDocument({ ...input, tree })
  return inThread('render', { tree: Buffer.from(JSON.stringify(tree)), input })
}

/** The parts of a bundled OpenAPI document that blocks show, by the key of the block. The document is JSON. */
export const specPartsOf = (
  bundle: Uint8Array,
  blocks: readonly SpecBlock[],
): Promise<Record<string, SpecPart>> => inThread('specParts', { bundle, blocks })

/** Ends the threads of this process. */
export const closeRendering = (): Promise<void> => pool.close()
