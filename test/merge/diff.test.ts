import { describe, expect, it } from 'vitest'
import { semanticChanges } from '../../src/modules/merge/differences/semantic-changes.ts'
import {
  addPage,
  type Content,
  changesBetween,
  copyOf,
  deletePage,
  emptyContent,
  readerOf,
  updatePage,
} from './memory-content.ts'

function start(): Content {
  const content = emptyContent()
  for (const id of ['a', 'b', 'c', 'd']) addPage(content, id, {})
  for (const id of ['b1', 'b2', 'b3']) addPage(content, id, { parent: 'b' })
  addPage(content, 'b21', { parent: 'b2' })
  content.files.set('f', { name: 'f', contentType: 'image/png', size: 1, blob: 'x', createdAt: '' })
  content.variables = { kept: '1', gone: '1', set: '1' }
  return content
}

async function changesAfter(edit: (content: Content) => void) {
  const before = start()
  const after = copyOf(before)
  edit(after)
  return semanticChanges({
    before: readerOf(before),
    after: readerOf(after),
    changes: changesBetween(before, after),
  })
}

const brief = (changes: Awaited<ReturnType<typeof changesAfter>>) =>
  changes.map((change) => `${change.type} ${'page' in change ? change.page : ''}`.trim())

describe('the changes between two revisions', () => {
  it('are empty between equal ones', async () => {
    expect(await changesAfter(() => {})).toEqual([])
  })

  it('are listed in the order of the tree, deleted pages at their former position', async () => {
    const changes = await changesAfter((content) => {
      updatePage(content, 'd', { title: 'D' })
      // Its id is the last of all.
      addPage(content, 'z1', { parent: 'a' })
      deletePage(content, 'b2')
      updatePage(content, 'b3', { title: 'B3' })
      updatePage(content, 'b', { title: 'B' })
    })
    expect(brief(changes)).toEqual([
      'page_created z1',
      'page_edited b',
      'page_deleted b2',
      'page_deleted b21',
      'page_edited b3',
      'page_edited d',
    ])
  })

  it('report both a move and an edit of one page', async () => {
    const changes = await changesAfter((content) => updatePage(content, 'b1', { parent: 'a', title: 'new' }))
    expect(changes).toMatchObject([
      { type: 'page_moved', page: 'b1', before: { parent: 'b' }, after: { parent: 'a' } },
      { type: 'page_edited', page: 'b1', before: { title: 'b1' }, after: { title: 'new' } },
    ])
  })

  it('report only the page that was moved among its siblings', async () => {
    expect(brief(await changesAfter((content) => updatePage(content, 'd', { at: 0 })))).toEqual([
      'page_moved d',
    ])
  })

  it('report files and variables after pages', async () => {
    const changes = await changesAfter((content) => {
      content.files.delete('f')
      content.files.set('g', { name: 'g', contentType: 'image/png', size: 1, blob: 'y', createdAt: '' })
      content.variables = { kept: '1', set: '2', new: '1' }
      updatePage(content, 'a', { hidden: true })
    })
    expect(brief(changes)).toEqual([
      'page_edited a',
      'file_deleted',
      'file_created',
      'variable_deleted',
      'variable_created',
      'variable_edited',
    ])
  })
})
