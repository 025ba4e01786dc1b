import type { Place } from './apis.ts'
import type { PeopleByRole } from './people-by-role.ts'

/** All targets of comments, for `describe.each`: the place, and the fields of a comment there. */
export const places: {
  where: string
  placeIn: (cast: Pick<PeopleByRole, 'space' | 'changeRequest'>) => Place
  changeRequestOf: (cast: Pick<PeopleByRole, 'changeRequest'>) => string | undefined
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
