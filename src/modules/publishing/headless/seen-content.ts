import { columnsOf } from '../../../core/lists/columns.ts'
import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { Prisma, type Revision } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { declareSeenContent, type SeenContent } from '../../content/index.ts'
import { linkedFiles } from '../../links/index.ts'
import type { FileRecord, PlacedPage } from '../../revisions/index.ts'
import { publishedUrl, type SiteSpaceRow, segmentsOfSiteSpace, visitedSpace } from '../../sites/index.ts'
import { SpacePages } from '../pages/space-pages.ts'
import type { Reader } from '../reading/visits.ts'
import { admittedReader } from './admitted-reader.ts'

const REVISIONS = statement<Revision>({
  name: 'revisionsOfReader',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)} FROM "Revision" r WHERE r."id" = ANY($1)`,
})

/** The files that pages which the reader sees link to or have as a cover. Without conditions, all files. */
async function filesFor({ snapshot, row, ...pages }: Seen): Promise<ReadonlyMap<string, FileRecord>> {
  const [files, records] = await Promise.all([snapshot.allFiles(), snapshot.allPages()])
  if (![...records.values()].some(({ condition }) => condition !== undefined)) return files
  const placed = await snapshot.placed([...records.keys()])
  const visible = await pages.visible([...placed.values()])
  const ids = new Set(
    await linkedFiles(
      pages.db,
      row.spaceId,
      visible.map(({ id }) => id),
    ),
  )
  for (const { page } of visible) {
    for (const ref of [page.cover?.ref, page.cover?.refDark]) if (ref?.kind === 'file') ids.add(ref.file)
  }
  return new Map([...files].filter(([id]) => ids.has(id)))
}

interface Seen extends Pick<SpacePages, 'snapshot' | 'row'> {
  db: Reader['ctx']['db']
  visible: <Page extends PlacedPage>(pages: readonly Page[]) => Promise<Page[]>
}

function seenBy(reader: Reader, row: SiteSpaceRow, revision: Revision): SeenContent {
  const { site } = reader.known
  const pages = new SpacePages(reader, row)
  const visible: Seen['visible'] = (placed) => pages.visible(placed)
  let files: Promise<ReadonlyMap<string, FileRecord>> | undefined
  return {
    organizationId: site.organizationId,
    // A merge names its change request, which readers do not see.
    revision: {
      ...revision,
      type: 'edits',
      parents: [],
      variables: {},
      git: null,
      mergedFromId: null,
      createdById: null,
    },
    snapshot: pages.snapshot,
    evaluatedFor: { visitor: { claims: reader.claims } },
    visible,
    files: () => {
      files ??= filesFor({ db: reader.ctx.db, row, snapshot: pages.snapshot, visible })
      return files
    },
    urls: (urls) => {
      const published = publishedUrl(urls, site, segmentsOfSiteSpace(row))
      if (published === undefined) return {}
      return site.visibility === 'public' ? { published, public: published } : { published }
    },
    space: (urls) => ({ ...visitedSpace(site, row, urls), revision: revision.id }),
  }
}

/** The site of the token is read once per request, for any number of spaces, by one key: a request has one token. */
const readers: BatchDefinition<string, Reader> = {
  name: 'readerOfSite',
  batch: ({ db, viewer }, keys) =>
    Promise.all(keys.map(() => (viewer.reader ? admittedReader(db, viewer.reader) : null))),
}

/** What the reader of a site sees of its spaces, by their ids. */
const seenContents: BatchDefinition<string, SeenContent> = {
  name: 'seenContents',
  batch: async (reads: RequestLoaders, spaceIds) => {
    const reader = await reads.load(readers, '')
    if (!reader) return spaceIds.map(() => null)
    const rows = spaceIds.map((id) => reader.shown.siteSpaces.find(({ spaceId }) => spaceId === id))
    const wanted = rows.flatMap((row) => reader.known.contents.get(row?.spaceId ?? '')?.id ?? [])
    const revisions = wanted.length === 0 ? [] : await reads.db.query(REVISIONS, [wanted])
    return rows.map((row) => {
      const revision = row && revisions.find(({ spaceId }) => spaceId === row.spaceId)
      return row && revision ? seenBy(reader, row, revision) : null
    })
  },
}

declareSeenContent(seenContents)
