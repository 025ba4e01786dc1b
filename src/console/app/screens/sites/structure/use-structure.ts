import { act } from '../../../forms/act.ts'
import { texts } from '../../../texts/index.ts'
import * as edits from './structure-edits.ts'
import { type Item, type Place, placeBeside, placeOf, siblingsOf } from './structure-items.ts'

/** What can be done with the rows of a structure. Each change is sent at once, and can be undone. */
export function useStructure(siteId: string, items: readonly Item[], onChanged: () => unknown) {
  const t = texts.sites
  const refOf = ({ kind, id }: Item) => ({ type: kind, id })
  const sortTo = (item: Item, position: Place) => edits.sort({ siteId, item: refOf(item), position })

  const move = (item: Item, to: Place | undefined) => {
    const from = placeOf(items, item)
    if (!to) return
    void act({
      run: () => sortTo(item, to),
      undo: from && (() => sortTo(item, from)),
      done: t.moved(item.title),
      onChanged,
    })
  }
  const makeDefault = (item: Item) => {
    const choose = ({ id, kind, parent }: Item) => {
      if (kind === 'SITE_SECTION') return edits.chooseDefault({ siteId, defaultSiteSection: id })
      if (parent === undefined) return edits.chooseDefault({ siteId, defaultSiteSpace: id })
      return edits.updateSection({ siteSectionId: parent, defaultSiteSpace: id })
    }
    // The default section is one of the whole site, also if it is in a group.
    const others =
      item.kind === 'SITE_SECTION'
        ? items.filter(({ kind }) => kind === 'SITE_SECTION')
        : siblingsOf(items, item)
    const former = others.find(({ isDefault }) => isDefault)
    void act({
      run: () => choose(item),
      undo: former && (() => choose(former)),
      done: t.madeDefault(item.title),
      onChanged,
    })
  }
  const intoGroup = (item: Item, group: Item) => {
    const from = placeOf(items, item)
    const former = item.parent
    void act({
      run: () => edits.moveIntoGroup(item.id, group.id),
      undo: () => {
        if (former !== undefined) return edits.moveIntoGroup(item.id, former)
        return from ? sortTo(item, from) : edits.moveOutOfGroup(item.id, group.id)
      },
      done: t.moved(item.title),
      onChanged,
    })
  }
  const outOfGroup = (item: Item) => {
    const group = item.parent
    if (group === undefined) return
    void act({
      run: () => edits.moveOutOfGroup(item.id, group),
      undo: () => edits.moveIntoGroup(item.id, group),
      done: t.moved(item.title),
      onChanged,
    })
  }
  const removeSpace = (item: Item) => {
    const { space, path, condition } = item
    const restore = async () => {
      const siteSpaceId = await edits.addSpace({
        siteId,
        spaceId: space ?? '',
        ...(item.parent !== undefined && { sectionId: item.parent }),
      })
      await edits.updateSpace({
        siteSpaceId,
        ...(path !== undefined && { path }),
        ...(condition !== '' && { condition }),
      })
    }
    void act({
      run: () => edits.deleteSpace(item.id),
      undo: space === undefined ? undefined : restore,
      done: t.removed(item.title),
      onChanged,
    })
  }
  const removeGroup = (item: Item) =>
    void act({
      run: () => edits.deleteGroup(item.id),
      undo: () =>
        edits.addGroup({
          siteId,
          title: item.title,
          sections: item.children,
          ...(item.icon !== '' && { icon: item.icon }),
        }),
      done: t.removed(item.title),
      onChanged,
    })
  return {
    move,
    moveBy: (item: Item, by: 1 | -1) => move(item, placeBeside(items, item, by)),
    makeDefault,
    intoGroup,
    outOfGroup,
    removeSpace,
    removeGroup,
  }
}

export type StructureActions = ReturnType<typeof useStructure>
