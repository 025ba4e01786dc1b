import { describe, expect, it } from 'vitest'
import { BookLinks, type BookPage } from '../../src/modules/pdf/book/links.ts'

const page = (id: string, path: string, more: Partial<BookPage> = {}) =>
  ({ id, path, isFolder: false, ...more }) as BookPage

describe('links of a book', () => {
  const guide = page('pag_guide', 'guide', { isFolder: true })
  const install = page('pag_install', 'guide/install', { gitPath: 'docs/setup.md' })
  const links = new BookLinks([guide, install], 'pag')
  it.each([
    ['install', guide, { page: install.id }],
    ['install.md#first%20step', guide, { page: install.id, anchor: 'first step' }],
    ['#top', install, { page: install.id, anchor: 'top' }],
    ['', install, { page: install.id }],
    ['/guide/install?tab=1#a', guide, { page: install.id, anchor: 'a' }],
    ['/pages/pag_install', guide, { page: install.id }],
    ['setup.md', install, { page: install.id }],
    ['missing#a', guide, null],
    ['/pages/pag_missing', guide, null],
    ['//example.com/a#b', guide, { url: 'https://example.com/a#b' }],
    ['https://example.com/#b', guide, { url: 'https://example.com/#b' }],
  ])('%s', (href, from, target) => {
    expect(links.resolve(href, from)).toEqual(target)
  })
})
