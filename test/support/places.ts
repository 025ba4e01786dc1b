import type { Place } from './apis.ts'
import type { Cast } from './cast.ts'

/** Everywhere that comments hang, for `describe.each`: the place, and what the comment then says of itself. */
export const places: {
  where: string
  placeIn: (cast: Pick<Cast, 'space' | 'changeRequest'>) => Place
  changeRequestOf: (cast: Pick<Cast, 'changeRequest'>) => string | undefined
}[] = [
  {
    where: 'main content',
    placeIn: ({ space }) => ({ spaceId: space.id }),
    changeRequestOf: () => undefined,
  },
  {
    where: 'a change request by id',
    placeIn: ({ space, changeRequest }) => ({ spaceId: space.id, changeRequest: changeRequest.id }),
    changeRequestOf: ({ changeRequest }) => changeRequest.id,
  },
  {
    where: 'a change request by number',
    placeIn: ({ space, changeRequest }) => ({ spaceId: space.id, changeRequest: changeRequest.number }),
    changeRequestOf: ({ changeRequest }) => changeRequest.id,
  },
]
