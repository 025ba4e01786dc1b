import { kindOf } from '../../../core/ids.ts'
import { evaluatedWith, type Ingredients, type PageTree, readSubtree, readTree } from '../../content/index.ts'
import { isExternal, percentDecoded, splitSource } from '../../documents/index.ts'
import {
  type BlobStorage,
  type FileRecord,
  findBlob,
  pathOf,
  type ReusableRecord,
  type Snapshot,
  type Variables,
} from '../../revisions/index.ts'
import { type BookPage, parentOf, pathFrom } from './links.ts'

/** The pages to include: all, a page with its descendants, or a single page. */
export interface BookPart {
  page: string | null
  only: boolean
}

interface PlannedPage extends BookPage {
  /** The hash of its text. Empty if it has no text, null for a group. */
  text: string | null
  /** Its own variables, for the evaluation of its text. */
  variables?: Variables
}

export interface BookPlan {
  title: string
  description?: string
  pages: PlannedPage[]
}

/** The pages of a book, in reading order. Null if the requested page does not exist. */
export async function planBook(
  snapshot: Snapshot,
  { page, only }: BookPart,
  title: string,
): Promise<BookPlan | null> {
  if (page === null) return { title, pages: shownOf(await readTree(snapshot), 0) }
  const placed = (await snapshot.placed([page])).get(page)
  if (!placed) return null
  const tree = await readSubtree(snapshot, placed)
  const own = planned(tree, 0)
  const shown = only ? [] : shownIn(tree, 0)
  // A requested page is included even if it has no text and no descendants.
  const pages = shown.length > 0 ? shown : [{ ...own, text: own.text ?? '' }]
  const { description } = own
  return { title: own.title, pages, ...(description === undefined ? {} : { description }) }
}

/** Leaves out hidden pages with their descendants, and pages without text: links and empty groups. */
const shownOf = (trees: readonly PageTree[], depth: number): PlannedPage[] =>
  trees.filter(({ page }) => !page.hidden).flatMap((tree) => shownIn(tree, depth))

function shownIn(tree: PageTree, depth: number): PlannedPage[] {
  const below = shownOf(tree.pages, depth + 1)
  const isShown = tree.page.type === 'document' || (tree.page.type === 'group' && below.length > 0)
  return isShown ? [planned(tree, depth), ...below] : []
}

function planned(tree: PageTree, depth: number): PlannedPage {
  const { id, page } = tree
  return {
    id,
    title: page.title,
    depth,
    path: pathOf(tree),
    isFolder: tree.pages.length > 0,
    text: page.type === 'document' ? (page.document ?? '') : null,
    ...(page.description === undefined ? {} : { description: page.description }),
    ...(page.git === undefined ? {} : { gitPath: page.git.path }),
    ...(page.variables === undefined ? {} : { variables: page.variables }),
  }
}

/** The number of texts per statement. */
const TEXTS_AT_ONCE = 32

/** The texts and images of a book, read on demand: the whole book is never in memory. */
export class BookMaterial {
  readonly #storage: BlobStorage
  readonly #snapshot: Snapshot
  readonly #pages: readonly PlannedPage[]
  readonly #ingredients: Ingredients
  #texts: ReadonlyMap<string, string> = new Map()
  #reusables: Promise<ReadonlyMap<string, ReusableRecord>> | undefined
  #filesByPath: Promise<ReadonlyMap<string, FileRecord>> | undefined

  constructor(storage: BlobStorage, snapshot: Snapshot, { pages }: BookPlan, organizationId?: string) {
    this.#storage = storage
    this.#snapshot = snapshot
    this.#pages = pages
    this.#ingredients = {
      organizationId,
      variables: snapshot.variables,
      reusables: () => {
        this.#reusables ??= snapshot.allReusables()
        return this.#reusables
      },
      text: async (hash = '') => (await snapshot.documents(hash === '' ? [] : [hash])).get(hash) ?? '',
    }
  }

  /** The evaluated text of a page. */
  async markdown(at: number): Promise<string | null> {
    const page = this.#pages[at]
    const text = page?.text ?? null
    if (text === null || text === '') return text
    if (!this.#texts.has(text)) {
      const next = this.#pages.slice(at, at + TEXTS_AT_ONCE).flatMap((page) => page.text || [])
      this.#texts = await this.#snapshot.documents([...new Set(next)])
    }
    const source = await evaluatedWith(this.#ingredients, this.#texts.get(text) ?? '', page)
    return splitSource(source).body
  }

  /** Only images of the same content. Nothing is fetched from other servers. */
  async image(ref: string, at: number): Promise<Buffer | null> {
    const page = this.#pages[at]
    const file = page && (await this.#file(ref, page))
    if (!file?.contentType.startsWith('image/')) return null
    return findBlob(this.#storage, this.#snapshot.roots.spaceId, file.blob)
  }

  async #file(ref: string, { path, gitPath }: PlannedPage): Promise<FileRecord | undefined> {
    if (isExternal(ref)) return undefined
    const bare = percentDecoded(ref.split(/[?#]/, 1)[0] ?? '')
    const id = /^\/files\/(.+)$/.exec(bare)?.[1] ?? ''
    if (kindOf(id) === 'File') return (await this.#snapshot.files([id])).get(id)
    const named = bare.startsWith('/')
      ? pathFrom('', bare.slice(1))
      : pathFrom(parentOf(gitPath ?? path), bare)
    if (named === null) return undefined
    this.#filesByPath ??= this.#readFiles()
    return (await this.#filesByPath).get(named)
  }

  async #readFiles(): Promise<ReadonlyMap<string, FileRecord>> {
    const files = await this.#snapshot.allFiles()
    return new Map([...files.values()].flatMap((file) => (file.git ? [[file.git.path, file]] : [])))
  }
}
