import { kindOf, prefixes } from '../../src/core/ids.ts'

const ID = new RegExp(
  `\\b(?:${prefixes
    .entries()
    .map(([, prefix]) => prefix)
    .join('|')})_[0-9a-z]{10,}`,
  'g',
)
const MARK = /mark\d+x/g
/** Request ids are not secret. */
const isAddress = (id: string) => kindOf(id) !== 'Request'

export const idsIn = (text: string): string[] => (text.match(ID) ?? []).filter(isAddress)
export const marksIn = (text: string): string[] => text.match(MARK) ?? []
/** All ids and unique texts in a response. */
export const tokensOf = (text: string): string[] => [...new Set([...idsIn(text), ...marksIn(text)])]

/** Cursors are opaque, but a client can decode them. */
export function inCursors(text: string): string {
  const cursors = text.matchAll(/"(?:cursor|startCursor|endCursor)":"([^"]+)"/g)
  return [...cursors].map(([, cursor = '']) => Buffer.from(cursor, 'base64url').toString('latin1')).join(' ')
}
