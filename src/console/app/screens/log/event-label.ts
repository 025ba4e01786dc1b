import { EVENT_TYPES } from '#console/event-types.ts'
import { texts } from '../../texts/index.ts'

/** The resource that a type is about, such as `CHANGE_REQUEST` of `CHANGE_REQUEST_MERGED`; the longest that there is. */
function resourceOf(type: string): string {
  const { resources, actions } = texts.log
  const words = type.split('_')
  for (let count = words.length - 1; count > 0; count--) {
    const resource = words.slice(0, count).join('_')
    if (resource in resources && words.slice(count).join('_') in actions) return resource
  }
  return ''
}

/** What happened, in the language of the person; the type itself, if this version of the console does not know it. */
export function eventLabel(type: string): string {
  const { resources, actions } = texts.log
  const resource = resourceOf(type)
  if (resource === '') return type.toLowerCase()
  return `${resources[resource]}: ${actions[type.slice(resource.length + 1)]}`
}

/** All types of events by what they are about, each with its label. */
export function groupedTypes(): [title: string, types: { type: string; label: string }[]][] {
  const groups = new Map<string, { type: string; label: string }[]>()
  for (const type of EVENT_TYPES) {
    const resource = resourceOf(type)
    const group = groups.get(resource) ?? []
    group.push({ type, label: eventLabel(type) })
    groups.set(resource, group)
  }
  return [...groups].map(([resource, types]) => [texts.log.resources[resource] ?? '', types])
}
