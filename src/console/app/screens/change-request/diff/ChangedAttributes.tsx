import type { ChangedItem_difference$data } from '#console/ChangedItem_difference.graphql.ts'
import { texts } from '../../../texts/index.ts'
import styles from './ChangedItem.module.css'

interface Value {
  name: string
  before: unknown
  after: unknown
}

/** What changed besides the text: where a page is, its title, slug and settings, the bytes of a file. */
export function ChangedAttributes({ changes }: { changes: ChangedItem_difference$data }) {
  const values = changes.flatMap((change): Value[] => {
    const { type, before, page, attributes } = change
    const moved =
      type === 'PAGE_MOVED' && before && page
        ? [{ name: 'position', before: before.path, after: page.path }]
        : []
    // An image is shown where its address is; its other facts change with it.
    return [...moved, ...attributes.map(({ name, before, after }) => ({ name, before, after }))]
  })
  const contentType = values.find(({ name }) => name === 'contentType')
  const isImage = String(contentType?.after ?? contentType?.before ?? 'image/').startsWith('image/')
  if (values.length === 0) return null
  return (
    <dl className={styles.attributes}>
      {values.map(({ name, before, after }) => (
        <div key={name} className={styles.attribute}>
          <dt>{texts.changeRequest.diff.attributes[name] ?? name}</dt>
          <dd>
            {isPresent(before) && (
              <del>
                <Shown name={name} value={before} isImage={isImage} isAfter={false} />
              </del>
            )}
            {isPresent(after) && (
              <ins>
                <Shown name={name} value={after} isImage={isImage} isAfter />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined && value !== ''

interface ShownProps {
  name: string
  value: unknown
  isImage: boolean
  isAfter: boolean
}

function Shown({ name, value, isImage, isAfter }: ShownProps) {
  const t = texts.changeRequest.diff
  if (name === 'downloadURL' && typeof value === 'string') {
    const label = isAfter ? t.fileAfter : t.fileBefore
    const isOwn = value.startsWith(`${location.origin}/`)
    if (isImage && isOwn) return <img src={value} alt={label} loading="lazy" />
    return <a href={value}>{label}</a>
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return <span dir="auto">{text.length > 2_000 ? `${text.slice(0, 2_000)}…` : text}</span>
}
