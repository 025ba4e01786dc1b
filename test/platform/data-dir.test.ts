import { describe, expect, it } from 'vitest'
import { openDataDir } from '../../src/platform/data-dir.ts'

describe('a DATA_DIR that cannot be used', () => {
  it.each([
    ['/dev/null', /^DATA_DIR \/dev\/null cannot be used: it is a file, not a folder\. Set DATA_DIR to/],
    ['/dev/null/x', /^DATA_DIR \/dev\/null\/x cannot be used: part of its path is a file/],
  ])('%s is refused with the reason', async (path, message) => {
    await expect(openDataDir(path)).rejects.toThrow(message)
  })
})
