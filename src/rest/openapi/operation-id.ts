import { publicIdOf } from '../compatibility/index.ts'
import type { Route } from '../route.ts'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const singular = (plural: string) => plural.replace(/ies$/, 'y').replace(/s$/, '')

/** `webhooks.listDeliveries` is `listWebhookDeliveries`, `events.listInSpace` is `listEventsInSpace`. */
function ownIdOf(operationId: string): string {
  const [resource = '', action = ''] = operationId.split('.')
  const [, verb = action, rest = ''] = /^([a-z]+)(.*)$/.exec(action) ?? []
  const isMany = verb === 'list' && (rest === '' || /^(In|Of|To|By)[A-Z]/.test(rest))
  return `${verb}${capital(isMany ? resource : singular(resource))}${rest}`
}

const places: readonly [RegExp, string][] = [
  [/^\/spaces\/:\w+\/change-requests\/:/, 'InChangeRequest'],
  [/^\/spaces\/:\w+\/revisions\/:/, 'InRevision'],
  [/^\/collections\//, 'InCollection'],
  [/^\/spaces\//, 'InSpace'],
]

/**
 * Names every route: like the public API if it has the operation, and otherwise after the operation, with
 * the parent resource if one operation has several routes.
 */
export function operationIds(routes: readonly Route[]): Map<Route, string> {
  const bound = new Map<string, number>()
  for (const { operation } of routes) bound.set(operation.id, (bound.get(operation.id) ?? 0) + 1)
  return new Map(
    routes.map((route) => {
      const own = ownIdOf(route.operation.id)
      const isShared = (bound.get(route.operation.id) ?? 0) > 1
      const place = isShared ? (places.find(([path]) => path.test(route.path))?.[1] ?? '') : ''
      return [route, publicIdOf(route.method, route.path) ?? own + place]
    }),
  )
}
