import { html } from '../../../core/html.ts'
import { refusedByPool, refusedText, reviveDomainError } from '../../../core/worker-errors.ts'
import { threadsBesideMain, WorkerPool } from '../../../platform/workers/worker-pool.ts'
import { WorkerOutOfMemory, WorkerTimeout } from '../../../platform/workers/worker-thread.ts'
import { areShort, type CodeLineBlock, type DocumentTree } from '../../documents/index.ts'
import { textsOf } from '../../site-texts/index.ts'
import { renderBlocks, renderDocument } from '../document/render-document.ts'
import type { SpecPart } from '../openapi/spec-part.ts'
import type { ParsedBlocks, ParsedText, RenderedBlocks, RenderedDocument, SpecBlock } from '../views.ts'
import { type BlockText, parseBlocks } from './parse-blocks.ts'
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
      file: 'modules/site-rendering/threads/rendering.worker',
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
      return {
        html: html`<p>${textsOf(input.locale).get('problem')}</p>`.text,
        outline: [],
        operations: [],
        frameOrigins: [],
        connectOrigins: [],
      }
    }
  }

  /** Parses a text by blocks. `isShort`: on this thread. Unlike a page of a site, it is refused if it is too complex. */
  async parseBlocks(text: BlockText, isShort: boolean, organizationId: string): Promise<ParsedBlocks> {
    if (isShort) return parseBlocks(text)
    try {
      return await this.#pool.run('parseBlocks', text, { organizationId })
    } catch (error) {
      throw refusedText(error, 'rendered')
    }
  }

  /** Renders the blocks of a parsed text. */
  async renderBlocks(
    { tree }: ParsedText,
    input: RenderInput,
    organizationId: string,
  ): Promise<RenderedBlocks> {
    const isEncoded = tree instanceof Uint8Array
    if (!isEncoded && Object.keys(input.specs).length === 0) return renderBlocks({ ...input, tree })
    try {
      const encoded = isEncoded ? tree : Buffer.from(JSON.stringify(tree))
      return await this.#pool.run('renderBlocks', { tree: encoded, input }, { organizationId })
    } catch (error) {
      throw refusedText(error, 'rendered')
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
export const parseTextBlocks = threads.parseBlocks.bind(threads)
export const renderTextBlocks = threads.renderBlocks.bind(threads)
export const specPartsOf = threads.specParts.bind(threads)
