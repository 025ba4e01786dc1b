import { graphql, useFragment } from 'react-relay/hooks'
import type { UsageTable_organization$key } from '#console/UsageTable_organization.graphql.ts'
import { byteSize, count } from '../../parts/byte-size.ts'
import { Table } from '../../parts/Table.tsx'
import { texts } from '../../texts/index.ts'

/** What an organization has, beside what it may have. */
export function UsageTable(props: { organization: UsageTable_organization$key }) {
  const { usage } = useFragment(
    graphql`
      fragment UsageTable_organization on Organization {
        usage {
          item
          used
          limit
        }
      }
    `,
    props.organization,
  )
  const t = texts.watching
  const shown = (item: string, value: number) => (item.endsWith('_BYTES') ? byteSize(value) : count(value))
  return (
    <Table
      label={t.usage}
      columns={[{ title: t.item }, { title: t.used, isNumber: true }, { title: t.limit, isNumber: true }]}
      rows={(usage ?? []).map(({ item, used, limit }) => ({
        key: item,
        cells: [
          t.items[item] ?? item,
          used === null || used === undefined ? (
            <span key="each" className="muted">
              {t.each}
            </span>
          ) : (
            shown(item, used)
          ),
          limit === null || limit === undefined ? t.noLimit : shown(item, limit),
        ],
      }))}
    />
  )
}
