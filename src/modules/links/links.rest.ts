import { z } from 'zod'
import { Timestamp } from '../../core/fields.ts'
import type { Caller } from '../../core/operations/caller.ts'
import type { Space } from '../../generated/prisma/client.ts'
import { listRoute, type Route, type View } from '../../rest/route.ts'
import {
  type ChangeRequestRow,
  changeRequestById,
  RestChangeRequest,
  toRestChangeRequest,
} from '../change-requests/index.ts'
import type { PageRow } from '../content/index.ts'
import {
  appPath,
  type Content,
  contentPaths,
  RestFile,
  RestPage,
  RestReusable,
  toRestFile,
  toRestPage,
  toRestReusable,
} from '../content/index.ts'
import { organizationById, RestOrganization, toRestOrganization } from '../organizations/index.ts'
import { RestSpace, requiredSpace, toRestSpace } from '../spaces/index.ts'
import {
  type LinkInContent,
  type LinkStats,
  linksOfPage,
  NO_LINKS,
  statsOf,
  statsOfSpace,
} from './links.loaders.ts'
import { LinkStatus, shownStatus } from './links.model.ts'
import {
  listChangeRequestLinks,
  listFileBacklinks,
  listPageBacklinks,
  listPageLinks,
  listSpaceLinks,
} from './links.service.ts'
import { statsOfChangeRequest } from './links-of-change-request.ts'
import { type ContentReference, linkLocation, linkTarget } from './references.ts'

/** A revision with empty lists, because they would contain the whole space. */
const RestRevisionItself = z
  .object({
    object: z.literal('revision'),
    id: z.string(),
    parents: z.array(z.string()),
    type: z.string(),
    mergedFrom: RestChangeRequest.optional(),
    tags: z.array(z.unknown()),
    pages: z.array(RestPage),
    files: z.array(RestFile),
    reusableContents: z.array(RestReusable),
    createdAt: Timestamp,
    urls: z.object({ app: z.string() }),
  })
  .meta({ id: 'RevisionItself' })

const RestSpaceAround = z.object({ organization: RestOrganization.optional(), space: RestSpace })

