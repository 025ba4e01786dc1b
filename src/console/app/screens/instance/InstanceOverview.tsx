import type { ReactNode } from 'react'
import { graphql } from 'react-relay/hooks'
import type { InstanceOverviewQuery } from '#console/InstanceOverviewQuery.graphql.ts'
import styles from '../../forms/Settings.module.css'
import { TitledSection } from '../../forms/TitledSection.tsx'
import { byteSize } from '../../parts/byte-size.ts'
import { Table } from '../../parts/Table.tsx'
import { ageOf, Time } from '../../parts/Time.tsx'
import { useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { Findings } from './Findings.tsx'

const query = graphql`
  query InstanceOverviewQuery {
    instance {
      version
      storesFilesInDatabase
      nodes {
        nodeId
        host
        version
        startedAt
        seenAt
        skewMs
      }
      figures {
        databaseVersion
        databaseBytes
        fileObjects
        fileBytes
        organizations
        users
        spaces
        sites
        jobsWaiting
        jobsRunning
        jobsFailed
        oldestJobAt
        backupAt
        backupBytes
      }
      ...Findings_instance
    }
  }
`

type Instance = NonNullable<InstanceOverviewQuery['response']['instance']>

/** What needs attention, the nodes, and the sizes of what there is. */
export function InstanceOverview() {
  const { instance } = useScreenQuery<InstanceOverviewQuery>(query, {})
  const t = texts.instance
  if (!instance) return null
  return (
    <>
      <Findings instance={instance} />
      <TitledSection title={t.overview}>
        <Figures instance={instance} />
      </TitledSection>
      <TitledSection title={t.nodes} hint={t.nodesHint}>
        <Table
          label={t.nodes}
          columns={[
            { title: t.node },
            { title: t.version },
            { title: t.started },
            { title: t.seen },
            { title: t.clock, isNumber: true },
          ]}
          rows={instance.nodes.map(({ nodeId, host, version, startedAt, seenAt, skewMs }) => ({
            key: nodeId,
            cells: [
              <bdi key="host">{host}</bdi>,
              version,
              <Time key="started" at={startedAt} />,
              <Time key="seen" at={seenAt} />,
              t.ahead(Math.round(skewMs)),
            ],
          }))}
        />
      </TitledSection>
    </>
  )
}

function Figures({ instance: { version, storesFilesInDatabase, figures } }: { instance: Instance }) {
  const t = texts.instance
  const age = (at: string) => ageOf(new Date(at))
  const jobs = t.jobsOf(figures.jobsWaiting, figures.jobsRunning, figures.jobsFailed)
  const rows: [string, ReactNode][] = [
    [t.version, version],
    [t.content, t.contentOf(figures.organizations, figures.users, figures.spaces, figures.sites)],
    [t.database, t.databaseOf(figures.databaseVersion, byteSize(figures.databaseBytes))],
    [
      t.files,
      storesFilesInDatabase ? t.filesInDatabase : t.filesOf(figures.fileObjects, byteSize(figures.fileBytes)),
    ],
    [t.jobs, figures.oldestJobAt ? `${jobs}; ${t.oldest(age(figures.oldestJobAt))}` : jobs],
    [
      t.backup,
      figures.backupAt ? (
        t.backupOf(age(figures.backupAt), byteSize(figures.backupBytes ?? 0))
      ) : (
        <>
          {t.noBackup} <code dir="ltr">npx quire backup backup.quire</code>
        </>
      ),
    ],
  ]
  return (
    <dl className={styles.rows}>
      {rows.map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt className={styles.what}>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
