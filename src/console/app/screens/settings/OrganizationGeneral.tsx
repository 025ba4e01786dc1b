import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OrganizationGeneral_organization$key } from '#console/OrganizationGeneral_organization.graphql.ts'
import type { UpdateOrganizationInput } from '#console/OrganizationSettingsMutation.graphql.ts'
import { sayDone } from '../../forms/act.ts'
import { Choice } from '../../forms/Choice.tsx'
import { FieldForm } from '../../forms/FieldForm.tsx'
import { Section } from '../../forms/Section.tsx'
import { texts } from '../../texts/index.ts'
import { LogoField } from './LogoField.tsx'

type Settings = Omit<UpdateOrganizationInput, 'organizationId'>

interface OrganizationGeneralProps {
  organization: OrganizationGeneral_organization$key
  save: (settings: Settings) => Promise<unknown>
  onChanged: () => void
}

/** The name of an organization, its logo, and where its content is. */
export function OrganizationGeneral({ organization, save, onChanged }: OrganizationGeneralProps) {
  const { id, title, hostname, urls, defaultContent, sites } = useFragment(
    graphql`
      fragment OrganizationGeneral_organization on Organization {
        id
        title
        hostname
        urls {
          logo
        }
        defaultContent {
          siteId
        }
        sites(first: 200) {
          nodes {
            id
            title
          }
        }
      }
    `,
    organization,
  )
  // The form begins anew after each save, and after it was undone.
  const [round, setRound] = useState(0)
  const begin = () => {
    setRound((before) => before + 1)
    onChanged()
  }
  const t = texts.settings
  const logo = urls.logo ?? ''
  const home = defaultContent?.siteId ?? ''
  const contentOf = (site: string) => (site === '' ? null : { type: 'SITE' as const, site })
  // Only what was changed is sent, so that nothing that others saved meanwhile is overwritten.
  const run = async (values: Record<string, string>) => {
    const changes: readonly (Settings & { before: Settings })[] = [
      ...(values.title !== title ? [{ title: values.title ?? '', before: { title } }] : []),
      ...(values.hostname && values.hostname !== hostname
        ? [{ hostname: values.hostname, before: hostname ? { hostname } : {} }]
        : []),
      ...(values.logo !== logo ? [{ logo: values.logo || null, before: { logo: logo || null } }] : []),
      ...((values.home ?? '') !== home
        ? [{ defaultContent: contentOf(values.home ?? ''), before: { defaultContent: contentOf(home) } }]
        : []),
    ]
    if (changes.length === 0) return
    const next: Settings = Object.assign({}, ...changes.map(({ before: _before, ...change }) => change))
    const former: Settings = Object.assign({}, ...changes.map(({ before }) => before))
    await save(next)
    begin()
    const canUndo = Object.keys(former).length === Object.keys(next).length
    sayDone(texts.forms.saved, canUndo ? () => save(former) : undefined, begin)
  }
  return (
    <Section title={t.general} hint={t.organizationHint}>
      {() => (
        <>
          <LogoField organization={id} title={title} logo={urls.logo ?? null} save={save} onChanged={begin} />
          <FieldForm
            key={round}
            fields={[
              { name: 'title', label: t.organizationTitle, value: title, maxLength: 255 },
              {
                name: 'hostname',
                label: t.hostname,
                hint: t.hostnameHint,
                value: hostname ?? '',
                maxLength: 32,
                isOptional: !hostname,
              },
              {
                name: 'logo',
                label: t.logo,
                hint: t.logoHint,
                type: 'url',
                value: logo,
                maxLength: 2048,
                isOptional: true,
              },
            ]}
            submit={texts.forms.save}
            run={run}
          >
            <Choice
              key={home}
              name="home"
              label={t.home}
              options={{
                '': t.noHome,
                ...Object.fromEntries((sites?.nodes ?? []).map((site) => [site.id, site.title])),
              }}
              value={home}
            />
          </FieldForm>
        </>
      )}
    </Section>
  )
}
