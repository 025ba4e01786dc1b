import { RecordSource, Store } from 'relay-runtime'

type Source = ReturnType<Store['getSource']>
type Fields = Readonly<Record<string, unknown>>

/** Parts of lists: an answer adds to these, whatever the version of their owner is. */
const OF_LISTS = /(?:Connection|Edge|PageInfo)$/

const versionOf = (record: Fields | null | undefined): number =>
  typeof record?.version === 'number' ? record.version : Number.NaN

/** Whether an answer was read before what the store has: answers and events arrive on several connections, in any order. */
const isOlder = (id: string, read: Source, known: Source): boolean =>
  // What has no ID of its own is named by its place, where something else can be now.
  !id.startsWith('client:') && versionOf(read.get(id) as Fields) < versionOf(known.get(id) as Fields)

/** What was read, without the values of resources of which the store has a later version. */
function newest(read: Source, known: Source): Source {
  const ids = read.getRecordIDs()
  const older = ids.filter((id) => isOlder(id, read, known))
  if (older.length === 0) return read
  const result = RecordSource.create()
  for (const id of ids) {
    const record = read.get(id)
    const before = known.get(id)
    const isPart = older.some((owner) => id === owner || id.startsWith(`client:${owner}:`))
    // What only the older answer has is better than nothing.
    if (record && before && isPart && !OF_LISTS.test(String(record.__typename))) {
      result.set(id, { ...record, ...before })
    } else if (record) result.set(id, record)
    else result.delete(id)
  }
  return result
}

/** A store in which an older version of a resource never replaces a newer one. */
export class NewestStore extends Store {
  override publish(...[read, invalidated]: Parameters<Store['publish']>): void {
    super.publish(newest(read, this.getSource()), invalidated)
  }
}
