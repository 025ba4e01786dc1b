import {
  type CollectionView,
  given,
  type Input,
  type PlacedSpaceView,
  type PlacesApi,
} from './apis-places.ts'
import type { TestApp } from './app.ts'
import { type Listed, type Outcome, type Refusal, traced } from './outcome.ts'
import { callRest } from './rest-api.ts'

interface RestRow extends PlacedSpaceView, CollectionView {
  urls: { location: string; icon?: string }
}

const placed = (row: RestRow) => ({
  id: row.id,
  title: row.title,
  organization: row.organization,
  parent: row.parent,
  position: row.position,
  defaultLevel: row.defaultLevel,
  permissions: row.permissions,
  location: row.urls.location,
})
const collectionView = (row: RestRow) =>
  given<CollectionView>({ ...placed(row), description: row.description })
const spaceView = (row: RestRow) =>
  given<PlacedSpaceView>({
    ...placed(row),
    emoji: row.emoji,
    icon: row.urls.icon,
    language: row.language,
    editMode: row.editMode,
    deletedAt: row.deletedAt,
    comments: row.comments,
    changeRequests: row.changeRequests,
  })

/** Collections and spaces with the REST API. */
export function restPlaces(t: TestApp, who: { token: string } | null): PlacesApi {
  async function ask<Row, View>(
    method: string,
    path: string,
    view: (row: Row) => View,
    options: { query?: Record<string, string | number | undefined>; body?: unknown } = {},
  ): Promise<Outcome<View>> {
    const { status, body, trace } = await callRest(t, who, method, path, options)
    if (status < 400) return traced({ ok: true, value: view(body as Row) }, trace)
    const { code: _code, ...failure } = (body as { error: Refusal & { code: number } }).error
    return traced({ ok: false, ...failure, status }, trace)
  }
  const list = <Row, View>(path: string, view: (row: Row) => View, { cursor, ...query }: Input = {}) =>
    ask<{ next?: { page: string }; items: Row[] }, Listed<View>>(
      'GET',
      path,
      ({ next, items }) => ({ items: items.map(view), ...(next ? { next: next.page } : {}) }),
      { query: { ...query, page: cursor } as Record<string, string> },
    )
  return {
    listCollections: (id, query) => list(`/orgs/${id}/collections`, collectionView, query),
    createCollection: (id, input = {}) =>
      ask('POST', `/orgs/${id}/collections`, collectionView, { body: input }),
    getCollection: (id) => ask('GET', `/collections/${id}`, collectionView),
    updateCollection: (id, input) => ask('PATCH', `/collections/${id}`, collectionView, { body: input }),
    deleteCollection: (id) => ask('DELETE', `/collections/${id}`, () => id),
    moveCollection: (id, to) => ask('POST', `/collections/${id}/move`, collectionView, { body: to }),
    transferCollection: (id, organization) =>
      ask('POST', `/collections/${id}/transfer`, collectionView, { body: { organization } }),
    spacesOf: (id, query) => list(`/collections/${id}/spaces`, spaceView, query),
    listSpaces: (id, query) => list(`/orgs/${id}/spaces`, spaceView, query),
    createSpace: (id, input = {}) => ask('POST', `/orgs/${id}/spaces`, spaceView, { body: input }),
    getSpace: (id) => ask('GET', `/spaces/${id}`, spaceView, { query: { shareKey: 'anything' } }),
    updateSpace: (id, input) => ask('PATCH', `/spaces/${id}`, spaceView, { body: input }),
    deleteSpace: (id) => ask('DELETE', `/spaces/${id}`, () => id),
    restoreSpace: (id) => ask('POST', `/spaces/${id}/restore`, spaceView),
    duplicateSpace: (id) => ask('POST', `/spaces/${id}/duplicate`, spaceView),
    moveSpace: (id, to) => ask('POST', `/spaces/${id}/move`, spaceView, { body: to }),
    transferSpace: (id, organization) =>
      ask('POST', `/spaces/${id}/transfer`, spaceView, { body: { organization } }),
    spacesOfMember: (id, userId, query) =>
      list(
        `/orgs/${id}/members/${userId}/spaces`,
        (row: { permission: string; space: RestRow }) => ({
          permission: row.permission,
          space: row.space.id,
        }),
        query,
      ),
  }
}
