import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import type { Customization } from './customization.ts'
import { Text } from './fields.tsx'
import { Images } from './Images.tsx'
import { LinksField } from './LinksField.tsx'
import styles from './Theme.module.css'

type Footer = Customization['footer']

interface FooterPartProps {
  value: Footer
  onChange: (value: Footer) => void
}

const MAX_GROUPS = 10

/** The footer of every page: columns of links, and who owns the texts. */
export function FooterPart({ value, onChange }: FooterPartProps) {
  const t = texts.sites.looks
  const { groups } = value
  const change = (at: number, group: Footer['groups'][number]) =>
    onChange({ ...value, groups: groups.map((each, index) => (index === at ? group : each)) })
  return (
    <>
      <Text
        label={t.fields.copyright}
        value={value.copyright}
        maxLength={300}
        onChange={(copyright) => onChange({ ...value, copyright: copyright || null })}
      />
      <Images label={t.fields.logo} value={value.logo} onChange={(logo) => onChange({ ...value, logo })} />
      <fieldset className={styles.stack}>
        <legend>{t.fields.groups}</legend>
        {groups.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity besides their place.
          <div key={at} className={styles.group}>
            <Text
              label={t.fields.columnTitle}
              value={group.title}
              maxLength={64}
              onChange={(title) => change(at, { ...group, title })}
            />
            <LinksField
              label={group.title || t.fields.columnTitle}
              links={group.links}
              blank={{ title: '', to: null }}
              onChange={(links) => change(at, { ...group, links })}
            />
            <button
              type="button"
              className="button small danger"
              aria-label={`${t.remove}: ${group.title}`}
              onClick={() => onChange({ ...value, groups: groups.filter((_, index) => index !== at) })}
            >
              {t.remove}
            </button>
          </div>
        ))}
        {groups.length < MAX_GROUPS && (
          <button
            type="button"
            className="button small"
            onClick={() => onChange({ ...value, groups: [...groups, { title: '', links: [] }] })}
          >
            <Icon name="plus" /> {t.add}
          </button>
        )}
      </fieldset>
    </>
  )
}
