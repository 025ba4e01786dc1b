import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import type { Link } from './customization.ts'
import { Text } from './fields.tsx'
import styles from './Theme.module.css'

interface LinksFieldProps<Item extends Link> {
  label: string
  links: readonly Item[]
  /** What a new one is besides its title and its destination. */
  blank: Item
  onChange: (links: Item[]) => void
  /** More about one of them, such as its style. */
  children?: (link: Item, change: (link: Item) => void) => React.ReactNode
}

const MAX_LINKS = 20

/** Links with a text and an address. Those to spaces and pages keep their destination. */
export function LinksField<Item extends Link>({
  label,
  links,
  blank,
  onChange,
  children,
}: LinksFieldProps<Item>) {
  const t = texts.sites.looks
  const change = (at: number, link: Item) =>
    onChange(links.map((each, index) => (index === at ? link : each)))
  return (
    <fieldset className={styles.stack}>
      <legend>{label}</legend>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no identity besides their place.
        <div key={at} className={styles.link}>
          <Text
            label={t.fields.linkTitle}
            value={link.title}
            maxLength={64}
            onChange={(title) => change(at, { ...link, title })}
          />
          {(link.to?.kind ?? 'URL') === 'URL' && (
            <Text
              label={t.fields.linkUrl}
              type="url"
              value={link.to?.url}
              onChange={(url) =>
                change(at, { ...link, to: url === '' ? null : { kind: 'URL', url, page: null, space: null } })
              }
            />
          )}
          {children?.(link, (next) => change(at, next))}
          <button
            type="button"
            className="icon-button"
            aria-label={`${t.remove}: ${link.title}`}
            onClick={() => onChange(links.filter((_, index) => index !== at))}
          >
            <Icon name="trash" />
          </button>
        </div>
      ))}
      {links.length < MAX_LINKS && (
        <button type="button" className="button small" onClick={() => onChange([...links, blank])}>
          <Icon name="plus" /> {t.add}
        </button>
      )}
    </fieldset>
  )
}
