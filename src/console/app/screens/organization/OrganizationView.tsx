import { NotFound } from '../../frame/Failure.tsx'
import { type ScreenModule, screen } from '../../frame/screen.tsx'
import { type Parameters, useParameters } from '../../parameters.ts'
import { withTexts } from '../../texts/index.ts'

const administration = (load: () => Promise<ScreenModule>) =>
  screen(() => withTexts(load, 'administration', 'managing'))

const log = administration(() => import('../log/LogScreen.tsx'))

/** The screens of an organization that few people open, by the last part of the address. */
const views = new Map([
  ['activity', log],
  ['audit', log],
  ['integrations', administration(() => import('../integrations/IntegrationsScreen.tsx'))],
  ['settings', administration(() => import('../settings/OrganizationSettings.tsx'))],
])

export function preload(parameters: Parameters): void {
  void views.get(parameters.view ?? '')?.loader({ params: parameters, location: { search: parameters } })
}

export default function OrganizationView() {
  const { view = '' } = useParameters()
  const View = views.get(view)?.component
  return View ? <View key={view} /> : <NotFound />
}
