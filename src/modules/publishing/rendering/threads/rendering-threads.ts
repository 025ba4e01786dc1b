import { html } from '../../../../core/html.ts'
import { refusedByPool, reviveDomainError } from '../../../../core/worker-errors.ts'
import { threadsBesideMain, WorkerPool } from '../../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../../platform/workers/worker-thread.ts'
import { areShort, type CodeLineBlock, type DocumentTree } from '../../../documents/index.ts'
import { renderDocument } from '../document/render-document.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import { textsOf } from '../texts/texts.ts'
import type { ParsedText, RenderedDocument, SpecBlock } from '../views.ts'
import { parseNow, type RenderInput, type renderingTasks } from './tasks.ts'

/** The characters that are shown of a text that takes too long to parse. */
const MAX_PLAIN = 100_000

const isTooComplex = (error: unknown): boolean =>
  error instanceof WorkerTimeout || error instanceof WorkerOutOfMemory

/** Parses and renders texts, in worker threads if they are long, so that no text can block the main thread. */
export class RenderingThreads {
  readonly #pool: WorkerPool<typeof renderingTasks>

  constructor(timeoutMs = 30_000) {
    // Threads start with the first long text and end when idle.
    this.#pool = new WorkerPool({
      file: 'modules/publishing/rendering/threads/rendering.worker',
      threads: threadsBesideMain(),
      heapMegabytes: 768,
      timeoutMs,
      maxQueued: 500,
      maxQueuedBytes: 128 * 1024 * 1024,
      reviveError: reviveDomainError,
    })
  }

  /** Parses a text. Its references must be resolved before it is rendered. */
  async parse(markdown: string, organizationId?: string): Promise<ParsedText> {
    if (areShort(markdown)) return parseNow(markdown)
    try {
      return await this.#pool.run('parse', markdown, { organizationId })
    } catch (error) {
      if (!isTooComplex(error)) throw refusedByPool(error)
      return { tree: plainDocument(markdown), refs: [], specBlocks: [] }
    }
  }

  /** Renders a parsed text. Parts of an OpenAPI document can be long, so they are rendered in a thread as well. */
  async render({ tree }: ParsedText, input: RenderInput, organizationId?: string): Promise<RenderedDocument> {
    const isEncoded = tree instanceof Uint8Array
    if (!isEncoded && Object.keys(input.specs).length === 0) return renderDocument({ ...input, tree })
    try {
      const encoded = isEncoded ? tree : Buffer.from(JSON.stringify(tree))
      return await this.#pool.run('render', { tree: encoded, input }, { organizationId })
    } catch (error) {
      if (!isTooComplex(error)) throw refusedByPool(error)
      return { html: html`<p>${textsOf(input.locale).get('problem')}</p>`.text, outline: [] }
    }
  }

  /** The parts of a bundled OpenAPI document that blocks show, by the key of the block. The document is JSON. */
  async specParts(
    bundle: Uint8Array,
    blocks: readonly SpecBlock[],
    organizationId?: string,
  ): Promise<Record<string, SpecPart>> {
    try {
      return await this.#pool.run('specParts', { bundle, blocks }, { organizationId })
    } catch (error) {
      if (!isTooComplex(error)) throw refusedByPool(error)
      return {}
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}

/** The beginning of a text as it is written. */
function plainDocument(markdown: string): DocumentTree {
  const lines = markdown.slice(0, MAX_PLAIN).split('\n')
  const nodes = lines.map(
    (text): CodeLineBlock => ({
      object: 'block',
      type: 'code-line',
      key: '',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
    }),
  )
  const block = {
    object: 'block',
    type: 'code',
    key: '',
    isVoid: false,
    data: { overflow: 'wrap' },
    nodes,
  } as const
  return { object: 'document', data: { schemaVersion: 1 }, nodes: [block] }
}

const threads = new RenderingThreads()

export const parseText = threads.parse.bind(threads)
export const renderText = threads.render.bind(threads)
export const specPartsOf = threads.specParts.bind(threads)
