import { Screen } from '../../parts/Screen.tsx'

export default function ChangeRequestScreen() {
  return <Screen title="Change">{null}</Screen>
}
