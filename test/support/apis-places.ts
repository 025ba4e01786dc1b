import { graphqlPlaces } from './apis-places-graphql.ts'
import { restPlaces } from './apis-places-rest.ts'
import type { TestApp } from './app.ts'
import type { Listed, Outcome } from './outcome.ts'

type Attempt<Value> = Promise<Outcome<Value>>

interface PlacedView {
  id: string
  title: string
  organization: string
  parent?: string
  position: string
  defaultLevel: string | null
  permissions: Record<string, boolean>
  location: string
}

export interface CollectionView extends PlacedView {
  description?: string
}

export interface PlacedSpaceView extends PlacedView {
  emoji: string
  icon?: string
  language?: string
  editMode?: string
  deletedAt?: string
  comments: number
  changeRequests: number
}

export interface MemberSpaceView {
  permission: string
  space: string
}

export interface Pointer {
  type: 'space' | 'collection'
  space?: string
  collection?: string
}
export interface Destination {
  parent?: string | null
  position?: { before?: Pointer; after?: Pointer }
}
type Level = string | null
export type Input = Record<string, unknown>

export const atSpace = (space: string): Pointer => ({ type: 'space', space })
export const atCollection = (collection: string): Pointer => ({ type: 'collection', collection })

/** The operations of one caller on collections and spaces, with either API. */
export interface PlacesApi {
  listCollections(
    organizationId: string,
    query?: { nested?: boolean; limit?: number; cursor?: string },
  ): Attempt<Listed<CollectionView>>
  createCollection(organizationId: string, input?: Input): Attempt<CollectionView>
  getCollection(id: string): Attempt<CollectionView>
  updateCollection(id: string, input: Input & { defaultLevel?: Level }): Attempt<CollectionView>
  deleteCollection(id: string): Attempt<string>
  moveCollection(id: string, to: Destination): Attempt<CollectionView>
  transferCollection(id: string, organization: string): Attempt<CollectionView>
  spacesOf(
    collectionId: string,
    query?: { limit?: number; cursor?: string },
  ): Attempt<Listed<PlacedSpaceView>>
  listSpaces(
    organizationId: string,
    query?: { limit?: number; cursor?: string },
  ): Attempt<Listed<PlacedSpaceView>>
  createSpace(organizationId: string, input?: Input): Attempt<PlacedSpaceView>
  getSpace(id: string): Attempt<PlacedSpaceView>
  updateSpace(id: string, input: Input): Attempt<PlacedSpaceView>
  deleteSpace(id: string): Attempt<string>
  restoreSpace(id: string): Attempt<PlacedSpaceView>
  duplicateSpace(id: string): Attempt<PlacedSpaceView>
  moveSpace(id: string, to: Destination): Attempt<PlacedSpaceView>
  transferSpace(id: string, organization: string): Attempt<PlacedSpaceView>
  spacesOfMember(
    organizationId: string,
    userId: string,
    query?: { order?: 'asc' | 'desc' },
  ): Attempt<Listed<MemberSpaceView>>
}

/** Missing values are removed, so that the results of both APIs can be compared. */
export const given = <View>(shape: object): View =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as View

/** For `describe.each(placesApis)`: one scenario, with both APIs. */
export const placesApis: {
  name: 'rest' | 'graphql'
  enter: (t: TestApp, who: { token: string } | null) => PlacesApi
}[] = [
  { name: 'rest', enter: restPlaces },
  { name: 'graphql', enter: graphqlPlaces },
]
