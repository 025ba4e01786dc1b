import { DomainError } from '../../../core/errors.ts'
import type { Batch, Draft } from '../../content/index.ts'
import { sourceWith } from '../../content/index.ts'
import { patchFrontMatter, patchTitle } from '../../page-metadata/index.ts'
import type { PageRecord } from '../../revisions/index.ts'
import type { ConflictRow } from './conflicts.loaders.ts'
import type { ConflictDetail } from './conflicts.store.ts'

/** Changes a draft of the change request to the version of main content, for the subject of the conflict only. */
export async function takePrimary(
  draft: Draft,
  batch: Batch,
  { subject, subjectType, field }: ConflictRow,
  detail: ConflictDetail,
  now: Date,
): Promise<void> {
  switch (subjectType) {
    case 'file':
      return draft.setFile(subject, detail.primary?.file ?? null)
    case 'reusable':
      return draft.setReusable(subject, detail.primary?.reusable ?? null)
    case 'variable': {
      const { [subject]: _changed, ...rest } = await draft.variables()
      const value = detail.primary?.value
      return draft.setVariables(typeof value === 'string' ? { ...rest, [subject]: value } : rest)
    }
    default:
      if (detail.resolved) return takeLines(draft, subject, detail.resolved, now)
      if (field !== null && !WHOLE_PAGE.has(field)) return takeField(draft, subject, field, detail, now)
      await batch.apply([{ operation: 'revert_page', page: subject }])
  }
}

/** Fields of the position of a page: the page is moved back to its position in main content. */
const WHOLE_PAGE = new Set(['parent', 'slug'])

/** Takes the conflicting lines from main content. Other changes of the text are kept. */
async function takeLines(
  draft: Draft,
  pageId: string,
  { primary, changed }: { primary: string; changed: string },
  now: Date,
): Promise<void> {
  const page = await draft.page(pageId)
  if (!page || (await draft.sourceOf(page)) !== changed) {
    throw new DomainError(
      'conflict',
      'The page was edited after the update. Edit it as you want it, and resolve the conflict as custom.',
    )
  }
  setSource(draft, pageId, page, primary, now)
}

/** Takes one field from main content, in the record and wherever the source sets it. */
async function takeField(
  draft: Draft,
  pageId: string,
  field: string,
  { primary }: ConflictDetail,
  now: Date,
): Promise<void> {
  const page = await draft.page(pageId)
  if (!page) throw new DomainError('conflict', 'The page no longer exists. Resolve the conflict as custom.')
  const value = primary?.value
  const source = await draft.sourceOf(page)
  const [key = field, name] = field.split('.', 2)
  if (key === 'frontMatter' && name !== undefined) {
    return setSource(draft, pageId, page, patchFrontMatter(source, { [name]: value }), now)
  }
  const next = { ...page } as Record<string, unknown>
  const whole = name === undefined ? value : { ...(next[key] as object), [name]: value }
  if (whole === undefined || whole === null) delete next[key]
  else next[key] = whole
  const patched =
    field === 'title' ? patchTitle(source, String(value)) : sourceWith(source, { [key]: whole ?? '' })
  // Only a field of the page was replaced by the value of another version of the page.
  setSource(draft, pageId, next as unknown as PageRecord, patched, now)
}

function setSource(draft: Draft, pageId: string, page: PageRecord, source: string, now: Date): void {
  const { document: _before, ...rest } = page
  const document = draft.keep(source)
  draft.setPage(pageId, draft.edited(pageId, { ...rest, ...(document ? { document } : {}) }, now))
}
