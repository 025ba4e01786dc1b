import { describe, expect, it } from 'vitest'
import { built, found, growthOf, surveyPatterns } from './patterns/survey.ts'

describe('regular expressions', () => {
  it('that are built at run time are listed here', () => {
    const counts: Record<string, number> = {}
    for (const { path } of found.built) counts[path] = (counts[path] ?? 0) + 1
    expect(counts).toEqual(
      Object.fromEntries(Object.entries(built).map(([path, patterns]) => [path, patterns.length])),
    )
  })

  it('are linear in the text', { timeout: 120_000 }, () => {
    const { tried, superlinear, unusedExcuses } = surveyPatterns()
    expect(tried).toBeGreaterThan(200)
    expect(superlinear).toEqual([])
    expect(unusedExcuses).toEqual([])
  })
})

describe('the search for patterns that are not linear', () => {
  it.each([
    [/^[A-Za-z0-9+/_\-\s]*={0,2}\s*$/],
    [/\s*$/],
    [/^-+|-+$/g],
    [/<meta[^>]+charset=/i],
    [/^(a+)+$/],
    [/^(?:a|aa)+$/],
    [/^\[([^\]]+)\]\(([^()<>"]+\.(?:md|markdown)(?:#[^()<>"]*)?)\)$/],
    [/^[\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*$/u],
    [/(?<=a\s*)b/],
    [/\[\^([^\]\s]+)\]/g],
    [/"(?:[^"\\]|\\.)*"/g],
  ])('finds %s', (pattern) => {
    expect(growthOf(pattern)?.factor).toBeGreaterThan(2.6)
  })

  it.each([
    [/^[a-z]+$/],
    [/^(?:a|b)*c/],
    [/<[^<>]*>/g],
    [/(\w)\1/],
    [/^\s*(?:<[^>\n]*>|[^\s)]*)/],
    [/^[a-z0-9-]{1,64}$/],
    [/(?<!a)b|\bc\B/gm],
  ])('does not report %s', (pattern) => {
    expect(growthOf(pattern)).toBeUndefined()
  })
})
