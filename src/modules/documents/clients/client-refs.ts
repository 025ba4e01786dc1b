import { isExternal } from '../source/references.ts'
import { refFrom } from '../tree/refs.ts'
import type { Ref } from '../tree/types.ts'

/** A reference as clients of the public API read it: by ids, where the target is known. */
export type ClientRef = Ref | { kind: 'space'; space: string }

/** What relative URLs of a text lead to, by URL. URLs that lead to nothing are missing, and stay as they are. */
export type ClientTargets = Readonly<Record<string, ClientRef>>

/** Finds the targets of the references of one document. */
export interface RefReader {
  ref(ref: Ref): ClientRef
  /** The file that a URL means; null if it is none of the content. */
  file(url: string): Extract<ClientRef, { kind: 'file' }> | null
}

export class KnownRefs implements RefReader {
  readonly #targets: ClientTargets

  constructor(targets: ClientTargets) {
    this.#targets = targets
  }

  ref(ref: Ref): ClientRef {
    if (ref.kind !== 'url') return ref
    return Object.hasOwn(this.#targets, ref.url) ? (this.#targets[ref.url] ?? ref) : ref
  }

  file(url: string) {
    const ref = this.ref(refFrom(url))
    return ref.kind === 'file' ? ref : null
  }
}

/** Collects the URLs that have to be resolved before a document can be written. */
export class WantedRefs implements RefReader {
  readonly urls = new Set<string>()

  ref(ref: Ref): ClientRef {
    if (ref.kind === 'url' && !isExternal(ref.url)) this.urls.add(ref.url)
    return ref
  }

  file(url: string) {
    this.ref(refFrom(url))
    return null
  }
}
