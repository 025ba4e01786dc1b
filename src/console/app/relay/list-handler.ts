import { ConnectionHandler, type DefaultHandlerProvider, type RecordProxy } from 'relay-runtime'

const nodeOf = (edge: RecordProxy | null): string | undefined => edge?.getLinkedRecord('node')?.getDataID()

/** The edges of a list after the last one that was read again. None where the rows have no IDs to recognize them by. */
function restOf(before: readonly (RecordProxy | null)[], read: readonly (RecordProxy | null)[]) {
  const places = new Map(before.map((edge, at) => [nodeOf(edge), at]))
  const last = read.findLast((edge) => places.has(nodeOf(edge)))
  const known = new Set(read.map(nodeOf))
  const at = places.get(nodeOf(last ?? null))
  return at === undefined
    ? []
    : before.slice(at + 1).filter((edge) => {
        const id = nodeOf(edge)
        return id !== undefined && !id.startsWith('client:') && !known.has(id)
      })
}

/** Lists of Relay, but one whose beginning is read again keeps as many rows as were shown: what is below stays where it is. */
export const listHandler: ReturnType<typeof DefaultHandlerProvider> = {
  update: (store, payload) => {
    const list = () => store.get(payload.dataID)?.getLinkedRecord(payload.handleKey)
    const before = [...(list()?.getLinkedRecords('edges') ?? [])]
    const end = list()?.getLinkedRecord('pageInfo')
    const [hasNextPage, endCursor] = [end?.getValue('hasNextPage'), end?.getValue('endCursor')]
    ConnectionHandler.update(store, payload)
    const read = list()?.getLinkedRecords('edges') ?? []
    const { first, after } = payload.args
    const isBeginning = typeof first === 'number' && (after === null || after === undefined)
    const pageInfo = list()?.getLinkedRecord('pageInfo')
    if (!isBeginning || read.length >= before.length || pageInfo?.getValue('hasNextPage') !== true) return
    const rest = restOf(before, read)
    if (rest.length === 0) return
    list()?.setLinkedRecords([...read, ...rest], 'edges')
    pageInfo?.setValue(hasNextPage, 'hasNextPage').setValue(endCursor, 'endCursor')
  },
}
