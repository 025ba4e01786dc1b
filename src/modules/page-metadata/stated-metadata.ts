import { DomainError } from '../../core/errors.ts'
import { conditionProblem } from '../documents/index.ts'
import type { PageCover, PageRecord, Reference } from '../revisions/index.ts'
import { pageMetadata } from './metadata.ts'

/** The metadata that the source of a page contains, in its front matter and its first heading. */
export type StatedMetadata = Partial<
  Pick<
    PageRecord,
    | 'title'
    | 'description'
    | 'icon'
    | 'hidden'
    | 'noIndex'
    | 'noRobotsIndex'
    | 'condition'
    | 'variables'
    | 'layout'
    | 'cover'
  >
>

/** Reads the metadata of a source. Rejects front matter that cannot be parsed. */
export function statedMetadata(source: string): StatedMetadata {
  const { metadata, error } = pageMetadata(source)
  if (error) throw new DomainError('invalid_input', `The front matter, line ${error.line}: ${error.message}`)
  const problem = conditionProblem(metadata.condition ?? '')
  if (problem !== null) throw new DomainError('invalid_input', `The front matter, if: ${problem}`)
  const { cover, coverY, coverHeight, ...rest } = metadata
  const shown = cover === undefined ? undefined : coverOf(cover, coverY, coverHeight)
  return { ...rest, ...(shown ? { cover: shown } : {}) }
}

function coverOf(address: string, yPos = 0, height?: number): PageCover | undefined {
  const ref = coverReference(address)
  return ref && { ref, yPos, ...(height === undefined ? {} : { height }) }
}

function coverReference(address: string): Reference | undefined {
  const file = /^\/files\/([a-zA-Z0-9_-]+)$/.exec(address)?.[1]
  if (file) return { kind: 'file', file }
  return /^https?:\/\//.test(address) ? { kind: 'url', url: address } : undefined
}
