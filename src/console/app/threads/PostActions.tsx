import { useState } from 'react'
import { later } from '../frame/later.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Menu } from '../parts/Menu.tsx'
import { MenuItem } from '../parts/MenuItem.tsx'
import { toast } from '../parts/toasts.ts'
import { texts } from '../texts/index.ts'
import styles from './Post.module.css'

const ConfirmDelete = later(() => import('./ConfirmDelete.tsx'))

interface PostActionsProps {
  id: string
  isReply: boolean
  author: string
  /** Undefined where the text cannot be edited. */
  onEdit: (() => void) | undefined
  mayDelete: boolean
}

/** The address of a comment or a reply: that of the screen, and its id. */
const linkTo = (id: string): string => `${location.origin}${location.pathname}${location.search}#${id}`

/** The menu of a comment or a reply. */
export function PostActions({ id, isReply, author, onEdit, mayDelete }: PostActionsProps) {
  const t = texts.threads
  const [isAsking, setAsking] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(linkTo(id)).then(
      () => toast(t.linkCopied),
      () => toast(t.linkNotCopied),
    )
  return (
    <>
      <Menu button={<Icon name="more" />} label={t.actionsOf(author)} className={styles.more ?? ''}>
        <MenuItem run={copy}>{t.copyLink}</MenuItem>
        {onEdit && <MenuItem run={onEdit}>{t.edit}</MenuItem>}
        {mayDelete && (
          <MenuItem run={() => setAsking(true)} isDanger>
            {t.delete}
          </MenuItem>
        )}
      </Menu>
      {isAsking && <ConfirmDelete id={id} isReply={isReply} onClose={() => setAsking(false)} />}
    </>
  )
}
