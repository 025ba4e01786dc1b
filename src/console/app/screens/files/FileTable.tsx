import { useState } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { FileTable_revision$data, FileTable_revision$key } from '#console/FileTable_revision.graphql.ts'
import type { FileTableQuery } from '#console/FileTableQuery.graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { texts } from '../../texts/index.ts'
import { DeleteFile } from './DeleteFile.tsx'
import { FileRow } from './FileRow.tsx'
import styles from './FileTable.module.css'
import { RenameFile } from './RenameFile.tsx'

export type ListedFile = FileTable_revision$data['files']['edges'][number]['node']

interface FileTableProps {
  revision: FileTable_revision$key
  /** Whether files can be renamed and deleted here. */
  mayChange: boolean
  onChanged: () => void
}

/** The files of a revision, with what uses them. */
export function FileTable({ revision, mayChange, onChanged }: FileTableProps) {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<
    FileTableQuery,
    FileTable_revision$key
  >(
    graphql`
      fragment FileTable_revision on Revision
      @argumentDefinitions(first: { type: "Int", defaultValue: 50 }, after: { type: "String" })
      @refetchable(queryName: "FileTableQuery") {
        id
        files(first: $first, after: $after) @connection(key: "FileTable_files") {
          edges {
            node {
              id
              fileId
              name
              contentType
              size
              width
              height
              downloadURL
              backlinks(first: 1) {
                totalCount
              }
            }
          }
        }
      }
    `,
    revision,
  )
  const [asked, setAsked] = useState<{ action: 'rename' | 'delete'; file: ListedFile } | null>(null)
  const t = texts.files
  const files = data.files.edges.map(({ node }) => node)
  if (files.length === 0) return <Empty>{mayChange ? t.emptyEdit : t.empty}</Empty>
  const dialog = asked && {
    file: asked.file,
    onClose: () => setAsked(null),
    onDone: () => {
      setAsked(null)
      onChanged()
    },
  }
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.name}</th>
              <th scope="col" className={styles.wide}>
                {t.kind}
              </th>
              <th scope="col" className={styles.number}>
                {t.size}
              </th>
              <th scope="col" className={styles.wide}>
                {t.uses}
              </th>
              <th scope="col">
                <span className="visually-hidden">{t.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <FileRow
                key={file.fileId}
                file={file}
                mayChange={mayChange}
                onAsk={(action) => setAsked({ action, file })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore hasNext={hasNext} isLoadingNext={isLoadingNext} loadNext={loadNext} />
      {dialog && asked?.action === 'rename' && <RenameFile {...dialog} />}
      {dialog && asked?.action === 'delete' && <DeleteFile {...dialog} />}
    </>
  )
}
