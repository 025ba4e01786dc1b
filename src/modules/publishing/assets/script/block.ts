/** Runs in the frame of a block, before the script of its integration. */

const [, block = ''] = /\/~blocks\/[^/]+\/([^/?#]+)/.exec(location.pathname) ?? []

/** The properties are in the fragment of the address, which no server sees. */
function propsOf(fragment: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(fragment.slice(1)))
  } catch {
    return {}
  }
}

Object.defineProperty(globalThis, 'quireBlock', {
  value: Object.freeze({ block: decodeURIComponent(block), props: propsOf(location.hash) }),
})
