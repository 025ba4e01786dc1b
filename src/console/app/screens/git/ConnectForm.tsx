import { useId, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ConnectFormMutation } from '#console/ConnectFormMutation.graphql.ts'
import type { Connection_connection$key } from '#console/Connection_connection.graphql.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { later } from '../../frame/later.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'
import { connectionFragment } from './Connection.tsx'
import { branchName, refOf, startImport } from './start.ts'

const connect = graphql`
  mutation ConnectFormMutation($input: ConnectGitRepositoryInput!) {
    connectGitRepository(input: $input) {
      connection {
        ...Connection_connection
      }
    }
  }
`

const OperationReport = later(() => import('./OperationReport.tsx'), <Skeleton lines={3} />)

interface ConnectFormProps {
  space: string
  connection: Connection_connection$key | null | undefined
  onDone: () => void
  onCancel: (() => void) | undefined
  /** A dry run was started. */
  onStarted: () => void
}

const branchOf = ({ url = '', branch = '', folder = '' }: Record<string, string>) => ({
  url: url.trim(),
  ref: refOf(branch.trim()),
  repoProjectDirectory: folder.trim(),
})

/** Three fields, a dry run, and the button that connects. */
export function ConnectForm({ space, connection, onDone, onCancel, onStarted }: ConnectFormProps) {
  const form = useId()
  const known = useFragment(connectionFragment, connection)
  const [tried, setTried] = useState<string>()
  const isTry = useRef(false)
  const t = texts.git
  const run = async (values: Record<string, string>) => {
    if (isTry.current) {
      setTried(undefined)
      setTried(await startImport({ spaceId: space, ...branchOf(values), dryRun: true }))
      onStarted()
      return
    }
    const { minutes = '', exports: isExported } = values
    await mutate<ConnectFormMutation>(connect, {
      input: {
        spaceId: space,
        ...branchOf(values),
        exportOnMerge: isExported === 'on',
        importEveryMinutes: minutes === '' ? null : Number(minutes),
      },
    })
    onDone()
  }
  const minutes = known ? String(known.importEveryMinutes ?? '') : '15'
  return (
    <Section title={t.connect} hint={t.connectHint}>
      {() => (
        <>
          <FieldForm
            id={form}
            fields={[
              { name: 'url', label: t.url, type: 'url', hint: t.urlHint, value: known?.url ?? '' },
              { name: 'branch', label: t.branch, value: known ? branchName(known.ref) : 'main' },
              {
                name: 'folder',
                label: t.folder,
                hint: t.folderHint,
                value: known?.repoProjectDirectory ?? '',
                isOptional: true,
              },
            ]}
            run={run}
          >
            <Choice
              name="minutes"
              label={t.importEvery}
              options={{ ...(minutes in t.intervals ? {} : { [minutes]: t.every(minutes) }), ...t.intervals }}
              value={minutes}
            />
            <label className={styles.check}>
              <input type="checkbox" name="exports" defaultChecked={known?.exportOnMerge ?? true} />
              {t.exportOnMerge}
            </label>
            <div className={styles.actions}>
              <button type="submit" className="button" onClick={() => (isTry.current = true)}>
                {t.try}
              </button>
              <button type="submit" className="button primary" onClick={() => (isTry.current = false)}>
                {known ? texts.forms.save : t.connect}
              </button>
              {onCancel && (
                <button type="button" className="button" onClick={onCancel}>
                  {texts.forms.cancel}
                </button>
              )}
            </div>
          </FieldForm>
          {tried !== undefined && (
            <div role="status">
              <OperationReport key={tried} id={tried} title={t.wouldChange} />
            </div>
          )}
        </>
      )}
    </Section>
  )
}
