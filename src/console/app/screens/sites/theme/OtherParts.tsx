import { texts } from '../../../texts/index.ts'
import type { Change, Customization } from './customization.ts'
import { Check, Select, Text } from './fields.tsx'
import { Images } from './Images.tsx'
import { LinksField } from './LinksField.tsx'
import { VALUES } from './theme-values.ts'

interface PartProps {
  value: Customization
  onChange: Change
}

const BLANK: NonNullable<Customization['announcement']> = {
  enabled: false,
  message: '',
  style: 'INFO',
  link: null,
}

/** A message above every page. */
export function AnnouncementPart({ value, onChange }: PartProps) {
  const t = texts.sites.looks.fields
  const shown = value.announcement ?? BLANK
  const change = (next: Partial<typeof shown>) => onChange('announcement', { ...shown, ...next })
  return (
    <>
      <Check label={t.enabled} isOn={shown.enabled} onChange={(enabled) => change({ enabled })} />
      <Text
        label={t.message}
        value={shown.message}
        maxLength={300}
        onChange={(message) =>
          message === '' && value.announcement === null
            ? undefined
            : onChange('announcement', message === '' ? null : { ...shown, message })
        }
      />
      <Select
        label={t.style}
        value={shown.style}
        values={VALUES.announcement}
        onChange={(style) => change({ style })}
      />
      <LinksField
        label={t.links}
        links={shown.link ? [shown.link] : []}
        blank={{ title: '', to: null }}
        onChange={(links) => change({ link: links.at(-1) ?? null })}
      />
    </>
  )
}

/** The icon in tabs of browsers: an emoji, or an image. */
export function FaviconPart({ value, onChange }: PartProps) {
  const t = texts.sites.looks.fields
  const { emoji, icon } = value.favicon
  return (
    <>
      <Text
        label={t.emoji}
        value={emoji}
        maxLength={32}
        onChange={(next) => onChange('favicon', { emoji: next || null, icon: null })}
      />
      <Images
        label={t.logo}
        value={icon}
        onChange={(next) => onChange('favicon', { icon: next, emoji: null })}
      />
    </>
  )
}

/** What readers see at first, and in which language. */
export function ThemesPart({ value, onChange }: PartProps) {
  const t = texts.sites.looks.fields
  const { themes, internationalization } = value
  return (
    <>
      <Select
        label={t.default}
        value={themes.default}
        values={VALUES.mode}
        onChange={(mode) => onChange('themes', { ...themes, default: mode })}
      />
      <Check
        label={t.toggeable}
        isOn={themes.toggeable}
        onChange={(toggeable) => onChange('themes', { ...themes, toggeable })}
      />
      <Select
        label={t.locale}
        value={internationalization.locale}
        values={VALUES.locale}
        onChange={(locale) => onChange('internationalization', { locale })}
      />
    </>
  )
}

const FLAGS = ['pdf', 'feedback', 'pagination', 'trademark', 'advancedCustomization'] as const

/** What readers can do on a page. */
export function FeaturesPart({ value, onChange }: PartProps) {
  const t = texts.sites.looks.fields
  const { ai, git, pageActions, insights } = value
  return (
    <>
      {FLAGS.map((name) => (
        <Check
          key={name}
          label={t[name]}
          isOn={value[name].enabled}
          onChange={(enabled) => onChange(name, { enabled })}
        />
      ))}
      <Check
        label={t.markdown}
        isOn={pageActions.markdown}
        onChange={(markdown) => onChange('pageActions', { ...pageActions, markdown })}
      />
      <Check
        label={t.externalAI}
        isOn={pageActions.externalAI}
        onChange={(externalAI) => onChange('pageActions', { ...pageActions, externalAI })}
      />
      <Check
        label={t.showEditLink}
        isOn={git.showEditLink}
        onChange={(showEditLink) => onChange('git', { showEditLink })}
      />
      <Check
        label={t.trackingCookie}
        isOn={insights.trackingCookie}
        onChange={(trackingCookie) => onChange('insights', { ...insights, trackingCookie })}
      />
      <Select
        label={t.ai}
        value={ai.mode}
        values={VALUES.ai}
        onChange={(mode) => onChange('ai', { ...ai, mode })}
      />
      {ai.mode === 'INTEGRATION' && (
        <Text
          label={t.integrationId}
          value={ai.integrationId}
          maxLength={100}
          onChange={(integrationId) => onChange('ai', { ...ai, integrationId: integrationId || null })}
        />
      )}
    </>
  )
}

/** Where links lead, and what others show for a link to the site. */
export function LinksPart({ value, onChange }: PartProps) {
  const t = texts.sites.looks.fields
  return (
    <>
      <Text
        label={t.title}
        value={value.title}
        maxLength={128}
        onChange={(title) => onChange('title', title || null)}
      />
      <Select
        label={t.target}
        value={value.externalLinks.target}
        values={VALUES.target}
        onChange={(target) => onChange('externalLinks', { ...value.externalLinks, target })}
      />
      <Select
        label={t.images}
        value={value.externalLinks.images ?? 'PROXY'}
        values={VALUES.images}
        onChange={(images) => onChange('externalLinks', { ...value.externalLinks, images })}
      />
      <Text
        label={t.privacyPolicy}
        type="url"
        value={value.privacyPolicy.url}
        onChange={(url) => onChange('privacyPolicy', { url: url || null })}
      />
      <Text
        label={t.socialPreview}
        type="url"
        value={value.socialPreview.url}
        onChange={(url) => onChange('socialPreview', { url: url || null })}
      />
    </>
  )
}
