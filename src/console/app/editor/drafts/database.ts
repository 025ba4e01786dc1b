/** One text that is being written: whose, in which content, on which page. */
export type DraftKey = readonly [user: string, content: string, page: string]

/** What a text is based on changes with each save; the text with each key. So they are kept apart. */
type StoreName = 'bases' | 'texts'

const NAME = 'quire-drafts'
const VERSION = 1

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('bases')
      request.result.createObjectStore('texts')
    }
    request.onsuccess = () => {
      // Another tab with a newer console must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

const copyOf = (key: DraftKey): string[] => [...key]

/** Writes all of these values, or removes those that are null, in one transaction. */
export async function write(key: DraftKey, values: Partial<Record<StoreName, unknown>>): Promise<void> {
  const names = Object.keys(values) as StoreName[]
  const database = await open()
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(names, 'readwrite')
    for (const name of names) {
      const store = transaction.objectStore(name)
      if (values[name] === null) store.delete(copyOf(key))
      else store.put(values[name], copyOf(key))
    }
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Reads what was written last. */
export async function read(key: DraftKey): Promise<Record<StoreName, unknown>> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['bases', 'texts'], 'readonly')
    const bases = transaction.objectStore('bases').get(copyOf(key))
    const texts = transaction.objectStore('texts').get(copyOf(key))
    transaction.oncomplete = () => resolve({ bases: bases.result, texts: texts.result })
    transaction.onabort = () => reject(transaction.error)
  })
}
