import { Screen } from '../../parts/Screen.tsx'

export default function SpaceChangesScreen() {
  return <Screen title="Changes">{null}</Screen>
}
