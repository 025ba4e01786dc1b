import { type ReactNode, useRef } from 'react'
import type { ChangesTable_changeRequest$key } from '#console/ChangesTable_changeRequest.graphql.ts'
import { useKeys } from '../../frame/keys.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { useRows } from '../../parts/use-rows.ts'
import { texts } from '../../texts/index.ts'
import { ChangesFilters } from './ChangesFilters.tsx'
import styles from './ChangesList.module.css'
import { ChangesTable } from './ChangesTable.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { useFilters } from './use-filters.ts'
import { useSelection } from './use-selection.ts'

interface ChangesListProps {
  /** Whose members the list can be filtered by. */
  organization: string | undefined
  connection:
    | {
        readonly totalCount: number
        readonly edges: readonly { readonly node: ChangesTable_changeRequest$key[number] }[]
      }
    | null
    | undefined
  more: { hasNext: boolean; isLoadingNext: boolean; loadNext: (count: number) => unknown }
  filters: ReturnType<typeof useFilters>
  /** Another number whenever main content has changed. */
  generation: number
  hasSpace: boolean
  /** The button that creates a change request, if the person can. */
  create?: ReactNode
}

/** Change requests with their filters, and what can be done with several of them. */
export function ChangesList(props: ChangesListProps) {
  const { organization, connection, more, filters, generation, hasSpace, create } = props
  const rows = useRows<HTMLDivElement>()
  const bar = useRef<HTMLDivElement>(null)
  const selection = useSelection()
  const t = texts.changes
  useKeys({
    x: {
      label: t.selectRow,
      run: () => {
        const row = rows.ref.current?.querySelector(`[data-row="${CSS.escape(rows.current() ?? '')}"]`)
        row?.querySelector<HTMLElement>('input[type=checkbox]')?.click()
      },
    },
    f: {
      label: t.filter,
      run: () => bar.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
    },
  })
  const nodes = (connection?.edges ?? []).map(({ node }) => node)
  const total = connection?.totalCount ?? 0
  const isFiltered = Object.keys(filters.shown).length > 0
  return (
    <div className={styles.list}>
      <div ref={bar}>
        <ChangesFilters organization={organization} {...filters} total={total} />
      </div>
      {nodes.length === 0 ? (
        <Empty action={isFiltered ? undefined : create}>{isFiltered ? t.noneFound : t.none}</Empty>
      ) : (
        <div ref={rows.ref}>
          <ChangesTable
            changes={nodes}
            hasSpace={hasSpace}
            selection={selection}
            generation={generation}
            isPending={filters.isPending}
          />
          <ShowMore shown={nodes.length} total={total} {...more} />
        </div>
      )}
      <SelectionBar selection={selection} />
    </div>
  )
}
