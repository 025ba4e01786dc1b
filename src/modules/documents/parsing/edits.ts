import { EditMap } from 'micromark-util-edit-map'

type Edits = InstanceType<typeof EditMap>

/**
 * Makes the parser apply its edits in time that grows with what follows the first edit. As released, `consume` copies
 * all events of the document each time that a nested list, a quote or an underlined heading ends, so that a document
 * of many short lists costs the square of its length.
 */
EditMap.prototype.consume = function consume(
  this: Edits,
  events: Parameters<Edits['consume']>[0],
): undefined {
  const edits = this.map.sort(([one], [other]) => one - other)
  const first = edits[0]?.[0]
  if (first === undefined) return undefined
  const following = events.splice(first)
  let read = 0
  for (const [index, removed, added] of edits) {
    for (; read < index - first; read += 1) events.push(following[read] as (typeof following)[number])
    for (const event of added) events.push(event)
    read = index - first + removed
  }
  for (; read < following.length; read += 1) events.push(following[read] as (typeof following)[number])
  this.map.length = 0
  this.index.clear()
  return undefined
}
