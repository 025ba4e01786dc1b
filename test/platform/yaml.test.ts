import { describe, expect, it } from 'vitest'
import { readYaml, settingsLimits } from '../../src/platform/yaml.ts'

const problem = (message: string, line = 1) => ({ error: { message, line } })

describe('YAML', () => {
  it('is read as plain values', () => {
    expect(readYaml('a: 1\nb: [x, y]\nc: &v {d: 2}\ne: *v\n')).toEqual({
      value: { a: 1, b: ['x', 'y'], c: { d: 2 }, e: { d: 2 } },
    })
  })

  it('is refused where a map has a key twice, at the line of the second', () => {
    expect(readYaml('a: 1\nb:\n  c: 1\n  c: 2\n')).toEqual(problem('Map keys must be unique', 4))
    expect(readYaml('- a: 1\n- a: 2\n')).toEqual({ value: [{ a: 1 }, { a: 2 }] })
  })

  it.each([
    ['long', 'a'.repeat(settingsLimits.characters + 1), 'The YAML is longer than 16384 characters.'],
    ['wide', 'a:\n'.repeat(settingsLimits.entries + 1), 'The YAML has more than 500 entries.'],
    [
      'wide on one line',
      `[${'a,'.repeat(settingsLimits.entries + 1)}]`,
      'The YAML has more than 500 entries.',
    ],
    ['deep', '['.repeat(501), 'The YAML is nested too deeply.'],
    ['deep without brackets', '- '.repeat(60), 'The YAML is nested too deeply.'],
    ['full of aliases', `a: &a 1\n${'- *a\n'.repeat(51)}`, 'The YAML has more than 50 aliases.'],
  ])('is refused before it is parsed where it is too %s', (_what, text, message) => {
    expect(readYaml(text)).toEqual(problem(message))
  })
})
