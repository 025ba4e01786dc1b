import { texts } from '../../../texts/index.ts'
import type { Customization } from './customization.ts'
import { OptionalColour, Select } from './fields.tsx'
import { Images } from './Images.tsx'
import { LinksField } from './LinksField.tsx'
import { VALUES } from './theme-values.ts'

type Header = Customization['header']

interface HeaderPartProps {
  value: Header
  onChange: (value: Header) => void
}

const INITIAL = { light: '#ffffff', dark: '#171a1d' }
const INITIAL_LINKS = { light: '#1e1f21', dark: '#e5e8ed' }

/** The header of every page: its logo, its colours and its links. */
export function HeaderPart({ value, onChange }: HeaderPartProps) {
  const t = texts.sites.looks.fields
  return (
    <>
      <Select
        label={t.preset}
        value={value.preset}
        values={VALUES.preset}
        onChange={(preset) => onChange({ ...value, preset })}
      />
      <Images label={t.logo} value={value.logo} onChange={(logo) => onChange({ ...value, logo })} />
      {value.preset === 'CUSTOM' && (
        <>
          <OptionalColour
            label={t.backgroundColor}
            value={value.backgroundColor}
            initial={INITIAL}
            onChange={(backgroundColor) => onChange({ ...value, backgroundColor })}
          />
          <OptionalColour
            label={t.linkColor}
            value={value.linkColor}
            initial={INITIAL_LINKS}
            onChange={(linkColor) => onChange({ ...value, linkColor })}
          />
        </>
      )}
      <LinksField
        label={t.headerLinks}
        links={value.links}
        blank={{ title: '', to: null, links: [], style: null, condition: null }}
        onChange={(links) => onChange({ ...value, links })}
      >
        {(link, change) => (
          <Select
            label={t.style}
            value={link.style ?? 'LINK'}
            values={VALUES.headerStyle}
            onChange={(style) => change({ ...link, style })}
          />
        )}
      </LinksField>
    </>
  )
}
