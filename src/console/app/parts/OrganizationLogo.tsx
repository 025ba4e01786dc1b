import styles from './OrganizationLogo.module.css'

interface OrganizationLogoProps {
  title: string
  url: string | null | undefined
  size?: 'large'
}

/** The logo if it is on this server, as the page loads nothing from others; or else the first letter. */
export function OrganizationLogo({ title, url, size }: OrganizationLogoProps) {
  return (
    <span className={styles.logo} data-size={size} aria-hidden="true">
      {url?.startsWith(`${location.origin}/`) ? (
        <img src={url} alt="" width={20} height={20} />
      ) : (
        [...title.trim()][0]?.toLocaleUpperCase()
      )}
    </span>
  )
}
