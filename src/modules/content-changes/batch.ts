import { DomainError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { freeSlug, slugOf } from '../../core/slugs.ts'
import { revertBlocksOf } from '../documents/index.ts'
import { type StatedMetadata, statedMetadata } from '../page-metadata/index.ts'
import type { PageRecord, Snapshot } from '../revisions/index.ts'
import { type BatchContext, type ChangeResult, Refs } from './batch-context.ts'
import { MAX_SOURCE } from './body.model.ts'
import { bodyOf, sourceOfBody } from './body.ts'
import { changeMaterial } from './change-material.ts'
import type { ChangeOf, ContentChange, PageMembers } from './changes.model.ts'
import type { Draft } from './draft.ts'
import { linkTarget } from './link-target.ts'
import { changedMembers, sourceWith, withMembers, withSource } from './members.ts'
import { readNamed } from './read-named.ts'
import { refuse } from './refuse.ts'
import { sourcesOf } from './sources.ts'

const MAX_DEPTH = 30

/** The blocks of a page to revert. */
interface BlockReversal {
  is: PageRecord | null
  was: PageRecord | undefined
  /** The revision to revert to. */
  snapshot: Snapshot
  keys: string[]
}

/** Applies changes to a draft in order. The first invalid change rejects all of them. */
export class Batch {
  readonly #draft: Draft
  readonly #context: BatchContext
  readonly #refs = new Refs()
  readonly #results: ChangeResult[] = []

  constructor(draft: Draft, context: BatchContext) {
    this.#draft = draft
    this.#context = context
  }

  /** Applies changes in order, except those that are settled: their results are known, by their index. */
  async apply(
    changes: readonly ContentChange[],
    settled: ReadonlyMap<number, ChangeResult> = new Map(),
  ): Promise<ChangeResult[]> {
    await readNamed(this.#draft, changes)
    for (const [at, change] of changes.entries()) {
      const result = settled.get(at)
      if (result) this.#results.push(result)
      else await this.#applyOne(at, change)
    }
    return this.#results
  }

  async #applyOne(at: number, change: ContentChange): Promise<void> {
    switch (change.operation) {
      case 'insert_page':
        return this.#insertPage(at, change)
      case 'update_page':
        return this.#updatePage(at, change)
      case 'delete_page':
        return this.#deletePage(at, change)
      case 'revert_page':
        return this.#revertPage(at, change)
      default:
        return changeMaterial(this.#draft, this.#context, this.#refs, at, change).then((results) => {
          this.#results.push(...results)
        })
    }
  }

  async #insertPage(at: number, change: ChangeOf<'insert_page'>): Promise<void> {
    const id = newId('Page')
    const parent = change.into === undefined ? null : await this.#parent(at, change.into)
    const source = sourceOfBody(this.#context.documents, at, bodyOf(change), '')
    if (source !== '' && change.type !== 'document')
      refuse(at, 'document', 'Only a page of type document has a text.')
    const stated = this.#statedIn(at, source)
    const document = this.#draft.keep(source)
    const blank: PageRecord = {
      type: change.type,
      parent,
      slug: '',
      title: 'Untitled',
      createdAt: this.#context.now.toISOString(),
      ...(document ? { document } : {}),
      ...this.#target(at, change.type, change.target),
      ...(await this.#computed(at, change.type, change.computed)),
    }
    const page = { ...withMembers(blank, change), ...stated }
    page.slug = await this.#slug(at, page, id, change.slug)
    await this.#requireRoom(at, page)
    await this.#draft.place(id, page, change.at)
    this.#refs.name(at, change.ref, id)
    this.#results.push({ kind: 'created_page', id, ...(change.ref ? { ref: change.ref } : {}) })
  }

  async #updatePage(at: number, change: ChangeOf<'update_page'>): Promise<void> {
    const { id, page } = await this.#page(at, change.page)
    const members = changedMembers(page, change)
    let next = withMembers(page, members)
    const before = await this.#draft.sourceOf(page)
    const body = bodyOf(change)
    if (body !== undefined && page.type !== 'document') {
      refuse(at, 'document', 'Only a page of type document has a text.')
    }
    const after = body
      ? sourceOfBody(this.#context.documents, at, body, before)
      : this.#patched(at, before, members)
    next = this.#rewritten(at, next, before, after)
    if (change.target) Object.assign(next, this.#target(at, page.type, change.target))
    const save = () => this.#draft.edited(id, next, this.#context.now)
    if (change.into !== undefined || change.at !== undefined) {
      const parent =
        change.into === undefined ? page.parent : change.into && (await this.#parent(at, change.into))
      if (await this.#draft.isWithin(parent, id)) {
        refuse(at, 'into', 'A page cannot be moved below itself or below one of its own pages.', 'conflict')
      }
      next.parent = parent
      await this.#requireRoom(at, next)
      await this.#draft.lift(id, page)
      next.slug = await this.#slug(at, next, id, change.slug ?? page.slug)
      await this.#draft.place(id, save(), change.at)
    } else if (change.slug !== undefined && change.slug !== page.slug) {
      next.slug = await this.#slug(at, next, id, change.slug)
      await this.#draft.rename(id, save())
    } else {
      this.#draft.setPage(id, save())
    }
    this.#results.push({ kind: 'updated_page', id })
  }

  async #deletePage(at: number, change: ChangeOf<'delete_page'>): Promise<void> {
    const { id, page } = await this.#page(at, change.page)
    await this.#draft.remove(id, page)
    this.#results.push({ kind: 'deleted_page', id })
  }

  async #revertPage(at: number, change: ChangeOf<'revert_page'>): Promise<void> {
    const id = this.#refs.idOf(change.page)
    const snapshot = await this.#context.revisionFor(change.revision)
    if (!snapshot) refuse(at, 'revision', 'There is no such revision of this space.')
    const [was, is] = [(await snapshot.pages([id])).get(id), await this.#draft.page(id)]
    if (!was && !is) refuse(at, 'page', 'There is no such page.')
    if (change.block) return this.#revertBlocks(at, id, { is, was, snapshot, keys: change.block })
    if (is) await this.#draft.lift(id, is)
    if (!was) {
      if (is) await this.#draft.remove(id, is)
      this.#results.push({ kind: 'deleted_page', id })
      return
    }
    if (was.parent !== null && !(await this.#draft.page(was.parent))) {
      refuse(
        at,
        'page',
        'The former parent of the page no longer exists. Revert that page first.',
        'conflict',
      )
    }
    if (await this.#draft.isWithin(was.parent, id)) {
      refuse(at, 'page', 'The former parent of the page is now below it. Move that page first.', 'conflict')
    }
    const siblings = (await snapshot.folders([was.parent ?? 'root'])).get(was.parent ?? 'root')?.pages ?? []
    const page = { ...was, slug: await this.#slug(at, was, id, undefined, was.slug) }
    await this.#draft.place(
      id,
      page,
      siblings.findIndex(([sibling]) => sibling === id),
    )
    this.#results.push({ kind: is ? 'updated_page' : 'created_page', id })
  }

  async #revertBlocks(at: number, id: string, { is, was, snapshot, keys }: BlockReversal): Promise<void> {
    if (!is || !was) {
      refuse(
        at,
        'block',
        'The page exists in only one of the two revisions. Omit block to revert the whole page.',
      )
    }
    const before = await this.#draft.sourceOf(is)
    const sourceOf = await sourcesOf(snapshot, [was])
    const reverted = await revertBlocksOf(before, sourceOf(was), keys, this.#context.organizationId)
    if ('unknown' in reverted) {
      refuse(
        at,
        'block',
        `Neither the current nor the earlier page has a block with the key "${reverted.unknown}".`,
      )
    }
    if (reverted.source.length > MAX_SOURCE) {
      refuse(at, 'block', `The page would be longer than ${MAX_SOURCE} characters.`)
    }
    const next = this.#rewritten(at, is, before, reverted.source)
    this.#draft.setPage(id, this.#draft.edited(id, next, this.#context.now))
    this.#results.push({ kind: 'updated_page', id })
  }

  async #page(at: number, ref: string): Promise<{ id: string; page: PageRecord }> {
    const id = this.#refs.idOf(ref)
    const page = await this.#draft.page(id)
    if (!page) refuse(at, 'page', 'There is no such page.')
    return { id, page }
  }

  async #parent(at: number, ref: string): Promise<string> {
    const id = this.#refs.idOf(ref)
    const page = await this.#draft.page(id)
    if (!page) refuse(at, 'into', 'There is no such page.')
    if (page.type === 'link' || page.type === 'computed') {
      refuse(at, 'into', 'Only pages of type document and group can have pages below them.')
    }
    return id
  }

  async #requireRoom(at: number, page: PageRecord): Promise<void> {
    if (page.type === 'group' && page.parent !== null) refuse(at, 'into', 'A group must be at the root.')
    if ((await this.#draft.depthOf(page.parent)) >= MAX_DEPTH) {
      refuse(at, 'into', `Pages can be nested at most ${MAX_DEPTH} levels deep.`)
    }
  }

  /** A slug that no sibling has: a requested slug is rejected if it is taken, a generated one gets a suffix. */
  async #slug(
    at: number,
    page: PageRecord,
    id: string,
    requested: string | undefined,
    wanted = slugOf(page.title),
  ): Promise<string> {
    if (page.type === 'link' || page.type === 'computed') return ''
    const siblings = await this.#draft.below(page.parent)
    const taken = new Set(siblings.flatMap(([sibling, slug]) => (sibling === id ? [] : [slug])))
    if (requested === undefined) return freeSlug(wanted, taken)
    if (taken.has(requested))
      refuse(at, 'slug', `Another page with the same parent already has the slug "${requested}".`, 'conflict')
    return requested
  }

  #target(at: number, type: PageRecord['type'], target: ChangeOf<'insert_page'>['target']) {
    if (type !== 'link') {
      if (target) refuse(at, 'target', 'Only a page of type link has a target.')
      return {}
    }
    if (!target) refuse(at, 'target', 'A page of type link requires a target.')
    return { target: linkTarget(target) }
  }

  async #computed(at: number, type: PageRecord['type'], computed: ChangeOf<'insert_page'>['computed']) {
    if (type !== 'computed') {
      if (computed) refuse(at, 'computed', 'Only a page of type computed has a source.')
      return {}
    }
    if (!computed) refuse(at, 'computed', 'A page of type computed requires a source.')
    const { spec } = computed.dependencies.spec.ref
    if (!(await this.#context.isSpec(spec))) {
      refuse(at, 'computed', `There is no OpenAPI spec "${spec}" in the organization of this space.`)
    }
    return { computed }
  }

  /** The page with a new source and the metadata of that source. */
  #rewritten(at: number, page: PageRecord, before: string, after: string): PageRecord {
    if (after === before) return page
    const next = withSource(page, this.#statedIn(at, before), this.#statedIn(at, after))
    const document = this.#draft.keep(after)
    if (document) next.document = document
    else delete next.document
    return next
  }

  #statedIn(at: number, source: string): StatedMetadata {
    return this.#reading(at, () => statedMetadata(source))
  }

  #patched(at: number, source: string, members: PageMembers): string {
    return source === '' ? source : this.#reading(at, () => sourceWith(source, members))
  }

  #reading<T>(at: number, read: () => T): T {
    try {
      return read()
    } catch (error) {
      if (error instanceof DomainError) refuse(at, 'document', error.message)
      throw error
    }
  }
}
