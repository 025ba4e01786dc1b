import { Screen } from '../../parts/Screen.tsx'

export default function HomeScreen() {
  return <Screen title="Home">{null}</Screen>
}
