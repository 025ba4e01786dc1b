import { forbidden, notFound } from '../../core/errors.ts'
import type { EventType } from '../../core/events/events.ts'
import { formerPlaceOf } from '../../core/events/former-place.ts'
import { newId } from '../../core/ids.ts'
import { NoFilters } from '../../core/lists/page.ts'
import type { WriteContext } from '../../core/operations/context.ts'
import { listOperation, operation, readOperation } from '../../core/operations/operation.ts'
import { rowOf } from '../../core/operations/versions.ts'
import {
  getOrganizationRow,
  mayCreateContent,
  reachOfOrganization,
  requireFormerWriter,
} from '../organizations/index.ts'
import {
  findTranslation,
  getTranslationRow,
  reachOfTranslation,
  type TranslationRow,
  translationsOfOrganization,
} from './translations.loaders.ts'
import {
  CreateTranslation,
  DeleteTranslation,
  GetTranslation,
  ListTranslations,
  UpdateTranslation,
} from './translations.model.ts'
import { mayEditTranslation } from './translations.policy.ts'

const NEEDED = 'You need the create role or higher in this organization to'

function emit(
  ctx: WriteContext,
  { id, organizationId }: Pick<TranslationRow, 'id' | 'organizationId'>,
  type: EventType,
): void {
  ctx.emit({ organizationId, type, subject: { translation: id } })
}

function requireMayEdit(row: TranslationRow): TranslationRow {
  if (mayEditTranslation(reachOfTranslation(row))) return row
  throw forbidden(`${NEEDED} change translation settings.`)
}

export const listTranslations = listOperation({
  id: 'translations.list',
  input: ListTranslations,
  filters: NoFilters,
  scope: 'organization:read',
  parent: (ctx, { organizationId }) => getOrganizationRow(ctx.reads, organizationId),
  list: () => translationsOfOrganization,
})

export const getTranslation = readOperation({
  id: 'translations.get',
  input: GetTranslation,
  scope: 'organization:read',
  read: (ctx, place) => getTranslationRow(ctx.reads, place),
})

export const createTranslation = operation({
  id: 'translations.create',
  input: CreateTranslation,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, { organizationId }) => {
    const organization = await getOrganizationRow(ctx.reads, organizationId)
    if (!mayCreateContent(reachOfOrganization(organization))) {
      throw forbidden(`${NEEDED} create translation settings.`)
    }
  },
  run: async (ctx, { organizationId, title, languages }) => {
    const id = newId('TranslationSettings')
    const now = ctx.now()
    await ctx.tx.translationSettings.create({
      data: { id, organizationId, title, languages, createdAt: now, updatedAt: now },
    })
    emit(ctx, { id, organizationId }, 'translation.created')
    return getTranslationRow(ctx.reads, { translationSettingsId: id })
  },
})

export const updateTranslation = operation({
  id: 'translations.update',
  input: UpdateTranslation,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, place) => requireMayEdit(await getTranslationRow(ctx.reads, place)),
  changes: (row) => rowOf('TranslationSettings', row),
  run: async (ctx, { title, languages }, row) => {
    const changed = { title, languages: languages ?? row.languages }
    const isSame = title === row.title && changed.languages.join() === row.languages.join()
    if (!isSame) {
      const { count } = await ctx.tx.translationSettings.updateMany({
        where: { id: row.id },
        data: { ...changed, updatedAt: ctx.now() },
      })
      if (count === 0) throw notFound('These translation settings')
      emit(ctx, row, 'translation.updated')
      ctx.reads.forget()
    }
    return getTranslationRow(ctx.reads, { translationSettingsId: row.id })
  },
})

/** Returns whether they existed: deleting settings that are already deleted succeeds. */
export const deleteTranslation = operation({
  id: 'translations.delete',
  input: DeleteTranslation,
  scope: 'organization:write',
  writes: true,
  authorize: async (ctx, place) => {
    const row = await findTranslation(ctx.reads, place)
    if (row) return requireMayEdit(row)
    const { organizationId, translationSettingsId: id } = place
    const former = organizationId ?? (await formerPlaceOf(ctx.reads, 'translation', id))?.organizationId
    await requireFormerWriter(ctx, former, 'These translation settings')
    return null
  },
  changes: (row) => rowOf('TranslationSettings', row),
  run: async (ctx, { translationSettingsId: id }, row) => {
    const { count } = row ? await ctx.tx.translationSettings.deleteMany({ where: { id } }) : { count: 0 }
    if (row && count > 0) emit(ctx, row, 'translation.deleted')
    return { deletedId: id, existed: count > 0 }
  },
})
