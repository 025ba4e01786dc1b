import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LazyEditor, useIsEditing } from '../../editor/edit-address.tsx'
import { type Parameters, useParameters } from '../../parameters.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Screen } from '../../parts/Screen.tsx'
import { texts } from '../../texts/index.ts'
import { importSearch } from '../space/import/ImportLayer.tsx'
import { useSpace } from '../space/space-context.ts'
import { readable } from '../space/tree.ts'
import { PageMissing } from './PageMissing.tsx'
import { PageView } from './PageView.tsx'
import { readAhead, useShownPage } from './use-shown-page.ts'

const pathOf = (splat = ''): string => splat.replace(/\/$/, '')

export const preload = ({ space = '', _splat }: Parameters) => {
  // The first page of a space is known once its pages are.
  if (pathOf(_splat) !== '') readAhead(space, pathOf(_splat))
}

/** A page of the main content, for reading. At the address of the space it is the first one. */
export default function PageScreen() {
  const { space, _splat } = useParameters()
  const { title, pages, permissions } = useSpace()
  const isEditing = useIsEditing()
  const path = pathOf(_splat) || (readable(pages)[0]?.path ?? pages[0]?.path ?? '')
  if (path === '') {
    return (
      <Screen title={title}>
        {permissions.edit ? (
          <Empty
            action={
              <Link to="." search={importSearch()} className="button primary">
                {texts.imports.action}
              </Link>
            }
          >
            {texts.imports.empty}
          </Empty>
        ) : (
          <Empty>{texts.page.noPages}</Empty>
        )}
      </Screen>
    )
  }
  if (isEditing) return <LazyEditor space={space ?? ''} path={path} number={null} />
  return <Page key={path} space={space ?? ''} path={path} />
}

function Page({ space, path }: { space: string; path: string }) {
  const { page, news } = useShownPage(space, path)
  useEffect(() => {
    // A new page begins at its top; one that is opened at a heading scrolls to it itself.
    if (location.hash === '') scrollTo(0, 0)
  }, [])
  return page ? <PageView page={page} news={news} /> : <PageMissing path={path} />
}
