import type { Reference, ReferenceFile, ReferenceOptions } from '../../core/operations/web.ts'
import { assetHeaders, drawingFile } from '../publishing/index.ts'
import { type Asset, renderNav, renderPage, renderProblem, renderSearch } from '../site-rendering/index.ts'
import { type DescribedOperation, describedOperations, type TagOfOperations } from './described-operations.ts'
import { findOperations } from './find-operations.ts'
import { frameOf } from './frame.ts'
import { Pages } from './pages.ts'

const HTML = 'text/html; charset=utf-8'
const JSON_TYPE = 'application/json; charset=utf-8'

interface Place {
  tag: TagOfOperations
  operation?: DescribedOperation
}

/** The reference of the REST API: pages in the look of published sites, which are made when they are opened. */
export class ApiReference implements Reference {
  readonly #options: ReferenceOptions
  readonly #pages: Pages
  readonly #frame: ReturnType<typeof frameOf>['frame']
  readonly #files: ReadonlyMap<string, Asset>
  readonly #formerLinks: string
  readonly #operations: readonly DescribedOperation[]
  readonly #places = new Map<string, Place>()

  constructor(options: ReferenceOptions) {
    const { title } = (options.document as { info: { title: string } }).info
    const { frame, files, formerLinks } = frameOf(title, options)
    const tags = describedOperations(options.document)
    this.#options = options
    this.#frame = frame
    this.#files = files
    this.#formerLinks = formerLinks
    this.#operations = tags.flatMap(({ operations }) => operations)
    this.#pages = new Pages({ options, frame, tags, operations: this.#operations })
    for (const tag of tags) {
      this.#places.set(tag.address, { tag })
      for (const operation of tag.operations) this.#places.set(operation.address, { tag, operation })
    }
  }

  async open(path: string): Promise<ReferenceFile | null> {
    if (path === '') return page(renderPage(await this.#pages.introduction([{ src: this.#formerLinks }])))
    const file = this.#files.get(path) ?? drawingFile(path)
    if (file) return asset(file)
    const branch = /^~nav\/(.*)$/.exec(path)?.[1]
    const place = this.#places.get(branch ?? path)
    if (!place) return null
    const { tag, operation } = place
    if (branch !== undefined) return page(renderNav(this.#pages.branch(tag), 'en'))
    return page(renderPage(operation ? this.#pages.ofOperation(operation, tag) : this.#pages.ofTag(tag)))
  }

  nothing(path: string): ReferenceFile {
    const view = { frame: this.#frame, status: 404, state: 'notFound' as const, path }
    return { ...page(renderProblem(view)), status: 404 }
  }

  search(query: string, form: 'html' | 'json'): ReferenceFile {
    const answer = {
      results: findOperations(this.#operations, query, this.#options.base),
      suggestions: [],
    }
    if (form === 'json') return { ...page(JSON.stringify(answer)), type: JSON_TYPE }
    const head = { alternates: [], robots: 'noindex' }
    return page(renderSearch({ frame: this.#frame, query, head, ...answer }))
  }
}

const asset = ({ body, contentType: type }: Asset): ReferenceFile => ({
  status: 200,
  type,
  body,
  isImmutable: true,
  headers: (origin) => assetHeaders(type, origin),
})

const page = (body: string): ReferenceFile => ({ status: 200, type: HTML, body, isImmutable: false })
