import { columnsOf } from '../../../core/lists/columns.ts'
import type { BatchDefinition, RequestLoaders } from '../../../core/lists/definitions.ts'
import { declareReaderSight } from '../../../core/lists/reader-sight.ts'
import { Prisma, type Revision } from '../../../generated/prisma/client.ts'
import { statement } from '../../../platform/statements/statement.ts'
import { declareSeenContent, type SeenAt, type SeenContent } from '../../content/index.ts'
import { linkedFiles } from '../../links/index.ts'
import type { FileRecord, PlacedPage } from '../../revisions/index.ts'
import { visitedSpace } from '../../site-visitors/index.ts'
import { publishedUrl, type SiteSpaceRow, segmentsOfSiteSpace } from '../../sites/index.ts'
import { SpacePages } from '../pages/space-pages.ts'
import { CONTENT_COLUMNS, type SpaceContent } from '../reading/known-site.ts'
import type { Reader } from '../reading/visits.ts'
import { admittedReader } from './admitted-reader.ts'
import { isMentioned } from './mentions.ts'

const REVISIONS = statement<Revision>({
  name: 'revisionsOfReader',
  text: `SELECT ${columnsOf('r', Prisma.RevisionScalarFieldEnum)} FROM "Revision" r WHERE r."id" = ANY($1)`,
})

/** How long a frontend can go on to read the content whose revision it has just been told, after that was changed. */
const FORMER_MINUTES = 5

// The next revision of main content tells until when this one was shown. IDs follow the time of creation.
const FORMER = statement<SpaceContent>({
  name: 'formerContentOfReader',
  text: `SELECT ${CONTENT_COLUMNS} FROM "ContentHistory" h JOIN "Revision" r ON r."id" = h."revisionId"
    JOIN LATERAL (SELECT next."revisionId" FROM "ContentHistory" next
      WHERE next."ownerId" = h."ownerId" AND next."revisionId" > h."revisionId"
      ORDER BY next."revisionId" LIMIT 1) follower ON true
    JOIN "Revision" f ON f."id" = follower."revisionId" AND f."createdAt" > now() - interval '${FORMER_MINUTES} minutes'
    WHERE h."ownerId" = $1 AND h."revisionId" = $2`,
})

/** A reader who sees a revision that the site has shown until a few minutes ago; null if it is no such revision. */
async function readerOfFormer(reader: Reader, spaceId: string, revisionId: string): Promise<Reader | null> {
  const { ctx, known } = reader
  const current = known.contents.get(spaceId)
  if (!current || current.id === revisionId) return current ? reader : null
  const [content] = await ctx.db.query(FORMER, [spaceId, revisionId])
  return content
    ? { ...reader, known: { ...known, contents: new Map([...known.contents, [spaceId, content]]) } }
    : null
}

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

/** What the reader of a site sees of its spaces. */
const seenContents: BatchDefinition<SeenAt, SeenContent> = {
  name: 'seenContents',
  cacheKey: ({ spaceId, revisionId = '' }) => `${spaceId} ${revisionId}`,
  batch: async (reads: RequestLoaders, keys) => {
    const reader = await reads.load(readers, '')
    if (!reader) return keys.map(() => null)
    const seeing = await Promise.all(
      keys.map(async ({ spaceId, revisionId }) => {
        const row = reader.shown.siteSpaces.find((each) => each.spaceId === spaceId)
        const as = row && (revisionId ? await readerOfFormer(reader, spaceId, revisionId) : reader)
        return row && as ? { row, as, id: as.known.contents.get(spaceId)?.id } : null
      }),
    )
    const wanted = seeing.flatMap((each) => each?.id ?? [])
    const revisions = wanted.length === 0 ? [] : await reads.db.query(REVISIONS, [wanted])
    return seeing.map((each) => {
      const revision = each && revisions.find(({ id }) => id === each.id)
      return each && revision ? seenBy(each.as, each.row, revision) : null
    })
  },
}

declareReaderSight({
  organizationMentioning: async (reads, texts) => {
    const reader = await reads.load(readers, '')
    return reader && (await isMentioned(reader, texts)) ? reader.known.site.organizationId : null
  },
})

declareSeenContent(seenContents)