// Each kind of reference has its own fields, which its presenter adds.
const RestReference = z
  .object({
    kind: z.enum(['url', 'space', 'page', 'file', 'reusable-content']),
    url: z.string().optional(),
    ...RestSpaceAround.partial().shape,
    versionContext: z
      .object({
        type: z.enum(['revision', 'changeRequest']),
        revision: RestRevisionItself.optional(),
        changeRequest: RestChangeRequest.optional(),
      })
      .optional(),
    page: RestPage.optional(),
    file: RestFile.optional(),
    reusableContent: RestReusable.optional(),
    internalLocation: z
      .object({
        type: z.enum(['anchor', 'node']),
        anchor: z.string().optional(),
        node: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'ContentReference' })
type RestReference = z.input<typeof RestReference>
type SpaceAround = z.input<typeof RestSpaceAround>
type VersionContext = NonNullable<RestReference['versionContext']>

const RestLink = z
  .object({
    status: LinkStatus,
    relation: z.string(),
    targetReference: RestReference.optional(),
    locationReferences: z.array(RestReference),
  })
  .meta({ id: 'Link' })

const telling = { metadata: true }

/** Presents the references of one response. Related data is loaded and presented once per content. */
class References {
  readonly #view: View
  readonly #spaces = new Map<string, Promise<SpaceAround>>()
  readonly #versions = new Map<string, Promise<VersionContext>>()

  constructor(view: View) {
    this.#view = view
  }

  async present(reference: ContentReference): Promise<RestReference> {
    const { kind } = reference
    switch (reference.kind) {
      case 'url':
        return { kind, url: reference.url }
      case 'space':
        return { kind, ...(await this.#space(reference.space.id)) }
      case 'page': {
        const { page, anchor, node } = reference
        return {
          kind,
          ...(await this.#contextOf(page.content)),
          page: this.#page(page),
          ...inside(anchor, node),
        }
      }
      case 'file': {
        const { fileId, file, content } = reference.file
        return {
          kind,
          ...(await this.#contextOf(content)),
          file: toRestFile(fileId, file, content, this.#view),
        }
      }
      case 'reusable-content': {
        const { reusableContentId: id, reusable, content } = reference
        return {
          kind,
          ...(await this.#contextOf(content)),
          reusableContent: toRestReusable(id, reusable, telling),
        }
      }
    }
  }

  /** A page without its descendants, which would be repeated for every link. */
  #page({ pageId, page, above, content }: PageRow): RestPage {
    return toRestPage({ id: pageId, page, above, pages: [] }, content, this.#view, telling)
  }

  async #contextOf(content: Content): Promise<SpaceAround & { versionContext: VersionContext }> {
    const [space, versionContext] = await Promise.all([this.#space(content.spaceId), this.#version(content)])
    return { ...space, versionContext }
  }

  #version(content: Content): Promise<VersionContext> {
    const known = this.#versions.get(content.id) ?? this.#presentVersion(content)
    this.#versions.set(content.id, known)
    return known
  }

  async #presentVersion(content: Content): Promise<VersionContext> {
    const { changeRequest } = content
    return changeRequest
      ? { type: 'changeRequest', changeRequest: toRestChangeRequest(changeRequest, this.#view) }
      : { type: 'revision', revision: await this.#revision(content) }
  }

  /** A revision without its pages and files, which would be the whole space. */
  async #revision(content: Content): Promise<z.input<typeof RestRevisionItself>> {
    const { id, parents, type, createdAt, mergedFromId } = content.revision
    const mergedFrom = mergedFromId && (await this.#view.caller.load(changeRequestById, mergedFromId))
    return {
      object: 'revision',
      id,
      parents,
      type,
      mergedFrom: mergedFrom ? toRestChangeRequest(mergedFrom, this.#view) : undefined,
      tags: [],
      pages: [],
      files: [],
      reusableContents: [],
      createdAt: createdAt.toISOString(),
      urls: { app: this.#view.urls.app(appPath(content, '')) },
    }
  }

  #space(spaceId: string): Promise<SpaceAround> {
    const known = this.#spaces.get(spaceId) ?? this.#loadSpace(spaceId)
    this.#spaces.set(spaceId, known)
    return known
  }

  async #loadSpace(spaceId: string): Promise<SpaceAround> {
    const space = await this.#view.caller.load(requiredSpace, spaceId)
    const organization = await this.#view.caller.loadOptional(organizationById, space.organizationId)
    return {
      organization: organization ? toRestOrganization(organization, this.#view) : undefined,
      space: await toRestSpace(space, this.#view),
    }
  }
}

async function presentLinks(rows: LinkInContent[], view: View): Promise<z.input<typeof RestLink>[]> {
  const references = new References(view)
  const { caller } = view
  return Promise.all(
    rows.map(async (row) => {
      const [target, location] = await Promise.all([
        caller.load(linkTarget, row),
        caller.load(linkLocation, row),
      ])
      return {
        status: shownStatus(row.status),
        relation: row.relation,
        targetReference: await references.present(target),
        locationReferences: location ? [await references.present(location)] : [],
      }
    }),
  )
}

async function presentLocations(rows: LinkInContent[], view: View): Promise<RestReference[]> {
  const references = new References(view)
  const locations = await Promise.all(rows.map((row) => view.caller.load(linkLocation, row)))
  return Promise.all(locations.flatMap((location) => (location ? [references.present(location)] : [])))
}

function inside(
  anchor: string | undefined,
  node: string | undefined,
): Pick<RestReference, 'internalLocation'> {
  if (anchor !== undefined) return { internalLocation: { type: 'anchor', anchor } }
  return node === undefined ? {} : { internalLocation: { type: 'node', node } }
}

const stats = <Parent>(of: (parent: Parent, caller: Caller) => Promise<LinkStats | null>) => ({
  shape: {
    stats: z.object({ total: z.int(), broken: z.object({ total: z.int(), changeRequest: z.int() }) }),
  },
  present: async (parent: Parent, view: View) => {
    const { total, broken, brokenByChangeRequest } = (await of(parent, view.caller)) ?? NO_LINKS
    return { stats: { total, broken: { total: broken, changeRequest: brokenByChangeRequest } } }
  },
})

/** The link routes of pages, for every kind of content. */
const pageLinkRoutes = (prefix: string, fixed: Record<string, unknown>): Route[] => [
  listRoute(`${prefix}/page/:pageId/links`, listPageLinks, {
    summary: 'List the links of a page and their targets',
    item: RestLink,
    present: presentLinks,
    extras: stats<PageRow>(async (page, caller) => statsOf((await caller.load(linksOfPage, page)) ?? [])),
    fixed,
  }),
]

/** The backlink routes of pages and files, for content that can be edited. */
const backlinkRoutes = (prefix: string, fixed: Record<string, unknown>): Route[] => [
  listRoute(`${prefix}/page/:pageId/backlinks`, listPageBacklinks, {
    summary: 'List the links to a page',
    item: RestReference,
    present: presentLocations,
    fixed,
  }),
  listRoute(`${prefix}/files/:fileId/backlinks`, listFileBacklinks, {
    summary: 'List the links to a file',
    item: RestReference,
    present: presentLocations,
    fixed,
  }),
]

export const routes: Route[] = [
  ...Object.values(contentPaths).flatMap(({ path, fixed }) => pageLinkRoutes(path, fixed)),
  ...[contentPaths.space, contentPaths.changeRequest].flatMap(({ path, fixed }) =>
    backlinkRoutes(path, fixed),
  ),
  listRoute('/spaces/:spaceId/links', listSpaceLinks, {
    summary: 'List the links of main content and their targets',
    item: RestLink,
    present: presentLinks,
    extras: stats<Space>(({ id }, caller) => caller.load(statsOfSpace, id)),
  }),
  listRoute('/spaces/:spaceId/change-requests/:changeRequestId/links', listChangeRequestLinks, {
    summary: 'List the links of a change request and their targets',
    item: RestLink,
    present: presentLinks,
    extras: stats<ChangeRequestRow>((changeRequest, caller) =>
      caller.load(statsOfChangeRequest, changeRequest),
    ),
  }),
]
