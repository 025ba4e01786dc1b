import { controlIcons } from '../../../modules/documents/control-icons.ts'
import styles from './Icon.module.css'

/** What the console draws besides the icons of the sites. */
const MORE: Readonly<Record<string, string>> = {
  plus: 'M12 5v14M5 12h14',
  more: 'M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2m7 0a1 1 0 1 1 0 2 1 1 0 0 1 0-2m7 0a1 1 0 1 1 0 2 1 1 0 0 1 0-2',
  comment: 'M4 5h16v11H9l-5 4z',
  history: 'M4 5v5h5M4.5 10a8 8 0 1 1-.5 4M12 8v4l3 2',
  merge: 'M7 5v14M7 8c0 5 10 3 10 9m-3-3 3 3 3-3',
  inbox: 'M4 13l3-8h10l3 8v6H4zm0 0h5l1 3h4l1-3h5',
  smile: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18m-4 11c2 3 6 3 8 0M9 9h.01M15 9h.01',
  eye: 'M2 12c4-8 16-8 20 0-4 8-16 8-20 0m10-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6',
  'eye-off': 'M2 12c4-8 16-8 20 0-4 8-16 8-20 0M4 20 20 4',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 16v4h16v-4',
  pencil: 'M4 20h4L20 8l-4-4L4 16z',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  sidebar: 'M4 5h16v14H4zM9 5v14',
  panel: 'M4 5h16v14H4zM15 5v14',
}

/** An icon of 16 px. It has no name of its own: the text beside it, or a label, has one. */
export function Icon({ name }: { name: string }) {
  return <Drawing of={MORE[name] ?? controlIcons[name]} />
}

/** Draws the path data of an icon. */
export function Drawing({ of }: { of: string | undefined }) {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <path d={of} />
    </svg>
  )
}
