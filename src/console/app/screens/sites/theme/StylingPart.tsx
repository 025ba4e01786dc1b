import { texts } from '../../../texts/index.ts'
import type { Customization } from './customization.ts'
import { Colour, OptionalColour, Select } from './fields.tsx'
import { VALUES } from './theme-values.ts'

type Styling = Customization['styling']

interface StylingPartProps {
  value: Styling
  onChange: (value: Styling) => void
}

const COLOURS = ['primaryColor', 'infoColor', 'successColor', 'warningColor', 'dangerColor'] as const
const CHOICES = [
  'theme',
  'corners',
  'depth',
  'links',
  'background',
  'icons',
  'font',
  'monospaceFont',
  'search',
] as const

/** Colours, fonts and shapes. */
export function StylingPart({ value, onChange }: StylingPartProps) {
  const t = texts.sites.looks.fields
  const { sidebar, tint } = value
  return (
    <>
      {COLOURS.map((name) => (
        <Colour
          key={name}
          label={t[name]}
          value={value[name]}
          isText
          onChange={(colours) => onChange({ ...value, [name]: colours })}
        />
      ))}
      <OptionalColour
        label={t.tint}
        value={tint?.color}
        initial={value.primaryColor}
        onChange={(color) => onChange({ ...value, tint: color && { color } })}
      />
      {CHOICES.map((name) => (
        <Select
          key={name}
          label={t[name]}
          value={value[name]}
          values={VALUES[name] as readonly string[]}
          onChange={(chosen) => onChange({ ...value, [name]: chosen })}
        />
      ))}
      <Select
        label={t.sidebarBackground}
        value={sidebar.background}
        values={VALUES.sidebarBackground}
        onChange={(background) => onChange({ ...value, sidebar: { ...sidebar, background } })}
      />
      <Select
        label={t.sidebarList}
        value={sidebar.list}
        values={VALUES.sidebarList}
        onChange={(list) => onChange({ ...value, sidebar: { ...sidebar, list } })}
      />
    </>
  )
}
