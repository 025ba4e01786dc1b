import { kindOf, prefixes } from '../../src/core/ids.ts'

const ID = new RegExp(
  `\\b(?:${prefixes
    .entries()
    .map(([, prefix]) => prefix)
    .join('|')})_[0-9a-z]{10,}`,
  'g',
)
const MARK = /mark\d+x/g
/** A request has no secret. */
const isAddress = (id: string) => kindOf(id) !== 'Request'

export const idsIn = (text: string): string[] => (text.match(ID) ?? []).filter(isAddress)
export const marksIn = (text: string): string[] => text.match(MARK) ?? []
/** Everything in an answer that tells of something. */
export const tokensOf = (text: string): string[] => [...new Set([...idsIn(text), ...marksIn(text)])]

/** Cursors are not for reading, but whoever wants to read them can. */
export function inCursors(text: string): string {
  const cursors = text.matchAll(/"(?:cursor|startCursor|endCursor)":"([^"]+)"/g)
  return [...cursors].map(([, cursor = '']) => Buffer.from(cursor, 'base64url').toString('latin1')).join(' ')
}
