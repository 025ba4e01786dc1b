import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { SpaceGeneral_space$key } from '#console/SpaceGeneral_space.graphql.ts'
import type { UpdateSpaceInput } from '#console/SpaceSettingsScreenMutation.graphql.ts'
import { act, sayDone } from '../../forms/act.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { emojiOf } from '../../parts/Emoji.tsx'
import { EmojiField } from '../../places/EmojiField.tsx'
import { texts } from '../../texts/index.ts'
import { languageChoices } from './languages.ts'

type Settings = Omit<UpdateSpaceInput, 'spaceId'>

interface SpaceGeneralProps {
  space: SpaceGeneral_space$key
  save: (settings: Settings) => Promise<unknown>
  onChanged: () => void
}

/** As many characters as the API allows. */
const MAX_TITLE = 50

/** The name of a space, how it looks in lists, its language, and how it is edited. */
export function SpaceGeneral({ space, save, onChanged }: SpaceGeneralProps) {
  const { title, emoji, editMode, language, urls } = useFragment(
    graphql`
      fragment SpaceGeneral_space on Space {
        title
        emoji
        editMode
        language
        urls {
          icon
        }
      }
    `,
    space,
  )
  // The form begins anew after each save, and after it was undone.
  const [round, setRound] = useState(0)
  const begin = () => {
    setRound((before) => before + 1)
    onChanged()
  }
  const t = texts.settings
  const icon = urls.icon ?? ''
  const current = emojiOf(emoji)
  // Only what was changed is sent, so that nothing that others saved meanwhile is overwritten.
  const changesIn = (values: Record<string, string>): { next: Settings; before: Settings } => {
    const next: Settings = {
      ...(values.title !== title && { title: values.title ?? '' }),
      ...((values.language ?? '') !== (language ?? '') && { language: values.language || null }),
      ...((values.icon ?? '') !== icon && { icon: values.icon || null }),
      ...(values.emoji !== undefined && values.emoji !== current && { emoji: values.emoji }),
    }
    const before: Settings = {
      ...('title' in next && { title }),
      ...('language' in next && { language: language ?? null }),
      // Only one of them can be set.
      ...('icon' in next || 'emoji' in next ? (icon ? { icon } : { emoji: current || null }) : {}),
    }
    return { next, before }
  }
  const isLocked = editMode === 'LOCKED'
  const setLocked = (locked: boolean) => save({ editMode: locked ? 'LOCKED' : 'LIVE' })
  return (
    <>
      <Section title={t.general} hint={t.spaceHint}>
        {() => (
          <FieldForm
            key={round}
            fields={[
              { name: 'title', label: texts.places.title, value: title, maxLength: MAX_TITLE },
              {
                name: 'icon',
                label: t.icon,
                hint: t.iconHint,
                type: 'url',
                value: icon,
                maxLength: 2048,
                isOptional: true,
              },
            ]}
            submit={texts.forms.save}
            run={async (values) => {
              const { next, before } = changesIn(values)
              if (Object.keys(next).length === 0) return
              await save(next)
              begin()
              sayDone(texts.forms.saved, () => save(before), begin)
            }}
          >
            <EmojiField key={current} value={icon ? '' : current} />
            <Choice
              key={language ?? ''}
              name="language"
              label={t.language}
              options={languageChoices(language)}
              value={language ?? ''}
            />
          </FieldForm>
        )}
      </Section>
      <Section title={t.editing} hint={t.editingHint}>
        {() => (
          <label className={styles.check}>
            <input
              type="checkbox"
              checked={isLocked}
              onChange={() =>
                void act({
                  run: () => setLocked(!isLocked),
                  undo: () => setLocked(isLocked),
                  done: texts.forms.saved,
                  onChanged,
                })
              }
            />
            {t.locked}
          </label>
        )}
      </Section>
    </>
  )
}
