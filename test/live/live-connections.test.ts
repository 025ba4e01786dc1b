import { describe, expect, it } from 'vitest'
import { LiveConnections } from '../../src/graphql/subscriptions/live-connections.ts'

const viewer = (tokenId: string, userId = 'usr_1') => ({ tokenId, userId, scopes: [], expiresAt: null })

function connections(maxPerToken: number, maxPerUser: number) {
  const waiting: { end: () => void }[] = []
  const live = new LiveConnections({
    maxPerToken,
    maxPerUser,
    onTokenEnd: (_viewer, end) => {
      const entry = { end }
      waiting.push(entry)
      return () => void waiting.splice(waiting.indexOf(entry), 1)
    },
  })
  const open = (tokenId: string, userId?: string, end = () => {}) =>
    live.open({ viewer: viewer(tokenId, userId), end })
  return { open, waiting }
}

describe('live connections', () => {
  it('are limited per token, and a closed one makes room for one other', () => {
    const { open } = connections(2, 10)
    const [first, second] = [open('tok_1'), open('tok_1')]
    const refusal = 'A token can have at most 2 live connections. Close one first.'
    expect(() => open('tok_1')).toThrow(refusal)
    first()
    first()
    const third = open('tok_1')
    expect(() => open('tok_1')).toThrow(refusal)
    second()
    third()
    open('tok_1')
    open('tok_1')
    expect(() => open('tok_1')).toThrow(refusal)
  })

  it('are limited per user over all tokens, and closed ones make room', () => {
    const { open } = connections(2, 3)
    const closing = [open('tok_1'), open('tok_1'), open('tok_2')]
    expect(() => open('tok_2')).toThrow('A user can have at most 3 live connections. Close one first.')
    expect(() => open('tok_3', 'usr_2')).not.toThrow()
    for (const close of closing.slice(1)) close()
    open('tok_2')
    open('tok_3')
    expect(() => open('tok_4')).toThrow('A user can have at most 3')
  })

  it('that are refused count for nothing', () => {
    const { open, waiting } = connections(5, 1)
    const close = open('tok_1')
    expect(() => open('tok_2')).toThrow('A user can have')
    expect(waiting).toHaveLength(1)
    close()
    expect(() => open('tok_2')).not.toThrow()
  })

  it('end with their token, unless they are closed before', () => {
    const { open, waiting } = connections(2, 2)
    const ended: string[] = []
    open('tok_1', 'usr_1', () => ended.push('first'))
    const close = open('tok_1', 'usr_1', () => ended.push('second'))
    close()
    for (const { end } of waiting) end()
    expect(ended).toEqual(['first'])
  })
})
