import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { Subject_changeRequest$key } from '#console/Subject_changeRequest.graphql.ts'
import { later } from '../../../frame/later.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { texts } from '../../../texts/index.ts'
import { readDraft } from '../../../threads/drafts.ts'
import styles from './Head.module.css'

const SubjectEditor = later(() => import('./SubjectEditor.tsx'))

/** The number and the subject, which people who can edit it change in place. */
export function Subject({ changeRequest }: { changeRequest: Subject_changeRequest$key }) {
  const { id, number, subject, status, permissions } = useFragment(
    graphql`
      fragment Subject_changeRequest on ChangeRequest {
        id
        number
        subject
        status
        permissions {
          edit
        }
      }
    `,
    changeRequest,
  )
  const target = `subject:${id}`
  const mayEdit = permissions.edit && status !== 'MERGED'
  const [isEditing, setEditing] = useState(() => readDraft(target) !== '')
  const t = texts.changeRequest
  if (isEditing && mayEdit) {
    return <SubjectEditor id={id} target={target} subject={subject} onDone={() => setEditing(false)} />
  }
  return (
    <span className={styles.subject}>
      <span className="muted">#{number}</span> <bdi>{subject.trim() || t.untitled}</bdi>
      {mayEdit && (
        <button
          type="button"
          className={styles.edit}
          aria-label={t.editSubject}
          title={t.editSubject}
          {...SubjectEditor.intent}
          onClick={() => setEditing(true)}
        >
          <Icon name="edit" />
        </button>
      )}
    </span>
  )
}
