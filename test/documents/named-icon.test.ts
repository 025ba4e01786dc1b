import { describe, expect, it } from 'vitest'
import { iconPaths, namedIcon } from '../../src/modules/documents/index.ts'

describe('an icon that a text names', () => {
  it('is that of this project, if it has one', () => {
    expect(namedIcon('rocket')).toBe(iconPaths.rocket)
    expect(namedIcon('fa-magnifying-glass')).toBe(iconPaths.search)
  })

  it('is one of Lucide, by its name there or in Font Awesome', () => {
    expect(namedIcon('fish')).toMatch(/^M/)
    expect(namedIcon('trash-can')).toBe(namedIcon('trash-2'))
    expect(namedIcon('Graduation-Cap')).toMatch(/^M/)
  })

  it('is drawn as one path, circles and rectangles too', () => {
    expect(namedIcon('circle-dot')).toMatch(/a10 10 0 1 0 20 0/)
    for (const name of ['square-terminal', 'smartphone', 'users'])
      expect(namedIcon(name)).not.toContain('NaN')
  })

  it('is none, if nothing has this name', () => {
    for (const name of ['', 'qwertyuiop', 'constructor', '__proto__', '-', 'toString']) {
      expect(namedIcon(name), name).toBeUndefined()
    }
  })
})
