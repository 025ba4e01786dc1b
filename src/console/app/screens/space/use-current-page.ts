import { useLocation } from '@tanstack/react-router'
import { useParameters } from '../../parameters.ts'
import { useSpace } from './space-context.ts'
import { readable } from './tree.ts'
import type { TreePage } from './use-tree-pages.ts'

/** Addresses of a space that show no page of its main content. */
const OTHER = /^\/s\/[^/]+\/(?:~(?!page\/)|changes\/\d+|revisions\/rev_)/

/** The page of the address: at the address of the space, its first one. Undefined for other views of the space. */
export function useCurrentPage(): TreePage | undefined {
  const { pages } = useSpace()
  const { _splat: path = '' } = useParameters()
  const isOther = useLocation({ select: ({ pathname }) => OTHER.test(pathname.replace(/^\/app(?=\/)/, '')) })
  if (isOther) return undefined
  const wanted = path.replace(/\/$/, '')
  return wanted === '' ? (readable(pages)[0] ?? pages[0]) : pages.find((page) => page.path === wanted)
}
