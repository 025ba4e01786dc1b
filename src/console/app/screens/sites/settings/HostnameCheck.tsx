import { useState } from 'react'
import { graphql } from 'react-relay/hooks'
import type { HostnameCheckMutation } from '#console/HostnameCheckMutation.graphql.ts'
import type { HostnameCheckProxyMutation } from '#console/HostnameCheckProxyMutation.graphql.ts'
import { messageOf } from '../../../../pages/failure.ts'
import { mutate } from '../../../relay/mutate.ts'
import { texts } from '../../../texts/index.ts'
import siteStyles from '../Site.module.css'

type Check = NonNullable<HostnameCheckMutation['response']['checkSiteHostname']>['check']

const checkProxy = graphql`
  mutation HostnameCheckProxyMutation($input: CheckSiteProxyInput!) {
    checkSiteProxy(input: $input) {
      check {
        hostname
        state
        message
        records {
          type
          value
        }
      }
    }
  }
`

const checkHostname = graphql`
  mutation HostnameCheckMutation($input: CheckSiteHostnameInput!) {
    checkSiteHostname(input: $input) {
      check {
        hostname
        state
        message
        records {
          type
          value
        }
      }
    }
  }
`

interface HostnameCheckProps {
  site: string
  /** Whether the proxy of the site is checked, and not its host name. */
  isProxy?: boolean
}

async function checkOf({ site, isProxy = false }: HostnameCheckProps): Promise<Check | undefined> {
  const input = { siteId: site }
  if (isProxy) return (await mutate<HostnameCheckProxyMutation>(checkProxy, { input })).checkSiteProxy?.check
  return (await mutate<HostnameCheckMutation>(checkHostname, { input })).checkSiteHostname?.check
}

/** Asks the server whether the host name or the proxy of a site leads to it, and shows what is missing. */
export function HostnameCheck(props: HostnameCheckProps) {
  const [check, setCheck] = useState<Check>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const t = texts.sites
  const run = () => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    checkOf(props)
      .then(setCheck, (error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false))
  }
  return (
    <div className={siteStyles.stack}>
      <div>
        <button type="button" className="button" aria-disabled={isBusy} onClick={run}>
          {isBusy ? t.checking : props.isProxy ? t.checkProxy : t.checkHostname}
        </button>
      </div>
      <div role="status" className={siteStyles.stack}>
        {problem !== undefined && <p className="message error">{problem}</p>}
        {check && (
          <>
            <p className={check.state === 'OK' ? 'message' : 'message error'}>
              {t.hostnameStates[check.state] ?? check.message}
            </p>
            {check.state !== 'OK' && (
              <p className="muted" lang="en">
                {check.message}
              </p>
            )}
            <p className="muted">
              {t.records}:{' '}
              {check.records.length === 0
                ? t.noRecords
                : check.records.map(({ type, value }) => `${type} ${value}`).join(', ')}
            </p>
          </>
        )}
      </div>
    </div>
  )
}
