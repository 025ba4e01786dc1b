import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Markdown } from '../../src/core/fields.ts'
import { mustBe } from '../../src/core/input-errors.ts'
import { parseInput } from '../../src/core/operations/parse-input.ts'

const schema = z.object({
  title: z.string().min(2).max(5).optional(),
  limit: z.int().min(1).max(10).optional(),
  role: z.enum(['read', 'edit']).optional(),
  tags: z.array(z.string()).min(1).max(2).optional(),
  url: z.url().optional(),
  code: z
    .string()
    .regex(/^\d+$/, { error: mustBe('digits') })
    .optional(),
  one: z.union([z.string().max(3), z.int()]).optional(),
  text: Markdown.optional(),
  change: z.discriminatedUnion('kind', [z.object({ kind: z.literal('add') })]).optional(),
})

describe('a message about invalid input', () => {
  it.each([
    [{ title: 'abcdefg' }, 'title: must have at most 5 characters (got 7)'],
    [{ title: 'a' }, 'title: must have at least 2 characters (got 1)'],
    [{ title: 4 }, 'title: must be a string (got 4)'],
    [{ limit: 11 }, 'limit: must be at most 10 (got 11)'],
    [{ limit: 0 }, 'limit: must be at least 1 (got 0)'],
    [{ limit: 'ten' }, 'limit: must be a number (got "ten")'],
    [{ limit: 1.5 }, 'limit: must be an integer (got 1.5)'],
    [{ role: 'owner' }, 'role: must be one of "read", "edit" (got "owner")'],
    [{ tags: ['a', 'b', 'c'] }, 'tags: must have at most 2 items (got 3)'],
    [{ tags: [] }, 'tags: must have at least 1 item (got 0)'],
    [{ tags: ['a', {}] }, 'tags.1: must be a string (got an object)'],
    [{ url: 'nowhere' }, 'url: must be a valid URL (got "nowhere")'],
    [{ url: '//ada:secret@' }, 'url: must be a valid URL (got "//…@")'],
    [{ code: `x${'9'.repeat(99)}` }, `code: must be digits (got "x${'9'.repeat(39)}…")`],
    [{ one: true }, 'one: must be a string (got true), or must be a number (got true)'],
    [{ text: '  ' }, 'text: must not be empty'],
    [{ text: 'a\0' }, 'text: must not contain NUL characters or unpaired surrogates'],
    [{ change: { kind: 'drop' } }, 'change.kind: is not one of the accepted values (got "drop")'],
    [[], 'The input must be an object (got an array)'],
  ])('contains the field, the limit and the value of %j', (input, message) => {
    expect(() => parseInput(schema, input)).toThrow(
      expect.objectContaining({ reason: 'invalid_input', message }),
    )
  })

  it('contains the missing field', () => {
    const missing = () => parseInput(z.object({ title: z.string() }), {})
    expect(missing).toThrow('title: is required')
  })

  it('lists at most 50 problems', () => {
    const wrong = Array.from({ length: 60 }, () => 1)
    expect(() => parseInput(z.array(z.string()), wrong)).toThrow(
      expect.objectContaining({ details: expect.toSatisfy((details: unknown[]) => details.length === 50) }),
    )
  })
})
