import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Description_changeRequest$key } from '#console/Description_changeRequest.graphql.ts'
import { later } from '../../../frame/later.tsx'
import { texts } from '../../../texts/index.ts'
import { readDraft } from '../../../threads/drafts.ts'
import { Preview } from '../../../threads/Preview.tsx'
import styles from './Head.module.css'

const DescriptionEditor = later(() => import('./DescriptionEditor.tsx'))

/** What the change is about, as text, and as a field for people who can edit it. */
export function Description({ changeRequest }: { changeRequest: Description_changeRequest$key }) {
  const { id, description, status, space, permissions } = useFragment(
    graphql`
      fragment Description_changeRequest on ChangeRequest {
        id
        description
        status
        space {
          id
        }
        permissions {
          edit
        }
      }
    `,
    changeRequest,
  )
  const target = `description:${id}`
  const [isEditing, setEditing] = useState(() => readDraft(target) !== '')
  const mayEdit = permissions.edit && status !== 'MERGED'
  const t = texts.changeRequest
  if (isEditing && mayEdit) {
    return (
      <DescriptionEditor id={id} target={target} description={description} onDone={() => setEditing(false)} />
    )
  }
  if (description === '') {
    if (!mayEdit) return null
    return (
      <p className={styles.description}>
        <button type="button" className="link-button" onClick={() => setEditing(true)}>
          {t.addDescription}
        </button>
      </p>
    )
  }
  return (
    <section className={styles.description} aria-label={t.description}>
      <Preview markdown={description} spaceId={space.id} changeRequestId={id} />
      {mayEdit && (
        <button type="button" className="button small" onClick={() => setEditing(true)}>
          {t.editDescription}
        </button>
      )}
    </section>
  )
}
