import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { ChangeRequestScreenQuery } from '#console/ChangeRequestScreenQuery.graphql.ts'
import { Boundary } from '../../frame/Boundary.tsx'
import { later } from '../../frame/later.tsx'
import { type Parameters, useParameters, useSearchParameters } from '../../parameters.ts'
import { Screen } from '../../parts/Screen.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { RequestError } from '../../relay/request-error.ts'
import { preload as read, reread, useScreenQuery } from '../../relay/use-screen-query.ts'
import { texts } from '../../texts/index.ts'
import { usePlace } from '../space/PresenceProvider.tsx'
import { SpaceTrail } from '../space/SpaceTrail.tsx'
import { ChangeTabs } from './ChangeTabs.tsx'
import { ChangeView } from './ChangeView.tsx'
import { preloadChanges } from './diff/use-changes.ts'
import { ChangeAside } from './head/ChangeAside.tsx'
import { ChangedNotice } from './head/ChangedNotice.tsx'
import { Description } from './head/Description.tsx'
import { Facts } from './head/Facts.tsx'
import { HeadActions, type OpenDialog } from './head/HeadActions.tsx'
import { Subject } from './head/Subject.tsx'

const ProposedPage = later(() => import('./page/ProposedPage.tsx'), <Skeleton lines={12} />)

const query = graphql`
  query ChangeRequestScreenQuery($space: ID!, $number: Int!) {
    changeRequest(spaceId: $space, number: $number) {
      id
      number
      subject
      ...ChangeTabs_changeRequest
      ...ChangeView_changeRequest
      ...ChangeAside_changeRequest
      ...Description_changeRequest
      ...Facts_changeRequest
      ...HeadActions_changeRequest
      ...Subject_changeRequest
    }
  }
`

export const preload = ({ space = '', number = '' }: Parameters) => {
  if (!isNumber(number)) return
  const variables = { space, number: Number(number) }
  read<ChangeRequestScreenQuery>(query, variables)
  preloadChanges(variables)
}

/** Views that are about something else than what is proposed. */
const WITHOUT_DESCRIPTION: ReadonlySet<string> = new Set(['talk', 'conflicts', 'links'])

/** Numbers of change requests are 32-bit integers. */
const isNumber = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31

export default function ChangeRequestScreen() {
  const { space = '', number = '', _splat } = useParameters()
  if (!isNumber(number)) {
    // A page can have the path `changes/install`; only numbers are change requests.
    const path = ['changes', number, _splat].filter(Boolean).join('/')
    return <Navigate to="/s/$space/~page/$" params={{ space, _splat: path }} replace />
  }
  if (_splat !== undefined && _splat !== '') {
    return <ProposedPage key={`${number}/${_splat}`} space={space} number={Number(number)} path={_splat} />
  }
  return <ChangeRequest key={`${space}/${number}`} space={space} number={Number(number)} />
}

function ChangeRequest(variables: { space: string; number: number }) {
  const { view = 'changes' } = useSearchParameters()
  const { changeRequest } = useScreenQuery<ChangeRequestScreenQuery>(query, variables)
  usePlace({ changeRequestId: changeRequest?.id })
  const [dialog, setDialog] = useState<OpenDialog>(null)
  if (!changeRequest) throw new RequestError('NOT_FOUND', '')
  const { number } = changeRequest
  const subject = changeRequest.subject.trim() || texts.changeRequest.untitled
  return (
    <Screen
      title={texts.changeRequest.title(number, subject)}
      trail={<SpaceTrail />}
      heading={<Subject changeRequest={changeRequest} />}
      actions={
        <HeadActions changeRequest={changeRequest} dialog={dialog} onDialog={setDialog} place={variables} />
      }
      tabs={
        <>
          <Facts changeRequest={changeRequest} place={variables} />
          <ChangeTabs changeRequest={changeRequest} view={view} place={variables} />
        </>
      }
      aside={
        <ChangeAside changeRequest={changeRequest} place={variables} onRequest={() => setDialog('request')} />
      }
    >
      <ChangedNotice
        changeRequestId={changeRequest.id}
        place={variables}
        rereadHead={() => reread<ChangeRequestScreenQuery>(query, variables)}
      />
      {!WITHOUT_DESCRIPTION.has(view) && <Description changeRequest={changeRequest} />}
      <Boundary fallback={<Skeleton lines={16} />}>
        <ChangeView changeRequest={changeRequest} view={view} place={variables} />
      </Boundary>
    </Screen>
  )
}
