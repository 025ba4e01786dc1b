import { type ReactNode, useState } from 'react'
import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type {
  InviteList_organization$data,
  InviteList_organization$key,
} from '#console/InviteList_organization.graphql.ts'
import type { InviteListPageQuery } from '#console/InviteListPageQuery.graphql.ts'
import type { InviteListRevokeMutation } from '#console/InviteListRevokeMutation.graphql.ts'
import { ConfirmDialog } from '../../forms/ConfirmDialog.tsx'
import { Section } from '../../forms/Section.tsx'
import styles from '../../forms/Settings.module.css'
import { Empty } from '../../parts/Empty.tsx'
import { ShowMore } from '../../parts/ShowMore.tsx'
import { ageOf } from '../../parts/Time.tsx'
import { toast } from '../../parts/toasts.ts'
import { mutate } from '../../relay/mutate.ts'
import { texts } from '../../texts/index.ts'

type Invite = NonNullable<InviteList_organization$data['linkInvites']>['edges'][number]['node']

const revoke = graphql`
  mutation InviteListRevokeMutation($input: DeleteLinkInviteInput!) {
    deleteLinkInvite(input: $input) {
      deletedId
    }
  }
`

/** For whom an invitation is: one address, or everybody with the link. */
const nameOf = ({ email }: Invite): string => email ?? texts.people.anybodyWithLink

/** What the person gets, and until when. */
function factsOf({ role, level, space, collection, createdAt, expiresAt }: Invite): string {
  const t = texts.people
  const place = space?.title ?? collection?.title
  const inPlace = place !== undefined && level ? t.onPlace(texts.forms.roles[level] ?? '', place) : undefined
  return [
    role ? texts.forms.roles[role] : t.guest,
    inPlace,
    t.createdAgo(ageOf(new Date(createdAt))),
    expiresAt ? t.expiresIn(ageOf(new Date(expiresAt))) : t.neverExpires,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ')
}

interface InviteListProps {
  organization: InviteList_organization$key
  create: ReactNode
  onChanged: () => void
}

/** The invitations that were not used yet. */
export function InviteList({ organization, create, onChanged }: InviteListProps) {
  const { data, ...more } = usePaginationFragment<InviteListPageQuery, InviteList_organization$key>(
    graphql`
      fragment InviteList_organization on Organization
      @refetchable(queryName: "InviteListPageQuery")
      @argumentDefinitions(count: { type: "Int!" }, cursor: { type: "String" }) {
        linkInvites(first: $count, after: $cursor) @connection(key: "InviteList_linkInvites") {
          totalCount
          edges {
            node {
              id
              email
              role
              level
              createdAt
              expiresAt
              space {
                id
                title
              }
              collection {
                id
                title
              }
            }
          }
        }
      }
    `,
    organization,
  )
  const [asked, setAsked] = useState<Invite>()
  const t = texts.people
  const invites = (data.linkInvites?.edges ?? []).map(({ node }) => node)
  const run = async () => {
    await mutate<InviteListRevokeMutation>(revoke, { input: { inviteId: asked?.id ?? '' } })
    toast(t.revoked)
    onChanged()
  }
  return (
    <Section title={t.pending} hint={t.pendingHint}>
      {() => (
        <>
          {invites.length === 0 && <Empty action={create}>{t.noInvites}</Empty>}
          {invites.length > 0 && (
            <ul className={styles.rows} aria-label={t.pending}>
              {invites.map((invite) => (
                <li key={invite.id} className={styles.row}>
                  <div className={styles.what}>
                    <span dir="auto">{nameOf(invite)}</span>
                    <span dir="auto">{factsOf(invite)}</span>
                  </div>
                  <button
                    type="button"
                    className="button small danger"
                    aria-label={t.revokeOf(nameOf(invite))}
                    onClick={() => setAsked(invite)}
                  >
                    {t.revoke}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <ShowMore shown={invites.length} total={data.linkInvites?.totalCount ?? 0} {...more} />
          {asked && (
            <ConfirmDialog
              title={t.revokeTitle}
              action={t.revoke}
              typed={nameOf(asked)}
              run={run}
              onClose={() => setAsked(undefined)}
            >
              <p>{t.revokeText(nameOf(asked))}</p>
            </ConfirmDialog>
          )}
        </>
      )}
    </Section>
  )
}
