import { Screen } from '../../parts/Screen.tsx'

export default function OrganizationScreen() {
  return <Screen title="Organization">{null}</Screen>
}
