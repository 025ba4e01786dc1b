import type { RequestLoaders } from '../../core/lists/definitions.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { eachInTurns } from '../../platform/turns/turns.ts'
import { type Content, type FileInRevision, findFile, type PageRow, placedIn } from '../content/index.ts'
import { isExternal, type Ref } from '../documents/index.ts'
import { type PublishedTarget, type PublishedTargets, publishedTargets } from '../links/index.ts'
import { pathOf } from '../revisions/index.ts'
import { refKey } from '../site-rendering/index.ts'
import { spaceById } from '../spaces/index.ts'

/** What a reference leads to, which the caller can see. */
export type RefTarget =
  | { kind: 'page'; page: PageRow; anchor: string | undefined }
  | { kind: 'file'; file: FileInRevision }
  | { kind: 'space'; space: Space }
  | { kind: 'url'; url: string }
  | { kind: 'anchor'; anchor: string }

/** By the key of the reference. Those that lead to nothing, or to what the caller cannot see, are left out. */
export type RefTargets = ReadonlyMap<string, RefTarget>

/** References of a text in some content, which may be that of a page. */
interface Referring {
  content: Content
  page: PageRow | null
  unsaved: string | null
  refs: readonly Ref[]
}

/** The targets of references of any number of texts. */
export async function refTargetsOf(
  reads: RequestLoaders,
  texts: readonly Referring[],
): Promise<RefTargets[]> {
  const linked = await linkedIn(reads, texts)
  const found = texts.map(() => new Map<string, RefTarget>())
  const looking: { key: string; at: number; wanted: LookedUp }[] = []
  for (const [at, { refs }] of texts.entries()) {
    await eachInTurns(refs, (ref) => {
      const wanted = wantedBy(ref, linked[at] ?? new Map())
      if (wanted?.kind === 'url' || wanted?.kind === 'anchor') found[at]?.set(refKey(ref), wanted)
      else if (wanted) looking.push({ key: refKey(ref), at, wanted })
    })
  }
  // All of them at once, so that they are read in the same statements.
  await Promise.all(
    looking.map(async ({ key, at, wanted }) => {
      const { content } = texts[at] as Referring
      const target = await visible(reads, content, wanted)
      if (target) found[at]?.set(key, target)
    }),
  )
  return found
}

type LookedUp = Exclude<PublishedTarget, { kind: 'url' | 'anchor' }>

function wantedBy(ref: Ref, linked: PublishedTargets): PublishedTarget | null {
  switch (ref.kind) {
    case 'url':
      return isExternal(ref.url) ? { kind: 'url', url: ref.url } : (linked.get(ref.url) ?? null)
    case 'file':
      return { kind: 'file', id: ref.file }
    case 'page':
      return { kind: 'page', id: ref.page, anchor: undefined }
    case 'anchor':
      return ref.page === undefined ? ref : { kind: 'page', id: ref.page, anchor: ref.anchor }
    default:
      return null
  }
}

/** The target, read by the loaders that check what the caller can see. */
async function visible(reads: RequestLoaders, content: Content, wanted: LookedUp): Promise<RefTarget | null> {
  switch (wanted.kind) {
    case 'page': {
      const page = await reads.load(placedIn, { content, id: wanted.id })
      return page && page.page.type !== 'link' ? { kind: 'page', page, anchor: wanted.anchor } : null
    }
    case 'file': {
      const file = await findFile(reads, content, wanted.id)
      return file && { kind: 'file', file }
    }
    case 'space': {
      const space = await reads.load(spaceById, wanted.id)
      return space && { kind: 'space', space }
    }
  }
}

/** The targets of the URLs in texts, in a few statements for each revision. */
async function linkedIn(reads: RequestLoaders, texts: readonly Referring[]): Promise<PublishedTargets[]> {
  const found: PublishedTargets[] = texts.map(() => new Map())
  const contents = new Map(texts.map(({ content }) => [content.id, content]))
  for (const content of contents.values()) {
    const own = texts.flatMap((text, at) => {
      if (text.content.id !== content.id) return []
      const hrefs = text.refs.flatMap((ref) => (ref.kind === 'url' && !isExternal(ref.url) ? [ref.url] : []))
      return hrefs.length > 0 ? [{ at, text, hrefs }] : []
    })
    if (own.length === 0) continue
    const folders = await content.snapshot.folders(own.flatMap(({ text }) => text.page?.pageId ?? []))
    const isMain = !content.changeRequest && !content.byRevision
    const targets = await publishedTargets(
      reads.db,
      content.snapshot,
      own.map(({ text: { page, unsaved }, hrefs }) => ({
        origin: {
          path: page ? pathOf(page) : '',
          isFolder: page !== null && folders.has(page.pageId),
          gitPath: page?.page.git?.path,
        },
        // The links of a text that is not saved are not stored.
        mainPageId: isMain && unsaved === null && !page?.page.computedSeed ? (page?.pageId ?? null) : null,
        hrefs,
      })),
    )
    for (const [index, { at }] of own.entries()) found[at] = targets[index] ?? new Map()
  }
  return found
}
