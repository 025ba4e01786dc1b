import { act, sayDone } from '../../forms/act.ts'
import styles from '../../forms/Settings.module.css'
import { OrganizationLogo } from '../../parts/OrganizationLogo.tsx'
import { texts } from '../../texts/index.ts'
import { UploadButton } from '../../uploads/UploadButton.tsx'

interface LogoFieldProps {
  organization: string
  title: string
  logo: string | null
  save: (settings: { logo: string | null }) => Promise<unknown>
  onChanged: () => void
}

/** The logo of an organization: a file that is uploaded, which the server keeps. Each change can be undone. */
export function LogoField({ organization, title, logo, save, onChanged }: LogoFieldProps) {
  const t = texts.settings
  const undo = () => save({ logo })
  return (
    <div className={styles.bar}>
      <OrganizationLogo size="large" title={title} url={logo} />
      <UploadButton
        name={t.uploadLogo}
        path={`/orgs/${organization}/logo/upload`}
        onUploaded={() => {
          onChanged()
          sayDone(t.logoSet, undo, onChanged)
        }}
      >
        {t.uploadLogo}
      </UploadButton>
      {logo !== null && (
        <button
          type="button"
          className="button"
          onClick={() => void act({ run: () => save({ logo: null }), undo, done: t.logoRemoved, onChanged })}
        >
          {t.removeLogo}
        </button>
      )}
    </div>
  )
}
