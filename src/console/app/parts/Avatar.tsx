import styles from './Avatar.module.css'

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

interface Person {
  readonly displayName: string
  readonly photoURL?: string | null | undefined
}

/** The picture of a person, or their initials. The name is beside it or in its title. */
export function Avatar({
  person,
  size = 20,
}: {
  person: Person | null | undefined
  size?: 16 | 20 | 24 | 32
}) {
  const name = person?.displayName ?? ''
  const photo = person?.photoURL
  return (
    <span className={styles.avatar} data-size={size} title={name} aria-hidden="true">
      {photo?.startsWith(`${location.origin}/`) ? (
        <img src={photo} alt="" width={size} height={size} />
      ) : (
        initialsOf(name)
      )}
    </span>
  )
}
