import type { ObjectRef } from '@pothos/core'
import type { LoggedEvent } from '../../core/events/events.ts'
import type { LoaderDefinition } from '../../core/lists/definitions.ts'
import type { builder, Types } from '../builder.ts'

/** The field builder of a type whose rows are events. */
export type EventFieldBuilder = Parameters<
  NonNullable<Parameters<ReturnType<typeof builder.objectRef<LoggedEvent>>['implement']>[0]['fields']>
>[0]

type EventFields = ReturnType<typeof subjectFields>

/** Fields that a module adds to the payloads of activities. */
interface EventFieldSet {
  readonly name: string
  /** Where such events happen: events of a space are part of its organization's activity too. */
  readonly within: 'space' | 'organization'
  readonly fields: (t: EventFieldBuilder, options: { isAlwaysThere: boolean }) => EventFields
}

interface EventSubject<Row> {
  /** The name of the fields, and of the id in the event's subject. */
  name: string
  within: EventFieldSet['within']
  /** With its article, such as `the comment`. */
  what: string
  type: ObjectRef<Types, Row>
  loader: LoaderDefinition<string, Row>
  idOf?: (event: LoggedEvent) => string | null | undefined
}

const sets = new Map<string, EventFieldSet>()

/** Declares a subject of events: its id, which remains after its deletion, and the current resource. */
export function eventSubject<Row>(subject: EventSubject<Row>): void {
  const { name, within } = subject
  sets.set(name, { name, within, fields: (t, options) => subjectFields(t, subject, options) })
}

/** Declares other fields of events, which are not resources with an id. */
export function eventFields(
  name: string,
  within: EventFieldSet['within'],
  fields: (t: EventFieldBuilder) => object,
): void {
  sets.set(name, { name, within, fields: fields as EventFieldSet['fields'] })
}

function subjectFields<Row>(
  t: EventFieldBuilder,
  { name, what, type, loader, idOf = (event) => event.subject[name] }: EventSubject<Row>,
  { isAlwaysThere }: { isAlwaysThere: boolean },
) {
  return {
    [`${name}Id`]: t.id({
      nullable: !isAlwaysThere as false,
      description: `The ID of ${what}, also after its deletion.${isAlwaysThere ? '' : ' Null if the event is not about one.'}`,
      resolve: (event) => (idOf(event) ?? null) as string,
    }),
    [name]: t.field({
      type,
      nullable: true,
      description: `The current state of ${what}. Null if it was deleted, is not visible to you, or if the event is not about one.`,
      resolve: (event, _args, { caller }) => {
        const id = idOf(event)
        return (id == null ? null : caller.load(loader, id)) as never
      },
    }),
  }
}

/**
 * The fields of an activity: those with these names, the first of which every event has, or all of a place.
 */
export type ChosenSubjects = { names: readonly string[]; always?: string } | EventFieldSet['within']

/** The selected fields. Called when the schema is built, once all modules have declared theirs. */
export function fieldsOfSubjects(t: EventFieldBuilder, chosen: ChosenSubjects): EventFields {
  const isChosen = ({ name, within }: EventFieldSet) =>
    typeof chosen === 'string' ? chosen === 'organization' || within === chosen : chosen.names.includes(name)
  const always = typeof chosen === 'string' ? undefined : chosen.always
  return Object.assign(
    {},
    ...[...sets.values()]
      .filter(isChosen)
      .map(({ name, fields }) => fields(t, { isAlwaysThere: name === always })),
  )
}
