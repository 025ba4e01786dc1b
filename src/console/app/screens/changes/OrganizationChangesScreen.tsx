import { Screen } from '../../parts/Screen.tsx'

export default function OrganizationChangesScreen() {
  return <Screen title="Changes">{null}</Screen>
}
