import { texts } from '../texts/index.ts'

interface MoreOrganizationsProps {
  of: { readonly totalCount: number; readonly nodes: readonly unknown[] } | null | undefined
}

/** Says how many organizations of the person are not shown, and how to get to them. */
export function MoreOrganizations({ of }: MoreOrganizationsProps) {
  const more = of ? of.totalCount - of.nodes.length : 0
  return more > 0 ? <p className="muted">{texts.home.moreOrganizations(more)}</p> : null
}
