import { Screen } from '../../parts/Screen.tsx'

export default function AccountScreen() {
  return <Screen title="Account">{null}</Screen>
}
